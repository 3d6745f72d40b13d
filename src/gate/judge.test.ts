import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { judge, type PostedScan } from './judge.ts'

const now = new Date('2027-07-01T12:00:00.000Z')
const beside = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

const ticket = {
  user_id: 'u',
  festival_id: 'f',
  payment_type: 'ticket',
  status: 'succeeded',
  issued_at: beside(-120),
  revoked: false,
  valid_since: null,
  valid_until: null,
  validated_at: null,
  paid_cents: 5000,
  is_own: false,
  managers: [],
}
const tickets = new Map(
  ['a', 'b', 'c'].map((payment_id) => [payment_id, { ...ticket, payment_id }]),
)
const by = { id: 'd', clientId: 'c', festivalId: 'f' }
const scan: PostedScan = {
  festivalId: 'f',
  by,
  nonce: 'n',
  payment_id: 'a',
  scanned_at: now,
  admitted_offline: false,
}

test('the first scan of a ticket uses it for the rest of the batch', () => {
  const judged = judge([scan, { ...scan, payment_id: 'b' }, scan], tickets, now)
  assert.deepEqual(
    judged.map(({ outcome }) => outcome),
    ['admitted', 'admitted', 'already_validated'],
  )
})

test('a refused scan uses nothing', () => {
  const window = { valid_until: beside(-5) }
  const over = new Map([['a', { ...ticket, ...window, payment_id: 'a' }]])
  const before = { ...scan, scanned_at: beside(-10), admitted_offline: true }
  assert.deepEqual(
    judge([scan, before], over, now).map(({ outcome }) => outcome),
    ['too_late', 'admitted'],
  )
})

for (const [why, change, moment] of [
  ['asks to be admitted now', { scanned_at: beside(-60) }, now],
  ['was let in offline', { scanned_at: beside(-60), admitted_offline: true }, beside(-60)],
  ['comes from a clock that runs ahead', { scanned_at: beside(60), admitted_offline: true }, now],
  [
    'lies before its ticket was issued',
    { scanned_at: beside(-121), admitted_offline: true },
    beside(-120),
  ],
] as const) {
  test(`a scan that ${why} counts at ${moment.toISOString()}`, () => {
    assert.deepEqual(judge([{ ...scan, ...change }], tickets, now)[0]?.at, moment)
  })
}

test('a foreign ticket, or one of another festival', () => {
  const foreign = new Map([['a', { ...ticket, festival_id: 'g', payment_id: 'a' }]])
  const outcomeOf = (scan: PostedScan, known: typeof tickets) =>
    judge([scan], known, now)[0]?.outcome
  assert.equal(outcomeOf({ ...scan, payment_id: null }, tickets), 'invalid_code')
  assert.equal(outcomeOf({ ...scan, payment_id: 'x' }, tickets), 'invalid_code')
  assert.equal(outcomeOf(scan, foreign), 'wrong_festival')
})

test('in whatever order tickets are scanned, each admits exactly once', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'x')), (scanned) => {
      const judged = judge(
        scanned.map((payment_id) => ({ ...scan, payment_id })),
        tickets,
        now,
      )
      const admitted = judged.filter(({ outcome }) => outcome === 'admitted')
      const firsts = scanned.filter((id, index) => id !== 'x' && scanned.indexOf(id) === index)
      assert.deepEqual(
        admitted.map(({ payment_id }) => payment_id),
        firsts,
      )
    }),
  )
})
