/**
 * Each field that the API takes for a record is stored: it is written by POST and by PUT and read back, from the
 * record itself, from its list, from the audit log and, where it is about a person, from their export; then from the
 * next edition, an export, an import and a restored backup. Fields come from the published description, so that a new
 * one is tested without being named here.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { scopes } from '#core/access'
import { readConfig } from '#platform/config/read'
import { secretKeyOf } from '#platform/secrets/vault'
import { newId } from '#platform/values/ids'
import { backUp } from '../src/cli/backup/backup.ts'
import { restore } from '../src/cli/backup/restore-archive.ts'
import { exportAll } from '../src/cli/export/export.ts'
import { importFestivals } from '../src/cli/import/festivals.ts'
import { importLineup } from '../src/cli/import/save-lineup.ts'
import { tablesWith } from './authorisation/rows.ts'
import { aFestival, aGig } from './catalogue.ts'
import { anEmptyDatabase } from './databases.ts'
import { describedBy } from './described.ts'
import { readOperations, type Schema } from './fuzz/operations.ts'
import { commands } from './records/commands.ts'
import { faultsInFiles, rowsIn } from './records/files.ts'
import type { Reasons, Recorded } from './records/recorded.ts'
import { records } from './records/records.ts'
import { differences, objectOf, type Variant } from './records/values.ts'
import { aWorld, type Person, type World } from './world.ts'

const world = await aWorld()
const admin = await world.aUser({ roles: ['admin'] })
const client = (await world.aClient([...scopes])).token
await world.jobs.start()
const all = await records(world)
const operations = readOperations(describedBy(world.app))

/** An operation as the description names it: `PUT /artists/{id}`. */
const describedAs = (operation: string) => operation.replace(/[0-9a-f-]{36}/, '{id}')

/** The schema of the fields that an operation takes; of several forms the one for a single record. */
function inputOf(operation: string): Schema {
  const { body } = operations.find(({ name }) => name === describedAs(operation)) ?? {}
  assert.ok(body, `${operation} takes no body`)
  return body.anyOf?.[0] ?? body
}

type Written = { record: Recorded; id: string; as: Person; fields: Record<string, unknown> }

type Writing = { variant: Variant; id: string; mark?: string }

/** Writes a value into each field. */
async function write(record: Recorded, operation: string, at: Writing): Promise<Written> {
  const { by = async () => admin, given = {}, unread = {} } = record
  const permanent = operation === record.create ? {} : record.permanent
  const body = objectOf(inputOf(operation), '', { given, ...at })
  for (const name of Object.keys(permanent ?? {})) delete body[name]
  const [method = '', path = ''] = operation.split(' ')
  const answer = await world.call(method, path.replace(/\{\w+\}/, at.id), {
    as: await by(at.id),
    client,
    body,
  })
  assert.ok(answer.status < 300, `${operation}: ${answer.status} ${answer.text}`)
  const fields = Object.fromEntries(Object.entries(body).filter(([name]) => !(name in unread)))
  const id = answer.body.id ?? at.id
  return { record, id, as: await by(id), fields }
}

/** What of the fields is not as it was written, in the record, its list, the audit log and the export. */
async function faultsOf(operation: string, written: Written): Promise<string[]> {
  const told = {
    record: await inRecord(written),
    list: await inList(written),
    'audit log': await inAudit(written, operation),
    export: await inExport(written),
  }
  return Object.entries(told).flatMap(([place, faults]) =>
    faults.map((fault) => `${operation}, ${place}: ${fault}`),
  )
}

async function read(url: string, as: Person) {
  const { status, body, text } = await world.get(url, { as, client })
  assert.equal(status, 200, `${url}: ${text}`)
  return body
}

async function inRecord({ record, id, as, fields }: Written): Promise<string[]> {
  if (!record.detail) return []
  return comparedWith(fields, await read(record.detail(id), as), record)
}

/** A list may show less than the record, where the record can be read by itself. */
async function inList({ record, id, as, fields }: Written): Promise<string[]> {
  const { list, detail, reads = {}, rows = (body) => body } = record
  if (!list) return []
  const row = rows(await read(list, as)).find((one: any) => [one.id, one.event_type].includes(id))
  if (row === undefined) return [`${id} is not there`]
  const shown = Object.entries(fields).filter(([name]) => !detail || name in row || name in reads)
  return comparedWith(Object.fromEntries(shown), row, record)
}

function comparedWith(fields: Written['fields'], row: any, { name, reads = {} }: Recorded) {
  const own = Object.keys(fields).map((field) => [field, reads[field]?.(row) ?? row[field]])
  return differences(fields, Object.fromEntries(own), name)
}

async function inExport({ record, id, as, fields }: Written): Promise<string[]> {
  if (!record.exported) return []
  return differences(fields, record.exported(await read('/users/i/export', as), id), record.name)
}

type Changes = Record<string, { to: unknown }>

async function inAudit({ record, fields }: Written, operation: string): Promise<string[]> {
  const { unaudited = {}, counted, create } = record
  if (typeof unaudited === 'string') return []
  const { entries } = await read('/audit?limit=1', admin)
  const changes: Changes = entries[0].changes
  if (counted && operation === create) return counted in changes ? [] : [`no ${counted}`]
  return Object.entries(fields).flatMap(([name, value]) =>
    name in unaudited ? [] : missingIn(changes, { record, name, value }),
  )
}

type Field = { record: Recorded; name: string; value: unknown }

/** A field, or the parts of a record: `tickets.<id>.price`, or only how many, `gigs.added`. */
function missingIn(changes: Changes, { record, name, value }: Field): string[] {
  const { auditedAs = {}, name: noun, unaudited = {} } = record
  const column = auditedAs[name]
  if (column) return column in changes ? [] : [`${noun}.${name}`]
  if (changes[name])
    return isPlain(value) ? differences(value, changes[name].to, `${noun}.${name}`) : []
  const parts = Object.entries(changes).filter(([key]) => key.startsWith(`${name}.`))
  if (parts.length === 0) return [`${noun}.${name}`]
  if (parts.every(([key]) => key.split('.').length === 2)) return []
  const [part] = [value].flat()
  return Object.entries(part as object).flatMap(([field, one]) => {
    const told = parts.filter(([key]) => key.endsWith(`.${field}`))
    const isTold = told.some(([, { to }]) => !isPlain(one) || differences(one, to, '').length === 0)
    return isTold || `${name}.${field}` in Object(unaudited) ? [] : [`${noun}.${name}.${field}`]
  })
}

/** Whether the log has it as it was written: a point and a list of objects are written otherwise. */
const isPlain = (value: unknown) => [value].flat().every((one) => typeof one !== 'object')

/** Each record as it was written last. */
const latest = new Map<Recorded, Written>()

function latestOf(record: Recorded): Written {
  const written = latest.get(record)
  assert.ok(written, `${record.name} was not written`)
  return written
}

for (const record of all) {
  // Requirement (rules): contract §4.13: each field is written and read back, in audit and export
  test(`${record.name}: each field that is written is read back`, async () => {
    const { create, change, id = '' } = record
    const faults: string[] = []
    const step = async (operation: string, at: { variant: Variant; id: string }) => {
      const written = await write(record, operation, at)
      faults.push(...(await faultsOf(operation, written)))
      latest.set(record, written)
      return written
    }
    // Twice, since one of two values may be the default.
    for (const [variant, other] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const made = await step(create ?? change ?? '', { variant, id })
      if (create && change) await step(change, { variant: other, id: made.id })
    }
    assert.deepEqual(faults, [])
  })
}

const without = (fields: Written['fields'], left: Reasons) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in left)))

for (const record of all) {
  const { edition, name } = record
  if (typeof edition === 'string') continue
  // Requirement (operations): contract §4.16 The next edition: every field, and times a week later
  test(`${name}: the next edition of its festival has each field, and times a week later`, async () => {
    const { id, as, fields } = latestOf(record)
    const { of, url, rows = (body) => body, except } = edition
    const { start_time, time_zone } = await read(`/festivals/${of(id)}?hidden=true`, as)
    const day = Temporal.Instant.from(start_time).toZonedDateTimeISO(time_zone).toPlainDate()
    const body = { name: `${name} once more`, start_day: `${day.add({ days: 7 })}` }
    const made = await world.post(`/festivals/${of(id)}/duplicate`, body, { as, client })
    assert.equal(made.status, 201, made.text)
    const copy = rows(await read(url(made.body.id), as), fields['name'])
    assert.deepEqual(comparedWith(aWeekLater(without(fields, except)), copy, record), [])
  })
}

function aWeekLater(fields: Written['fields']): Written['fields'] {
  return JSON.parse(JSON.stringify(fields), (_, value) =>
    /^\d{4}-\d\d-\d\dT/.test(value)
      ? new Date(Date.parse(value) + 7 * 24 * 3_600_000).toISOString()
      : value,
  )
}

const folder = await mkdtemp(join(tmpdir(), 'festival-records-'))
after(() => rm(folder, { recursive: true }))
const configOf = (url: string, data: string, env = {}) =>
  readConfig({ DATABASE_URL: url, DATA_DIR: data, PUBLIC_URL: 'https://records.example', ...env })
const config = configOf(world.connectionString, world.folder)
const exported = join(folder, 'export')

test('an export has each field of every record', async () => {
  await exportAll(config, exported, {})
  const rows = rowsIn(exported)
  const faults = all.flatMap((record) =>
    typeof record.file === 'string'
      ? []
      : faultsInFiles(record.file, latestOf(record), rows).map((one) => `${record.name}.${one}`),
  )
  assert.deepEqual(faults, [])
})

function found(name: string): Recorded {
  const record = all.find((one) => one.name === name)
  assert.ok(record, name)
  return record
}

/** Returns a record as it was written last, and the fields that no import reads. */
function imported(name: string) {
  const record = found(name)
  assert.ok(typeof record.imported !== 'string')
  return { left: record.imported, ...latestOf(record) }
}

/** Imports the exported line-up of a festival, changed by `change`, as another festival. */
async function importAgain(id: string, from: string, change = (text: string) => text) {
  const file = join(folder, `${id}.json`)
  const text = await readFile(join(from, 'import', 'lineups', `${id}.json`), 'utf8')
  await writeFile(file, change(text).replace(`"festival:${id}"`, `"again:${id}"`))
  return (await importLineup(world.db, file, {})).festival_id
}

test('an import reads each field of a festival from the line-up that an export has written', async () => {
  const { record, left, id, as, fields } = imported('festival')
  const again = await importAgain(id, exported)
  const row = await read(record.detail?.(again) ?? '', as)
  assert.deepEqual(comparedWith(without(fields, left.lineup), row, record), [])
})

test('an import reads each field of a festival from the list that an export has written', async () => {
  const { record, left, id, as, fields } = imported('festival')
  const list = join(exported, 'import', 'festivals', `${fields['organizer_id']}.csv`)
  const map = JSON.parse(await readFile(list.replace(/csv$/, 'json'), 'utf8'))
  const mapFile = join(folder, 'map.json')
  await writeFile(mapFile, JSON.stringify({ ...map, source: { prefix: 'list:', column: 'id' } }))
  const report = await importFestivals(world.db, list, { map: mapFile, shiftYears: 0 })
  assert.equal(report.rejected, 0)
  const again = await world.db
    .selectFrom('festivals')
    .select('id')
    .where('source', '=', `list:${id}`)
    .executeTakeFirstOrThrow()
  const row = await read(record.detail?.(again.id) ?? '', as)
  assert.deepEqual(comparedWith(without(fields, left.list ?? {}), row, record), [])
})

test('an import reads each field of an artist from the line-up that an export has written', async () => {
  const { record, left, id, as, fields } = imported('artist')
  const festival = await aFestival(world)
  await aGig(world, { festival_id: festival.id, artist_id: id })
  const other = join(folder, 'other')
  await exportAll(config, other, {})
  const again = await importAgain(festival.id, other, (text) =>
    text.replaceAll(`"${fields['name']}"`, '"Another name"'),
  )
  const { gigs } = await read(`/festivals/${again}`, as)
  const row = await read(record.detail?.(gigs[0].artist.id) ?? '', as)
  assert.deepEqual(comparedWith(without(fields, left.lineup), row, record), [])
})

test('a restored backup has each field of every record', async () => {
  const file = join(folder, 'backup.tar')
  await backUp(config, file, { withKey: false })
  const url = await anEmptyDatabase()
  const key = { SECRET_KEY: await secretKeyOf(config) }
  await restore(configOf(url, join(folder, 'restored'), key), file, {
    replace: false,
    withoutKey: false,
    withoutJobs: false,
    progress: { show() {}, clear() {} },
  })
  const [server = '', template] = [process.env['TEST_DATABASE_URL'], new URL(url).pathname.slice(1)]
  const restored = await aWorld({ env: key, on: { server, template } })
  for (const record of all) {
    const [before, again] = [await rowIn(world, record), await rowIn(restored, record)]
    assert.ok(before, record.name)
    assert.deepEqual(differences(before, again, record.name), [])
  }
})

/** Returns a record as a world shows it. */
async function rowIn({ get }: Pick<World, 'get'>, record: Recorded) {
  const { detail, list = '', rows = (body) => body } = record
  const { id, as } = latestOf(record)
  const { body } = await get(detail?.(id) ?? list, { as, client })
  return detail ? body : rows(body).find((one: any) => [one.id, one.event_type].includes(id))
}

test('nothing that a user has written of themselves is left when the account is erased', async () => {
  const [user, photo] = [found('user'), found('photo of a user')]
  const mark = newId().slice(-12)
  const { id } = await write(user, 'POST /users', { variant: 0, id: '' })
  const { as, fields } = await write(user, 'PUT /users/{id}', { variant: 1, id, mark })
  const { change = '' } = photo
  const pictured = await write({ ...photo, by: async () => as }, change, { variant: 0, id, mark })
  assert.deepEqual(await tablesWith(world, [mark]), ['users'])
  assert.equal((await world.del(`/users/${id}`, { as })).status, 200)
  assert.deepEqual(await tablesWith(world, [mark]), [])
  const row = await world.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  const written = Object.values({ ...fields, ...pictured.fields })
  const left = Object.entries({ ...row, id: null }).filter(([, value]) => written.includes(value))
  assert.deepEqual(left, [])
})

test('docs/contract names every field of every record', () => {
  const pages = globSync('docs/contract/*.md').map((page) => readFileSync(page, 'utf8'))
  const named = new Set(pages.join('\n').match(/\w+/g))
  const written = all.flatMap(({ create, change }) => [create, change].flatMap((one) => one ?? []))
  const fields = written.flatMap((operation) => fieldsOf(inputOf(operation)))
  assert.deepEqual(new Set(fields).difference(named), new Set())
})

/** Returns the names of all fields of a schema, at any depth. */
function fieldsOf({ properties = {}, items, anyOf = [] }: Schema): string[] {
  const parts = [...Object.values(properties), ...(items ? [items] : []), ...anyOf]
  return [...Object.keys(properties), ...parts.flatMap(fieldsOf)]
}

test('every operation that takes a body writes a record of this list, or is named as a command', () => {
  const taking = operations
    .filter(({ method, body }) => body && method !== 'GET')
    .map(({ name }) => name)
  const written = all.flatMap(({ create, change }) => [create, change].flatMap((one) => one ?? []))
  const named = [...written.map(describedAs), ...Object.keys(commands)]
  assert.deepEqual(new Set(named), new Set(taking))
})
