import assert from 'node:assert/strict'
import { test } from 'node:test'
import '#common/words/all'
import { nextOf } from '#common/words/mine-words'
import { type Chosen, isMoved, planOf } from './plan.ts'

const zone = 'Europe/Copenhagen'
const places = new Map([
  ['pier', { lat: 55.7, lng: 12.6 }],
  ['tent', { lat: 55.7072, lng: 12.6 }],
])

/** The times of a gig on 1 July 2027, as hours in UTC. */
type Times = [from: string, until: string | null]
function aGig(id: string, [from, until]: Times, given: Partial<Chosen> = {}): Chosen {
  const at = (time: string) => (time.includes('T') ? time : `2027-07-01T${time}:00.000Z`)
  const start = at(from)
  const place = { id: 'pier', name: 'Pier' }
  const none = { artist: null, keeps: false, isGone: false }
  return { id, name: id, place, start, end: until && at(until), seen: start, ...none, ...given }
}

const told = (chosen: Chosen[]) =>
  planOf(chosen, { zone, places }).map(({ date, entries }) => [
    date,
    entries.map(({ gig }) => gig.id).join(' '),
  ])

test('days last until 06:00 in the time zone of the festival, and what has no time comes last', () => {
  const open = { ...aGig('open', ['12:00', null]), start: null, seen: null }
  const chosen = [
    open,
    aGig('dawn', ['2027-07-02T04:00:00.000Z', null]),
    aGig('night', ['2027-07-02T03:59:00.000Z', null]),
    aGig('evening', ['18:00', null]),
  ]
  assert.deepEqual(told(chosen), [
    ['2027-07-01', 'evening night'],
    ['2027-07-02', 'dawn'],
    [null, 'open'],
  ])
})

test('a gig that is gone stands where it was, and clashes with nothing', () => {
  const gone = { ...aGig('gone', ['18:30', null]), start: null, isGone: true }
  assert.deepEqual(told([aGig('later', ['19:00', null]), gone]), [['2027-07-01', 'gone later']])
  const [day] = planOf([aGig('one', ['18:00', '19:00']), gone], { zone, places })
  assert.deepEqual(
    day?.entries.map(({ clashes }) => clashes.length),
    [0, 0],
  )
})

const pairs: [why: string, one: Chosen, other: Chosen, isClash: boolean][] = [
  ['overlap', aGig('a', ['18:00', '19:00']), aGig('b', ['18:59', '20:00']), true],
  ['follow one another', aGig('a', ['18:00', '19:00']), aGig('b', ['19:00', '20:00']), false],
  ['begin together', aGig('a', ['18:00', '19:00']), aGig('b', ['18:00', '18:30']), true],
  [
    'one has no end, which is an hour',
    aGig('a', ['18:00', null]),
    aGig('b', ['18:59', null]),
    true,
  ],
  ['one has no end, an hour later', aGig('a', ['18:00', null]), aGig('b', ['19:00', null]), false],
  [
    'both are kept',
    aGig('a', ['18:00', '19:00'], { keeps: true }),
    aGig('b', ['18:30', '20:00'], { keeps: true }),
    false,
  ],
  [
    'one is kept',
    aGig('a', ['18:00', '19:00'], { keeps: true }),
    aGig('b', ['18:30', '20:00']),
    true,
  ],
]
for (const [why, one, other, isClash] of pairs) {
  test(`two gigs that ${why} ${isClash ? 'clash' : 'do not clash'}`, () => {
    const [day] = planOf([other, one], { zone, places })
    const clashes = day?.entries.flatMap((entry) => entry.clashes.map(({ id }) => id))
    assert.deepEqual(clashes, isClash ? ['a'] : [])
  })
}

test('a long gig clashes with each that begins during it', () => {
  const chosen = [
    aGig('long', ['18:00', '22:00']),
    aGig('first', ['18:30', '19:00']),
    aGig('second', ['20:00', '21:00']),
  ]
  const [day] = planOf(chosen, { zone, places })
  assert.deepEqual(
    day?.entries.map(({ clashes }) => clashes.map(({ id }) => id)),
    [[], ['long'], ['long']],
  )
})

test('the way between stages is told in minutes on foot, with the time that there is', () => {
  const tent = { place: { id: 'tent', name: 'Tent' } }
  const way = (other: Chosen) =>
    planOf([aGig('a', ['18:00', '19:00']), other], { zone, places })[0]?.entries[1]?.walk
  // 800 m in a line are 1,041 m on foot, at 67 m a minute.
  assert.deepEqual(way(aGig('b', ['19:10', null], tent)), {
    minutes: 16,
    between: 10,
    stage: 'Tent',
  })
  assert.equal(way(aGig('b', ['19:10', null])), undefined)
  assert.equal(way(aGig('b', ['18:30', null], tent)), undefined)
  assert.equal(way(aGig('b', ['19:10', null], { place: null })), undefined)
  const unknown = { place: { id: 'field', name: 'Field' } }
  assert.equal(way(aGig('b', ['19:10', null], unknown)), undefined)
})

test('a gig was moved when it has another start than was seen', () => {
  const gig = aGig('a', ['18:00', null])
  assert.equal(isMoved(gig), false)
  assert.equal(isMoved({ ...gig, seen: '2027-07-01T18:00:00Z' }), false)
  assert.equal(isMoved({ ...gig, seen: undefined }), false)
  assert.equal(isMoved({ ...gig, seen: '2027-07-01T17:00:00.000Z' }), true)
  assert.equal(isMoved({ ...gig, seen: null }), true)
  assert.equal(isMoved({ ...gig, start: null }), true)
  assert.equal(isMoved({ ...gig, start: null, isGone: true }), false)
})

const gig = (name: string, from: string, until: string) => ({
  name,
  stage: 'Pier',
  start: Date.parse(`2027-07-01T${from}:00Z`),
  end: Date.parse(`2027-07-01T${until}:00Z`),
})
const gigs = [gig('Ebb', '20:00', '21:00'), gig('Tide', '18:00', '19:00')]
const moments: [now: string, words: string | null][] = [
  ['2027-06-30T05:00:00Z', 'Next: Tide (Pier), Thu 1 Jul, 20:00.'],
  ['2027-07-01T16:55:00Z', 'Next: Tide (Pier), 20:00, in 1 h 5 min.'],
  ['2027-07-01T17:59:59Z', 'Next: Tide (Pier), 20:00, in 1 min.'],
  ['2027-07-01T18:00:00Z', 'Now: Tide (Pier), until 21:00. Next: Ebb (Pier), 22:00, in 2 h.'],
  ['2027-07-01T19:00:00Z', 'Next: Ebb (Pier), 22:00, in 1 h.'],
  ['2027-07-01T20:59:59Z', 'Now: Ebb (Pier), until 23:00.'],
  ['2027-07-01T21:00:00Z', null],
]
for (const [now, words] of moments) {
  test(`at ${now} it is said: ${words}`, () => {
    assert.equal(nextOf(gigs, new Date(now), zone), words)
  })
}
