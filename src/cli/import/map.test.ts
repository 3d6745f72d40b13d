import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { shiftYears } from '#platform/files/dates'
import { Fault } from '#platform/files/fault'
import { closest } from '#platform/values/closest'
import { bindMap, readMap } from './map.ts'

const folder = await mkdtemp(join(tmpdir(), 'festival-map-'))
after(() => rm(folder, { recursive: true }))

const columns = ['Id', 'Name', 'Town', 'Region', 'Starts', 'Ends', 'Season', 'Lat', 'Lng', 'Geo']
const row = ['7', 'Harbour', 'Kiel', 'North', '1/7/2027', '3/7/2027', 'summer', '54.3', '10,1', '']

const whole = {
  source: { prefix: 'list:', column: 'Id' },
  name: 'Name',
  start_time: { column: 'Starts', date: 'DD/MM/YYYY' },
  end_time: { column: 'Ends', date: 'DD/MM/YYYY' },
}

/** Returns the fields that a map creates from the row, with some cells changed. */
async function mapped(rules: object, cells: Record<string, string> = {}) {
  const path = join(folder, 'map.json')
  await writeFile(path, JSON.stringify({ ...whole, ...rules }))
  const changed = columns.map((column, index) => cells[column] ?? row[index] ?? '')
  return bindMap(await readMap(path), columns)(changed)
}

const fieldOf = async (field: string, rule: unknown, cells?: Record<string, string>) =>
  (await mapped({ [field]: rule }, cells)).fields[field]

test('a field is a column, several columns, or a constant', async () => {
  assert.equal(await fieldOf('venue', 'Town'), 'Kiel')
  assert.equal(await fieldOf('venue', { column: 'Town' }), 'Kiel')
  assert.equal(await fieldOf('country', { constant: 'Denmark' }), 'Denmark')
  const both = { columns: ['Town', 'Region'], join: ', ' }
  assert.equal(await fieldOf('area', both), 'Kiel, North')
  assert.equal(await fieldOf('area', both, { Town: '' }), 'North')
  assert.equal(await fieldOf('area', both, { Town: '', Region: '' }), null)
})

test('an empty cell clears its field, and leaves out a required one', async () => {
  const { fields } = await mapped({ venue: 'Town' }, { Town: '', Name: '' })
  assert.equal(fields['venue'], null)
  assert.ok(!('name' in fields))
})

test('a whole number is read from its digits, and a percentage is never empty', async () => {
  assert.equal(await fieldOf('refund_until_days', { constant: '14' }), 14)
  assert.equal(await fieldOf('refund_until_days', 'Town', { Town: '' }), null)
  const { fields } = await mapped({ refund_percent: 'Town' }, { Town: '' })
  assert.ok(!('refund_percent' in fields))
  await assert.rejects(
    fieldOf('refund_percent', { constant: '80 %' }),
    new Fault('refund_percent: not a whole number'),
  )
})

test('a value of one column is translated to a date by a table', async () => {
  const table = { summer: '2027-06-21', winter: null }
  assert.equal(await fieldOf('start_time', { column: 'Season', table }), '2027-06-21')
  assert.equal(
    (await mapped({ venue: { column: 'Season', table } }, { Season: 'winter' })).fields['venue'],
    null,
  )
  await assert.rejects(
    fieldOf('start_time', { column: 'Season', table }, { Season: 'spring' }),
    new Fault('start_time: the word in "Season" is not in the table of the map'),
  )
})

const dates: [format: string, cell: string, start: string, end?: string][] = [
  ['YYYY-MM-DD', '2027-07-01', '2027-07-01T00:00Z'],
  ['DD/MM/YYYY', '1/7/2027', '2027-07-01T00:00Z'],
  ['MM/DD/YYYY', '07/01/2027', '2027-07-01T00:00Z'],
  ['DD.MM.YYYY HH:mm', '01.07.2027 9:30', '2027-07-01T09:30Z'],
  ['YYYYMMDD', '20270701', '2027-07-01T00:00Z'],
  ['MM/YYYY', '2/2028', '2028-02-01T00:00Z', '2028-02-29T00:00Z'],
  ['YYYY', '2027', '2027-01-01T00:00Z', '2027-12-31T00:00Z'],
]
for (const [format, cell, start, end = start] of dates) {
  test(`${cell} is read as ${format}`, async () => {
    const rule = { column: 'Starts', date: format }
    const { fields } = await mapped({ start_time: rule, end_time: rule }, { Starts: cell })
    const isAt = (time: unknown) => new Date(`${time}`).getTime()
    assert.equal(isAt(fields['start_time']), isAt(start))
    assert.equal(isAt(fields['end_time']), isAt(end))
  })
}

test('a date without an hour can get one, so that a festival includes its last day', async () => {
  const rule = { column: 'Ends', date: 'DD/MM/YYYY', time: '23:59' }
  assert.match(`${await fieldOf('end_time', rule)}`, /^2027-07-03T23:59/)
})

for (const cell of ['31/02/2027', '13/13/2027', 'in July', '1/7/27', '2027-07-01', '0/7/2027']) {
  test(`${cell} is not a date DD/MM/YYYY`, async () => {
    await assert.rejects(
      mapped({}, { Starts: cell }),
      new Fault('start_time: the cell of "Starts" is no date DD/MM/YYYY'),
    )
  })
}

test('coordinates are one cell or two', async () => {
  const [pair, two] = [{ column: 'Geo' }, { lat: 'Lat', lng: 'Lng' }]
  assert.deepEqual(await fieldOf('coordinates', pair, { Geo: '54.3, 10.1' }), {
    lat: 54.3,
    lng: 10.1,
  })
  assert.deepEqual(await fieldOf('coordinates', pair, { Geo: '-22.4;166.7' }), {
    lat: -22.4,
    lng: 166.7,
  })
  const turned = { column: 'Geo', format: 'lng, lat' }
  assert.deepEqual(await fieldOf('coordinates', turned, { Geo: '10.1 54.3' }), {
    lat: 54.3,
    lng: 10.1,
  })
  assert.deepEqual(await fieldOf('coordinates', two), { lat: 54.3, lng: 10.1 })
  assert.equal(await fieldOf('coordinates', pair, { Geo: '' }), null)
})

for (const cell of [
  '91, 0',
  '0, 181',
  '54.3',
  'Kiel',
  '54.3, 10.1, 3',
  '1e9, 0',
  'NaN, 0',
  '54.3,',
]) {
  test(`"${cell}" is not a pair of coordinates`, async () => {
    await assert.rejects(fieldOf('coordinates', { column: 'Geo' }, { Geo: cell }), Fault)
  })
}

test('the id of a row carries the prefix of its list', async () => {
  assert.equal((await mapped({})).source, 'list:7')
  const source = { prefix: 'list:', columns: ['Name', 'Town'], join: '/' }
  assert.equal((await mapped({ source })).source, 'list:Harbour/Kiel')
  await assert.rejects(mapped({}, { Id: '' }), /source: the cell is empty/)
})

const slips: [why: string, rules: object, error: RegExp][] = [
  ['an unknown field', { nmae: 'Name' }, /nmae is not known\. Did you mean "name"\?/],
  [
    'an unknown column',
    { venue: 'Twon' },
    /venue: the file has no column "Twon"\. Did you mean "Town"\? The columns are: Id, Name/,
  ],
  [
    'an unknown key of a rule',
    { venue: { column: 'Town', jion: ' ' } },
    /venue\.jion is not known\. Did you mean "join"/,
  ],
  ['a missing field', { name: undefined }, /name must be there/],
  ['a source without prefix', { source: 'Id' }, /source must be/],
  ['a delimiter of two letters', { delimiter: ';;' }, /delimiter must be one character/],
  [
    'a format without year',
    { start_time: { column: 'Starts', date: 'DD/MM' } },
    /"DD\/MM" is not a date format/,
  ],
  [
    'a format with two days',
    { start_time: { column: 'Starts', date: 'DD/DD/YYYY' } },
    /is not a date format/,
  ],
  [
    'an impossible hour',
    { end_time: { column: 'Ends', date: 'YYYY', time: '24:00' } },
    /end_time\.time must be/,
  ],
  [
    'a table that is none',
    { area: { column: 'Town', table: [] } },
    /area\.table must be an object/,
  ],
  ['a number for a text', { area: { constant: 5 } }, /area\.constant must be a text/],
  ['a rule that is none', { area: 5 }, /area must be a column name or an object/],
  ['coordinates as a column', { coordinates: 'Geo' }, /coordinates must be/],
  [
    'an unknown format of coordinates',
    { coordinates: { column: 'Geo', format: 'x' } },
    /format must be/,
  ],
  ['an organizer without id', { organizer: { name: 'X' } }, /organizer\.id/],
]
for (const [why, rules, error] of slips) {
  test(`${why} in a map is reported`, () => assert.rejects(mapped(rules), error))
}

test('of two columns with one name neither is used', () => {
  const map = { dialect: { delimiter: ',', quotes: true }, organizer: undefined, rules: whole }
  assert.throws(
    () => bindMap(map, [...columns, 'Name']),
    /two columns of the file are called "Name"/,
  )
})

test('a map that is not JSON, or missing, is reported', async () => {
  const path = join(folder, 'broken.json')
  await writeFile(path, '{"name": ')
  await assert.rejects(readMap(path), /broken\.json is not valid JSON/)
  await assert.rejects(readMap(join(folder, 'none.json')), /none\.json cannot be read/)
  await writeFile(path, '["name"]')
  await assert.rejects(readMap(path), /must hold an object/)
})

test('times move by whole years, 29 February to the 28th where there is none', () => {
  const moved = (time: string, years: number) => shiftYears(new Date(time), years).toISOString()
  assert.equal(moved('2019-07-06T18:00:00.000Z', 8), '2027-07-06T18:00:00.000Z')
  assert.equal(moved('2024-02-29T18:00:00.000Z', 3), '2027-02-28T18:00:00.000Z')
  assert.equal(moved('2024-02-29T18:00:00.000Z', 4), '2028-02-29T18:00:00.000Z')
  assert.equal(moved('2027-01-01T00:00:00.000Z', -1), '2026-01-01T00:00:00.000Z')
  assert.throws(() => moved('2027-01-01T00:00:00.000Z', 9000), /out of the years/)
})

test('a misspelt word leads to the right one, an unrelated one to nothing', () => {
  assert.equal(closest('Strats', ['Ends', 'Starts']), 'Starts')
  assert.equal(closest('lineups', ['festivals', 'lineup']), 'lineup')
  assert.equal(closest('banana', ['Ends', 'Starts']), undefined)
})
