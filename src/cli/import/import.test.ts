import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { anArtist } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'
import { CommandError } from '../terminal/output.ts'
import { importArtists } from './artists.ts'
import { importFestivals } from './festivals.ts'
import { chooseRejectedPath } from './rejected.ts'
import { describeReport } from './rows.ts'
import { describeTimes } from './times.ts'

const world = await aWorld()
const { db, get } = world
const folder = await mkdtemp(join(tmpdir(), 'festival-import-'))
after(() => rm(folder, { recursive: true }))

const map = {
  delimiter: ';',
  organizer: { id: 'harbour-list', name: 'Harbour List' },
  source: { prefix: 'harbour:', column: 'Id' },
  name: 'Name',
  venue: 'Town',
  country: { constant: 'Denmark' },
  photo: 'Photo',
  start_time: { column: 'Starts', date: 'YYYY-MM-DD' },
  end_time: { column: 'Ends', date: 'YYYY-MM-DD', time: '23:59' },
  coordinates: { column: 'Geo' },
}
const header = 'Id;Name;Town;Photo;Starts;Ends;Geo'

type Options = {
  shiftYears?: number
  draft?: boolean
  organizer?: string
  rejected?: string
  rules?: object
}

/** Imports lines under a header, each with ids of its own list. */
async function run(list: string, lines: string[], { rules, ...options }: Options = {}) {
  const file = join(folder, `${list}.csv`)
  const mapFile = join(folder, `${list}.json`)
  await writeFile(file, [header, ...lines, ''].join('\n'))
  const source = { prefix: `${list}:`, column: 'Id' }
  await writeFile(mapFile, JSON.stringify({ ...map, source, ...rules }))
  return importFestivals(db, file, { map: mapFile, shiftYears: 0, ...options })
}

async function festivalsOf(list: string) {
  const rows = await db
    .selectFrom('festivals')
    .select(['id', 'name', 'venue', 'start_time', 'end_time', 'organizer_id', 'source'])
    .where('source', 'like', `${list}:%`)
    .orderBy('source')
    .execute()
  return rows
}

test('an imported festival reads as one that was created', async () => {
  const photo = 'https://pictures.example/harbour.jpg'
  const report = await run('reads', [`1;Harbour;Kiel;${photo};2027-07-01;2027-07-03;54.3, 10.1`])
  assert.deepEqual(
    [report.imported, report.created, report.updated, report.rejected, report.rejected_file],
    [1, 1, 0, 0, null],
  )
  const [stored] = await festivalsOf('reads')
  const { body } = await get(`/festivals/${stored?.id}`)
  const created = await world.post(
    '/festivals',
    {
      name: 'Harbour',
      organizer_id: 'harbour-list',
      photo,
      venue: 'Kiel',
      country: 'Denmark',
      coordinates: { lat: 54.3, lng: 10.1 },
      start_time: '2027-07-01',
      end_time: '2027-07-03T23:59Z',
      time_zone: 'UTC',
    },
    { as: await world.aUser({ roles: ['admin'] }) },
  )
  assert.equal(created.status, 201, created.text)
  const { id, published_at } = body
  assert.deepEqual(body, { ...created.body, id, published_at })
})

test('a second run updates existing records, and an empty cell clears its field', async () => {
  await run('twice', [
    '1;Before;Kiel;;2027-07-01;2027-07-03;',
    '2;Other;Kiel;;2027-07-01;2027-07-03;',
  ])
  const [before] = await festivalsOf('twice')
  const again = await run('twice', [
    '1;After;;;2027-07-02;2027-07-03;',
    '3;Third;;;2027-07-01;2027-07-03;',
  ])
  assert.deepEqual([again.created, again.updated], [1, 1])
  const [first, second, third] = await festivalsOf('twice')
  assert.deepEqual([first?.id, first?.name, first?.venue], [before?.id, 'After', null])
  assert.deepEqual([second?.name, third?.name], ['Other', 'Third'])
})

// Requirement (rules): Imports make drafts
test('--draft makes drafts of new festivals, and leaves published ones as they are', async () => {
  const line = '1;Harbour;Kiel;;2027-07-01;2027-07-03;'
  await run('drafts', [line], { draft: true })
  const [stored] = await festivalsOf('drafts')
  assert.equal((await get(`/festivals/${stored?.id}`)).status, 404)
  await run('drafts', [line])
  assert.equal((await get(`/festivals/${stored?.id}`)).status, 404)
  await run('shown', [line])
  await run('shown', [line, line.replace('1;', '2;')], { draft: true })
  const states = (await festivalsOf('shown')).map(
    async ({ id }) => (await get(`/festivals/${id}`)).status,
  )
  assert.deepEqual(await Promise.all(states), [200, 404])
})

test('places and gigs added meanwhile survive a second run', async () => {
  await run('kept', ['1;Kept;Kiel;;2027-07-01;2027-07-03;'])
  const [festival] = await festivalsOf('kept')
  const id = festival?.id ?? ''
  await db
    .insertInto('places')
    .values({
      id: id.replace(/^./, 'f'),
      festival_id: id,
      position: 0,
      name: 'Main',
      type: null,
      coordinates: null,
    })
    .execute()
  await run('kept', ['1;Kept on;Kiel;;2027-07-01;2027-07-03;'])
  const { body } = await get(`/festivals/${id}`)
  assert.deepEqual([body.name, body.places.length], ['Kept on', 1])
})

test('rows that break a rule are in a file beside it, with line, reason and their cells', async () => {
  const bad = [
    '2;;Kiel;;2027-07-01;2027-07-03;',
    '3;Backwards;Kiel;;2027-07-03;2027-07-01;',
    '4;No date;Kiel;;soon;2027-07-01;',
    '1;Again;Kiel;;2027-07-01;2027-07-03;',
    '5;Far;Kiel;;2027-07-01;2027-07-03;99, 10',
    '6;Drawn;Kiel;data:image/png;2027-07-01;2027-07-03;',
    `7;${'x'.repeat(201)};Kiel;;2027-07-01;2027-07-03;`,
    '8;Short;Kiel',
    ';Nameless;Kiel;;2027-07-01;2027-07-03;',
  ]
  const report = await run('bad', ['1;Good;Kiel;;2027-07-01;2027-07-03;', ...bad])
  assert.deepEqual([report.imported, report.rejected], [1, 9])
  const reasons = [
    'name is required',
    'end_time must not be before start_time',
    'start_time: the cell of ""Starts"" is no date YYYY-MM-DD',
    'The same id stands in an earlier row',
    'coordinates: not a latitude from -90 to 90 and a longitude from -180 to 180',
    'photo must be an http(s) URL',
    'name must have at most 200 characters',
    'It has 3 cells, the header has 7',
    'source: the cell is empty, so that the row has no id',
  ]
  const expected = bad.map((line, index) => `${index + 3};"${reasons[index]}";${line}`)
  assert.equal(report.rejected_file, join(folder, 'bad.csv.rejected.csv'))
  assert.equal(
    await readFile(report.rejected_file, 'utf8'),
    [`line;reason;${header}`, ...expected, ''].join('\n'),
  )
})

test('the file of rejected rows, corrected, is imported with the same map', async () => {
  const { rejected_file: path } = await run('mended', ['1;Café;Kiel;;soon;2027-07-03;'])
  assert.ok(path)
  await writeFile(path, (await readFile(path, 'utf8')).replace('soon', '2027-07-01'))
  const mapFile = join(folder, 'mended.json')
  const report = await importFestivals(db, path, { map: mapFile, shiftYears: 0 })
  assert.deepEqual([report.imported, report.rejected], [1, 0])
  assert.equal((await festivalsOf('mended'))[0]?.name, 'Café')
})

test('of several rows with one id the first valid one counts', async () => {
  const report = await run('first', [
    '1;;Kiel;;2027-07-01;2027-07-03;',
    '1;Good;Kiel;;2027-07-01;2027-07-03;',
  ])
  assert.deepEqual([report.imported, report.rejected], [1, 1])
})

test('reasons are counted, the most frequent first', async () => {
  const report = await run('reasons', [
    '1;A;Kiel;;soon;2027-07-03;',
    '2;;Kiel;;2027-07-01;2027-07-03;',
    '3;;Kiel;;2027-07-01;2027-07-03;',
  ])
  assert.deepEqual(report.reasons, [
    { reason: 'name is required', rows: 2 },
    { reason: 'start_time: the cell of "Starts" is no date YYYY-MM-DD', rows: 1 },
  ])
  assert.deepEqual(describeReport(report, 'festival').slice(1), [
    `3 rows rejected, see ${report.rejected_file}`,
    '       2  name is required',
    '       1  start_time: the cell of "Starts" is no date YYYY-MM-DD',
  ])
})

test('--shift-years moves times', async () => {
  await run('shifted', ['1;Old;Kiel;;2019-07-01;2019-07-03;'], { shiftYears: 8 })
  const [festival] = await festivalsOf('shifted')
  assert.equal(festival?.start_time.toISOString(), '2027-07-01T00:00:00.000Z')
  assert.equal(festival?.end_time.toISOString(), '2027-07-03T23:59:00.000Z')
})

test('--organizer names the organizer; it is created with its id as its name, and never renamed', async () => {
  const line = ['1;A;Kiel;;2027-07-01;2027-07-03;']
  await run('whose', line, { organizer: 'an-id' })
  assert.equal((await festivalsOf('whose'))[0]?.organizer_id, 'an-id')
  await run('whose', line, { rules: { organizer: { id: 'an-id', name: 'Another name' } } })
  const made = await db.selectFrom('organizers').select('name').where('id', '=', 'an-id').execute()
  assert.deepEqual(made, [{ name: 'an-id' }])
})

const refusals: [why: string, options: Options, error: RegExp][] = [
  ['no organizer is given', { rules: { organizer: undefined } }, /Give --organizer ID/],
  [
    'the organizer is no slug',
    { organizer: 'Some Body' },
    /"Some Body" must be 1 to 128 small letters/,
  ],
  [
    'rejected rows would replace the file',
    { rejected: join(folder, 'refused.csv') },
    /must be another file/,
  ],
  [
    'rejected rows have nowhere to go',
    { rejected: join(folder, 'none', 'x.csv') },
    /cannot be written to/,
  ],
]
for (const [why, options, error] of refusals) {
  test(`nothing is imported when ${why}`, async () => {
    await assert.rejects(run('refused', ['1;A;Kiel;;2027-07-01;2027-07-03;'], options), error)
    assert.deepEqual(await festivalsOf('refused'), [])
  })
}

test('where the folder of a file cannot be written to, rejected rows go to the current one', async () => {
  const path = await chooseRejectedPath(join(folder, 'none', 'list.csv'))
  assert.equal(path, resolve('list.csv.rejected.csv'))
})

test('the example of docs/importing.md is imported as it says', async () => {
  const text = await readFile(new URL('../../../docs/importing.md', import.meta.url), 'utf8')
  const [, csv = ''] = /```csv\n(.*?)```/s.exec(text) ?? []
  const [, json = ''] = /```json\n(.*?)```/s.exec(text) ?? []
  const [file, mapFile] = [join(folder, 'list.csv'), join(folder, 'list.json')]
  await writeFile(file, csv)
  await writeFile(mapFile, json)
  const report = await importFestivals(db, file, { map: mapFile, shiftYears: 0 })
  assert.deepEqual([report.imported, report.rejected], [2, 1])
  assert.ok(text.includes(await readFile(report.rejected_file ?? '', 'utf8')))
})

test('without a map the import says which one it needs', async () => {
  await assert.rejects(importFestivals(db, 'list.csv', { shiftYears: 0 }), CommandError)
})

test('a file with a broken end keeps the imported rows, and the error says where it breaks', async () => {
  const lines = Array.from(
    { length: 600 },
    (_, index) => `${index};A ${index};Kiel;;2027-07-01;2027-07-03;`,
  )
  await assert.rejects(
    run('torn', [...lines, '600;"Torn;Kiel;;2027-07-01;2027-07-03;']),
    /on line 602/,
  )
  assert.equal((await festivalsOf('torn')).length, 500)
  const whole = await run('torn', [...lines, '600;Whole;Kiel;;2027-07-01;2027-07-03;'])
  assert.deepEqual([whole.created, whole.updated], [101, 500])
})

test('an artist under two forms of its name is one, with the genres of both; a repeated row is rejected', async () => {
  const file = join(folder, 'artists.tsv')
  await writeFile(
    file,
    'source\tname\tgenres\n-\t"Odd" Al\tpolka|comedy| \n-\tECHO\trock\n-\tThe Écho!\tRock|pop\n-\tECHO\tpop\n',
  )
  const report = await importArtists(db, file, {})
  assert.deepEqual([report.created, report.updated, report.rejected], [2, 1, 1])
  assert.deepEqual(report.reasons, [{ reason: 'The same id stands in an earlier row', rows: 1 }])
  assert.match(
    await readFile(report.rejected_file ?? '', 'utf8'),
    /^line\treason\tsource\tname\tgenres\n5\tThe same id stands in an earlier row\t-\tECHO\tpop\n$/,
  )
  const { body } = await get('/artists')
  const found = body.filter(({ name }: { name: string }) => /odd|cho/i.test(name))
  assert.deepEqual(
    found.map(({ name, genres }: { name: string; genres: { name: string }[] }) => [
      name,
      genres.map((genre) => genre.name),
    ]),
    [
      ['ECHO', ['pop', 'rock']],
      ['"Odd" Al', ['comedy', 'polka']],
    ],
  )
})

test('of artists whose names differ only in form the exact one is meant, else none of several', async () => {
  const names = ['Neap', 'NEAP', 'Rip']
  for (const name of names) await anArtist(world, { name })
  const file = join(folder, 'forms.tsv')
  await writeFile(file, 'name\tgenres\nNEAP\tdub\nthe neap\tfolk\nrip\tska\n3\tsoul\n3!\tsoul\n')
  const report = await importArtists(db, file, {})
  assert.deepEqual([report.created, report.updated], [3, 2])
  const { body } = await get('/artists')
  const genresOf = (name: string) =>
    body
      .find((artist: { name: string }) => artist.name === name)
      ?.genres.map((genre: { name: string }) => genre.name)
  assert.deepEqual([...names, 'the neap', 'rip'].map(genresOf), [
    [],
    ['dub'],
    ['ska'],
    ['folk'],
    undefined,
  ])
})

test('what comes for a merged artist goes to the one that was kept, and only adds to it', async () => {
  const kept = await anArtist(world, { name: 'Undertow' })
  const file = join(folder, 'merged.tsv')
  await writeFile(file, 'name\tgenres\nUNDERTOW (live)\tdub\n')
  await importArtists(db, file, {})
  const { id } = await db
    .selectFrom('artists')
    .select('id')
    .where('name', '=', 'UNDERTOW (live)')
    .executeTakeFirstOrThrow()
  const as = await world.aUser({ permissions: ['manage_catalog'] })
  await world.post(`/artists/${id}/merge`, { into: kept.id }, { as })
  await writeFile(file, 'name\tgenres\nUNDERTOW (live)\tfolk\n')
  const report = await importArtists(db, file, {})
  assert.deepEqual([report.created, report.updated], [0, 1])
  const { body } = await get(`/artists/${kept.id}`)
  assert.deepEqual(
    [body.name, body.genres.map((genre: { name: string }) => genre.name)],
    ['Undertow', ['dub', 'folk']],
  )
})

test('a second run of artists updates their genres', async () => {
  const file = join(folder, 'again.tsv')
  await writeFile(file, 'name\tgenres\nTwice\trock\n')
  await importArtists(db, file, {})
  await writeFile(file, 'name\tgenres\nTwice\tjazz\n\t\n')
  const report = await importArtists(db, file, {})
  assert.deepEqual([report.created, report.updated, report.rejected], [0, 1, 1])
  const genres = await db
    .selectFrom('artists')
    .innerJoin('artist_genres', 'artist_id', 'artists.id')
    .innerJoin('genres', 'genres.id', 'genre_id')
    .select('genres.name')
    .where('artists.source', '=', 'artists:Twice')
    .execute()
  assert.deepEqual(genres, [{ name: 'jazz' }])
})

test('a list without the column name is refused', async () => {
  const file = join(folder, 'nameless.tsv')
  await writeFile(file, 'artist,genres\nA,rock\n')
  await assert.rejects(importArtists(db, file, {}), /has no column "name", but: artist,genres/)
})

test('times are local where the map names a time zone, for all rows or for each', async () => {
  const lines = [
    '1;Harbour;Kiel;;2027-07-01;2027-07-03;',
    '2;Winter;New York;;2027-01-01;2027-01-03;',
  ]
  const table = { Kiel: 'Europe/Berlin', 'New York': 'America/New_York' }
  const rules = { time_zone: { column: 'Town', table } }
  const report = await run('zones', lines, { rules })
  assert.equal(report.times_read_as_utc, 0)
  const { rows } = await sql<object>`
    select time_zone, start_time, end_time from festivals where source like 'zones:%' order by source`.execute(
    db,
  )
  assert.deepEqual(rows, [
    {
      time_zone: 'Europe/Berlin',
      start_time: new Date('2027-06-30T22:00Z'),
      end_time: new Date('2027-07-03T21:59Z'),
    },
    {
      time_zone: 'America/New_York',
      start_time: new Date('2027-01-01T05:00Z'),
      end_time: new Date('2027-01-04T04:59Z'),
    },
  ])
})

// Requirement (rules): Imports take texts in other languages
test('columns of a map are texts in other languages; an empty cell removes its text', async () => {
  const rules = {
    language: { constant: 'DA' },
    'description:de': 'Town',
    'description:fr': 'Photo',
  }
  const read = () =>
    db
      .selectFrom('festivals')
      .select(['language', 'translations'])
      .where('source', '=', 'spoken:1')
      .executeTakeFirst()
  const line = (town: string) => [`1;Harbour;${town};;2027-07-01;2027-07-03;`]
  await run('spoken', line('Am Hafen'), { rules: { ...rules, photo: { constant: '' } } })
  const german = { de: { description: 'Am Hafen' } }
  assert.deepEqual(await read(), { language: 'da', translations: german })
  await run('spoken', line('Kiel'))
  assert.deepEqual(await read(), { language: 'da', translations: german })
  await run('spoken', line(''), { rules })
  assert.deepEqual(await read(), { language: 'da', translations: null })
})

test('translations of an export are read from one column, and a cell that is none is rejected', async () => {
  const rules = { translations: 'Town', venue: 'Photo', photo: { constant: '' } }
  const json = (text: string) => `"${text.replaceAll('"', '""')}"`
  const lines = [
    `1;One;${json('{"de":{"description":"Am Hafen"}}')};;2027-07-01;2027-07-03;`,
    '2;Two;{;;2027-07-01;2027-07-03;',
    `3;Three;${json('{"xx":{}}')};;2027-07-01;2027-07-03;`,
    '4;Four;;;2027-07-01;2027-07-03;',
  ]
  const report = await run('told', lines, { rules })
  assert.equal(report.imported, 2)
  assert.deepEqual(report.reasons.map(({ reason }) => reason).toSorted(), [
    'translations.xx is not the tag of a language, such as de',
    'translations: the cell is not an object in JSON',
  ])
})

test('a language that a map does not know is reported before the first row', async () => {
  const rules = { 'description:xx': 'Town' }
  await assert.rejects(run('unspoken', ['1;One;Kiel;;2027-07-01;2027-07-03;'], { rules }), {
    message: 'The map: description:xx: xx is not the tag of a language, such as de',
  })
})

test('a row with an unknown time zone is rejected', async () => {
  const rules = { time_zone: 'Town' }
  const report = await run('unzoned', ['1;Harbour;Kiel;;2027-07-01;2027-07-03;'], { rules })
  assert.match(report.reasons[0]?.reason ?? '', /^time_zone must be the name of a time zone/)
})

test('times without an offset and a zone are UTC, which the import says once', async () => {
  const lines = ['1;Harbour;Kiel;;2027-07-01;2027-07-03;', '2;Quay;Kiel;;2027-07-01;2027-07-03;']
  const report = await run('utc', lines)
  assert.equal(report.times_read_as_utc, 4)
  assert.deepEqual(describeTimes(report.times_read_as_utc), [
    '4 times without an offset read as UTC, since no time_zone is named',
  ])
  assert.deepEqual(describeTimes(0), [])
  const [first] = await festivalsOf('utc')
  assert.deepEqual(first?.start_time, new Date('2027-07-01'))
})
