/** An authenticator as a telephone has one: it makes passkeys and signs with them (Web Authentication, level 3). */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Options = { challenge: string; rp?: { id: string }; rpId?: string; user?: { id: string } }
type Where = {
  /** the origin of the page that asks */
  origin: string
  /** whether the user was checked, by a fingerprint or a code */
  isVerified?: boolean
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

/** The head of a value in CBOR (RFC 8949, section 3), of less than 65,536. */
const head = (major: number, value: number) =>
  value < 24
    ? Buffer.from([(major << 5) | value])
    : value < 256
      ? Buffer.from([(major << 5) | 24, value])
      : Buffer.from([(major << 5) | 25, value >> 8, value & 255])
const number = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
const map = (...pairs: [Buffer, Buffer][]) =>
  Buffer.concat([head(5, pairs.length), ...pairs.flat()])

/** A new passkey for a site, in an authenticator of its own, which counts its signatures. */
export function aPasskey(host: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const known = { counter: 0, handle: base64url(randomBytes(16)) }
  const cose = map(
    [number(1), number(2)],
    [number(3), number(-7)],
    [number(-1), number(1)],
    [number(-2), bytes(Buffer.from(x, 'base64url'))],
    [number(-3), bytes(Buffer.from(y, 'base64url'))],
  )
  const dataOf = (flags: number, more = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(known.counter)
    return Buffer.concat([sha256(host), Buffer.from([flags]), counter, more])
  }
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const common = { id: base64url(id), rawId: base64url(id), type: 'public-key' }

  return {
    id: base64url(id),
    known,
    /** The passkey for the account that asks for it. */
    create({ challenge, user }: Options, { origin, isVerified = true }: Where) {
      known.handle = user?.id ?? known.handle
      const length = Buffer.from([0, id.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, id, cose])
      const data = dataOf(isVerified ? 0x45 : 0x41, attested)
      const attestation = map(
        [text('fmt'), text('none')],
        [text('attStmt'), map()],
        [text('authData'), bytes(data)],
      )
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', challenge, origin)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      }
      return { ...common, clientExtensionResults: {}, response }
    },
    /** A signature that signs in. */
    get({ challenge }: Options, { origin, isVerified = true }: Where) {
      known.counter++
      const client = clientData('webauthn.get', challenge, origin)
      const data = dataOf(isVerified ? 0x05 : 0x01)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: known.handle,
      }
      return { ...common, clientExtensionResults: {}, response }
    },
  }
}
