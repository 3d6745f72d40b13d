import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type KnownTicket,
  outcomeOf,
  type Passage,
  peopleInside,
  type Refusal,
} from './admission.ts'

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
  admission: 'once',
  zones: ['main', 'camping'],
  zone: 'main',
  is_full: false,
  time_zone: 'Europe/London',
  passages: [],
  start_time: null,
  end_time: null,
  ask_first: false,
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
  ['wrong_zone', { zones: ['camping'] }],
  ['too_early', { valid_since: beside(1) }],
  ['too_late', { valid_until: beside(-1) }],
  ['already_validated', { validated_at: now }],
  ['full', { is_full: true }],
]

// Requirement (rules): contract §8 order of refusals
test('of several faults of a ticket, the first in order is reported', () => {
  fc.assert(
    fc.property(fc.subarray(faults), (wrong) => {
      // Two faults of the status exclude each other: the earlier one counts.
      const ticket = Object.assign({}, good, ...wrong.toReversed().map(([, fault]) => fault))
      assert.equal(outcomeOf(ticket, now), wrong[0]?.[0] ?? 'admitted')
    }),
  )
})

const pass = (direction: Passage['direction'], minutes: number): Passage => ({
  direction,
  at: beside(minutes * 60_000),
})

for (const [admission, passages, minutes, outcome] of [
  ['once', [pass('in', -60), pass('out', -30)], 0, 'already_validated'],
  ['reentry', [pass('in', -60)], 0, 'already_validated'],
  ['reentry', [pass('in', -60), pass('out', -30)], 0, 'admitted'],
  ['reentry', [pass('out', -30), pass('in', -60)], 0, 'admitted'],
  // Reported late, between two passages: the passage after it would let the same ticket in again.
  ['reentry', [pass('in', -60), pass('out', -30), pass('in', -10)], -20, 'already_validated'],
  ['reentry', [pass('in', -60), pass('out', -30), pass('in', -10)], -45, 'already_validated'],
  ['reentry', [pass('in', -60), pass('out', -30), pass('in', -10), pass('out', -5)], 0, 'admitted'],
  // 13:00 in London; its day ends at 06:00, which is 05:00 UTC in summer.
  ['once_a_day', [pass('in', -60)], 0, 'already_validated'],
  ['once_a_day', [pass('in', -60), pass('out', -30)], 0, 'already_validated'],
  ['once_a_day', [pass('in', -7 * 60)], 0, 'already_validated'],
  ['once_a_day', [pass('in', -7 * 60 - 1)], 0, 'admitted'],
  ['once_a_day', [pass('in', 24 * 60)], 0, 'admitted'],
] as const) {
  const told = passages.map((one) => `${one.direction} ${one.at.toISOString()}`).join(', ')
  test(`a ticket that admits ${admission}, after ${told}, is ${outcome} at ${minutes} min`, () => {
    const ticket = { ...good, admission, passages: [...passages] }
    assert.equal(outcomeOf(ticket, beside(minutes * 60_000)), outcome)
  })
}

test('a way out is refused only to what never was a ticket of this festival, or is a code of before', () => {
  for (const [refusal, fault] of faults) {
    const outcome = outcomeOf({ ...good, ...fault }, now, 'out')
    const isRefused = ['wrong_festival', 'not_a_ticket', 'not_succeeded', 'transferred'].includes(
      refusal,
    )
    assert.equal(outcome, isRefused ? refusal : 'admitted')
  }
})

const history = fc.array(
  fc.record({
    direction: fc.constantFrom('in' as const, 'out' as const),
    at: fc.integer({ min: -3000, max: 3000 }),
  }),
  { maxLength: 12 },
)
const rule = fc.constantFrom('once' as const, 'reentry' as const, 'once_a_day' as const)

test('passages say the same in whatever order they were heard of', () => {
  fc.assert(
    fc.property(history, fc.nat(), rule, (heard, seed, admission) => {
      const passages = heard.map(({ direction, at }) => pass(direction, at))
      const turn = passages.length === 0 ? 0 : seed % passages.length
      const other = [...passages.slice(turn), ...passages.slice(0, turn)].toReversed()
      const said = (passages: Passage[]) => outcomeOf({ ...good, admission, passages }, now)
      assert.equal(said(other), said(passages))
      const counted = (all: Passage[]) =>
        peopleInside(all.map((one) => ({ ...one, clash: Number(one.at) % 7 === 0 })))
      assert.equal(counted(other), counted(passages))
    }),
  )
})

test('whatever is asked for in whatever order, no ticket is inside twice', () => {
  fc.assert(
    fc.property(history, (asked) => {
      const passages: Passage[] = []
      for (const { direction, at } of asked) {
        const one = pass(direction, at)
        const outcome = outcomeOf({ ...good, admission: 'reentry', passages }, one.at, direction)
        if (outcome === 'admitted') passages.push(one)
      }
      const ways = passages
        .toSorted((a, b) => Number(a.at) - Number(b.at) || (a.direction === 'out' ? -1 : 1))
        .map(({ direction }) => direction)
      assert.doesNotMatch(ways.join(' '), /in in/)
    }),
  )
})

test('a first admission that an earlier version noted counts as a passage', () => {
  const before = { ...good, admission: 'reentry' as const, validated_at: beside(-60_000) }
  assert.equal(outcomeOf(before, now), 'already_validated')
  assert.equal(outcomeOf({ ...before, passages: [pass('out', -0.5)] }, now), 'admitted')
})

const day = (text: string) => new Date(`${text}Z`)
const threeDays = {
  time_zone: 'Europe/Copenhagen',
  start_time: day('2027-07-02T10:00'),
  end_time: day('2027-07-04T22:00'),
  ask_first: true,
}

for (const [what, change, at, outcome] of [
  ['the evening before', {}, '2027-07-01T20:00', 'another_day'],
  ['before the doors of the first day', {}, '2027-07-02T04:00', 'admitted'],
  ['the night before, which ends at 06:00 there', {}, '2027-07-02T03:59', 'another_day'],
  ['the second day', {}, '2027-07-03T12:00', 'admitted'],
  ['the night after', {}, '2027-07-05T03:59', 'admitted'],
  ['the day after', {}, '2027-07-05T04:00', 'another_day'],
  [
    'a day that its window opens',
    { valid_since: day('2027-07-01T08:00') },
    '2027-07-01T20:00',
    'admitted',
  ],
  [
    'a day of a festival without days',
    { start_time: null, end_time: null },
    '2030-01-01T12:00',
    'admitted',
  ],
  ['where the gate does not ask', { ask_first: false }, '2027-07-01T20:00', 'admitted'],
] as const) {
  test(`a gate that asks first is told: ${what} is ${outcome}`, () => {
    assert.equal(outcomeOf({ ...good, ...threeDays, ...change }, day(at)), outcome)
  })
}

test('a gate is asked nothing about what does not admit anyway, nor on the way out', () => {
  const before = day('2027-07-01T20:00')
  const used = { ...good, ...threeDays, validated_at: before }
  assert.equal(outcomeOf(used, before), 'already_validated')
  assert.equal(outcomeOf({ ...good, ...threeDays }, before, 'out'), 'admitted')
})

test('within another zone each rule is re-entry, and the way out is always taken', () => {
  for (const admission of ['once', 'once_a_day'] as const) {
    const camping = { ...good, admission, zone: 'camping' }
    const [entered, left] = [pass('in', -60), pass('out', -30)]
    assert.equal(outcomeOf({ ...camping, passages: [entered] }, now), 'already_validated')
    assert.equal(outcomeOf({ ...camping, passages: [entered, left] }, now), 'admitted')
    assert.equal(outcomeOf({ ...camping, zone: 'backstage' }, now), 'wrong_zone')
    assert.equal(
      outcomeOf({ ...camping, zone: 'backstage', is_full: true }, now, 'out'),
      'admitted',
    )
  }
})
