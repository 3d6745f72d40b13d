import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { membershipOf, plusMonths, type Term } from './membership.ts'

const on = (day: string) => new Date(`${day}T10:30:00.000Z`)
const term = (bought: string, more: Partial<Term> = {}): Term => ({
  subscription_id: 'a',
  duration: 1,
  duration_type: 'month',
  bought_at: on(bought),
  ...more,
})
const yearOfB = { duration_type: 'year', subscription_id: 'b' }

for (const [from, months, to] of [
  ['2027-01-31', 1, '2027-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2027-01-31', 2, '2027-03-31'],
  ['2027-08-31', 1, '2027-09-30'],
  ['2027-10-31', 4, '2028-02-29'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2027-12-15', 1, '2028-01-15'],
  ['2027-05-30', 0, '2027-05-30'],
] as const) {
  // Requirement (rules): contract §7 Memberships: renewals extend, month ends are right
  test(`${from} and ${months} months is ${to}`, () => {
    assert.deepEqual(plusMonths(on(from), months), on(to))
  })
}

for (const [why, terms, day, expected] of [
  ['nothing was bought', [], '2027-01-31', null],
  ['a term runs', [term('2027-01-31')], '2027-02-28T10:29:59.999Z', ['a', '2027-02-28']],
  ['a term has just ended', [term('2027-01-31')], '2027-02-28', null],
  [
    'it is renewed on the way',
    [term('2027-01-31'), term('2027-02-10')],
    '2027-02-10',
    ['a', '2027-03-31'],
  ],
  [
    'it is renewed after its end',
    [term('2027-01-31'), term('2027-03-05')],
    '2027-03-06',
    ['a', '2027-04-05'],
  ],
  [
    'another plan follows',
    [term('2027-01-15'), term('2027-01-20', yearOfB)],
    '2027-02-01',
    ['a', '2028-02-15'],
  ],
  [
    'the plan that follows has begun',
    [term('2027-01-15'), term('2027-01-20', yearOfB)],
    '2027-02-15',
    ['b', '2028-02-15'],
  ],
  [
    'it is a leap year',
    [term('2028-02-29', { duration_type: 'year' })],
    '2028-03-01',
    ['a', '2029-02-28'],
  ],
] as const) {
  // Requirement (rules): contract §7 Memberships: renewals extend, month ends are right
  test(`membership where ${why}`, () => {
    const now = day.includes('T') ? new Date(day) : on(day)
    const membership = membershipOf([...terms], now)
    const seen = membership && [membership.id, membership.ends_at.toISOString()]
    assert.deepEqual(seen, expected && [expected[0], on(expected[1]).toISOString()])
  })
}

test('another term never shortens a membership', () => {
  const times = fc
    .integer({ min: 0, max: 4000 })
    .map((day) => new Date(1_800_000_000_000 + day * 86_400_000))
  const terms = fc.record({
    subscription_id: fc.constantFrom('a', 'b'),
    duration: fc.integer({ min: 1, max: 24 }),
    duration_type: fc.constantFrom('month', 'year'),
    bought_at: times,
  })
  fc.assert(
    fc.property(fc.array(terms, { maxLength: 6 }), terms, times, (bought, more, now) => {
      const inOrder = (list: Term[]) =>
        list.toSorted((a, b) => Number(a.bought_at) - Number(b.bought_at))
      const past = inOrder(bought.filter(({ bought_at }) => bought_at <= now))
      fc.pre(more.bought_at <= now && past.every(({ bought_at }) => bought_at <= more.bought_at))
      const before = membershipOf(past, now)?.ends_at ?? now
      const after = membershipOf([...past, more], now)?.ends_at ?? now
      assert.ok(after >= before)
    }),
  )
})

test('the end of time is the year 9999', () => {
  const ends = plusMonths(on('2027-01-01'), 12 * 100_000)
  assert.equal(ends.toISOString(), '9999-12-31T23:59:59.999Z')
})
