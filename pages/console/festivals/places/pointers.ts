import type { Pixel } from './projection.ts'

type Hears = {
  /** called with the pixels the map is dragged by */
  onPan: (by: Pixel) => void
  /** called with a zoom factor, around a pixel */
  onZoom: (factor: number, at: Pixel) => void
  /** called while a pin is dragged, with its position */
  onDrag: (id: string, to: Pixel) => void
  onDrop: (id: string, to: Pixel) => void
  onCancel: () => void
  /** called when the map was clicked */
  onPick: (at: Pixel) => void
}

type Pressed = {
  /** the position of each finger; the first one started the press */
  fingers: Map<number, Pixel>
  /** the pin that is pressed, and its position at the start */
  pin: { id: string; from: Pixel } | undefined
  start: Pixel
  hasMoved: boolean
}

const slack = 4

/** Pans the map, drags its pins and zooms, by mouse, pen and fingers. Pins carry `data-pin`. */
export class MapPointers {
  readonly #map: HTMLElement
  readonly #hears: Hears
  readonly #ending = new AbortController()
  #pressed: Pressed | undefined
  /** the last press was a drag, so the click that follows is ignored */
  #hasMoved = false

  constructor(map: HTMLElement, hears: Hears) {
    this.#map = map
    this.#hears = hears
    const { signal } = this.#ending
    map.addEventListener('pointerdown', this.#press, { signal })
    map.addEventListener('pointermove', this.#move, { signal })
    map.addEventListener('pointerup', this.#release, { signal })
    map.addEventListener('pointercancel', this.#cancel, { signal })
    map.addEventListener('click', this.#click, { signal, capture: true })
    map.addEventListener('wheel', this.#wheel, { signal, passive: false })
    window.addEventListener('keydown', this.#key, { signal, capture: true })
  }

  /** Stops listening. */
  end(): void {
    this.#ending.abort()
  }

  #press = (event: PointerEvent) => {
    if (event.button !== 0 || !(event.target instanceof Element)) return
    if (event.target.closest('[data-control]')) return
    const at = this.#at(event)
    if (this.#pressed) {
      this.#pressed.fingers.set(event.pointerId, at)
      this.#pressed.hasMoved = true
      return
    }
    this.#hasMoved = false
    const pin = event.target.closest<HTMLElement>('[data-pin]')
    const { pin: id = '', x, y } = pin?.dataset ?? {}
    this.#pressed = {
      fingers: new Map([[event.pointerId, at]]),
      pin: pin ? { id, from: { x: Number(x), y: Number(y) } } : undefined,
      start: at,
      hasMoved: false,
    }
  }

  #move = (event: PointerEvent) => {
    const pressed = this.#pressed
    const before = pressed?.fingers.get(event.pointerId)
    if (!pressed || !before) return
    const at = this.#at(event)
    const { start } = pressed
    if (!pressed.hasMoved) {
      if (Math.hypot(at.x - start.x, at.y - start.y) <= slack) return
      pressed.hasMoved = true
      this.#map.setPointerCapture(event.pointerId)
    }
    if (pressed.fingers.size > 1) this.#pinch(pressed, event.pointerId, at)
    else if (pressed.pin)
      this.#hears.onDrag(pressed.pin.id, pointOf(pressed.pin, pressed.start, at))
    else this.#hears.onPan({ x: at.x - before.x, y: at.y - before.y })
    pressed.fingers.set(event.pointerId, at)
  }

  /** Two fingers: their middle pans the map, their distance zooms. */
  #pinch({ fingers }: Pressed, id: number, at: Pixel): void {
    const before = fingers.get(id)
    const other = [...fingers].find(([finger]) => finger !== id)?.[1]
    if (!before || !other) return
    this.#hears.onPan({ x: (at.x - before.x) / 2, y: (at.y - before.y) / 2 })
    const was = Math.hypot(before.x - other.x, before.y - other.y)
    const is = Math.hypot(at.x - other.x, at.y - other.y)
    const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 }
    if (was > 0 && is > 0) this.#hears.onZoom(is / was, middle)
  }

  #release = (event: PointerEvent) => {
    const pressed = this.#pressed
    if (!pressed?.fingers.delete(event.pointerId) || pressed.fingers.size > 0) return
    const at = this.#at(event)
    const { pin, hasMoved, start } = pressed
    this.#pressed = undefined
    this.#hasMoved = hasMoved
    if (pin && hasMoved) this.#hears.onDrop(pin.id, pointOf(pin, start, at))
  }

  #click = (event: MouseEvent) => {
    // The end of a drag is not a click; a click by keyboard has no pointer event before it.
    const isAfterMove = this.#hasMoved && event.detail > 0
    this.#hasMoved = false
    if (isAfterMove) return event.stopPropagation()
    const isGround =
      event.target instanceof Element && event.target.closest('[data-pin], [data-control]') === null
    return isGround ? this.#hears.onPick(this.#at(event)) : undefined
  }

  #cancel = () => {
    const pin = this.#pressed?.pin
    this.#pressed = undefined
    if (pin) this.#hears.onCancel()
  }

  #key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !this.#pressed?.pin || !this.#pressed.hasMoved) return
    event.stopPropagation()
    this.#hasMoved = true
    this.#cancel()
  }

  /** The wheel alone scrolls the page; with Ctrl, as sent by a pinched touchpad, it zooms the map. */
  #wheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    this.#hears.onZoom(Math.exp(-event.deltaY / 300), this.#at(event))
  }

  #at({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): Pixel {
    const { left, top } = this.#map.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
}

function pointOf({ from }: { from: Pixel }, start: Pixel, at: Pixel): Pixel {
  return { x: from.x + at.x - start.x, y: from.y + at.y - start.y }
}
