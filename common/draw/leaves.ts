/**
 * The public form of entries: hashes, salted so that only a holder of the salt can identify the user. It imports only
 * types: service, pages and command share it.
 */
import type { Sha256 } from './permutation.ts'

/** The hashed fields of an entry; the salt is sent to its user only. */
export type Entry = { queue_id: string; number: number; user_id: string; salt: string }

/** Returns the leaf of an entry in a receipt. */
export async function leafOf(
  { queue_id, number, user_id, salt }: Entry,
  sha256: Sha256,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(53)
  putId(bytes, 1, queue_id)
  bytes.set(word(number), 17)
  putId(bytes, 21, user_id)
  putId(bytes, 37, salt)
  return sha256(bytes)
}

/** Returns the leaf of an entry as drawn: with the number that serves it, its own or the number of its group. */
export async function drawnLeaf(
  leaf: Uint8Array,
  serves: number,
  sha256: Sha256,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(37)
  bytes[0] = 2
  bytes.set(leaf, 1)
  bytes.set(word(serves), 33)
  return sha256(bytes)
}

/** The number of entries in each part of the list except the last. */
export const partSize = 8192

/** Returns the hash over all entries, from the hashes of the parts of the list. */
export async function rootOfParts(
  { queue_id, entries, hashes }: { queue_id: string; entries: number; hashes: Uint8Array[] },
  sha256: Sha256,
): Promise<Uint8Array> {
  return sha256(said('entries', queue_id, word(entries), ...hashes))
}

type Drawn = { queue_id: string; root: Uint8Array; entries: number; randomness: Uint8Array }

/** Returns the seed of the order: the drawn randomness, for these entries alone. */
export async function seedOf(
  { queue_id, root, entries, randomness }: Drawn,
  sha256: Sha256,
): Promise<Uint8Array> {
  return sha256(said('seed', queue_id, word(entries), root, randomness))
}

/** Returns the text that the signature of a receipt covers. */
export function receiptText(
  queue_id: string,
  { first, count, root }: { first: number; count: number; root: Uint8Array },
): Uint8Array<ArrayBuffer> {
  return said('receipt', queue_id, word(first), word(count), root)
}

const said = (what: string, queueId: string, ...parts: ArrayLike<number>[]) =>
  Uint8Array.from(
    [new TextEncoder().encode(`festival queue ${what} 1\n`), idBytes(queueId), ...parts].flatMap(
      (part) => Array.from(part),
    ),
  )

const word = (number: number) => [number >>> 24, number >>> 16, number >>> 8, number]

/** Returns a UUID as its 16 bytes. */
function idBytes(id: string): Uint8Array {
  const bytes = new Uint8Array(16)
  putId(bytes, 0, id)
  return bytes
}

const dash = 45

/** Writes digit by digit, since a draw writes a million ids. */
function putId(bytes: Uint8Array, start: number, id: string): void {
  let at = 2 * start
  for (let n = 0; n < id.length; n++) {
    const code = id.charCodeAt(n)
    if (code === dash) continue
    const digit = code < 58 ? code - 48 : (code | 32) - 87
    bytes[at >>> 1] = ((bytes[at >>> 1] ?? 0) << 4) | digit
    at++
  }
}
