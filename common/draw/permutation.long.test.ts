/** The order of a draw is a permutation, and every order is equally likely. */
import assert from 'node:assert/strict'
import { createHash, hash } from 'node:crypto'
import { test } from 'node:test'
import { levelsOf, pathOf, rootBy } from './merkle.ts'
import { orderOf, type Sha256 } from './permutation.ts'

const sha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer')

/** Returns a seed that is the same in each run. */
const seedOf = (n: number) => createHash('sha256').update(`seed ${n}`).digest()

test('it is a permutation of any count, and turned around it is the same', async () => {
  const counts = [0, 1, 2, 3, 5, 17, 255, 256, 257, 1000, 4095, 65_537, 300_000]
  for (const [n, count] of counts.entries()) {
    const order = await orderOf(seedOf(n), count, sha256)
    const seen = new Uint8Array(count)
    for (let number = 0; number < count; number++) {
      const place = order.placeOf(number)
      assert.ok(place >= 0 && place < count && seen[place] === 0)
      assert.equal(order.numberAt(place), number)
      seen[place] = 1
    }
    assert.deepEqual([order.placeOf(count), order.numberAt(count + 9)], [count, count + 9])
  }
})

/** Returns the χ² that one of a thousand fair draws exceeds (Wilson and Hilferty). */
const criticalOf = (degrees: number) => {
  const share = 2 / (9 * degrees)
  return degrees * (1 - share + 3.09 * Math.sqrt(share)) ** 3
}

function chiSquare(counts: number[], expected: number): number {
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

for (const count of [3, 10, 64, 1000]) {
  test(`in 10,000 draws of ${count} each place is as likely (χ²)`, async () => {
    const draws = 10_000
    const cells = count > 64 ? 50 : count
    const none = () => Array.from({ length: cells }, () => 0)
    const [first, last] = [none(), none()]
    for (let n = 0; n < draws; n++) {
      const { placeOf } = await orderOf(seedOf(n), count, sha256)
      const cellOf = (number: number) => Math.floor((placeOf(number) * cells) / count)
      for (const [counted, number] of [
        [first, 0],
        [last, count - 1],
      ] as const) {
        const cell = cellOf(number)
        counted[cell] = (counted[cell] ?? 0) + 1
      }
    }
    for (const counted of [first, last]) {
      const found = chiSquare(counted, draws / cells)
      assert.ok(found < criticalOf(cells - 1), `χ² ${found} of ${cells - 1} degrees`)
    }
  })
}

test('in 10,000 draws two numbers follow each other in each way (χ²)', async () => {
  const count = 6
  const pairs = new Map<string, number>()
  for (let n = 0; n < 10_000; n++) {
    const { placeOf } = await orderOf(seedOf(n), count, sha256)
    const pair = `${placeOf(2)} ${placeOf(3)}`
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  const cells = count * (count - 1)
  assert.equal(pairs.size, cells)
  assert.ok(chiSquare([...pairs.values()], 10_000 / cells) < criticalOf(cells - 1))
})

test('each leaf of a tree has a path, which is of no other leaf and no other length', async () => {
  for (let count = 1; count <= 40; count++) {
    const leaves = Array.from({ length: count }, (_, n) => seedOf(n))
    const levels = await levelsOf(leaves, sha256)
    const root = levels.at(-1)?.[0]
    for (const [index, leaf] of leaves.entries()) {
      const position = { index, count, path: pathOf(levels, index) }
      assert.deepEqual(await rootBy(leaf, position, sha256), root)
      assert.notDeepEqual(await rootBy(seedOf(99), position, sha256), root)
      assert.equal(
        await rootBy(leaf, { ...position, path: [...position.path, leaf] }, sha256),
        undefined,
      )
      assert.equal(await rootBy(leaf, { ...position, index: count }, sha256), undefined)
    }
  }
})
