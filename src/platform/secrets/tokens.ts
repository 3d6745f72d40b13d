import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function base62(number: bigint, length: number): string {
  let text = ''
  for (let rest = number; rest > 0n; rest /= 62n) text = alphabet[Number(rest % 62n)] + text
  return text.padStart(length, '0')
}

/**
 * Makes a new secret: its kind as a prefix, 256 random bits, and a checksum by which secret scanners, and we, can
 * recognize garbage without a look-up (contract, section 2).
 */
export function newSecret(prefix: string): string {
  return secretOf(prefix, base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43))
}

/** Returns the secret of a kind with these 43 letters and digits, for which the caller is responsible. */
export function secretOf(prefix: string, characters: string): string {
  const body = `${prefix}_${characters}`
  return body + checksum(body)
}

/** Returns true if the text has the form of a secret of this kind, known or not. */
export function isSecret(text: string, prefix: string): boolean {
  return (
    text.length === prefix.length + 50 &&
    text.startsWith(`${prefix}_`) &&
    checksum(text.slice(0, -6)) === text.slice(-6)
  )
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), 6)
}

/** Returns the stored form of a secret: its SHA-256. The secret itself is shown once and stored nowhere. */
export function digest(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
