import { createCipheriv, createECDH, hkdfSync } from 'node:crypto'

/** Keys of a browser for encryption: its public key, 65 bytes, and 16 bytes of a secret shared only with it. */
export type Receiver = { public_key: Buffer; auth: Buffer }
/** Random parts of a message: 16 bytes of salt, and the private key of this one message. */
export type MessageSecrets = { salt: Buffer; privateKey: Buffer }

/** The curve of all keys in this module. */
export const curve = 'prime256v1'
/** Announced size of the only record of a message. No push service needs a larger one. */
const recordSize = 4096

/**
 * Encrypts a message for a browser, in the coding aes128gcm (RFC 8188, RFC 8291): at most 3,993 bytes.
 * @throws if the public key of the browser is no point of the curve
 */
export function encrypted(
  text: string,
  to: Receiver,
  { salt, privateKey }: MessageSecrets,
): Buffer {
  const ours = createECDH(curve)
  ours.setPrivateKey(privateKey)
  const publicKey = ours.getPublicKey()
  const shared = ours.computeSecret(to.public_key)
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), to.public_key, publicKey])
  const secret = derived(shared, to.auth, { info: about, length: 32 })
  const [key, nonce] = [
    derived(secret, salt, { info: 'Content-Encoding: aes128gcm\0', length: 16 }),
    derived(secret, salt, { info: 'Content-Encoding: nonce\0', length: 12 }),
  ]
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The byte 2 ends the last record.
  const sealed = [cipher.update(text), cipher.update(Buffer.of(2)), cipher.final()]
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordSize)
  const head = [salt, size, Buffer.of(publicKey.length), publicKey]
  return Buffer.concat([...head, ...sealed, cipher.getAuthTag()])
}

type Part = { info: string | Buffer; length: number }

const derived = (secret: Buffer, salt: Buffer, { info, length }: Part) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))
