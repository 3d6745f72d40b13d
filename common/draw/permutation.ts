/**
 * The order in which the numbers of a queue are served: a permutation of 0…count−1 that follows from a seed alone, so
 * that no place is stored and each can be computed by itself. It imports nothing: service, pages and command share it.
 */

/** SHA-256, as provided by Node or a browser. */
export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>

export type Order = {
  /** the place of a number, from 0; a number given after the draw is its own place */
  placeOf(number: number): number
  /** the number at a place */
  numberAt(place: number): number
}

const rounds = 8

/**
 * An unbalanced Feistel network over the smallest power of two that holds all numbers, at least 2^8. A result outside
 * of the numbers is permuted again until it is one of them (cycle walking).
 */
export async function orderOf(seed: Uint8Array, count: number, sha256: Sha256): Promise<Order> {
  const keys = await keysOf(seed, sha256)
  const bits = Math.max(8, Math.ceil(Math.log2(Math.max(count, 1))))
  const left = bits >>> 1
  const right = bits - left
  const [leftMask, rightMask] = [2 ** left - 1, 2 ** right - 1]
  const step = (value: number, round: number): number => {
    const [high, low] = [Math.floor(value / 2 ** right), value & rightMask]
    if (round % 2 === 0) return (high ^ (mixed(low, keys, round) & leftMask)) * 2 ** right + low
    return high * 2 ** right + (low ^ (mixed(high, keys, round) & rightMask))
  }
  const walk = (start: number, sequence: number[]): number => {
    if (start >= count) return start
    let value = start
    do for (const round of sequence) value = step(value, round)
    while (value >= count)
    return value
  }
  const forth = Array.from({ length: rounds }, (_, round) => round)
  const back = forth.toReversed()
  return {
    placeOf: (number) => walk(number, forth),
    numberAt: (place) => walk(place, back),
  }
}

/** Derives two words of 32 bits for each round. */
async function keysOf(seed: Uint8Array, sha256: Sha256): Promise<Uint32Array> {
  const keys = new Uint32Array(2 * rounds)
  for (const half of [0, 1]) {
    const bytes = await sha256(Uint8Array.of(...seed, half))
    const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let n = 0; n < rounds; n++) keys[half * rounds + n] = words.getUint32(4 * n)
  }
  return keys
}

/** Mixes an integer, like the last step of hash functions: each input bit changes half of the output bits. */
function mixed(value: number, keys: Uint32Array, round: number): number {
  let word = Math.imul(value ^ (keys[2 * round] ?? 0), 0x85ebca6b)
  word ^= word >>> 13
  word = Math.imul(word + (keys[2 * round + 1] ?? 0), 0xc2b2ae35)
  word ^= word >>> 16
  word = Math.imul(word, 0x27d4eb2f)
  return word ^ (word >>> 15)
}
