import { sql } from 'kysely'
import { allOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { cut } from '#platform/http/cursors'
import { toEuros } from '#platform/values/money'
import { toTime } from '#platform/values/time'
import { readNames } from './names.ts'
import type { AuditEntry, AuditQuery } from './schemas.ts'

type Changes = Record<string, { from: unknown; to: unknown }>

/** The names of records, which the log does not store. */
type RecordNames = 'entity_name' | 'festival_name'

type Row = Omit<AuditEntry, 'actor' | 'changes' | RecordNames> & {
  kind: AuditEntry['actor']['kind']
  user_id: string | null
  client_id: string | null
  device_id: string | null
  changes: Changes
}

/** Returns entries, newest first, with the current names of their records, and the cursor of the next page; null on the last page. */
export async function listEntries(
  db: Database,
  query: AuditQuery,
): Promise<{ entries: AuditEntry[]; next_after: string | null }> {
  const { limit } = query
  const { rows } = await sql<Row>`
    select id, at, actor as kind, user_id, client_id, device_id, action, entity_type, entity_id,
           festival_id, organizer_id, changes
    from audit_log where ${matching(query)}
    order by at desc, id desc limit ${limit + 1}`.execute(db)
  const { items, next_after } = cut(rows, limit, ({ id }) => id)
  const nameOf = await readNames(db, items)
  const entries = items.map((row) => ({
    ...toEntry(row),
    entity_name: nameOf(row.entity_type, row.entity_id),
    festival_name: nameOf('festival', row.festival_id),
  }))
  return { entries, next_after }
}

function matching(query: AuditQuery) {
  const { actor, action, entity_type, entity_id, after } = query
  const [from, to] = [toTime(query.from), toTime(query.to)]
  return allOf([
    is('user_id', actor),
    action === undefined ? undefined : sql`action = any (${action.split(',')}::text[])`,
    is('entity_type', entity_type),
    // Ids are stored in lower case; a caller may write them in upper case.
    is('entity_id', entity_id?.toLowerCase()),
    from && sql`at >= ${from}`,
    to && sql`at < ${to}`,
    after === undefined
      ? undefined
      : sql`(at, id) < (select at, id from audit_log where id = ${after})`,
  ])
}

function is(column: string, value: string | undefined) {
  return value === undefined ? undefined : sql`${sql.ref(column)} = ${value}`
}

function toEntry({
  kind,
  user_id,
  client_id,
  device_id,
  changes,
  ...entry
}: Row): Omit<AuditEntry, RecordNames> {
  const shown = Object.entries(changes).map(([field, { from, to }]) =>
    field.endsWith('_cents')
      ? [field.slice(0, -'_cents'.length), { from: euros(from), to: euros(to) }]
      : [field, { from: written(from), to: written(to) }],
  )
  const actor = { kind, user_id, client_id, device_id }
  return { ...entry, actor, changes: Object.fromEntries(shown) }
}

const euros = (cents: unknown) => (typeof cents === 'number' ? toEuros(cents) : null)

/** Converts a time from PostgreSQL's JSON to the form of the API (docs/contract, 1.5). */
function written(value: unknown): unknown {
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/.test(value)
  return isTime ? new Date(value) : (value ?? null)
}
