/** The keys of a hand scanner, and their characters on an American keyboard. */

/** The characters of keys by `KeyboardEvent.code`, two each: alone, and with Shift. */
const signs: Record<string, string> = {
  Backquote: '`~',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  IntlBackslash: '\\|',
  Semicolon: ';:',
  Quote: '\'"',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Space: '  ',
  NumpadAdd: '++',
  NumpadSubtract: '--',
  NumpadMultiply: '**',
  NumpadDivide: '//',
  NumpadDecimal: '..',
}
const shiftedDigits = ')!@#$%^&*('

/** A key as in a `KeyboardEvent`. */
export type PhysicalKey = { code: string; shiftKey: boolean; ctrlKey: boolean }

/** A key of a scan: its characters as typed and on an American keyboard, and its time in milliseconds. */
export type Stroke = PhysicalKey & { key: string; character: string; at: number }

/** The keys of one scan, and the key that ended it; '' if the scanner sends none. */
export type KeyedScan = { strokes: Stroke[]; end: string }

/** Returns both readings of a scan: as typed, and of the physical keys. */
export function readingsOf(strokes: Stroke[]): [typed: string, rebuilt: string] {
  return [strokes.map(({ key }) => key).join(''), strokes.map((one) => one.character).join('')]
}

/**
 * Returns the character of a physical key on an American keyboard, whatever the system's layout is; with Ctrl the
 * control character, such as STX for Ctrl+B. Undefined for keys without a character.
 */
export function usCharacter({ code, shiftKey, ctrlKey }: PhysicalKey): string | undefined {
  const plain = plainCharacter(code, shiftKey)
  if (plain === undefined || !ctrlKey) return plain
  return /[a-z[\\\]]/i.test(plain) ? String.fromCharCode(plain.charCodeAt(0) & 31) : undefined
}

function plainCharacter(code: string, isShifted: boolean): string | undefined {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  if (letter !== undefined) return isShifted ? letter : letter.toLowerCase()
  const [, row, digit] = /^(Digit|Numpad)(\d)$/.exec(code) ?? []
  if (digit === undefined) return signs[code]?.[isShifted ? 1 : 0]
  return isShifted && row === 'Digit' ? shiftedDigits[Number(digit)] : digit
}
