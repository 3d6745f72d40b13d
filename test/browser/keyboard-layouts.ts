/**
 * The characters of keyboard layouts, as xkb-data 2.35.1 (Debian 12) describes them for a keyboard of 105 keys, read
 * with libxkbcommon 1.5.0. Each key has two characters: alone, and with Shift. `◌` is a dead key, `␀` no character.
 */

/** The keys by `KeyboardEvent.code`, in the order of the characters below. */
const keys =
  'Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0 Minus Equal KeyQ KeyW KeyE KeyR KeyT KeyY KeyU KeyI KeyO KeyP KeyA KeyS KeyD KeyF KeyG KeyH KeyJ KeyK KeyL KeyZ KeyX KeyC KeyV KeyB KeyN KeyM BracketLeft BracketRight Semicolon Quote Backquote Comma Period Slash'

const layouts = {
  us: '1!2@3#4$5%6^7&8*9(0)-_=+qQwWeErRtTyYuUiIoOpPaAsSdDfFgGhHjJkKlLzZxXcCvVbBnNmM[{]};:\'"`~,<.>/?',
  gb: '1!2"3£4$5%6^7&8*9(0)-_=+qQwWeErRtTyYuUiIoOpPaAsSdDfFgGhHjJkKlLzZxXcCvVbBnNmM[{]};:\'@`¬,<.>/?',
  de: '1!2"3§4$5%6&7/8(9)0=ß?◌◌qQwWeErRtTzZuUiIoOpPaAsSdDfFgGhHjJkKlLyYxXcCvVbBnNmMüÜ+*öÖäÄ◌°,;.:-_',
  fr: '&1é2"3\'4(5-6è7_8ç9à0)°=+aAzZeErRtTyYuUiIoOpPqQsSdDfFgGhHjJkKlLwWxXcCvVbBnN,?◌◌$£mMù%²~;.:/!§',
  ch: '1+2"3*4ç5%6&7/8(9)0=\'?◌◌qQwWeErRtTzZuUiIoOpPaAsSdDfFgGhHjJkKlLyYxXcCvVbBnNmMüè◌!öéäà§°,;.:-_',
  be: '&1é2"3\'4(5§6è7!8ç9à0)°-_aAzZeErRtTyYuUiIoOpPqQsSdDfFgGhHjJkKlLwWxXcCvVbBnN,?◌◌$*mMù%²³;.:/=+',
  es: '1!2"3·4$5%6&7/8(9)0=\'?¡¿qQwWeErRtTyYuUiIoOpPaAsSdDfFgGhHjJkKlLzZxXcCvVbBnNmM◌◌+*ñÑ◌◌ºª,;.:-_',
  it: '1!2"3£4$5%6&7/8(9)0=\'?ì^qQwWeErRtTyYuUiIoOpPaAsSdDfFgGhHjJkKlLzZxXcCvVbBnNmMèé+*òçà°\\|,;.:-_',
  se: '1!2"3#4¤5%6&7/8(9)0=+?◌◌qQwWeErRtTyYuUiIoOpPaAsSdDfFgGhHjJkKlLzZxXcCvVbBnNmMåÅ◌◌öÖäÄ§½,;.:-_',
  no: '1!2"3#4¤5%6&7/8(9)0=+?\\◌qQwWeErRtTyYuUiIoOpPaAsSdDfFgGhHjJkKlLzZxXcCvVbBnNmMåÅ◌◌øØæÆ|§,;.:-_',
  dk: '1!2"3#4¤5%6&7/8(9)0=+?◌◌qQwWeErRtTyYuUiIoOpPaAsSdDfFgGhHjJkKlLzZxXcCvVbBnNmMåÅ◌◌æÆøØ½§,;.:-_',
  pt: '1!2"3#4$5%6&7/8(9)0=\'?«»qQwWeErRtTyYuUiIoOpPaAsSdDfFgGhHjJkKlLzZxXcCvVbBnNmM+*◌◌çÇºª\\|,;.:-_',
  cz: '+1ě2š3č4ř5ž6ý7á8í9é0=%◌◌qQwWeErRtTzZuUiIoOpPaAsSdDfFgGhHjJkKlLyYxXcCvVbBnNmMú/)(ů"§!;◌,?.:-_',
  tr: '1!2\'3^4+5%6&7/8(9)0=*?-_qQwWeErRtTyYuUıIoOpPaAsSdDfFgGhHjJkKlLzZxXcCvVbBnNmMğĞüÜşŞiİ"éöÖçÇ.:',
}

export type LayoutName = keyof typeof layouts
export const layoutNames = Object.keys(layouts) as LayoutName[]

/** A key as it is pressed: its physical place, Shift, and the character it types; null for a dead key. */
export type PressedKey = { code: string; shiftKey: boolean; key: string | null }

/** Returns the keys that a scanner with an American keyboard presses for a text, and what a layout makes of them. */
export function keysFor(text: string, layout: LayoutName): PressedKey[] {
  return [...text].map((character) => {
    if (character === ' ') return { code: 'Space', shiftKey: false, key: ' ' }
    const place = layouts.us.indexOf(character)
    const key = layouts[layout][place] ?? ''
    const code = keys.split(' ')[place >> 1] ?? ''
    return { code, shiftKey: place % 2 === 1, key: key === '◌' || key === '␀' ? null : key }
  })
}

/** The first key of each row of an X keyboard: its keycode, and its place among the keys above. */
const rows = [
  { place: 0, keycode: 10 },
  { place: 12, keycode: 24 },
  { place: 22, keycode: 38 },
  { place: 31, keycode: 52 },
]
/** The other keys, by their keycodes. */
const others: Record<string, number> = {
  BracketLeft: 34,
  BracketRight: 35,
  Semicolon: 47,
  Quote: 48,
  Backquote: 49,
  Comma: 59,
  Period: 60,
  Slash: 61,
  Space: 65,
}

/** Returns the keys of a text as keycodes of X, with `shift+` where Shift is held. */
export function keyCodesFor(text: string): string[] {
  return keysFor(text, 'us').map(({ code, shiftKey }) => {
    const place = keys.split(' ').indexOf(code)
    const row = rows.findLast((one) => one.place <= place) ?? { place: 0, keycode: 0 }
    const keycode = others[code] ?? row.keycode + place - row.place
    return shiftKey ? `shift+${keycode}` : `${keycode}`
  })
}
