import { type KeyObject, sign } from 'node:crypto'
import type { Config } from '#platform/config/variables'

/** The key that identifies the service to push services: the private half, and the public one as 65 bytes. */
export type PushKey = { id: number; privateKey: KeyObject; publicKey: Buffer }

/** Validity of the token of a request, seconds: push services take a day at most. */
const life = 12 * 3_600

type Claims = { endpoint: string; contact: string; now: Date }

/**
 * Returns the header that identifies the sender to a push service (VAPID, RFC 8292): an ES256 token for the origin of
 * the endpoint alone, and the public key.
 */
export function authorization(
  { privateKey, publicKey }: PushKey,
  { endpoint, contact, now }: Claims,
): string {
  const exp = Math.floor(now.getTime() / 1000) + life
  const claims = { aud: new URL(endpoint).origin, exp, sub: contact }
  const signed = [{ typ: 'JWT', alg: 'ES256' }, claims].map(encoded).join('.')
  const signature = sign('sha256', Buffer.from(signed), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Returns the contact for complaints of push services: the service's own address, or the sender of its mail. */
export function contactOf({ PUBLIC_URL, MAIL_FROM }: Pick<Config, 'PUBLIC_URL' | 'MAIL_FROM'>) {
  if (PUBLIC_URL?.startsWith('https:')) return PUBLIC_URL
  const [address = MAIL_FROM] = /[^\s<>]+@[^\s<>]+/.exec(MAIL_FROM) ?? []
  return `mailto:${address}`
}
