/** The codes of vouchers: words that staff choose, or random ones. Neither case nor dashes matter. */
import { randomBytes } from 'node:crypto'

/** Crockford's base32, without the letters that are taken for others. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 12

/** A code as it is found: in capitals, without dashes and blanks. */
export function keyOfCode(code: string): string {
  return code.toUpperCase().replaceAll(/[\s-]/g, '')
}

/** Makes so many codes of 60 random bits each, as in `7K3M-9QXT-2ARW`. */
export function randomCodes(
  count: number,
  random: (size: number) => Uint8Array = randomBytes,
): string[] {
  const bytes = random(count * length)
  const codes = Array.from({ length: count }, (_, nth) =>
    Array.from(bytes.subarray(nth * length, (nth + 1) * length), (byte) => alphabet[byte & 31]),
  )
  return codes.map((characters) => characters.join('').replace(/^(.{4})(.{4})/, '$1-$2-'))
}
