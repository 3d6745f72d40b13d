/**
 * Merkle trees over the numbers given by a batch: one signature for all of them, a short path for each. It imports only
 * types: service, pages and command share it.
 */
import type { Sha256 } from './permutation.ts'

/** Returns all levels of a tree, from its leaves to its root. A node without a neighbour moves up as it is. */
export async function levelsOf(leaves: Uint8Array[], sha256: Sha256): Promise<Uint8Array[][]> {
  const levels = [leaves]
  for (let level = leaves; level.length > 1; ) {
    const next: Uint8Array[] = []
    for (let n = 0; n < level.length; n += 2) {
      const [left = new Uint8Array(), right] = [level[n], level[n + 1]]
      next.push(right ? await sha256(node(left, right)) : left)
    }
    levels.push(next)
    level = next
  }
  return levels
}

/** Returns the neighbours on the way from a leaf to the root. */
export function pathOf(levels: Uint8Array[][], index: number): Uint8Array[] {
  return levels.flatMap((level, height) => level[(index >>> height) ^ 1] ?? [])
}

type Position = { index: number; count: number; path: Uint8Array[] }

/** Returns the root of a leaf with its path; undefined if the path is too short or too long for its position. */
export async function rootBy(
  leaf: Uint8Array,
  { index, count, path }: Position,
  sha256: Sha256,
): Promise<Uint8Array | undefined> {
  if (index >= count) return undefined
  const rest = [...path]
  let hash = leaf
  for (let [at, size] = [index, count]; size > 1; [at, size] = [at >>> 1, (size + 1) >>> 1]) {
    if ((at ^ 1) >= size) continue
    const beside = rest.shift()
    if (!beside) return undefined
    hash = await sha256(at % 2 === 0 ? node(hash, beside) : node(beside, hash))
  }
  return rest.length === 0 ? hash : undefined
}

/** Returns the hash of a node; its first byte distinguishes it from a leaf. */
function node(left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(65)
  bytes[0] = 1
  bytes.set(left, 1)
  bytes.set(right, 33)
  return bytes
}
