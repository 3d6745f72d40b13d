/**
 * The content of a ticket's QR code, so that a gate without a network can believe it: the item paid for and when it
 * admits, signed. Nothing personal. Every revision of a ticket has exactly one text.
 *
 *   version 1 · key 2 · payment 16 · tier or accommodation 16 · valid since 5 · valid until 5 ·
 *   Ed25519 signature of all that 64  =  109 bytes, big endian; 164 characters of base45
 *
 * That is version 1, of a ticket as it was bought. Version 2, of a transferred ticket, has its revision in 2 bytes
 * before the signature: 111 bytes, 167 characters.
 */
import { type KeyObject, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'
import { toBase45 } from '#common/codes/base45'
import { at, layoutOf, readCode, type Ticket } from '#common/codes/read-code'

export type { Ticket } from '#common/codes/read-code'

export type SigningKey = { id: number; privateKey: KeyObject }

/** The content of a code and the key that signed it, or the reason to reject it. */
export type Opened =
  | (Ticket & { key_id: number })
  | { refused: 'malformed' | 'unknown_key' | 'bad_signature' }

const signElsewhere = promisify(sign)
const verifyElsewhere = promisify(verify)

/**
 * Signs a ticket: the same ticket and key result in the same text. About 50 µs each, off the event loop, so
 * that a batch of tickets does not delay other requests.
 */
export async function encodeCode(
  { payment_id, entity_id, valid_since, valid_until, revision }: Ticket,
  { id, privateKey }: SigningKey,
): Promise<string> {
  const layout = layoutOf(revision)
  const bytes = Buffer.alloc(layout.end)
  bytes[0] = layout.version
  bytes.writeUInt16BE(id, at.key)
  bytes.write(payment_id.replaceAll('-', ''), at.payment, 'hex')
  bytes.write(entity_id.replaceAll('-', ''), at.entity, 'hex')
  bytes.writeUIntBE(toSeconds(valid_since, Math.floor), at.since, 5)
  bytes.writeUIntBE(toSeconds(valid_until, Math.ceil), at.until, 5)
  if (layout.revision !== null) bytes.writeUInt16BE(revision, layout.revision)
  const said = bytes.subarray(0, layout.signature)
  bytes.set(await signElsewhere(null, said, privateKey), layout.signature)
  return toBase45(bytes)
}

/**
 * Reads a scanned text. The signature is checked off the event loop, so that a batch of scans does
 * not delay other requests.
 * @param keys the public keys by their id
 */
export async function openCode(code: string, keys: Map<number, KeyObject>): Promise<Opened> {
  const claim = readCode(code)
  if (!claim) return { refused: 'malformed' }
  const { key_id, ticket, said, signature } = claim
  const key = keys.get(key_id)
  if (!key) return { refused: 'unknown_key' }
  if (!(await verifyElsewhere(null, said, key, signature))) return { refused: 'bad_signature' }
  return { key_id, ...ticket }
}

/** Converts to whole Unix seconds. 0 means that there is no limit, so a time before 1970 becomes 1. */
function toSeconds(time: Date | null, round: (seconds: number) => number): number {
  return time === null ? 0 : Math.max(1, round(time.getTime() / 1000))
}
