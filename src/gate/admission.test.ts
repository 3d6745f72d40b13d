import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type KnownTicket, outcomeOf, type Refusal } from './admission.ts'

const now = new Date('2027-07-01T12:00:00.000Z')
const beside = (ms: number) => new Date(now.getTime() + ms)
const good: KnownTicket = {
  isOfFestival: true,
  payment_type: 'ticket',
  status: 'succeeded',
  revoked: false,
  transferred: false,
  valid_since: null,
  valid_until: null,
  validated_at: null,
}

for (const [change, refusal] of [
  [{}, 'admitted'],
  [{ payment_type: 'accommodation' }, 'admitted'],
  [{ status: 'partially_refunded' }, 'admitted'],
  [{ valid_since: now, valid_until: now }, 'admitted'],
  [{ valid_since: beside(1) }, 'too_early'],
  [{ valid_until: beside(-1) }, 'too_late'],
  [{ status: 'anything new' }, 'not_succeeded'],
] as const) {
  test(`a ticket with ${JSON.stringify(change)} is ${refusal}`, () => {
    assert.equal(outcomeOf({ ...good, ...change }, now), refusal)
  })
}

/** The cause of each refusal, in the order in which they are checked. */
const faults: [Refusal, Partial<KnownTicket>][] = [
  ['wrong_festival', { isOfFestival: false }],
  ['not_a_ticket', { payment_type: 'subscription' }],
  ['not_succeeded', { status: 'pending' }],
  ['refunded', { status: 'refunded' }],
  ['revoked', { revoked: true }],
  ['transferred', { transferred: true }],
  ['too_early', { valid_since: beside(1) }],
  ['too_late', { valid_until: beside(-1) }],
  ['already_validated', { validated_at: now }],
]

test('of several faults of a ticket, the first in order is reported', () => {
  fc.assert(
    fc.property(fc.subarray(faults), (wrong) => {
      // Two faults of the status exclude each other: the earlier one stands.
      const ticket = Object.assign({}, good, ...wrong.toReversed().map(([, fault]) => fault))
      assert.equal(outcomeOf(ticket, now), wrong[0]?.[0] ?? 'admitted')
    }),
  )
})
