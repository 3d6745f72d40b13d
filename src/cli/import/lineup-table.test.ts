import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { searchName } from '#platform/values/names'
import { aWorld } from '../../../test/world.ts'
import { describeLineups, importLineups } from './lineups.ts'
import { importLineup, type LineupOptions } from './save-lineup.ts'

const { db, get } = await aWorld()
const folder = await mkdtemp(join(tmpdir(), 'festival-lineup-table-'))
after(() => rm(folder, { recursive: true }))

const festival = {
  name: 'Harbour Nights 2027',
  start_time: '2027-07-01T16:00:00Z',
  end_time: '2027-07-03T22:00:00Z',
}
const map = {
  delimiter: ';',
  organizer: { id: 'harbour-nights', name: 'Harbour Nights' },
  festival,
  artist: 'Act',
  place: 'Stage',
  start_time: { columns: ['Day', 'From'], date: 'DD/MM/YYYY HH:mm' },
  end_time: { columns: ['Day', 'To'], date: 'DD/MM/YYYY HH:mm' },
}
const header = 'Act;Stage;Day;From;To'

async function run(
  source: string,
  lines: string[],
  { rules = {}, ...options }: LineupOptions & { rules?: object } = {},
) {
  const [file, mapFile] = [join(folder, `${source}.csv`), join(folder, `${source}.json`)]
  await writeFile(file, [header, ...lines, ''].join('\n'))
  await writeFile(mapFile, JSON.stringify({ ...map, source, ...rules }))
  return importLineup(db, file, { map: mapFile, ...options })
}

async function read(id: string) {
  const { body } = await get(`/festivals/${id}`)
  const placeOf = new Map(
    body.places.map((one: { id: string; name: string }) => [one.id, one.name]),
  )
  const gigs = body.gigs.map((gig: any) => [
    gig.artist?.name ?? null,
    placeOf.get(gig.place_id) ?? null,
    gig.start_time,
    gig.end_time,
  ])
  return { places: body.places, gigs }
}

test('columns say who headlines and in which order the bill has the others', async () => {
  const rules = {
    headliner: { column: 'To', table: { big: 'true', small: 'false' } },
    billing: 'From',
    start_time: undefined,
    end_time: undefined,
  }
  const lines = ['Ebb Trio;;;2;big', 'Low Meadow;;;1;small', 'Wide River;;;;']
  const { festival_id } = await run('billed', [...lines, 'Silent;;;first;'], { rules })
  const { body } = await get(`/festivals/${festival_id}/artists?sort=billing`)
  assert.deepEqual(
    body.artists.map(({ name, headliner, billing }: any) => [name, headliner, billing]),
    [
      ['Ebb Trio', true, 2],
      ['Low Meadow', false, 1],
      ['Wide River', false, null],
    ],
  )
  const rejected = await readFile(join(folder, 'billed.csv.rejected.csv'), 'utf8')
  assert.match(rejected, /billing: not a whole number/)
  // An empty cell removes a place; a file without the columns leaves places as they are.
  await run('billed', ['Ebb Trio;;;;big', 'Low Meadow;;;1;small'], { rules })
  await run('billed', ['Ebb Trio;;;;', 'Low Meadow;;;;'])
  const { gigs } = (await get(`/festivals/${festival_id}`)).body
  assert.deepEqual(
    gigs.map(({ artist, headliner, billing }: any) => [artist.name, headliner, billing]).toSorted(),
    [
      ['Ebb Trio', true, null],
      ['Low Meadow', false, 1],
    ],
  )
})

test('a line-up comes from a CSV file by a map, with its stages made on the way', async () => {
  const report = await run('whole', [
    'Ebb Trio;Quay;01/07/2027;18:00;19:30',
    ' Low Meadow ;Old Crane;02/07/2027;20:00;',
    'Wide River;;03/07/2027;;',
  ])
  assert.deepEqual([report.artists, report.places, report.gigs, report.rejected], [3, 2, 3, 0])
  const { places, gigs } = await read(report.festival_id)
  assert.deepEqual(
    places.map(({ name, type }: { name: string; type: string }) => [name, type]),
    [
      ['Quay', 'stage'],
      ['Old Crane', 'stage'],
    ],
  )
  assert.deepEqual(gigs, [
    ['Ebb Trio', 'Quay', '2027-07-01T18:00:00.000Z', '2027-07-01T19:30:00.000Z'],
    ['Low Meadow', 'Old Crane', '2027-07-02T20:00:00.000Z', null],
    ['Wide River', null, null, null],
  ])
})

test('a second run keeps what is known of the stages, and adds those that are new', async () => {
  const { festival_id } = await run('twice', ['Ebb Trio;Quay;01/07/2027;18:00;'])
  const coordinates = '(10.5,54.8)'
  await db
    .updateTable('places')
    .set({ type: 'tent', coordinates: coordinates as never })
    .where('festival_id', '=', festival_id)
    .execute()
  const again = await run('twice', ['Ebb Trio;Old Crane;01/07/2027;18:00;'])
  assert.equal(again.created, false)
  const { places, gigs } = await read(festival_id)
  assert.deepEqual(
    places.map(({ name, type, coordinates: at }: any) => [name, type, at]),
    [
      ['Quay', 'tent', { lat: 54.8, lng: 10.5 }],
      ['Old Crane', 'stage', null],
    ],
  )
  assert.deepEqual(
    gigs.map(([, place]: unknown[]) => place),
    ['Old Crane'],
  )
})

test('rows that break a rule stand in a file beside it, in their order', async () => {
  const report = await run('rejected', [
    'Ebb Trio;Quay;01/07/2027;20:00;30/06/2027 19:00',
    'Low Meadow;Quay;summer;20:00;',
    'Wide River;Quay;01/07/2027;21:00;',
    `Spring Tide;${'x'.repeat(201)};;;`,
  ])
  assert.deepEqual([report.gigs, report.rejected], [1, 3])
  const [first, ...lines] = (await readFile(report.rejected_file ?? '', 'utf8')).split('\n')
  assert.equal(first, `line;reason;${header}`)
  assert.deepEqual(
    lines.map((line) => line.split(';').slice(0, 3)),
    [
      ['2', '"end_time must not be before start_time"', 'Ebb Trio'],
      [
        '3',
        '"start_time: the cell of ""Day"", ""From"" is no date DD/MM/YYYY HH:mm"',
        'Low Meadow',
      ],
      ['5', '"place must have at most 200 characters"', 'Spring Tide'],
      [''],
    ],
  )
  await assert.rejects(
    run('strict', ['Ebb Trio;Quay;summer;20:00;', 'Low Meadow;;;;'], { strict: true }),
    /^CommandError: Nothing was imported: 1 row rejected, see .*strict\.csv\.rejected\.csv/,
  )
})

const refusals: [why: string, rules: object, error: RegExp][] = [
  ['no artist', { artist: undefined }, /The map: artist must be there/],
  ['an unknown key', { stage: 'Stage' }, /The map: stage is not known\. It may have: /],
  ['an unknown column', { artist: 'Band' }, /The map: artist: the file has no column "Band"/],
  [
    'a festival without times',
    { festival: { name: 'A' } },
    /festival\.start_time and festival\.end_time are required/,
  ],
  ['a prefix', { source: { prefix: 'a' } }, /source must be a string/],
]
for (const [why, rules, error] of refusals) {
  test(`a map with ${why} is refused`, async () => {
    await assert.rejects(run('refused', ['Ebb Trio;;;;'], { rules }), error)
  })
}

test('the example of docs/importing.md is imported as it says', async () => {
  const text = await readFile(new URL('../../../docs/importing.md', import.meta.url), 'utf8')
  const map = text.lastIndexOf('```json\n')
  const csv = [...text.slice(0, map).matchAll(/```csv\n(.*?)```/gs)].at(-1)?.[1] ?? ''
  const [, json = ''] = /^```json\n(.*?)```/s.exec(text.slice(map)) ?? []
  const [file, mapFile] = [join(folder, 'example.csv'), join(folder, 'example.json')]
  await writeFile(file, csv)
  await writeFile(mapFile, json)
  const report = await importLineup(db, file, { map: mapFile })
  const { gigs, to_be_announced, artists, places, rejected } = report
  assert.deepEqual([gigs, to_be_announced, artists, places, rejected], [3, 1, 2, 2, 0])
})

test('a CSV file without a map is refused', async () => {
  const file = join(folder, 'alone.csv')
  await writeFile(file, `${header}\n`)
  await assert.rejects(importLineup(db, file, {}), /Give --map FILE\.json/)
})

/** Writes line-ups of several years to a folder of their own. */
async function years(name: string, files: Record<string, object>) {
  const path = join(folder, name)
  await mkdir(path)
  for (const [file, lineup] of Object.entries(files))
    await writeFile(join(path, file), JSON.stringify(lineup))
  return path
}

const edition = (year: number, more: object = {}) => ({
  organizer: { id: 'low-tide' },
  source: `low-tide:${year}`,
  festival: {
    name: `Low Tide ${year}`,
    start_time: `${year}-08-01T12:00:00Z`,
    end_time: `${year}-08-02T12:00:00Z`,
  },
  gigs: [{ artist: 'Ebb Trio' }, { artist: 'EBB TRIO' }],
  ...more,
})

test('a folder of line-ups is imported file by file; one that fails keeps none back', async () => {
  const path = await years('years', {
    '2027.json': edition(2027),
    '2025.json': edition(2025, { gigs: [{ artist: 'Ebb Trio' }, { start_time: 'late' }] }),
    '2026.json': { source: 'low-tide:2026' },
    'notes.txt': {},
  })
  const report = await importLineups(db, path, { years: 1 })
  assert.deepEqual(
    report.lineups.map(({ file, created, gigs, rejected, rejected_file }) => [
      file,
      created,
      gigs,
      rejected,
      rejected_file,
    ]),
    [
      ['2025.json', true, 1, 1, join(path, '2025.json.rejected.csv')],
      ['2027.json', true, 2, 0, null],
    ],
  )
  assert.deepEqual(report.lineups[1]?.start_time, new Date('2028-08-01T12:00:00Z'))
  assert.deepEqual(report.failed, [
    { file: '2026.json', error: 'organizer and festival are required' },
  ])
  const lines = describeLineups(report)
  assert.ok(lines.includes('✗ 2026.json'))
  assert.deepEqual(lines.slice(-2), [
    `2 line-ups with 3 gigs imported in ${report.seconds} s`,
    '1 file not imported, as said above',
  ])
  const entries = await db
    .selectFrom('audit_log')
    .select('entity_id')
    .where('action', '=', 'festival.import')
    .execute()
  const ids = new Set(entries.map(({ entity_id }) => entity_id))
  assert.ok(report.lineups.every(({ festival_id }) => ids.has(festival_id)))
  const named = await db
    .selectFrom('artists')
    .select('id')
    .where('search_name', '=', searchName('Ebb Trio'))
    .execute()
  assert.equal(named.length, 1)
})

test('a folder takes no option that is for one file, and holds line-ups', async () => {
  const path = await years('options', { 'notes.txt': {} })
  await assert.rejects(importLineups(db, path, {}), /has no line-ups: no file name ends in \.json/)
  for (const option of ['map', 'rejected', 'start'] as const)
    await assert.rejects(
      importLineups(db, path, { [option]: '2027-07-01' }),
      new RegExp(`--${option} is for one file`),
    )
})

// Requirement (rules): Imports read local times
test('times of a map with a time zone are local, and what is before the end of the day is of the next', async () => {
  const lines = [
    'Ebb Trio;Quay;25/06/2027;22:00;23:15',
    'Low Meadow;Quay;25/06/2027;23:30;01:00',
    'Wide River;Quay;25/06/2027;05:59;06:00',
  ]
  const zoned = {
    ...festival,
    time_zone: 'Europe/London',
    start_time: '2027-06-23T09:00',
    end_time: '2027-06-28T05:00+02:00',
  }
  const rules = { festival: zoned, day_ends_at: '06:00' }
  const report = await run('local', lines.slice(0, 2), { rules })
  assert.equal(report.times_read_as_utc, 0)
  assert.deepEqual((await read(report.festival_id)).gigs, [
    ['Ebb Trio', 'Quay', '2027-06-25T21:00:00.000Z', '2027-06-25T22:15:00.000Z'],
    ['Low Meadow', 'Quay', '2027-06-25T22:30:00.000Z', '2027-06-26T00:00:00.000Z'],
  ])
  const { body } = await get(`/festivals/${report.festival_id}`)
  assert.deepEqual(
    [body.time_zone, body.start_time, body.end_time],
    ['Europe/London', '2027-06-23T08:00:00.000Z', '2027-06-28T03:00:00.000Z'],
  )
  const late = await run('late', lines, { rules })
  assert.deepEqual((await read(late.festival_id)).gigs[2], [
    'Wide River',
    'Quay',
    '2027-06-26T04:59:00.000Z',
    '2027-06-26T05:00:00.000Z',
  ])
})

test('a line-up moved to another day or year keeps its local hours', async () => {
  const zoned = {
    ...festival,
    time_zone: 'Europe/London',
    start_time: '2027-03-26T09:00',
    end_time: '2027-04-01',
  }
  const moves = [{ start: '2027-10-29' }, { years: 1 }]
  const lines = ['Ebb Trio;Quay;28/03/2027;22:00;']
  const starts = []
  for (const [nth, move] of moves.entries()) {
    const report = await run(`moved-${nth}`, lines, { rules: { festival: zoned }, ...move })
    starts.push((await read(report.festival_id)).gigs[0]?.[2])
  }
  // In 2027 both clocks change on these days; in 2028 two days before.
  assert.deepEqual(starts, ['2027-10-31T22:00:00.000Z', '2028-03-28T21:00:00.000Z'])
})

for (const [what, rules, error] of [
  [
    'an unknown time zone',
    { festival: { ...festival, time_zone: 'Europe/Nowhere' } },
    /festival\.time_zone must be/,
  ],
  [
    'an end of the day that is no time of day',
    { day_ends_at: '6' },
    /day_ends_at must be a time of day/,
  ],
] as const) {
  test(`a map with ${what} is refused`, async () => {
    await assert.rejects(run('refused', [], { rules }), error)
  })
}
