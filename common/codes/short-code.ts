/**
 * Codes of tickets that people can say and type: ten characters of Crockford's base32, without the letters that are
 * easily misread. The last character is a check that detects every single wrong character and every swap of two
 * neighbours (docs/contract, section 7.9). Pure: randomness comes from the caller.
 */
import { plainCode, withLatin } from './typed-code.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const values = new Map(Array.from(alphabet, (character, value) => [character, value]))

/** The number of random bytes in a code. */
export const randomBytesOfShortCode = 9
const length = randomBytesOfShortCode + 1

/** Converts random bytes to a short code, with five bits of each byte. */
export function toShortCode(random: Uint8Array): string {
  const digits = Array.from(random.subarray(0, randomBytesOfShortCode), (byte) => byte & 31)
  return [...digits, timesX(remainder(digits))].map((digit) => alphabet[digit]).join('')
}

/**
 * Reads a short code as a person writes it: in any case and width, with dashes and blanks anywhere, and with I, L and O
 * for 1 and 0. Returns its ten characters; undefined if it is not a short code, or its check character does not fit.
 */
export function readShortCode(text: string): string | undefined {
  const code = withLatin(plainCode(text))
  const digits = Array.from(code, (character) => values.get(character) ?? Number.NaN)
  const isRead = digits.length === length && !digits.some(Number.isNaN)
  return isRead && remainder(digits) === 0 ? code : undefined
}

/** Returns a short code as it is shown: `7K3M-9QXT-2A`. */
export function shownShortCode(code: string): string {
  return code.replace(/^(.{4})(.{4})/, '$1-$2-')
}

/**
 * Evaluates the digits as a polynomial over GF(32), first digit first, at x. The powers of x are 31 different numbers,
 * so that no change of one digit and no swap of two leaves it 0.
 */
function remainder(digits: number[]): number {
  return digits.reduce((sum, digit) => timesX(sum) ^ digit, 0)
}

/** Multiplies by x modulo x⁵ + x² + 1; a root of this polynomial generates GF(32). */
function timesX(value: number): number {
  return value < 16 ? value << 1 : (value << 1) ^ 0b100101
}
