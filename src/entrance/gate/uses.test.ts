/** The uses of a ticket that a device remembers beyond the manifest. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Use, used } from '../../../pages/gate/judge.ts'

const at = (minute: number) => new Date(Date.UTC(2027, 6, 1, 12, minute)).toISOString()

/** Returns the passages that are known after ways in and out of a ticket, one after the other. */
function passagesAfter(ways: { leaves: boolean; minute: number }[]) {
  let known: Use | undefined
  for (const { leaves, minute } of ways) {
    known = used(known, { at: at(minute), gate: 'North', isHere: true, leaves })
  }
  return known?.passages ?? []
}

test('the latest way in is kept, however many ways out follow', () => {
  const outs = Array.from({ length: 30 }, (_, nth) => ({ leaves: true, minute: nth + 1 }))
  const [first, ...others] = passagesAfter([{ leaves: false, minute: 0 }, ...outs])
  assert.deepEqual([first, others.length], [{ direction: 'in', at: at(0) }, 10])
  assert.equal(others.at(-1)?.at, at(30))
})

test('a way in that is told again and again stands once', () => {
  const again = Array.from({ length: 30 }, () => ({ leaves: false, minute: 5 }))
  const passages = passagesAfter([
    { leaves: false, minute: 0 },
    { leaves: true, minute: 2 },
    ...again,
  ])
  assert.deepEqual(
    passages.map(({ direction, at: time }) => [direction, time]),
    [
      ['in', at(0)],
      ['in', at(5)],
      ['out', at(2)],
    ],
  )
})
