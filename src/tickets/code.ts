/**
 * What a ticket's QR code says, so that a gate without a network can believe it: what was paid for and
 * when it admits, signed. Nothing personal. Every ticket has exactly one text.
 *
 *   version 1 · key 2 · payment 16 · tier or accommodation 16 · valid since 5 · valid until 5 ·
 *   Ed25519 signature of all that 64  =  109 bytes, big endian; 164 characters of base45
 */
import { type KeyObject, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'
import { fromBase45, toBase45 } from './base45.ts'

/** What a code says. The times are whole seconds, widened; null: no limit on that side. */
export type Ticket = {
  payment_id: string
  entity_id: string
  valid_since: Date | null
  valid_until: Date | null
}

export type SigningKey = { id: number; privateKey: KeyObject }

/** What a code says and the key that signed it, or why it is not to be believed. */
export type Opened =
  | (Ticket & { key_id: number })
  | { refused: 'malformed' | 'unknown_key' | 'bad_signature' }

const version = 1
const [keyAt, paymentAt, entityAt, sinceAt, untilAt, signatureAt, length] = [
  1, 3, 19, 35, 40, 45, 109,
]
const verifyElsewhere = promisify(verify)

/** Signs a ticket: the same ticket and key give the same text, about 50 µs. */
export function encodeCode(
  { payment_id, entity_id, valid_since, valid_until }: Ticket,
  { id, privateKey }: SigningKey,
): string {
  const bytes = Buffer.alloc(length)
  bytes[0] = version
  bytes.writeUInt16BE(id, keyAt)
  bytes.write(payment_id.replaceAll('-', ''), paymentAt, 'hex')
  bytes.write(entity_id.replaceAll('-', ''), entityAt, 'hex')
  bytes.writeUIntBE(toSeconds(valid_since, Math.floor), sinceAt, 5)
  bytes.writeUIntBE(toSeconds(valid_until, Math.ceil), untilAt, 5)
  sign(null, bytes.subarray(0, signatureAt), privateKey).copy(bytes, signatureAt)
  return toBase45(bytes)
}

/**
 * Reads a scanned text. The signature is checked off the event loop, so that a batch of scans holds
 * nobody up.
 * @param keys the public keys by their id
 */
export async function openCode(code: string, keys: Map<number, KeyObject>): Promise<Opened> {
  const bytes = fromBase45(code)
  if (bytes?.length !== length || bytes[0] !== version) return { refused: 'malformed' }
  const key_id = bytes.readUInt16BE(keyAt)
  const key = keys.get(key_id)
  if (!key) return { refused: 'unknown_key' }
  const [said, signature] = [bytes.subarray(0, signatureAt), bytes.subarray(signatureAt)]
  if (!(await verifyElsewhere(null, said, key, signature))) return { refused: 'bad_signature' }
  return {
    key_id,
    payment_id: toUuid(bytes.subarray(paymentAt, entityAt)),
    entity_id: toUuid(bytes.subarray(entityAt, sinceAt)),
    valid_since: toTime(bytes.readUIntBE(sinceAt, 5)),
    valid_until: toTime(bytes.readUIntBE(untilAt, 5)),
  }
}

/** Whole unix seconds. 0 says that there is no limit, so what lies before 1970 becomes its beginning. */
function toSeconds(time: Date | null, round: (seconds: number) => number): number {
  return time === null ? 0 : Math.max(1, round(time.getTime() / 1000))
}

function toTime(seconds: number): Date | null {
  return seconds === 0 ? null : new Date(seconds * 1000)
}

function toUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
