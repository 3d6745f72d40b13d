/** The target under the pointer: a column and a time of the board, the tray, another day, or nothing. */
export type DropTarget =
  | { on: 'board'; column: number; time: number }
  | { on: 'tray' }
  | { on: 'day'; date: string }
  | { on: 'nothing' }

/** The dragged gig, held by its body or by its end; `grip` is how far below its start it is held, in milliseconds. */
export type DraggedGig = { id: string; isEnd: boolean; grip: number }

type Hears = {
  onMove: (dragged: DraggedGig, target: DropTarget) => void
  onDrop: (dragged: DraggedGig, target: DropTarget) => void
  onCancel: () => void
  /** called when an empty part of the board was clicked */
  onPick: (target: DropTarget) => void
}

/** The distance a mouse must move to start a drag, and the distance a finger may move before it lifts, in pixels. */
const slack = { mouse: 4, touch: 8 }
/** The time a finger must rest on a gig to lift it, in milliseconds; until then it scrolls. */
const patience = 250
/** The distance from the edge of the board within which a drag scrolls it, in pixels. */
const edge = 28
/** The height of the column headers, which are no drop target. */
const heads = 40

type Pressed = DraggedGig & {
  pointer: number
  isTouch: boolean
  isLifted: boolean
  x: number
  y: number
  timer?: ReturnType<typeof setTimeout>
}

/**
 * Drags the gigs below an element by mouse, pen and finger. Elements are marked with `data-gig`,
 * `data-edge` at its end, and `data-drop` for the board, the tray and the days.
 */
export class Drag {
  readonly #root: HTMLElement
  readonly #hears: Hears
  readonly #ending = new AbortController()
  #pressed: Pressed | undefined

  constructor(root: HTMLElement, hears: Hears) {
    this.#root = root
    this.#hears = hears
    const { signal } = this.#ending
    root.addEventListener('pointerdown', this.#press, { signal })
    root.addEventListener('pointermove', this.#move, { signal })
    root.addEventListener('pointerup', this.#release, { signal })
    root.addEventListener('pointercancel', this.#cancel, { signal })
    root.addEventListener('click', this.#pick, { signal })
    root.addEventListener('contextmenu', this.#hold, { signal })
    // A finger that has lifted a gig must not scroll; only an active listener can prevent that.
    root.addEventListener('touchmove', this.#hold, { signal, passive: false })
    window.addEventListener('keydown', this.#key, { signal, capture: true })
  }

  /** Stops listening. */
  end(): void {
    this.#cancel()
    this.#ending.abort()
  }

  #press = (event: PointerEvent) => {
    if (event.button !== 0 || !(event.target instanceof Element)) return
    const gig = event.target.closest<HTMLElement>('[data-gig]')
    if (!gig || this.#pressed) return
    const isEnd = event.target.closest('[data-edge]') !== null
    const isTouch = event.pointerType === 'touch'
    const onBoard = this.#at(event).on === 'board'
    const grip =
      onBoard && !isEnd ? this.#length(event.clientY - gig.getBoundingClientRect().top) : 0
    const { pointerId: pointer, clientX: x, clientY: y } = event
    this.#pressed = {
      id: gig.dataset['gig'] ?? '',
      isEnd,
      grip,
      pointer,
      isTouch,
      isLifted: false,
      x,
      y,
    }
    if (isTouch) this.#pressed.timer = setTimeout(() => this.#lift(), patience)
  }

  #move = (event: PointerEvent) => {
    const pressed = this.#pressed
    if (!pressed || event.pointerId !== pressed.pointer) return
    const distance = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y)
    if (!pressed.isLifted) {
      if (pressed.isTouch) {
        if (distance > slack.touch) this.#cancel()
        return
      }
      if (distance <= slack.mouse) return
      this.#lift()
    }
    pressed.x = event.clientX
    pressed.y = event.clientY
    this.#hears.onMove(pressed, this.#at(event))
  }

  #lift(): void {
    const pressed = this.#pressed
    if (!pressed) return
    pressed.isLifted = true
    this.#root.setPointerCapture(pressed.pointer)
    this.#root.dataset['dragging'] = pressed.isEnd ? 'end' : 'gig'
    this.#hears.onMove(pressed, this.#at({ clientX: pressed.x, clientY: pressed.y }))
    requestAnimationFrame(this.#scroll)
  }

  #release = (event: PointerEvent) => {
    const pressed = this.#pressed
    if (!pressed || event.pointerId !== pressed.pointer) return
    this.#let()
    if (!pressed.isLifted) return
    swallowClick()
    this.#hears.onDrop(pressed, this.#at(event))
  }

  #cancel = () => {
    const wasLifted = this.#pressed?.isLifted
    this.#let()
    if (wasLifted) this.#hears.onCancel()
  }

  #let(): void {
    clearTimeout(this.#pressed?.timer)
    this.#pressed = undefined
    delete this.#root.dataset['dragging']
  }

  #key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !this.#pressed?.isLifted) return
    event.stopPropagation()
    swallowClick('pointerup')
    this.#cancel()
  }

  #pick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('[data-gig]') === null) {
      const at = this.#at(event)
      if (at.on === 'board') this.#hears.onPick(at)
    }
  }

  #hold = (event: Event) => {
    if (this.#pressed?.isLifted && event.cancelable) event.preventDefault()
  }

  /** Scrolls the board while the pointer is near its edge. */
  #scroll = () => {
    const pressed = this.#pressed
    const board = this.#root.querySelector<HTMLElement>('[data-scroller]')
    if (!pressed?.isLifted || !board) return
    const [right, down] = pullOf(pressed, board.getBoundingClientRect())
    if (right !== 0 || down !== 0) {
      board.scrollBy(right, down)
      this.#hears.onMove(pressed, this.#at({ clientX: pressed.x, clientY: pressed.y }))
    }
    requestAnimationFrame(this.#scroll)
  }

  #at({ clientX: x, clientY: y }: Pick<MouseEvent, 'clientX' | 'clientY'>): DropTarget {
    const found = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]')
    const [on, date = ''] = (found?.dataset['drop'] ?? '').split(' ')
    if (!found || !this.#root.contains(found)) return { on: 'nothing' }
    if (on === 'tray') return { on }
    if (on === 'day') return { on, date }
    const canvas = this.#canvas()
    const columns = Number(canvas.dataset['columns'])
    const { left, top, width } = canvas.getBoundingClientRect()
    const column = Math.floor(((x - left) / width) * columns)
    return {
      on: 'board',
      column: Math.min(Math.max(column, 0), columns - 1),
      time: Number(canvas.dataset['begin']) + this.#length(y - top),
    }
  }

  /** The duration of a number of pixels on the board, in milliseconds. */
  #length(pixels: number): number {
    const canvas = this.#canvas()
    return (pixels / canvas.getBoundingClientRect().height) * Number(canvas.dataset['length'])
  }

  #canvas(): HTMLElement {
    return this.#root.querySelector<HTMLElement>('[data-canvas]') ?? this.#root
  }
}

/** Returns the number of pixels the board scrolls for a pointer here. */
function pullOf(
  { x, y }: { x: number; y: number },
  { left, right, top, bottom }: DOMRect,
): [number, number] {
  if (x < left || x > right || y < top || y > bottom + edge) return [0, 0]
  return [pull(x, left, right), pull(y, top + heads, bottom)]
}

function pull(at: number, low: number, high: number): number {
  if (at < low + edge) return (at - low - edge) / 5
  return at > high - edge ? (at - high + edge) / 5 : 0
}

/** Ignores the click at the end of a drag; `until` is when the button is released. */
function swallowClick(until?: 'pointerup'): void {
  const stop = (event: Event) => event.stopPropagation()
  const forget = () => setTimeout(() => window.removeEventListener('click', stop, true))
  window.addEventListener('click', stop, true)
  if (until) window.addEventListener(until, forget, { once: true, capture: true })
  else forget()
}
