import { randomInt } from 'node:crypto'
import { plainCode, withDigits } from '#common/codes/typed-code'
import { digest } from '#platform/secrets/tokens'
import { fold } from '#platform/values/text'

/** Crockford's base 32: no letter that reads like a digit, and no U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A code that cannot be guessed and is easy to type: 80 random bits, `7KQ2-M9XT-03BD-VHFE`. */
export function newCode(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(32)]).join('')
  return Array.from({ length: 4 }, group).join('-')
}

/** Normalizes a code: ignores case, width, blanks and dashes, and reads O as 0, and I or L as 1. */
export function essenceOf(code: string): string {
  return fold(withDigits(plainCode(code)))
}

/** Returns the hash under which a code is stored. */
export function hashOfCode(code: string): Buffer {
  return digest(essenceOf(code))
}

/** Returns the hashes under which a code may be stored: the second is that of versions that did not ignore width. */
export function hashesOfCode(code: string): Buffer[] {
  const former = fold(code).replaceAll(/[\s\p{Pd}]/gu, '')
  const digits = former.replaceAll(/[ilo]/g, (letter) => withDigits(letter.toUpperCase()))
  return [hashOfCode(code), digest(digits)]
}
