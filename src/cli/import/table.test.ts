import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openTable, type Row } from './table.ts'

const folder = await mkdtemp(join(tmpdir(), 'festival-table-'))
after(() => rm(folder, { recursive: true }))

const path = join(folder, 'rows.csv')

async function read(content: string | Buffer, { delimiter = ',', quotes = true } = {}) {
  await writeFile(path, content)
  const { columns, rows } = await openTable(path, { delimiter, quotes })
  const found: Row[] = []
  for await (const row of rows) found.push(row)
  return { columns, rows: found, cells: found.map((row) => row.cells) }
}

test('rows are cells between delimiters, blanks around them trimmed', async () => {
  const { columns, cells } = await read('a, b\n1, 2 \n\n3,4\n')
  assert.deepEqual(columns, ['a', 'b'])
  assert.deepEqual(cells, [
    ['1', '2'],
    ['3', '4'],
  ])
})

test('a byte order mark, CRLF, mixed line breaks and a missing last one are all read', async () => {
  const { columns, cells } = await read('\ufeff"Näme",b\r\n1,2\n3,4\r5,6')
  assert.deepEqual(columns, ['Näme', 'b'])
  assert.deepEqual(cells, [
    ['1', '2'],
    ['3', '4'],
    ['5', '6'],
  ])
})

test('quotes hold delimiters, line breaks and quotes; inside a word they are letters', async () => {
  const { rows, cells } = await read(
    'a,b\r\n"x, y","two\r\nlines"\r\n"a ""b""",5" screen\r\n1,2\r\n',
  )
  assert.deepEqual(cells, [
    ['x, y', 'two\r\nlines'],
    ['a "b"', '5" screen'],
    ['1', '2'],
  ])
  assert.deepEqual(
    rows.map(({ line }) => line),
    [2, 4, 5],
  )
  assert.equal(rows[0]?.raw, '"x, y","two\r\nlines"')
})

test('in a tab-separated file quotes are letters', async () => {
  const { cells } = await read('name\tgenres\n"Odd" Al\tpolka\n"open\trock\n', {
    delimiter: '\t',
    quotes: false,
  })
  assert.deepEqual(cells, [
    ['"Odd" Al', 'polka'],
    ['"open', 'rock'],
  ])
})

test('a row that is not UTF-8 is reported, and the rows around it are read', async () => {
  const { rows } = await read(Buffer.from('a,b\n1,\xc3\xa9\n2,caf\xe9\n3,4\n', 'latin1'))
  assert.deepEqual(
    rows.map(({ cells, fault }) => [cells[1], fault]),
    [
      ['é', undefined],
      ['', 'b is not UTF-8'],
      ['4', undefined],
    ],
  )
  assert.equal(rows[1]?.raw, '2,caf\xe9')
})

test('a row with too few or too many cells, or with a NUL, is reported', async () => {
  const { rows } = await read('a,b\n1\n1,2,3\n1,x\0y\n')
  assert.deepEqual(
    rows.map(({ fault }) => fault),
    [
      'It has 1 cells, the header has 2',
      'It has 3 cells, the header has 2',
      'A cell holds a NUL character',
    ],
  )
})

test('the progress is known from the bytes read', async () => {
  const { rows } = await read('\ufeffa,b\n1,2\n3,4\n')
  assert.equal(rows.at(-1)?.share, 1)
})

const broken: [why: string, content: string | Buffer, error: RegExp][] = [
  ['an empty file', '', /has no rows/],
  ['a file of a blank line', '\n', /has no rows/],
  ['a file of UTF-16', Buffer.from('\ufeffa,b\n', 'utf16le'), /not UTF-8: save it as UTF-8/],
  ['a header that is no UTF-8', Buffer.from('caf\xe9,b\n1,2\n', 'latin1'), /not UTF-8/],
  [
    'a quote that is never closed',
    'a,b\n1,2\n3,"x\n4,5\n',
    /begins on line 3 opens a quote that is never closed/,
  ],
  [
    'a row without end',
    `a,b\n1,2\n3,${'x'.repeat(1_000_001)}\n`,
    /begins on line 3 .* longer than 1 MB/,
  ],
]
for (const [why, content, error] of broken) {
  test(`${why} is refused`, () => assert.rejects(read(content), error))
}

test('a missing file, and a folder, are refused', async () => {
  const dialect = { delimiter: ',', quotes: true }
  await assert.rejects(openTable(join(folder, 'none.csv'), dialect), /none\.csv does not exist/)
  await assert.rejects(openTable(folder, dialect), /is not a file/)
})
