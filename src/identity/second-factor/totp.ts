/** Codes of an authenticator app, computed from a secret and the time (RFC 6238): six digits, each for half a minute. */
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const period = 30
/** Bytes of a secret: the length of the hash, as RFC 4226 recommends. */
const secretLength = 20

/** Returns a new secret. */
export const newTotpSecret = (): Buffer => randomBytes(secretLength)

/** Returns a secret in the forms for an app: a text to type, and an address for a QR code. */
export function shownSecret(
  secret: Uint8Array,
  { issuer, label }: Record<'issuer' | 'label', string>,
): { secret: string; uri: string } {
  const totp = totpOf(secret, { issuer, label })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/**
 * Returns the half minute of a code: that of `now`, the one before or the one after, since clocks differ; undefined for
 * a wrong code. Takes the same time for every wrong code.
 */
export function stepOf(secret: Uint8Array, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ period, timestamp }) + delta
}

function totpOf(secret: Uint8Array, names: { issuer?: string; label?: string } = {}) {
  const buffer = new Uint8Array(secret).buffer
  return new TOTP({ ...names, secret: new Secret({ buffer }), digits: 6, period })
}
