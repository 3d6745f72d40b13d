import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instantOf, localTime, utc } from '#platform/zones/local-time'
import type { Slot } from '../ui/shapes.ts'
import { layBoards } from './board.ts'

const place = (name: string) => ({ id: name, name, type: 'stage' })
const gig = (start_time: string | null, end_time: string | null = null): Slot => ({
  id: crypto.randomUUID(),
  start_time: start_time && `${start_time}:00.000Z`,
  end_time: end_time && `${end_time}:00.000Z`,
  headliner: false,
  billing: null,
  billing_text: null,
  artist: null,
  place: null,
})
const onStage = (name: string, ...gigs: Slot[]) => ({ place: place(name), gigs })
const [board] = layBoards(
  [
    {
      date: '2027-07-01',
      stages: [
        onStage(
          'Pier',
          gig('2027-07-01T20:30', '2027-07-01T22:00'),
          gig('2027-07-01T22:00', '2027-07-01T23:00'),
        ),
        onStage(
          'Boathouse',
          gig('2027-07-01T23:00', '2027-07-02T02:00'),
          gig('2027-07-01T23:30'),
          gig('2027-07-02T02:00'),
        ),
      ],
    },
  ],
  utc,
)

test('a day starts with a full hour, and an hour has twelve rows', () => {
  assert.equal(board?.from.toISOString(), '2027-07-01T20:00:00.000Z')
  assert.deepEqual(board.hours, ['20:00', '21:00', '22:00', '23:00', '00:00', '01:00', '02:00'])
  assert.deepEqual(board.laid[0]?.rows, [7, 25])
})

test('gigs are sorted by time, past midnight too', () => {
  const starts = board?.laid.map(({ gig: { start_time } }) => `${start_time}`.slice(8, 16))
  assert.deepEqual(starts, ['01T20:30', '01T22:00', '01T23:00', '01T23:30', '02T02:00'])
})

test('gigs of one stage that overlap are side by side, and its header covers them', () => {
  assert.deepEqual(
    board?.stages.map(({ name, columns }) => [name, columns]),
    [
      ['Pier', [1, 2]],
      ['Boathouse', [2, 4]],
    ],
  )
  assert.deepEqual(
    board?.laid.map(({ columns }) => columns),
    [
      [1, 2],
      [1, 2],
      [2, 3],
      [3, 4],
      [2, 3],
    ],
  )
})

test('no two gigs of a day cover each other, at any times', () => {
  const gigs = Array.from({ length: 60 }, (_, index) => {
    const minutes = (index * 37) % 600
    const start = new Date(Date.UTC(2027, 6, 1, 12, minutes))
    const end = new Date(start.getTime() + ((index * 13) % 90) * 60_000)
    return gig(start.toISOString().slice(0, 16), end.toISOString().slice(0, 16))
  })
  const [day] = layBoards([{ date: '2027-07-01', stages: [onStage('Pier', ...gigs)] }], utc)
  const laid = day?.laid ?? []
  assert.equal(laid.length, 60)
  for (const [index, a] of laid.entries()) {
    for (const b of laid.slice(index + 1)) {
      if (a.columns[0] !== b.columns[0]) continue
      assert.ok(a.rows[1] <= b.rows[0] || b.rows[1] <= a.rows[0])
    }
  }
})

test('an end that is far off, or before the start, does not stretch the day', () => {
  const [day] = layBoards(
    [
      {
        date: '2027-07-01',
        stages: [
          onStage('Pier', gig('2027-07-01T20:00', '2027-07-09T20:00')),
          onStage('Boathouse', gig('2027-07-01T21:00', '2027-07-01T20:00')),
        ],
      },
    ],
    utc,
  )
  assert.equal(day?.hours.length, 16)
  assert.deepEqual(day.laid[1]?.rows, [13, 25])
})

test('numbers count through all days, and gigs without a date have no grid', () => {
  const one = onStage('Pier', gig('2027-07-01T20:00'))
  const two = onStage('Pier', gig('2027-07-02T20:00'))
  const boards = layBoards(
    [
      { date: '2027-07-01', stages: [one] },
      { date: '2027-07-02', stages: [two] },
      { date: null, stages: [onStage('Pier', gig(null))] },
    ],
    utc,
  )
  assert.deepEqual(
    boards.map(({ laid }) => laid.map(({ number }) => number)),
    [[0], [1]],
  )
  assert.deepEqual(
    boards.map(({ stages }) => stages.map(({ number }) => number)),
    [[0], [1]],
  )
})

test('a board begins with a full hour of the festival', () => {
  const [day] = layBoards(
    [
      {
        date: '2027-07-01',
        stages: [onStage('Pier', gig('2027-07-01T15:20', '2027-07-01T17:00'))],
      },
    ],
    'Asia/Kathmandu',
  )
  assert.equal(day?.from.toISOString(), '2027-07-01T15:15:00.000Z')
  assert.deepEqual(day.hours, ['21:00', '22:00'])
  assert.deepEqual(day.laid[0]?.rows, [2, 22])
})

for (const [night, zone, hours] of [
  ['2027-03-27', 'Europe/London', ['23:00', '00:00', '02:00', '03:00', '04:00']],
  ['2027-10-30', 'Europe/London', ['23:00', '00:00', '01:00', '01:00', '02:00', '03:00']],
  ['2027-04-03', 'Australia/Lord_Howe', ['23:00', '00:00', '01:00', '01:30', '02:30', '03:30']],
] as const) {
  test(`in the night of ${night} in ${zone} hours are what clocks show, and gigs keep their length`, () => {
    const start = instantOf(new Date(`${night}T23:00Z`), zone).getTime()
    const iso = (minutes: number) => new Date(start + minutes * 60_000).toISOString()
    const length = (hours.length - 1) * 60
    const gigs = Array.from({ length: length / 30 }, (_, nth) => ({
      ...gig(null),
      start_time: iso(nth * 30),
      end_time: iso(nth * 30 + 30),
    }))
    const [day] = layBoards([{ date: night, stages: [onStage('Pier', ...gigs)] }], zone)
    // The last of these hours is the end of the last gig.
    assert.deepEqual(day?.hours, hours.slice(0, -1))
    assert.deepEqual(
      day.laid.map(({ rows }) => rows),
      gigs.map((_, nth) => [nth * 6 + 1, nth * 6 + 7]),
    )
    const end = localTime(new Date(iso(length)), zone)
      .toISOString()
      .slice(11, 16)
    assert.equal(end, hours.at(-1))
  })
}
