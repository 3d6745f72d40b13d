/** Backups and restores: every row, photo and pending job, or nothing at all. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { readConfig } from '#platform/config/read'
import { baseline } from '#platform/database/baseline'
import { connect, connectPool } from '#platform/database/connections'
import { migrate } from '#platform/database/migrate'
import { type Database } from '#platform/database/tables'
import { diskStore } from '#platform/photos/stores'
import { createVault, secretKeyOf } from '#platform/secrets/vault'
import { newId } from '#platform/values/ids'
import { openCodes } from '#shop/tickets'
import { aPlaceToSleep, aTier, points } from '../../../test/buying.ts'
import { anArtist, aPlace } from '../../../test/catalogue.ts'
import { anEmptyDatabase, contentsOf, rowsOf } from '../../../test/databases.ts'
import { makeFormer } from '../../../test/former.ts'
import { aDevice, aGate, anUpload, scan } from '../../../test/gate.ts'
import { runOn } from '../../../test/ground.ts'
import { schemaOf } from '../../../test/schema.ts'
import { aTillWithRecords } from '../../../test/till.ts'
import { until } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { examine } from '../doctor/doctor.ts'
import { ArchiveWriter, entriesOf } from './archive.ts'
import { backUp } from './backup.ts'
import { readBackup, restore } from './restore-archive.ts'

const world = await aWorld()
const { post, aUser, connectionString } = world
await world.jobs.start()
const place = await mkdtemp(join(tmpdir(), 'festival-backup-'))
after(() => rm(place, { recursive: true }))

const configOf = (url: string, folder: string, env: Record<string, string> = {}) =>
  readConfig({ DATABASE_URL: url, DATA_DIR: folder, ...env })
const here = configOf(connectionString, world.folder)
const key = await secretKeyOf(here)
let files = 0
const aFile = () => join(place, `${++files}.tar`)
const quiet = {
  replace: false,
  withoutKey: false,
  withoutJobs: false,
  progress: { show() {}, clear() {} },
}

/** The target of a restore: an empty database, and a data folder. */
async function elsewhere(env: Record<string, string> = { SECRET_KEY: key }) {
  const url = await anEmptyDatabase()
  return { url, config: configOf(url, join(place, `data ${++files}`), env) }
}

async function aBackup(withKey = false): Promise<string> {
  const file = aFile()
  await backUp(here, file, { withKey })
  return file
}

async function buy(as: Person, entity_id: string, more: object = {}) {
  const { status, body, text } = await post(
    '/payments',
    { payment_type: 'ticket', entity_id, ...more },
    { as },
  )
  assert.equal(status, 201, text)
  return body
}

const gate = await aGate(world)
const tier = await aTier(world, { festival_id: gate.festival.id, quantity: 10_000 })
const buyer = await aUser({ firstName: 'Ren\\u00e9 \\ "quoted"\ttab\nline', lastName: '\\N' })
await points(world, buyer, 500)
await aPlaceToSleep(world, { amenities: ['a,b', '{c}', 'NULL', ''] })
await anArtist(world, { bio: '\\.\n' })
await aPlace(world, { festival_id: gate.festival.id, coordinates: '(10.517,54.856)' })
const bought = [await buy(buyer, tier.id), await buy(buyer, tier.id, { pointsToUse: 100 })]
await scan(
  world,
  await aDevice(world, gate),
  anUpload(gate.festival.id, [{ code: bought[0].qr_code }]),
)
await aTillWithRecords(world, { festivalId: gate.festival.id, manager: gate.manager, tier })
// Mails are sent meanwhile, and their rows disappear.
await until('the mails to the buyer', async () => {
  const due = await world.db.selectFrom('mails_due').select('about').execute()
  return due.length === 0
})
const photos = diskStore(join(world.folder, 'photos'))
await photos.put('one.webp', Buffer.from('the first picture'))
await photos.put('two.webp', Buffer.alloc(700_000, 7))

// Requirement (rules): `festival backup` and `restore` (our own PostgreSQL and a given one)
test('another database gets all rows, photos and pending jobs, and the same keys, indexes and triggers', async () => {
  const note = `${Date.now()}`
  await rowsOf(
    connectionString,
    `insert into jobs.job (name, data, retry_count, start_after)
     select name, '{"note": "${note}"}', 3, now() + interval '1 day' from jobs.queue order by name limit 1`,
  )
  const file = aFile()
  const told = await backUp(here, file, { withKey: false })
  const { url, config } = await elsewhere()
  const report = await restore(config, file, quiet)
  assert.deepEqual([report.faults, report.key, report.migrated], [[], 'same', 0])
  assert.deepEqual([report.rows, report.photos, report.jobs], [told.rows, 2, told.jobs])
  const { backups: _noted, ...all } = await contentsOf(connectionString)
  const { backups: _before, ...back } = await contentsOf(url)
  assert.deepEqual(back, all)
  const ofTills = ['till_shifts', 'till_sales', 'till_leases', 'gate_passages']
  for (const table of ofTills) assert.doesNotMatch(back[table] ?? '', /^0 /, table)
  const [was, is] = [await schemaOf(connectionString), await schemaOf(url)]
  assert.ok(was.length > 100)
  assert.deepEqual(is, was)
  for (const name of ['one.webp', 'two.webp']) {
    const [before, after] = [world.folder, config.DATA_DIR].map((folder) =>
      readFile(join(folder, 'photos', name)),
    )
    assert.deepEqual(await after, await before)
  }
  const jobs = await rowsOf(
    url,
    `select retry_count from jobs.job where data ->> 'note' = '${note}'`,
  )
  assert.deepEqual(jobs, [{ retry_count: 3 }])
})

// Requirement (rules): proven by a restore that passes `doctor --ledger`
// Requirement (rules): A backup taken under load, restored elsewhere, and the ledger checked
test('one taken during sales has every earlier ticket; existing data is replaced only on request', async () => {
  const buyers = await Promise.all(Array.from({ length: 8 }, () => aUser()))
  const sold: { id: string; at: number }[] = []
  const sale = { isOver: false }
  const selling = buyers.map(async (as) => {
    while (!sale.isOver) {
      const { id } = await buy(as, tier.id)
      sold.push({ id, at: Date.now() })
    }
  })
  const file = aFile()
  const { made_at } = await backUp(here, file, { withKey: true })
  sale.isOver = true
  await Promise.all(selling)
  const { url, config } = await elsewhere({})
  const report = await restore(config, file, { ...quiet, withoutJobs: true })
  assert.deepEqual([report.faults, report.key, report.jobs], [[], 'restored', 0])
  const rows = await rowsOf<{ id: string }>(url, 'select payment_id as id from tickets')
  const held = new Set(rows.map(({ id }) => id))
  const before = sold.filter(({ at }) => at < Date.parse(made_at))
  assert.deepEqual(
    before.filter(({ id }) => !held.has(id)),
    [],
  )
  assert.ok(sold.length > 0)

  assert.equal(await secretKeyOf(config), key)
  const opened = await onDatabase(url, (there) =>
    openCodes(
      there,
      bought.map(({ qr_code }) => qr_code),
    ),
  )
  assert.deepEqual(
    opened.map((code) => 'payment_id' in code && code.payment_id),
    bought.map(({ id }) => id),
  )
  const [sealed] = await rowsOf<{ private_key: Buffer }>(url, 'select private_key from ticket_keys')
  assert.ok(sealed && createVault(key).open(sealed.private_key, 'ticket key 1').length > 0)

  await rowsOf(url, "update users set first_name = 'Changed since'")
  const changed = await contentsOf(url)
  const again = restore(config, file, quiet)
  await assert.rejects(again, /is not empty: it holds [\d,]+ users?, .*--replace/)
  assert.deepEqual(await contentsOf(url), changed)
  const { rows: back } = await restore(config, file, { ...quiet, replace: true })
  assert.equal(back, report.rows)
  const names = "select count(*)::int as count from users where first_name = 'Changed since'"
  assert.deepEqual(await rowsOf(url, names), [{ count: 0 }])
})

async function onDatabase<T>(url: string, ask: (db: Database) => Promise<T>): Promise<T> {
  const pool = connectPool(url, { purpose: 'work', max: 1 })
  try {
    return await ask(connect(pool))
  } finally {
    await pool.end()
  }
}

test('tables of another program are not overwritten', async () => {
  const { url, config } = await elsewhere()
  await runOn(url, 'create table recipes (name text)')
  await assert.rejects(restore(config, await aBackup(), quiet), /tables of another application/)
})

test('a database that a service uses is refused', async () => {
  const file = await aBackup()
  const before = await contentsOf(connectionString)
  const replacing = restore(here, file, { ...quiet, replace: true })
  await assert.rejects(
    replacing,
    /A service or a command works on this database \(\d+ connections?\)/,
  )
  assert.deepEqual(await contentsOf(connectionString), before)
})

// Requirement (rules): `festival backup` and `restore`
test('a file that was changed or cut anywhere is refused before anything is written', async () => {
  const whole = await readFile(await aBackup())
  const { url, config } = await elsewhere()
  const spots = Array.from({ length: 12 }, (_, n) => Math.floor(((n + 0.5) / 12) * whole.length))
  for (let spot of spots) {
    // Zeros may pad a part, and hold nothing.
    while (whole[spot] === 0) spot++
    const [changed, cut] = [Buffer.from(whole), whole.subarray(0, spot)]
    changed[spot] = (changed[spot] ?? 0) ^ 1
    for (const bytes of [changed, cut]) {
      const file = aFile()
      await writeFile(file, bytes)
      await assert.rejects(restore(config, file, quiet), /is damaged: |not a backup/)
    }
  }
  assert.deepEqual(await contentsOf(url), {})
  await assert.rejects(restore(config, join(place, 'none.tar'), quiet), /none\.tar cannot be read/)
})

/** The same backup with one entry changed. */
async function altered(name: string, change: (text: string) => string): Promise<string> {
  const file = aFile()
  const archive = await ArchiveWriter.create(file, new Date())
  for await (const entry of entriesOf(await aBackup())) {
    const isIt = entry.name === name
    await archive.add(entry.name, isIt ? Buffer.from(change(entry.data.toString())) : entry.data)
  }
  await archive.finish()
  return file
}

// Requirement (rules): `festival backup` and `restore`
test('a failure half-way leaves the database empty', async () => {
  const file = await altered('totals.json', (text) => text.replace(/"rows":\d+/, '"rows":1'))
  const { url, config } = await elsewhere()
  await assert.rejects(
    restore(config, file, quiet),
    /should hold 1 rows, and [\d,]+ came out of it/,
  )
  assert.deepEqual(await contentsOf(url), {})
})

test('a backup of a newer version is refused, with the migrations this version lacks', async () => {
  const file = await altered('backup.json', (text) =>
    text.replace('"0001_platform.sql"', '"0001_platform.sql", "9999_future.sql"'),
  )
  const { url, config } = await elsewhere()
  await assert.rejects(restore(config, file, quiet), /newer version .* 9999_future\.sql/)
  assert.deepEqual(await contentsOf(url), {})
})

/** Backs up a database from before the baseline, without the migration that is named. */
async function aFormerBackup(missing = '') {
  const old = await anEmptyDatabase()
  await using stack = new AsyncDisposableStack()
  const pool = connectPool(old, { max: 1, purpose: 'work' })
  stack.defer(() => pool.end())
  await migrate(pool)
  await pool.query(`
    insert into organizers (id, name) values ('old', 'From an old version');
    insert into festivals (id, organizer_id, name, search_name, start_time, end_time)
    values ('${newId()}', 'old', 'Harbour', 'harbour', now(), now())`)
  await makeFormer(pool)
  await pool.query('delete from migrations where name = $1', [missing])
  const file = aFile()
  await backUp(configOf(old, join(place, 'old'), { SECRET_KEY: key }), file, { withKey: false })
  return file
}

// Requirement (rules): Databases and backups from before the baseline go on, or are refused with the commit to upgrade
//   through
test('a backup from before the baseline is restored into the schema of this version', async () => {
  const { url, config } = await elsewhere()
  const { migrated, rows } = await restore(config, await aFormerBackup(), quiet)
  const files = (await readdir('migrations')).filter((name) => name.endsWith('.sql'))
  assert.equal(migrated, files.length - baseline.length)
  assert.deepEqual(
    await rowsOf(
      url,
      "select f.name, o.name as organizer from festivals f join organizers o on o.id = 'old'",
    ),
    [{ name: 'Harbour', organizer: 'From an old version' }],
  )
  assert.deepEqual(await schemaOf(url), await schemaOf(connectionString))
  const again = aFile()
  await backUp(config, again, { withKey: false })
  const next = await elsewhere()
  const restored = await restore(next.config, again, quiet)
  // Without the row of festival_documents, with the names of the new migrations and the organizer's version as a seller.
  const [gone, version] = [1, 1]
  assert.deepEqual([restored.migrated, restored.rows], [0, rows - gone + version + files.length])
})

// Requirement (rules): Databases and backups from before the baseline go on, or are refused with the commit to upgrade
//   through
test('a backup from before the baseline that lacks a migration is refused', async () => {
  const { url, config } = await elsewhere()
  await assert.rejects(
    restore(config, await aFormerBackup('0128_openid.sql'), quiet),
    /lacks 1 of the migrations .*0128_openid\.sql: restore it with the version of commit \w{8}, and make a new backup/,
  )
  assert.deepEqual(await contentsOf(url), {})
})

// Requirement (rules): `festival backup` and `restore`
test('another secret key has to be confirmed', async () => {
  const file = await aFormerBackup()
  const other = await elsewhere({ SECRET_KEY: 'another secret of thirty-two characters' })
  const stopped = restore(other.config, file, quiet)
  await assert.rejects(
    stopped,
    /another secret key: set SECRET_KEY or SECRET_KEY_OTHER.*--without-key/,
  )
  assert.deepEqual(await contentsOf(other.url), {})
  const { key: is } = await restore(other.config, file, { ...quiet, withoutKey: true })
  assert.equal(is, 'other')
})

test('the key is in the file only on request', async () => {
  for (const withKey of [false, true]) {
    const file = await aBackup(withKey)
    const bytes = await readFile(file)
    assert.equal(bytes.includes(key), withKey)
    assert.equal((await readBackup(file)).manifest.with_key, withKey)
  }
})

test('an existing file stays, and a failed backup leaves none behind', async () => {
  const file = await aBackup()
  const before = await readFile(file)
  await assert.rejects(backUp(here, file, { withKey: false }), /exists already/)
  assert.deepEqual(await readFile(file), before)
  const nowhere = configOf('postgres://festival@127.0.0.1:1/none', place)
  const lost = aFile()
  await assert.rejects(backUp(nowhere, lost, { withKey: false }))
  const left = (await readdir(place)).filter(
    (name) => name.includes('.part') || join(place, name) === lost,
  )
  assert.deepEqual(left, [])
  const none = readConfig({ DATA_DIR: join(place, 'never started') })
  await assert.rejects(
    backUp(none, aFile(), { withKey: false }),
    /no database in .* nothing to back up/,
  )
})

test('tar unpacks the file, and sha256sum confirms every part', async () => {
  const folder = await mkdtemp(join(place, 'by-hand-'))
  const run = promisify(execFile)
  await run('tar', ['xf', await aBackup(), '-C', folder])
  await run('sha256sum', ['--quiet', '--check', 'SHA256SUMS'], { cwd: folder })
  assert.deepEqual(await readFile(join(folder, 'photos', 'one.webp'), 'utf8'), 'the first picture')
})

for (const format of ['ustar', 'gnu', 'pax']) {
  test(`a backup that tar has packed again is restored: ${format}`, async () => {
    const folder = await mkdtemp(join(place, 'packed-'))
    const run = promisify(execFile)
    const [file, again] = [await aBackup(), aFile()]
    await run('tar', ['xf', file, '-C', folder])
    const names = (await run('tar', ['tf', file])).stdout.trim().split('\n')
    await run('tar', ['cf', again, `--format=${format}`, '-C', folder, ...names])
    const { config } = await elsewhere()
    const { rows, photos, faults } = await restore(config, again, quiet)
    const was = await readBackup(file)
    assert.deepEqual([rows, photos, faults], [was.rows, was.photos, []])
  })
}

/** The doctor's report on backups, from a folder in which none was made. */
async function doctorSays(url: string) {
  const checks = await examine({ DATABASE_URL: url, DATA_DIR: join(place, `doctor ${++files}`) })
  return checks.find(({ name }) => name === 'Backup')
}

test('the doctor says when the last backup was made, and of what, whichever machine made it', async () => {
  const file = await aBackup()
  const [noted] = await rowsOf(
    connectionString,
    'select * from backups order by made_at desc limit 1',
  )
  const { rows, photos, jobs } = await readBackup(file)
  const { id: _id, made_at: _at, bytes, ...rest } = noted as Record<string, unknown>
  assert.deepEqual(rest, { file, rows, photos, jobs, with_key: false })
  assert.equal(bytes, (await readFile(file)).length)
  const said = await doctorSays(connectionString)
  assert.equal(said?.detail.replace(/[\d.]+ MB/, 'N MB'), `${file}, N MB, less than an hour ago`)
  assert.deepEqual([said.ok, said.advice, said.faults], [true, undefined, undefined])
})

test('of an old backup the doctor says how old it is, and that one a day is better', async () => {
  const { url, config } = await elsewhere()
  await restore(config, await aBackup(), quiet)
  await rowsOf(url, "update backups set made_at = now() - interval '5 days 1 hour'")
  const said = await doctorSays(url)
  assert.match(said?.detail ?? '', /, 5 days ago$/)
  assert.match(said?.advice ?? '', /every day/)
  await rowsOf(url, 'delete from backups')
  assert.match((await doctorSays(url))?.detail ?? '', /^none made yet/)
})

test('a database that takes no note of a backup is backed up all the same, and that is said', async () => {
  const { url, config } = await elsewhere()
  await restore(config, await aBackup(), quiet)
  await runOn(url, 'drop table backups')
  const file = aFile()
  assert.equal((await backUp(config, file, { withKey: false })).noted, false)
  assert.ok((await readBackup(file)).rows > 0)
})

test('photos in a bucket are said not to be in the backup, by it and by the doctor', async () => {
  const bucket = { S3_BUCKET: 'photos', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
  const file = aFile()
  const env = { ...bucket, DATABASE_URL: connectionString, DATA_DIR: world.folder, SECRET_KEY: key }
  const { status, out } = await festival(['backup', file], env)
  assert.equal(status, 0)
  assert.match(out, /^Photos are not in it, but in the bucket of S3_BUCKET/m)
  const { manifest, photos } = await readBackup(file)
  assert.deepEqual([manifest.with_photos, photos], [false, 0])
  assert.match(`${(await doctorSays(connectionString))?.faults}`, /Photos are not in it/)
  const held = (await festival(['restore', file, '--check'], env)).out
  assert.match(held, /Photos are not in it/)
})

/** Runs the command like a shell, with a limit on the size of files, and returns its status and output. */
async function festival(args: string[], env: Record<string, string>, blocks = 'unlimited') {
  const script = `ulimit -f ${blocks}; exec "$0" src/cli.ts "$@"`
  const { PATH = '' } = process.env
  const command = ['-c', script, process.execPath, ...args]
  const child = spawn('sh', command, { env: { PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { status: status as number | null, out, errors }
}

test('a backup that fails ends with status 1, says why, and leaves no file and no note', async () => {
  const env = { DATABASE_URL: connectionString, DATA_DIR: world.folder, SECRET_KEY: key }
  const before = await rowsOf(connectionString, 'select id from backups')
  const notAFolder = join(place, 'not a folder')
  await mkdir(join(notAFolder, 'data'), { recursive: true })
  await writeFile(join(notAFolder, 'data', 'photos'), 'a file where photos should be')
  const failures: [what: string, env: Record<string, string>, why: RegExp, blocks?: string][] = [
    ['a disk that is full', env, /file too large/i, '1'],
    ['photos that cannot be read', { ...env, DATA_DIR: join(notAFolder, 'data') }, /ENOTDIR/],
    [
      'no database',
      { ...env, DATABASE_URL: 'postgres://festival@127.0.0.1:1/none' },
      /ECONNREFUSED/,
    ],
  ]
  for (const [what, given, why, blocks] of failures) {
    const file = aFile()
    const { status, out, errors } = await festival(['backup', file], given, blocks)
    assert.deepEqual([status, out], [1, ''], what)
    assert.match(errors, why, what)
    assert.deepEqual(
      (await readdir(place)).filter((name) => join(place, name).startsWith(file)),
      [],
    )
  }
  const { status, errors } = await festival(['backup', join(place, 'nowhere', 'a.tar')], env)
  assert.equal(status, 1)
  assert.match(errors, /a\.tar\.part cannot be written: ENOENT/)
  assert.deepEqual(await rowsOf(connectionString, 'select id from backups'), before)
})

test('of two backups into one file at a time the second is refused', async () => {
  const file = aFile()
  await writeFile(`${file}.part`, 'what another one has written so far')
  const refused = backUp(here, file, { withKey: false })
  await assert.rejects(refused, /\.part exists: another backup writes it, or was cut off/)
  assert.equal(await readFile(`${file}.part`, 'utf8'), 'what another one has written so far')
  await rm(`${file}.part`)
})

// Requirement (rules): `festival backup` and `restore` (our own PostgreSQL and a given one)
test('into our own PostgreSQL, and out of it again', async () => {
  const own = readConfig({ DATA_DIR: join(place, 'own'), SECRET_KEY: key })
  const into = await restore(own, await aBackup(), quiet)
  assert.deepEqual(into.faults, [])
  const file = aFile()
  const out = await backUp(own, file, { withKey: false })
  assert.deepEqual([out.rows, out.photos], [into.rows, into.photos])
  assert.equal((await readBackup(file)).rows, into.rows)
})
