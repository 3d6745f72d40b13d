import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLineupFile } from './file.ts'

const days = { first: Date.UTC(2027, 6, 16), last: Date.UTC(2027, 6, 18) }

async function read(lines: string[]) {
  const file = { name: 'lineup.csv', bytes: Buffer.from(lines.join('\n')) }
  const { gigs, table } = await readLineupFile(file, { days })
  const faults = table?.rows.flatMap((row) => ('fault' in row ? [[row.row.line, row.fault]] : []))
  return { gigs, faults, columns: table?.columns?.map(({ use }) => use) }
}

test('a row whose time is not understood is refused; its gig does not lose the time without a word', async () => {
  const { columns, gigs, faults } = await read([
    'Act;Stage;Day;Time',
    'Ebb Trio;Quay;Friday;20 past 8',
    'Low Meadow;Quay;Saturday;20 past 9',
    'Tide;Quay;Saturday;22:00',
  ])
  assert.deepEqual(columns, ['artist', 'place', 'day', 'start'])
  assert.equal(gigs.length, 1)
  assert.deepEqual(
    faults?.map(([line, fault]) => [line, `${fault}`.slice(0, 46)]),
    [
      [2, 'start_time: "Friday 20 past 8" is no time: wri'],
      [3, 'start_time: "Saturday 20 past 9" is no time: w'],
    ],
  )
})

test('a column of words is no time, whatever its name', async () => {
  const { columns } = await read(['Act;From;Time', 'Ebb Trio;Berlin;20:00', 'Tide;Lyon;21:00'])
  assert.deepEqual(columns, ['artist', null, 'start'])
})

test('a day with a dot is a day beside a time, without a time, and as a heading', async () => {
  const { gigs } = await read(['Act;Day;Time', 'Ebb Trio;Sa 17.07;20:00', 'Tide;Sa 17.07;'])
  assert.deepEqual(gigs, [
    { artist: 'Ebb Trio', start_time: '2027-07-17T20:00', end_time: null },
    { artist: 'Tide', start_time: null, end_time: null },
  ])
  const headed = await read(['Act;Time', 'Sa 17.07;', 'Ebb Trio;20:00', 'So 18.07;', 'Tide;14:00'])
  assert.deepEqual(
    headed.gigs.map((gig) => Object(gig).start_time),
    ['2027-07-17T20:00', '2027-07-18T14:00'],
  )
})

test('rows of comments are no gigs', async () => {
  const { gigs } = await read([
    '# line-up, draft 3',
    'Act;Day;Time',
    '# Friday',
    '#1 Dads;Friday;20:00',
    '// moved',
    'Tide;Friday;21:00',
    '#;;',
  ])
  assert.deepEqual(
    gigs.map((gig) => Object(gig).artist),
    ['#1 Dads', 'Tide'],
  )
})

test('a list of acts without a header loses none', async () => {
  const { gigs } = await read(['Ebb Trio', 'Low Meadow', 'Tide'])
  assert.deepEqual(
    gigs.map((gig) => Object(gig).artist),
    ['Ebb Trio', 'Low Meadow', 'Tide'],
  )
  assert.equal((await read(['Artist', 'Ebb Trio'])).gigs.length, 1)
})

for (const [first, error] of [
  ['BEGIN:VCALENDAR', /is a calendar: give the table that it was made from/],
  ['<!DOCTYPE html>', /is a web page: open it in a spreadsheet/],
  ['<table>', /is a web page: open it in a spreadsheet/],
] as const) {
  test(`a file that begins with ${first} is refused with what to do`, async () => {
    await assert.rejects(read([first, 'SUMMARY:Tide']), error)
  })
}
