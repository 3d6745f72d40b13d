/**
 * Hand scanners: keyboards that type a code, wherever the focus is. They send the keys of an American keyboard unless
 * set otherwise, and the layout of the system makes other characters of them; a dead key even swallows the next one. So
 * a scan has two readings: the characters as typed, and those of the physical keys.
 */
import { isInDialog } from './page.ts'
import { type KeyedScan, readingsOf, type Stroke, usCharacter } from './scan-keys.ts'

type Use = {
  /** text fields of the page: the first visible one gets the focus when a key would reach none */
  fields: HTMLInputElement[]
  /** Returns true if a text is a code for this page. */
  isCode: (text: string) => boolean
  /** Receives the readings that are codes; there is at least one. */
  take: (texts: string[]) => void
}

/** A pause after which a scan without a suffix is complete. */
const pauseMs = 120
/** A pause after which other keys begin another scan. */
const breakMs = 1_000
/** People pause longer between three keys. */
const machineMs = 100
/** The time in which a suffix follows a code that was complete without it. */
const suffixMs = 400
/** Codes are longer: fewer keys are not read before their suffix. */
const shortest = 20

export class HandScanner {
  readonly #use: Use
  #strokes: Stroke[] = []
  /** the number of characters in a row that only a machine types so fast */
  #quick = 0
  #lastAt = Number.NEGATIVE_INFINITY
  /** Until this time, Enter and Tab are suffixes of the code that was taken, unless another key comes first. */
  #suffixUntil = Number.NEGATIVE_INFINITY
  /** the text field that receives the keys, and its text before them */
  #typing: { field: HTMLInputElement; before: string } | undefined
  /** the digits typed while Alt is held: scanners send the numbers of characters this way */
  #altDigits = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Receives all scans instead of the page, while it is set. */
  observe: ((scan: KeyedScan) => void) | undefined

  constructor(use: Use) {
    this.#use = use
    // Before the controls of the page, so that no scan presses one.
    document.addEventListener('keydown', (event) => this.#press(event), { capture: true })
    document.addEventListener('keyup', (event) => this.#release(event), { capture: true })
  }

  #press(event: KeyboardEvent): void {
    if (modifiers.has(event.key)) return
    this.#keepPace(event.timeStamp)
    if (isEnd(event.key)) return this.#end(event)
    const digit = altDigit(event)
    if (digit !== undefined) this.#altDigits += digit
    const character = characterOf(event)
    if (character === undefined || (digit === undefined && isCommand(event))) return
    const mayPress = this.#mayPress(event)
    if (!mayPress) this.#aim(event)
    if (digit === undefined) {
      this.#add({ ...keyOf(event), key: textOf(event), character, at: event.timeStamp })
    }
    if (this.#isKept(event, mayPress)) event.preventDefault()
  }

  /** Begins another scan, or another row of quick keys, after a pause. */
  #keepPace(at: number): void {
    const gap = at - this.#lastAt
    this.#lastAt = at
    if (gap > breakMs) this.#reset()
    if (gap > machineMs) this.#quick = 0
  }

  /** Returns true for a blank of a person, which presses the button with the focus. */
  #mayPress({ key }: KeyboardEvent): boolean {
    return key === ' ' && this.#quick < 2
  }

  /** Returns true for a key that the page must not have: a blank presses a button, a control character is a command. */
  #isKept({ key, ctrlKey, timeStamp: at }: KeyboardEvent, mayPress: boolean): boolean {
    const isHarmful = ctrlKey || (key === ' ' && !fieldOf(document.activeElement))
    const isSuffix = at <= this.#suffixUntil
    if (!ctrlKey) this.#suffixUntil = Number.NEGATIVE_INFINITY
    return this.observe ? !mayPress : (this.#isMachine || isSuffix) && isHarmful
  }

  #release({ key, timeStamp: at }: KeyboardEvent): void {
    if (key !== 'Alt' || this.#altDigits === '') return
    const character = String.fromCharCode(Number(this.#altDigits) % 256)
    this.#altDigits = ''
    this.#add({ code: '', shiftKey: false, ctrlKey: false, key: character, character, at })
  }

  #add(stroke: Stroke): void {
    this.#strokes.push(stroke)
    this.#quick++
    clearTimeout(this.#timer)
    if (this.#strokes.length >= shortest) this.#timer = setTimeout(() => this.#read(''), pauseMs)
  }

  /** Enter and Tab end a scan; after it, or when no text field has the focus, they are not pressed. */
  #end(event: KeyboardEvent): void {
    const { key, target, timeStamp: at } = event
    const isSuffix = at <= this.#suffixUntil && !event.shiftKey && !fieldOf(target)?.value
    this.#suffixUntil = isSuffix ? at + machineMs : Number.NEGATIVE_INFINITY
    this.#typing ??= typingIn(target, '')
    const presses = this.#isMachine && !fieldOf(target)
    if (!this.#read(key) && !isSuffix && !presses) return
    event.preventDefault()
    event.stopPropagation()
  }

  /** Takes the keys if they are a scan; returns false if they are not, and the page has them. */
  #read(end: string): boolean {
    const strokes = this.#strokes
    if (this.observe && strokes.length > 0) {
      this.#reset()
      this.#expectSuffix(end)
      this.observe({ strokes, end })
      return true
    }
    const inField = this.#typing?.field.value ?? ''
    const texts = [...new Set([inField, ...readingsOf(strokes)])].filter(this.#use.isCode)
    if (texts.length === 0) {
      if (end !== '') this.#reset()
      return false
    }
    this.#clearTyped()
    this.#reset()
    this.#expectSuffix(end)
    this.#use.take(texts)
    return true
  }

  #expectSuffix(end: string): void {
    this.#suffixUntil = this.#lastAt + (end === '' ? suffixMs : machineMs)
  }

  get #isMachine(): boolean {
    return this.#quick >= 3
  }

  #reset(): void {
    clearTimeout(this.#timer)
    this.#strokes = []
    this.#quick = 0
    this.#typing = undefined
  }

  /** Has a text field receive the keys: the one with the focus, or one of the page. */
  #aim({ ctrlKey }: KeyboardEvent): void {
    if (ctrlKey || this.#typing?.field === document.activeElement) return
    const own = fieldOf(document.activeElement)
    const visible = this.#use.fields.find((field) => field.offsetParent !== null)
    if (!own && !isInDialog()) visible?.focus({ preventScroll: true })
    this.#typing = typingIn(document.activeElement, fieldOf(document.activeElement)?.value ?? '')
  }

  /** Returns the field to its text before the scan. */
  #clearTyped(): void {
    if (!this.#typing) return
    const { field, before } = this.#typing
    field.value = before
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

const modifiers = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock'])
const isEnd = (key: string) => key === 'Enter' || key === 'Tab'

/** Returns the digit of a character's number, which is typed on the number pad while Alt is held. */
const altDigit = ({ altKey, code }: KeyboardEvent) =>
  altKey && /^Numpad\d$/.test(code) ? code.slice(-1) : undefined

const characterOf = (event: KeyboardEvent) =>
  usCharacter(event) ?? (event.key.length === 1 ? event.key : undefined)

const isCommand = (event: KeyboardEvent) =>
  (event.altKey || event.metaKey) && !event.getModifierState('AltGraph')

const keyOf = ({ code, shiftKey, ctrlKey }: KeyboardEvent) => ({ code, shiftKey, ctrlKey })

/** Returns the character that a key types; '' for a dead key. */
const textOf = ({ key, ctrlKey }: KeyboardEvent) => (key.length === 1 && !ctrlKey ? key : '')

function fieldOf(target: EventTarget | null): HTMLInputElement | undefined {
  const isText = target instanceof HTMLInputElement && /^(text|search|email|tel)$/.test(target.type)
  return isText ? target : undefined
}

function typingIn(target: EventTarget | null, before: string) {
  const field = fieldOf(target)
  return field && { field, before }
}
