/**
 * Each field that the API takes for a record is stored: it is written by POST and by PUT and read back, from the
 * record itself, from its list, from the audit log and, where it is about a person, from their export. Fields
 * come from the published description, so that a new one is tested without being named here.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '#core/access'
import { describedBy } from './described.ts'
import { readOperations, type Schema } from './fuzz/operations.ts'
import { commands } from './records/commands.ts'
import type { Recorded } from './records/recorded.ts'
import { records } from './records/records.ts'
import { differences, objectOf, type Variant } from './records/values.ts'
import { aWorld, type Person } from './world.ts'

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

/** Writes a value into each field. */
async function write(record: Recorded, operation: string, at: { variant: Variant; id: string }) {
  const { by = async () => admin, given = {}, unread = {} } = record
  const permanent = operation === record.create ? {} : record.permanent
  const body = objectOf(inputOf(operation), '', { variant: at.variant, given })
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

for (const record of all) {
  test(`${record.name}: each field that is written is read back`, async () => {
    const { create, change, id = '' } = record
    const faults: string[] = []
    const step = async (operation: string, at: { variant: Variant; id: string }) => {
      const written = await write(record, operation, at)
      faults.push(...(await faultsOf(operation, written)))
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

test('nothing that a user has written of themselves is left when the account is erased', async () => {
  const user = all.find(({ name }) => name === 'user')
  assert.ok(user)
  const { id } = await write(user, 'POST /users', { variant: 0, id: '' })
  const { as, fields } = await write(user, 'PUT /users/{id}', { variant: 1, id })
  await world.post(`/users/${id}/photo`, { photo: 'https://records.example/me.jpg' }, { as })
  assert.equal((await world.del(`/users/${id}`, { as })).status, 200)
  const row = await world.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  const left = Object.entries({ ...row, id: null })
    .filter(([, value]) =>
      [...Object.values(fields), 'https://records.example/me.jpg'].includes(value),
    )
    .map(([column]) => column)
  assert.deepEqual(left, [])
})

test('every operation that takes a body writes a record of this list, or is named as a command', () => {
  const taking = operations
    .filter(({ method, body }) => body && method !== 'GET')
    .map(({ name }) => name)
  const written = all.flatMap(({ create, change }) => [create, change].flatMap((one) => one ?? []))
  const named = [...written.map(describedAs), ...Object.keys(commands)]
  assert.deepEqual(new Set(named), new Set(taking))
})
