/** Small grids with the oddities of real ones, and the outcome of each cell. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zipSync } from 'fflate'
import { dayIn } from './day-in.ts'
import { readLineupFile } from './file.ts'

/** From Thursday 15 to Sunday 18 July 2027. */
const days = { first: Date.UTC(2027, 6, 15), last: Date.UTC(2027, 6, 18) }
const lines = (...rows: string[]) => Buffer.from(`${rows.join('\n')}\n`)

/** Returns the gigs of a file: `Ebb Trio | Quay | 17 20:30 | 21:30`; of a rejected row, the reason. */
async function gigsOf(bytes: Buffer): Promise<string[]> {
  const { table } = await readLineupFile({ name: 'grid', bytes }, { days })
  return (table?.rows ?? []).map((row) => {
    if ('fault' in row) return row.fault
    const { artist, place, start_time: start, end_time: end } = row.gig as Record<string, string>
    return [artist, place, start?.slice(8, 16).replace('T', ' '), end?.slice(11, 16) ?? '-'].join(
      ' | ',
    )
  })
}

const grids: [name: string, file: Buffer, gigs: string[]][] = [
  [
    'acts last until the next of their stage',
    lines(
      'Friday;Quay;Old Crane',
      '18:00;Ebb Trio;',
      '19:00;;Wide River',
      '20:00;Low Meadow;',
      '23:30;;Spring Tide',
      '00:30;Night Bus;',
    ),
    [
      'Ebb Trio | Quay | 16 18:00 | 20:00',
      'Low Meadow | Quay | 16 20:00 | 00:30',
      'Night Bus | Quay | 17 00:30 | -',
      'Wide River | Old Crane | 16 19:00 | 23:30',
      'Spring Tide | Old Crane | 16 23:30 | -',
    ],
  ],
  [
    'ranges of times, a dash for a break, and an act to be announced',
    lines(
      'Harbour Nights – Saturday 17 July;;',
      'Time;Quay;Old Crane',
      '18:00 - 19:00;Ebb Trio;-',
      '19:00 - 20:15;-;TBA',
    ),
    ['Ebb Trio | Quay | 17 18:00 | 19:00', 'TBA | Old Crane | 17 19:00 | 20:15'],
  ],
  [
    'days as headings, with other stages below each',
    lines(
      'FRIDAY;;',
      ';Quay;Old Crane',
      '18:00;Ebb Trio;Wide River',
      '19:00;Low Meadow;',
      'SATURDAY;;',
      ';Quay;Lighthouse',
      '18:00;Spring Tide;Night Bus',
      '19:00;;Last Boat',
    ),
    [
      'Ebb Trio | Quay | 16 18:00 | 19:00',
      'Low Meadow | Quay | 16 19:00 | -',
      'Wide River | Old Crane | 16 18:00 | -',
      'Spring Tide | Quay | 17 18:00 | -',
      'Night Bus | Lighthouse | 17 18:00 | 19:00',
      'Last Boat | Lighthouse | 17 19:00 | -',
    ],
  ],
  [
    'a column of days before the times',
    lines(
      'Day;Time;Quay;Old Crane',
      'Friday;18:00;Ebb Trio;Wide River',
      ';19:00;Low Meadow;',
      'Saturday;18:00;Spring Tide;Night Bus',
    ),
    [
      'Ebb Trio | Quay | 16 18:00 | 19:00',
      'Low Meadow | Quay | 16 19:00 | -',
      'Wide River | Old Crane | 16 18:00 | -',
      'Spring Tide | Quay | 17 18:00 | -',
      'Night Bus | Old Crane | 17 18:00 | -',
    ],
  ],
  [
    'whole dates as times, times on both edges, and a cell with the time of its act',
    lines(
      ';Quay;Old Crane;',
      '2027-07-17 20:00;"Ebb Trio\n20:15 - 20:45";;2027-07-17 20:00',
      '2027-07-17 21:00;Low Meadow;Wide River;2027-07-17 21:00',
      '2027-07-17 22:00;-;-;2027-07-17 22:00',
    ),
    [
      'Ebb Trio | Quay | 17 20:15 | 20:45',
      'Low Meadow | Quay | 17 21:00 | 22:00',
      'Wide River | Old Crane | 17 21:00 | 22:00',
    ],
  ],
  [
    'a column of times and one of acts for each stage',
    lines(
      'Sunday 18 July;;;',
      'Quay;;Old Crane;',
      '18:00;Ebb Trio;18:30-19:30;Wide River',
      '20:00;Low Meadow;;',
      '00:30;Night Bus;;',
    ),
    [
      'Ebb Trio | Quay | 18 18:00 | -',
      'Wide River | Old Crane | 18 18:30 | 19:30',
      'Low Meadow | Quay | 18 20:00 | -',
      'Night Bus | Quay | 19 00:30 | -',
    ],
  ],
  [
    'names of columns below the stages',
    lines(
      'Saturday;;;',
      'Quay;;Old Crane;',
      'Time;Act;Time;Act',
      '18:00;Ebb Trio;18:30;Wide River',
      '20:00;Low Meadow;20:30;Spring Tide',
    ),
    [
      'Ebb Trio | Quay | 17 18:00 | -',
      'Wide River | Old Crane | 17 18:30 | -',
      'Low Meadow | Quay | 17 20:00 | -',
      'Spring Tide | Old Crane | 17 20:30 | -',
    ],
  ],
]
for (const [name, file, gigs] of grids) {
  test(name, async () => assert.deepEqual((await gigsOf(file)).toSorted(), gigs.toSorted()))
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** A workbook with a sheet for each day; `merged` are areas of merged cells. */
function aBook(sheets: { name: string; rows: string[][]; merged?: string[] }[]): Buffer {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const relations = sheets.map((_, nth) => `<Relationship Id="r${nth}" Target="s${nth}.xml"/>`)
  const parts = sheets.map(({ rows, merged = [] }, nth) => {
    const cells = rows.map(
      (row) =>
        `<row>${row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`,
    )
    const areas = merged.map((area) => `<mergeCell ref="${area}"/>`).join('')
    return [
      `xl/s${nth}.xml`,
      bytes(
        `<worksheet xmlns="${main}"><sheetData>${cells.join('')}</sheetData><mergeCells>${areas}</mergeCells></worksheet>`,
      ),
    ]
  })
  const listed = sheets.map(
    ({ name }, nth) => `<sheet name="${name}" sheetId="${nth + 1}" r:id="r${nth}"/>`,
  )
  return Buffer.from(
    zipSync({
      'xl/workbook.xml': bytes(
        `<workbook xmlns="${main}" xmlns:r="r"><sheets>${listed.join('')}</sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': bytes(`<Relationships>${relations.join('')}</Relationships>`),
      ...Object.fromEntries(parts),
    }),
  )
}

test('a merged cell lasts as long as it is high, and an empty cell is a break', async () => {
  const rows = [
    ['Time', 'Quay', 'Old Crane'],
    ['18:00', 'Ebb Trio', ''],
    ['18:30', '', 'Wide River'],
    ['19:00', '', ''],
    ['19:30', 'Low Meadow', ''],
    ['20:00', '', ''],
  ]
  const other = [
    ['Time', 'Quay', 'Old Crane'],
    ['18:00', 'Spring Tide', 'Night Bus'],
    ['19:00', '', ''],
  ]
  const book = aBook([
    { name: 'Notes', rows: [['Bring a coat']] },
    { name: 'Friday', rows, merged: ['B2:B3', 'C3:C4'] },
    { name: 'Sat 17.7.', rows: other },
  ])
  assert.deepEqual(await gigsOf(book), [
    'Ebb Trio | Quay | 16 18:00 | 19:00',
    'Low Meadow | Quay | 16 19:30 | 20:00',
    'Wide River | Old Crane | 16 18:30 | 19:30',
    'Spring Tide | Quay | 17 18:00 | -',
    'Night Bus | Old Crane | 17 18:00 | -',
  ])
  const { positions, table } = await readLineupFile({ name: 'b.xlsx', bytes: book }, { days })
  assert.equal(positions[0], 'Friday, row 2')
  assert.deepEqual(
    table?.columns?.map(({ name, use }) => [name, use]),
    [
      ['Act', 'artist'],
      ['Stage', 'place'],
      ['Day', 'day'],
      ['From', 'start'],
      ['To', 'end'],
    ],
  )
})

const lists: [name: string, file: Buffer, gigs: string[]][] = [
  [
    'unknown names of columns, and the same stages again and again',
    lines(
      'Wann;Foo;Bar',
      'Fri 18:00;Ebb Trio;Quay',
      'Fri 19:00;Wide River;Pier',
      'Fri 20:00;Low Meadow;Quay',
      'Fri 21:00;Spring Tide;Pier',
    ),
    [
      'Ebb Trio | Quay | 16 18:00 | -',
      'Wide River | Pier | 16 19:00 | -',
      'Low Meadow | Quay | 16 20:00 | -',
      'Spring Tide | Pier | 16 21:00 | -',
    ],
  ],
  [
    'two acts at one time, a row for each',
    lines('When;Foo;Bar', 'Fri 18:00;Ebb Trio;Quay', 'Fri 18:00;Wide River;Pier'),
    ['Ebb Trio | - | 16 18:00 | -'],
  ],
]
test('a list is no grid', async () => {
  for (const [name, file, [first]] of lists) {
    assert.match((await gigsOf(file))[0] ?? '', /^Ebb Trio \|/, `${name}: ${first}`)
  }
})

const refusals: [name: string, file: Buffer, error: RegExp][] = [
  [
    'a grid of which one part has a day',
    lines(
      'Time;Quay;Old Crane',
      '18:00;A1;B1',
      '19:00;A2;',
      'Saturday;;',
      '18:00;C1;',
      '19:00;C2;',
    ),
    /^Which day is row 2 of the grid\? Write the day, such as Friday, above its stages$/,
  ],
  [
    'two stages of one name',
    lines('Friday;Quay;Quay', '18:00;A1;B1', '19:00;A2;B2'),
    /^Two stages of the grid are called "Quay": give each column a name of its own$/,
  ],
  [
    'acts without a stage',
    lines('Friday;Quay;Pier;', '18:00;A1;B1;C1', '19:00;A2;B2;'),
    /^Column 4 of the grid has acts and no stage above it/,
  ],
  [
    'acts without a time',
    lines('Friday;Quay;Pier', '18:00;A1;B1', ';A2;B2', '19:00;A3;B3'),
    /^Row 3 of the grid has acts and no time: write the time/,
  ],
  [
    'times across',
    lines('Friday;18:00;19:00;20:00', 'Quay;A1;A2;A3', 'Pier;B1;;B3'),
    /^The times stand in a row and the stages below each other: exchange rows and columns/,
  ],
  [
    'a list beside a grid',
    aBook([
      {
        name: 'List',
        rows: [
          ['Act', 'Start'],
          ['A1', 'Fri 18:00'],
        ],
      },
      {
        name: 'Friday',
        rows: [
          ['', 'Quay', 'Pier'],
          ['18:00', 'A1', 'B1'],
          ['19:00', 'A2', 'B2'],
        ],
      },
    ]),
    /^The sheet "List" is a list and "Friday" a grid of stages: choose one of them$/,
  ],
]
for (const [name, file, error] of refusals) {
  test(`${name} is refused with a sentence`, async () => {
    await assert.rejects(gigsOf(file), (problem: Error) => {
      assert.match(problem.message, error)
      return true
    })
  })
}

const titles: [text: string, day: string | undefined][] = [
  ['Friday', 'Friday'],
  ['Harbour Nights – Friday 16 July 2027', 'Friday 16 July 2027'],
  ['Day 1: Thursday', 'Day 1: Thursday'],
  ['Programm Samstag, 17.7.2027', 'Samstag 17.7.2027'],
  ['Sun Stage', undefined],
  ['Harbour Nights', undefined],
]
test('the day of a title is found', () => {
  for (const [text, day] of titles) assert.equal(dayIn(text), day, text)
})
