/** Says what a hand scanner sends, by a scan of a known code. */
import { type KeyedScan, readingsOf } from '../shared/scan-keys.ts'
import { claimOf } from './judge.ts'

/** The content of the code to scan: every character of a ticket's code. */
export const testCode = 'TEST 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./: END'

/** Findings about a scanner from one scan; `facts` are labels and texts. */
export type Report = { advice: string; facts: [label: string, text: string][] }

/** Describes a scan of the code on the screen, or of a ticket. */
export function reportOn({ strokes, end }: KeyedScan): Report {
  const [typed, rebuilt] = readingsOf(strokes)
  const [asTyped, asRebuilt] = [partsOf(typed), partsOf(rebuilt)]
  const { before, after } = asRebuilt ?? asTyped ?? { before: '', after: '' }
  const layout = layoutOf(strokes)
  return {
    advice: adviceOn({ isTyped: !!asTyped, isRebuilt: !!asRebuilt, layout, typed }),
    facts: [
      ['Keyboard of this device', layout],
      ['Before the code', visible(before) || 'nothing'],
      ['After the code', [visible(after), endNames[end]].filter(Boolean).join(', ') || 'nothing'],
      ['As typed', visible(typed)],
      ['By its keys', visible(rebuilt)],
      ['Speed', `${speedOf(strokes)} ms a character`],
    ],
  }
}

const endNames: Record<string, string> = { Enter: 'Enter', Tab: 'Tab' }

type Finding = { isTyped: boolean; isRebuilt: boolean; layout: string; typed: string }

function adviceOn({ isTyped, isRebuilt, layout, typed }: Finding): string {
  if (isTyped && isRebuilt) return 'This scanner works here. There is nothing to set.'
  if (isTyped) return `This scanner works here: it has the same keyboard as this device.`
  if (isRebuilt)
    return `This scanner works here: it has an American keyboard and this device has another (${layout}), so the page reads the keys. There is nothing to set.`
  if (typed.length < testCode.length / 2)
    return 'This was not the code on the screen, or only a part of it. Scan it again; if it stays short, set the scanner to pause 5 ms or more between characters.'
  return 'The code cannot be read: the scanner is set to the keyboard of another country. Scan the code "USA keyboard" or "United States" in its manual, then this one again.'
}

/** Returns what stands around a code; undefined if the text has no code. Case does not matter. */
function partsOf(text: string): { before: string; after: string } | undefined {
  const upper = text.toUpperCase()
  const { code, claim } = claimOf(text)
  const known = claim ? code : testCode
  const start = upper.indexOf(known)
  if (start === -1) return undefined
  return { before: text.slice(0, start), after: text.slice(start + known.length) }
}

/** Layouts by the characters of three keys: those of `;` with Shift, `/` and Y on an American keyboard. */
const layouts: Record<string, string> = {
  ':/Y': 'American or British',
  'Ö-Z': 'German or Austrian',
  'É-Z': 'Swiss or Hungarian',
  'Ö-Y': 'Swedish or Finnish',
  'Ø-Y': 'Norwegian',
  'Æ-Y': 'Danish',
  'Ñ-Y': 'Spanish',
  'Ç-Y': 'Italian',
  'Ç;Y': 'Brazilian',
  'M!Y': 'French',
  'M=Y': 'Belgian',
  ':ÉY': 'Canadian French',
  '"-Z': 'Czech or Slovak',
  'Č-Z': 'Slovenian or Croatian',
  'Ş.Y': 'Turkish',
}

/** Guesses the keyboard layout of this device by the characters of three keys. */
function layoutOf(strokes: KeyedScan['strokes']): string {
  const keyOf = (code: string) => strokes.findLast((one) => one.code === code)?.key ?? ''
  const keys = [keyOf('Semicolon'), keyOf('Slash'), keyOf('KeyY')].join('').toUpperCase()
  if (keys === 'Ç-Y' && keyOf('Equal') !== '^') return 'Portuguese'
  return layouts[keys] ?? 'another one'
}

/** Returns a text with signs for control characters. */
function visible(text: string): string {
  return text.replaceAll(/(?![\u007f-\u009f])\p{Cc}/gu, (one) =>
    String.fromCodePoint(0x2400 + one.charCodeAt(0)),
  )
}

function speedOf(strokes: KeyedScan['strokes']): number {
  const [first, last] = [strokes[0]?.at ?? 0, strokes.at(-1)?.at ?? 0]
  return Math.round((last - first) / Math.max(1, strokes.length - 1))
}
