/**
 * Checks that a draw was as promised, only from data that the service has published. It imports types, and neighbours
 * without imports: the page of the proof and `festival queue verify` share it.
 */
import { drawnLeaf, leafOf, partSize, receiptText, rootOfParts, seedOf } from './leaves.ts'
import { rootBy } from './merkle.ts'
import { orderOf, type Sha256 } from './permutation.ts'

/** The checked fields of `GET /festivals/:id/queue/proof`. Bytes are base64url. */
type DrawProof = {
  id: string
  source: 'drand' | 'organizer'
  round: number | null
  commitment: string
  receipt_key: string
  draw: {
    entries: number
    root: string
    parts: string[]
    randomness: string | null
    proven: boolean | null
    seed: string | null
  }
}

/** An entry as its owner reads it: `GET /festivals/:id/queue/place`. */
type OwnEntry = {
  user_id: string
  number: number
  serves: number
  salt: string
  receipt: { first: number; count: number; path: string[]; signature: string }
}

/** The functions that a check needs: Node and browsers have all of them, except for the curve of drand. */
export type Tools = {
  sha256: Sha256
  isSigned(key: Uint8Array, text: Uint8Array, signature: Uint8Array): Promise<boolean>
  isRound(round: number, signature: Uint8Array): Promise<boolean>
}

export type CheckName =
  | 'entries'
  | 'root'
  | 'randomness'
  | 'fixed_before'
  | 'seed'
  | 'receipt'
  | 'listed'

export type Finding = { check: CheckName; ok: boolean }

type Checked = {
  proof: DrawProof
  /** all parts of the list, in order */
  parts: Uint8Array<ArrayBuffer>[]
  mine?: OwnEntry | undefined
}

/** Returns a finding for each check, and the place of one's own entry, from 0, if all of them hold. */
export async function checkDraw(
  { proof, parts, mine }: Checked,
  tools: Tools,
): Promise<{ findings: Finding[]; place: number | null }> {
  const findings = [
    ...(await checkList(proof, parts, tools)),
    ...(await checkSeed(proof, tools)),
    ...(mine ? await checkEntry({ proof, parts, mine }, tools) : []),
  ]
  const holds = findings.every(({ ok, check }) => ok || check === 'fixed_before')
  if (!mine || !holds) return { findings, place: null }
  const order = await orderOf(bytesOf(proof.draw.seed), proof.draw.entries, tools.sha256)
  return { findings, place: order.placeOf(mine.serves) }
}

async function checkList(
  { id, draw }: DrawProof,
  parts: Uint8Array<ArrayBuffer>[],
  { sha256 }: Tools,
): Promise<Finding[]> {
  const hashes: Uint8Array[] = []
  for (const part of parts) hashes.push(await sha256(part))
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const isWhole = parts.every(
    (part, n) => part.length === 32 * Math.min(partSize, draw.entries - n * partSize),
  )
  const asSaid =
    hashes.length === draw.parts.length &&
    hashes.every((hash, n) => isSame(hash, bytesOf(draw.parts[n])))
  const root = await rootOfParts({ queue_id: id, entries: draw.entries, hashes }, sha256)
  return [
    { check: 'entries', ok: isWhole && asSaid && length === 32 * draw.entries },
    { check: 'root', ok: isSame(root, bytesOf(draw.root)) },
  ]
}

async function checkSeed(
  { id, source, round, commitment, draw }: DrawProof,
  { sha256, isRound }: Tools,
): Promise<Finding[]> {
  const randomness = bytesOf(draw.randomness)
  const isCommitted = isSame(await sha256(randomness), bytesOf(commitment))
  const isDrand = source === 'drand' && round !== null && (await isRound(round, randomness))
  const { entries } = draw
  const seed = await seedOf({ queue_id: id, root: bytesOf(draw.root), entries, randomness }, sha256)
  return [
    { check: 'randomness', ok: isDrand || isCommitted },
    { check: 'fixed_before', ok: draw.proven === true && (source === 'organizer' || isDrand) },
    { check: 'seed', ok: isSame(seed, bytesOf(draw.seed)) },
  ]
}

async function checkEntry(
  { proof, parts, mine }: Checked & { mine: OwnEntry },
  { sha256, isSigned }: Tools,
): Promise<Finding[]> {
  const { number, serves, receipt } = mine
  const leaf = await leafOf({ ...mine, queue_id: proof.id }, sha256)
  const { first, count, signature } = receipt
  const position = { index: number - first, count, path: receipt.path.map(bytesOf) }
  const root = await rootBy(leaf, position, sha256)
  const key = bytesOf(proof.receipt_key)
  const text = root && receiptText(proof.id, { first, count, root })
  const isReceipt = text !== undefined && (await isSigned(key, text, bytesOf(signature)))
  const listed = leafAt(parts, number)
  const isLate = number >= proof.draw.entries
  const drawn = await drawnLeaf(leaf, serves, sha256)
  return [
    { check: 'receipt', ok: isReceipt },
    { check: 'listed', ok: isLate || (listed !== undefined && isSame(drawn, listed)) },
  ]
}

function leafAt(parts: Uint8Array[], number: number): Uint8Array | undefined {
  const start = 32 * (number % partSize)
  return parts[Math.floor(number / partSize)]?.subarray(start, start + 32)
}

const isSame = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, n) => byte === other[n])

/** Decodes base64url to bytes. */
export function bytesOf(text: string | null | undefined): Uint8Array<ArrayBuffer> {
  const binary = atob((text ?? '').replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(binary.length)
  // A million entries are 43 MB of text: a callback for each byte would take seconds.
  for (let n = 0; n < bytes.length; n++) bytes[n] = binary.charCodeAt(n)
  return bytes
}
