/** An export: complete, described, without secrets; and with a catalogue that an import reads. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { readConfig } from '#platform/config/read'
import { connect, connectPool } from '#platform/database/connections'
import { migrate } from '#platform/database/migrate'
import { diskStore } from '#platform/photos/stores'
import { aTier } from '../../../test/buying.ts'
import { aFestival, aGig, anArtist, anOrganizer, aPlace } from '../../../test/catalogue.ts'
import { anEmptyDatabase, rowsOf } from '../../../test/databases.ts'
import { aWorld } from '../../../test/world.ts'
import { importArtists } from '../import/artists.ts'
import { importFestivals } from '../import/festivals.ts'
import { importLineup } from '../import/save-lineup.ts'
import { exportAll } from './export.ts'
import { tables } from './tables.ts'

const world = await aWorld()
const { post, aUser, connectionString } = world
const place = await mkdtemp(join(tmpdir(), 'festival-export-'))
after(() => rm(place, { recursive: true }))

const configOf = (url: string, folder: string) =>
  readConfig({ DATABASE_URL: url, DATA_DIR: folder, PUBLIC_URL: 'https://festival.example' })
const here = configOf(connectionString, world.folder)

const ours = await anOrganizer(world, { name: 'Harbour "Nights", Ltd' })
const theirs = await anOrganizer(world)
const festival = await aFestival(world, {
  organizer_id: ours.id,
  name: 'Tide; "loud"',
  description: 'Two lines,\nof text',
  language: 'en',
  translations: { de: { description: 'Zwei "Zeilen",\nvon Text' } },
  country: 'Denmark',
  coordinates: '(10.517,54.856)',
  location: '(10.517,54.856)',
  photo: 'https://pictures.example/a.jpg',
  site_plan: '/photos/x.webp',
  site_plan_description: 'The quay is in the north',
})
await aFestival(world, { organizer_id: theirs.id, name: 'Another festival' })
await aFestival(world, { organizer_id: ours.id, name: 'Deleted', deleted_at: new Date() })
const stages = [
  await aPlace(world, { festival_id: festival.id, name: 'Quay', position: 0 }),
  await aPlace(world, { festival_id: festival.id, name: 'Quay', position: 1, type: 'bar' }),
]
const artist = await anArtist(world, {
  name: 'Ebb Trio',
  bio: 'Three\tbrothers',
  photo: '/photos/x.webp',
})
const start = new Date('2099-07-01T18:00:00.000Z')
for (const { id: place_id } of stages) {
  await aGig(world, { festival_id: festival.id, artist_id: artist.id, place_id, start_time: start })
}
await aGig(world, { festival_id: festival.id, artist_id: artist.id, headliner: true, billing: 3 })
const tier = await aTier(world, { festival_id: festival.id })
const buyer = await aUser({ firstName: 'Grete', lastName: 'Noor, "the" 2nd' })
const { body: payment } = await post(
  '/payments',
  { payment_type: 'ticket', entity_id: tier.id },
  { as: buyer },
)
await diskStore(join(world.folder, 'photos')).put('x.webp', Buffer.from('a picture'))

const whole = join(place, 'whole')
const report = await exportAll(here, whole, {})

const read = async (folder: string, name: string) =>
  parse<Record<string, string>>(await readFile(join(folder, `${name}.csv`)), { columns: true })

// Requirement (rules): `festival export`
test('every file is described, column by column, and holds all rows', async () => {
  const about = JSON.parse(await readFile(join(whole, 'datapackage.json'), 'utf8'))
  assert.equal(about.resources.length, tables.length)
  for (const { path, schema, rows } of about.resources) {
    const [header = ''] = (await readFile(join(whole, path), 'utf8')).split('\n')
    assert.deepEqual(
      header.split(','),
      schema.fields.map(({ name }: { name: string }) => name),
    )
    assert.equal((await read(whole, path.replace('.csv', ''))).length, rows)
    for (const { description } of schema.fields) assert.ok(description)
  }
  const [counts] = await rowsOf<Record<string, number>>(
    connectionString,
    `select (select count(*)::int from users) as users, (select count(*)::int from payments) as payments,
            (select count(*)::int from festivals) as festivals, (select count(*)::int from gigs) as gigs`,
  )
  for (const [name, count] of Object.entries(counts ?? {})) assert.equal(report.rows[name], count)
})

test('values are exported as they were written, times in UTC', async () => {
  const row = (await read(whole, 'festivals')).find(({ id }) => id === festival.id)
  assert.deepEqual(
    [row?.['name'], row?.['description'], row?.['start_time'], row?.['lat'], row?.['lng']],
    [festival.name, festival.description, '2099-07-01T12:00:00.000Z', '54.856', '10.517'],
  )
  const gigs = await read(whole, 'gigs')
  const billed = gigs.map(({ headliner, billing }) => `${headliner} ${billing}`)
  assert.deepEqual(
    billed.toSorted((a, b) => a.localeCompare(b)),
    ['f ', 'f ', 't 3'],
  )
  const person = (await read(whole, 'users')).find(({ id }) => id === buyer.id)
  assert.equal(person?.['last_name'], buyer.lastName)
  const sold = (await read(whole, 'payments')).find(({ id }) => id === payment.id)
  assert.deepEqual([sold?.['amount_cents'], sold?.['status']], ['5000', 'succeeded'])
  assert.equal(await readFile(join(whole, 'photos', 'x.webp'), 'utf8'), 'a picture')
})

// Requirement (rules): `festival export`
test('it contains no hash, token, key or ticket code', async () => {
  const files = await readdir(whole, { recursive: true, withFileTypes: true })
  const texts = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map((file) => readFile(join(file.parentPath, file.name), 'utf8')),
  )
  const text = texts.join('\n')
  const [key] = await rowsOf<{ sealed: string }>(
    connectionString,
    "select encode(private_key, 'hex') as sealed from ticket_keys",
  )
  const hashes = await rowsOf<{ hash: string }>(
    connectionString,
    "select encode(hash, 'hex') as hash from tokens",
  )
  const secrets = [
    payment.qr_code,
    buyer.token,
    key?.sealed ?? '',
    ...hashes.map(({ hash }) => hash),
  ]
  assert.ok(secrets.every((secret) => secret.length > 20))
  for (const secret of secrets) assert.equal(text.includes(secret), false)
  assert.ok(text.includes(buyer.email))
  const columns = tables.flatMap(({ fields }) => fields.map(([name]) => name))
  assert.deepEqual(
    columns.filter((name) =>
      /hash|token|secret|password|private|^codes?$|(qr|short|ticket|voucher)_codes?/.test(name),
    ),
    [],
  )
})

test('the export of one organizer has only its own data, and no names of users', async () => {
  const folder = join(place, 'one')
  await exportAll(here, folder, { organizer: ours.id })
  const names = (await read(folder, 'festivals')).map(({ name }) => name)
  assert.deepEqual(new Set(names), new Set(['Deleted', festival.name]))
  assert.deepEqual(
    (await read(folder, 'payments')).map(({ id }) => id),
    [payment.id],
  )
  const files = await readdir(folder)
  assert.deepEqual(
    files.filter((file) => ['users.csv', 'points.csv', 'photos'].includes(file)),
    [],
  )
  const unknown = exportAll(here, join(place, 'unknown'), { organizer: 'unknown' })
  await assert.rejects(unknown, /No organizer has the id "unknown"/)
  await assert.rejects(exportAll(here, folder, {}), /is not empty: name another folder/)
})

/** The line-ups of an export, by the name of the festival, without platform ids. */
async function lineupsIn(folder: string) {
  const files = await readdir(join(folder, 'import', 'lineups'))
  const texts = files.map((file) => readFile(join(folder, 'import', 'lineups', file), 'utf8'))
  const lineups = (await Promise.all(texts)).map((text) => {
    const { source: _source, ...lineup } = JSON.parse(text)
    return lineup
  })
  return lineups.toSorted((a, b) => (a.festival.name < b.festival.name ? -1 : 1))
}

// Requirement (rules): `festival export`
test('an import elsewhere makes the same catalogue from it, and its export is the same', async () => {
  const url = await anEmptyDatabase()
  const pool = connectPool(url, { purpose: 'work', max: 2 })
  after(() => pool.end())
  await migrate(pool)
  const db = connect(pool)
  const from = join(whole, 'import')
  const rejected: number[] = [(await importArtists(db, join(from, 'artists.tsv'), {})).rejected]
  for (const file of await readdir(join(from, 'festivals'))) {
    if (!file.endsWith('.csv')) continue
    const list = join(from, 'festivals', file)
    const map = list.replace(/csv$/, 'json')
    rejected.push((await importFestivals(db, list, { map, shiftYears: 0 })).rejected)
  }
  const before = await rowsOf<{ count: number }>(
    url,
    'select count(*)::int as count from festivals',
  )
  const files = await readdir(join(from, 'lineups'))
  for (const file of files) await importLineup(db, join(from, 'lineups', file), {})
  assert.deepEqual(new Set(rejected), new Set([0]))
  // Lists and line-ups use the same festival name: the second import updates the festivals created by the first.
  const [all] = await rowsOf<{ count: number }>(url, 'select count(*)::int as count from festivals')
  assert.deepEqual([all], before)
  assert.equal(files.length, all?.count)

  const again = join(place, 'again')
  await exportAll(configOf(url, join(place, 'none')), again, {})
  assert.deepEqual(await lineupsIn(again), await lineupsIn(whole))
  const list = (folder: string) => readFile(join(folder, 'import', 'artists.tsv'), 'utf8')
  assert.equal(await list(again), await list(whole))
})
