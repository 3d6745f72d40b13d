import { isUtf8 } from 'node:buffer'
import { isCyrillic, isLikelier1250 } from './one-byte.ts'

/** The encodings that files may have. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
] as const
export type Encoding = (typeof encodings)[number]

/** A text that was read from bytes. */
export type Decoded = { text: string; encoding: Encoding }

/**
 * Decodes a file that a spreadsheet or a person has saved: UTF-8 and UTF-16, each with or without its byte order mark,
 * and where the bytes are no UTF-8 at all windows-1250, 1251 or 1252, by the letters that they would be. In a file of UTF-8
 * with some broken bytes, these become U+FFFD.
 * @param chosen takes the place of what is recognized
 */
export function decodeText(bytes: Buffer, chosen?: Encoding): Decoded {
  const encoding = chosen ?? encodingOf(bytes)
  const text =
    encoding === 'windows-1252' ? decodeWindows(bytes) : new TextDecoder(encoding).decode(bytes)
  return { text, encoding }
}

/** The characters of windows-1252 from 0x80 to 0x9f. Node decodes them as controls. */
const windows = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

const decodeWindows = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (control) => windows.charAt(control.charCodeAt(0) - 0x80))

/** Encodes a text in windows-1252. Letters that it lacks lose their marks, and other characters become question marks. */
export const encodeWindows = (text: string): Buffer =>
  Buffer.from(
    text
      .normalize('NFC')
      .replaceAll(/[^\0-\x7f\xa0-\xff]/gu, (one) => asByte(one) ?? asByte(bare(one)) ?? '?'),
    'latin1',
  )

const bare = (letter: string) => letter.normalize('NFD').charAt(0)

/** Returns the byte of a character as latin1; undefined if windows-1252 lacks it. */
function asByte(character: string): string | undefined {
  if (/^[\0-\x7f\xa0-\xff]$/.test(character)) return character
  const place = windows.indexOf(character)
  return place < 0 ? undefined : String.fromCodePoint(0x80 + place)
}

function encodingOf(bytes: Buffer): Encoding {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (isUtf8(bytes)) return wideOf(bytes) ?? 'utf-8'
  const wide = wideOf(bytes)
  if (wide) return wide
  const isMarked = bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))
  return isMarked || hasLetters(bytes) ? 'utf-8' : oneByteOf(bytes)
}

function oneByteOf(bytes: Buffer): Encoding {
  const text = bytes.toString('latin1')
  if (isCyrillic(text)) return 'windows-1251'
  return isLikelier1250(text) ? 'windows-1250' : 'windows-1252'
}

/**
 * Every other byte of UTF-16 in a European language is zero; in other languages those of digits, tabs and line breaks
 * are. Texts of other encodings have none.
 */
function wideOf(bytes: Buffer): Encoding | undefined {
  const sample = bytes.subarray(0, 4096)
  const zeros = (rest: number) => sample.filter((byte, at) => byte === 0 && at % 2 === rest).length
  const [even, odd] = [zeros(0), zeros(1)]
  const few = sample.length * 0.01
  if (odd > few && odd > even * 4) return 'utf-16le'
  return even > few && even > odd * 4 ? 'utf-16be' : undefined
}

/** Returns true if some letters of several bytes are valid UTF-8: hardly ever so by chance. */
function hasLetters(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  return /[\xc3-\xc5\xce-\xd1][\x80-\xbf](?![\x80-\xbf])|[\xe0-\xef][\x80-\xbf]{2}(?![\x80-\xbf])/.test(
    text,
  )
}
