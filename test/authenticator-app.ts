/** An authenticator app: counts codes from a secret and the time (RFC 6238), by a way of its own. */
import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function bytesOf(base32: string): Buffer {
  const bits = Array.from(base32, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

/** The code that an app shows at a time. */
export function codeAt(secret: string, time: Date): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(time.getTime() / 30_000)))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const place = (mac.at(-1) ?? 0) & 15
  const number = mac.readUInt32BE(place) & 0x7fffffff
  return `${number % 1_000_000}`.padStart(6, '0')
}

/** A code that is not shown at a time, nor half a minute before or after. */
export function wrongCodeAt(secret: string, time: Date): string {
  const near = new Set(
    [-30_000, 0, 30_000].map((ms) => codeAt(secret, new Date(time.getTime() + ms))),
  )
  const wrong = ['000000', '111111', '222222', '333333'].find((code) => !near.has(code))
  return wrong ?? ''
}
