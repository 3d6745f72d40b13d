import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Passage } from '#shop/tickets'
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
  validated_at: null as Date | null,
  admission: 'once' as const,
  time_zone: 'Europe/London',
  start_time: beside(-120),
  end_time: beside(2_880),
  tier_id: 't',
  tier_name: 'Weekend',
  validated_zone: null as string | null,
  zones: ['main'],
  passages: [] as Passage[],
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
  zone: 'main',
  by,
  nonce: 'n',
  payment_id: 'a',
  revision: 0,
  scanned_at: now,
  admitted_offline: false,
  direction: 'in',
  ask_first: false,
}

test('the first scan of a ticket uses it for the rest of the batch', () => {
  const judged = judge([scan, { ...scan, payment_id: 'b' }, scan], tickets, { now })
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
    judge([scan, before], over, { now }).map(({ outcome }) => outcome),
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
    assert.deepEqual(judge([{ ...scan, ...change }], tickets, { now })[0]?.at, moment)
  })
}

test('a foreign ticket, or one of another festival', () => {
  const foreign = new Map([['a', { ...ticket, festival_id: 'g', payment_id: 'a' }]])
  const outcomeOf = (scan: PostedScan, known: typeof tickets) =>
    judge([scan], known, { now })[0]?.outcome
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
        { now },
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
    const [judged] = judge([posted], new Map([['a', { ...handed, payment_id: 'a' }]]), { now })
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
  const [judged] = judge([scan], new Map([['a', handed]]), { now })
  assert.equal(judged?.outcome, 'transferred')
})

const peopleIn = (judged: ReturnType<typeof judge>) =>
  judged.reduce((sum, { change }) => sum + change, 0)

test('what a gate let in offline and should not have is inside until it leaves', () => {
  const offline = { ...scan, admitted_offline: true }
  const [entered, copy] = [
    { ...offline, scanned_at: beside(-30) },
    { ...offline, scanned_at: beside(-20) },
  ]
  const out = { ...offline, direction: 'out' as const }
  const left = (minutes: number) => ({ ...out, scanned_at: beside(minutes) })
  for (const [scans, people] of [
    [[entered], 1],
    [[entered, copy], 2],
    [[copy, entered], 2],
    [[entered, copy, left(-10)], 1],
    [[entered, left(-10), copy], 1],
    [[entered, copy, left(-10), left(-5)], 0],
    [[entered, left(-10), left(-5)], 0],
    // A ticket refused by a gate with a network is not inside.
    [[entered, { ...scan, scanned_at: beside(-20) }], 1],
  ] as const) {
    assert.equal(peopleIn(judge([...scans], tickets, { now })), people)
  }
})

test('a clash decides nothing: who has left may come in again', () => {
  const reentry = new Map([['a', { ...ticket, admission: 'reentry' as const, payment_id: 'a' }]])
  const offline = { ...scan, admitted_offline: true }
  const judged = judge(
    [
      { ...offline, scanned_at: beside(-30) },
      { ...offline, scanned_at: beside(-20) },
      { ...offline, direction: 'out', scanned_at: beside(-10) },
      { ...offline, scanned_at: beside(-5) },
    ],
    reentry,
    { now },
  )
  assert.deepEqual(
    judged.map(({ outcome, change }) => [outcome, change]),
    [
      ['admitted', 1],
      ['already_validated', 1],
      ['left', -1],
      ['readmitted', 1],
    ],
  )
})

test('a scan whose refusal was not heard keeps its outcome, and its holder is inside', () => {
  const revoked = new Map([['a', { ...ticket, revoked: true, payment_id: 'a' }]])
  const refused = { id: 's', outcome: 'full' as const, at: now }
  const [judged] = judge([{ ...scan, admitted_offline: true, refused }], revoked, { now })
  assert.deepEqual([judged?.outcome, judged?.change, judged?.passage?.clash], ['full', 1, true])
})

test('a full zone lets in who comes for one who has left, and what is known to be inside already', () => {
  const rooms = new Map([['f main', { inside: 1, capacity: 2 }]])
  const of = (payment_id: string, how: Partial<PostedScan> = {}) => ({
    ...scan,
    payment_id,
    ...how,
  })
  const judged = judge(
    [
      of('a', { admitted_offline: true, scanned_at: beside(-10) }),
      of('b'),
      of('a', { direction: 'out' }),
      of('b'),
      of('c', { admitted_offline: true }),
      of('c', { zone: 'camping' }),
    ],
    tickets,
    { now, rooms },
  )
  assert.deepEqual(
    judged.map(({ outcome }) => outcome),
    ['admitted', 'full', 'left', 'admitted', 'admitted', 'wrong_zone'],
  )
  assert.equal(rooms.get('f main')?.inside, 1)
})

test('each zone counts by itself; of a ticket that admits to several, one admission is the first', () => {
  const both = new Map([['a', { ...ticket, zones: ['main', 'camping'], payment_id: 'a' }]])
  const camping = { ...scan, zone: 'camping' }
  const out = { ...camping, direction: 'out' as const, scanned_at: now }
  const judged = judge([camping, camping, scan, scan, out, camping], both, { now })
  assert.deepEqual(
    judged.map(({ outcome }) => outcome),
    [
      'admitted',
      'already_validated',
      'readmitted',
      'already_validated',
      'left',
      'already_validated',
    ],
  )
})
