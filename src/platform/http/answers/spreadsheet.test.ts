import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { unzipSync } from 'fflate'
import { readCsv } from '#platform/files/csv'
import { readWorkbook } from '#platform/files/workbook'
import { type Cell, rowsPerChunk, type SpreadsheetForm, spreadsheet } from './spreadsheet.ts'

const columns = ['name', 'amount', 'time']
const rows: Cell[][] = [
  ['Ebb; "Trio", <b> & \u0001co', 1234.5, new Date('2027-07-17T18:30:00Z')],
  ['=1+1', 7, null],
  ['', null, new Date('2027-01-17T23:30:00Z')],
]

async function written(form: SpreadsheetForm, cells = rows): Promise<Buffer> {
  const all = cells.map((row, nth) => ({ row, nth }))
  const file = await spreadsheet<{ row: Cell[]; nth: number }>(
    {
      columns,
      toCells: ({ row }) => row,
      next: async (after) => all.slice(after ? after.nth + 1 : 0).slice(0, rowsPerChunk),
    },
    form,
  )
  return buffer(file)
}

test('by default a file has commas, decimal points and times in UTC', async () => {
  assert.equal(
    (await written({ zone: 'Europe/Berlin' })).toString(),
    '\ufeff"name","amount","time"\r\n"Ebb; ""Trio"", <b> & \u0001co",1234.5,"2027-07-17T18:30:00.000Z"\r\n' +
      '"=1+1",7,\r\n"",,"2027-01-17T23:30:00.000Z"\r\n',
  )
})

test('with a semicolon it has decimal commas, and the clocks of the zone', async () => {
  const text = (await written({ delimiter: ';', zone: 'Europe/Berlin' })).toString()
  assert.deepEqual(
    readCsv(text).rows.map(({ cells }) => cells),
    [
      columns,
      ['Ebb; "Trio", <b> & \u0001co', '1234,5', '2027-07-17 20:30:00'],
      ['=1+1', '7', ''],
      ['', '', '2027-01-18 00:30:00'],
    ],
  )
})

test('a workbook has texts, numbers and times by the clocks of the zone; a text is no formula', async () => {
  const bytes = await written({ format: 'xlsx', zone: 'Europe/Berlin' })
  const [sheet, ...others] = await readWorkbook(bytes, 'export.xlsx')
  assert.deepEqual(others, [])
  assert.deepEqual(
    sheet?.rows.map(({ cells }) => cells),
    [
      columns,
      ['Ebb; "Trio", <b> & co', '1234.5', '2027-07-17 20:30'],
      ['=1+1', '7', ''],
      ['', '', '2027-01-18 00:30'],
    ],
  )
  const xml = Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? []).toString()
  assert.match(xml, /<c r="B2"><v>1234\.5<\/v><\/c>/)
  assert.doesNotMatch(xml, /<f>/)
})

// fflate 0.8 takes the time of the machine for the parts of an archive.
test('a text that has the form of an escaped character stays as it was typed', async () => {
  const texts = ['_x0041_', 'a_x000D_b', '_x005F_x0041_', '_X0041_', '_x41_', '__x0041__']
  const bytes = await written(
    { format: 'xlsx' },
    texts.map((text) => [text, 1, null]),
  )
  const [sheet] = await readWorkbook(bytes, 'texts.xlsx')
  assert.deepEqual(
    sheet?.rows.slice(1).map(({ cells }) => cells[0]),
    texts,
  )
})

test('rows and cells say where they stand, also beyond the column Z and the first part', async () => {
  const wide = Array.from({ length: rowsPerChunk + 1 }, () => Array.from({ length: 28 }, () => 1))
  const sheet = unzipSync(await written({ format: 'xlsx' }, wide))['xl/worksheets/sheet1.xml']
  const text = new TextDecoder().decode(sheet)
  assert.match(text, /<row r="1"><c r="A1" t="inlineStr"/)
  assert.ok(text.includes('<row r="2"><c r="A2"><v>1</v></c><c r="B2">'))
  assert.ok(text.includes(`<c r="AB${rowsPerChunk + 2}"><v>1</v></c></row></sheetData>`))
})

test('the same rows are the same workbook at any time: its parts have a fixed one', async () => {
  const date = (await written({ format: 'xlsx' })).readUInt16LE(12)
  assert.deepEqual([1980 + (date >> 9), (date >> 5) & 15], [1980, 1])
})

test('all rows of several reads are in the file', async () => {
  const many = Array.from({ length: 2 * rowsPerChunk + 1 }, (_, nth): Cell[] => [
    `Act ${nth}`,
    nth,
    null,
  ])
  const [sheet] = await readWorkbook(await written({ format: 'xlsx' }, many), 'export.xlsx')
  assert.deepEqual(
    sheet?.rows.slice(1).map(({ cells }) => cells[1]),
    many.map(([, nth]) => `${nth}`),
  )
})
