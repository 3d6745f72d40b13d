import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Admissible, refusalOf, type TicketRefusal } from './admit.ts'

const now = new Date('2027-07-01T12:00:00.000Z')
const beside = (ms: number) => new Date(now.getTime() + ms)
const good: Admissible = {
  payment_type: 'ticket',
  status: 'succeeded',
  revoked_at: null,
  valid_since: null,
  valid_until: null,
  validated_at: null,
}

for (const [change, refusal] of [
  [{}, undefined],
  [{ payment_type: 'accommodation' }, undefined],
  [{ status: 'partially_refunded' }, undefined],
  [{ valid_since: now, valid_until: now }, undefined],
  [{ valid_since: beside(1) }, 'too_early'],
  [{ valid_until: beside(-1) }, 'too_late'],
  [{ status: 'anything new' }, 'not_succeeded'],
] as const) {
  test(`a ticket with ${JSON.stringify(change)} is ${refusal ?? 'admitted'}`, () => {
    assert.equal(refusalOf({ ...good, ...change }, now), refusal)
  })
}

/** What makes each refusal, in the order in which they are said. */
const faults: [TicketRefusal, Partial<Admissible>][] = [
  ['not_a_ticket', { payment_type: 'subscription' }],
  ['not_succeeded', { status: 'pending' }],
  ['refunded', { status: 'refunded' }],
  ['revoked', { revoked_at: now }],
  ['too_early', { valid_since: beside(1) }],
  ['too_late', { valid_until: beside(-1) }],
  ['already_validated', { validated_at: now }],
]

test('of everything that is wrong with a ticket, the first in order is said', () => {
  fc.assert(
    fc.property(fc.subarray(faults), (wrong) => {
      // Two faults of the status exclude each other: the earlier one stands.
      const ticket = Object.assign({}, good, ...wrong.toReversed().map(([, fault]) => fault))
      assert.equal(refusalOf(ticket, now), wrong[0]?.[0])
    }),
  )
})
