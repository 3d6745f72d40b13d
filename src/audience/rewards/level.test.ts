import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { levelOf } from './level.ts'

const fast = { id: 'f', name: 'Fast lane', description: null }
const locker = { id: 'l', name: 'Locker', description: 'Free' }
const levels = [
  { level: 1, points: 0, benefits: [] },
  { level: 2, points: 100, benefits: [fast] },
  { level: 3, points: 500, benefits: [locker] },
]

for (const [earned, level, next, active] of [
  [0, 1, 100, []],
  [99, 1, 100, []],
  [100, 2, 500, ['f']],
  [499, 2, 500, ['f']],
  [500, 3, 0, ['f', 'l']],
  [1_000_000, 3, 0, ['f', 'l']],
] as const) {
  test(`${earned} points are level ${level}`, () => {
    const reached = levelOf(earned, levels)
    assert.deepEqual(
      [reached.level, reached.points, reached.next_level_points],
      [level, earned, next],
    )
    const benefits = [fast, locker].map((one) => ({
      ...one,
      active: active.some((id) => id === one.id),
    }))
    assert.deepEqual(reached.benefits, benefits)
  })
}

test('with any levels the current one is at most the points, and the next one above them', () => {
  const rises = fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 20 })
  fc.assert(
    fc.property(rises, fc.nat(25_000), (steps, earned) => {
      const points = [0]
      for (const far of steps) points.push((points.at(-1) ?? 0) + far)
      const any = points.map((of, index) => ({ level: index + 1, points: of, benefits: [] }))
      const { level, next_level_points } = levelOf(earned, any)
      assert.ok((points[level - 1] ?? Infinity) <= earned)
      assert.equal(next_level_points, points[level] ?? 0)
      assert.ok(next_level_points === 0 || next_level_points > earned)
    }),
  )
})
