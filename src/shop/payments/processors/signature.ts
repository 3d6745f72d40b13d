import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '#platform/values/errors'

const tolerance = 300_000

/**
 * The signature of a webhook, `t=<unix seconds>,v1=<hex>`: an HMAC-SHA256 of the time and the body, so
 * that neither can be changed, and no old event sent again.
 */
export function signatureOf(body: Uint8Array | string, secret: string, at: Date): string {
  const time = Math.floor(at.getTime() / 1000)
  return `t=${time},v1=${hmac(secret, time, body)}`
}

type Signed = {
  header: unknown
  body: Uint8Array
  secret: string
  /** another secret that is valid as well */
  otherSecret?: string | undefined
  now: Date
}

/**
 * Accepts a webhook with a valid signature that is at most five minutes old. While a secret is being exchanged there
 * are several signatures: one has to be valid.
 * @throws Problem 400
 */
export function requireSignature(signed: Signed): void {
  const { header, body, secret, otherSecret, now } = signed
  const pairs = (typeof header === 'string' ? header : '').split(',').map((pair) => pair.split('='))
  const [, time] = pairs.find(([name]) => name === 't') ?? []
  const right = [secret, otherSecret ?? secret].map((key) => hmac(key, Number(time), body))
  const isRight = (value: string) => right.some((known) => isSame(known, value))
  if (!pairs.some(([name, value = '']) => name === 'v1' && isRight(value))) {
    throw new Problem(400, 'The signature of the webhook is wrong', { code: 'bad_signature' })
  }
  if (!(Math.abs(now.getTime() - Number(time) * 1000) <= tolerance)) {
    throw new Problem(400, 'The signature of the webhook is too old', { code: 'old_signature' })
  }
}

function hmac(secret: string, time: number, body: Uint8Array | string): string {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')
}

function isSame(right: string, given: string): boolean {
  const [a, b] = [Buffer.from(right), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
