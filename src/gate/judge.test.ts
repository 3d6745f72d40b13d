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
  revision: 0,
  handed_on_at: [] as Date[],
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
  revision: 0,
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

test('a code counts until its ticket was handed on, and only the last one is good now', () => {
  const handed = { ...ticket, revision: 2, handed_on_at: [beside(-60), beside(-30)] }
  const of = (revision: number | null, minutes: number) => {
    const posted = { ...scan, revision, scanned_at: beside(minutes), admitted_offline: true }
    const [judged] = judge([posted], new Map([['a', { ...handed, payment_id: 'a' }]]), now)
    return judged?.outcome
  }
  for (const [revision, minutes, outcome] of [
    [0, -61, 'admitted'],
    [0, -60, 'transferred'],
    [0, -31, 'transferred'],
    [1, -31, 'admitted'],
    [1, -30, 'transferred'],
    [1, 0, 'transferred'],
    [2, 0, 'admitted'],
    [3, 0, 'transferred'],
    [null, 0, 'admitted'],
  ] as const) {
    assert.equal(of(revision, minutes), outcome, `${revision} at ${minutes}`)
  }
})

test('an earlier code does not admit, even where its scan waited for a hand-over of the same moment', () => {
  const handed = { ...ticket, revision: 1, handed_on_at: [beside(1)], payment_id: 'a' }
  const [judged] = judge([scan], new Map([['a', handed]]), now)
  assert.equal(judged?.outcome, 'transferred')
})
