/** The codes of vouchers: words chosen by staff, or random ones. Case, width, blanks and dashes do not matter. */
import { randomBytes } from 'node:crypto'
import { plainCode } from '#common/codes/typed-code'

/** Crockford's base32, without the letters that are easily misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 12

/** Returns the search key of a code. */
export const keyOfCode = plainCode

/** Generates `count` codes of 60 random bits each, as in `7K3M-9QXT-2ARW`. */
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
