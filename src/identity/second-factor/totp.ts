/** Codes that an authenticator app counts from a secret and the time (RFC 6238): six digits, each for half a minute. */
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const period = 30
/** As long as the hash, as RFC 4226 recommends. */
const secretLength = 20

/** A new secret. */
export const newTotpSecret = (): Buffer => randomBytes(secretLength)

/** A secret as it is told to an app: as text to type, and as an address for a QR code. */
export function shownSecret(
  secret: Uint8Array,
  { issuer, label }: Record<'issuer' | 'label', string>,
): { secret: string; uri: string } {
  const totp = totpOf(secret, { issuer, label })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/**
 * The half minute to which a code belongs: that of `now`, the one before or the one after, since clocks differ;
 * undefined for a wrong code. It takes the same time for each that is wrong.
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
