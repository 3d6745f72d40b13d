import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'

/** The tables and columns with the names of records, by their kind in the log. People are not included: the log has only their ids. */
const named: Record<string, [table: string, name: string, id?: 'text']> = {
  accommodation: ['accommodations', 'name'],
  artist: ['artists', 'name'],
  badge: ['badges', 'name'],
  challenge: ['challenges', 'name'],
  client: ['clients', 'name', 'text'],
  device: ['gate_devices', 'name'],
  festival: ['festivals', 'name'],
  message: ['messages', 'subject'],
  organizer: ['organizers', 'name', 'text'],
  subscription: ['subscriptions', 'name'],
  voucher: ['vouchers', 'name'],
  webhook: ['webhooks', 'description'],
}

type Entry = { entity_type: string; entity_id: string | null; festival_id: string | null }

/**
 * Looks up the current names of the records of entries.
 *
 * @returns a function that returns the name of a record by kind and id; null where it has none, or is deleted
 */
export async function readNames(db: Database, entries: readonly Entry[]) {
  const ids = new Map<string, Set<string>>()
  const wanted = entries.flatMap(({ entity_type, entity_id, festival_id }) => [
    [entity_type, entity_id] as const,
    ['festival', festival_id] as const,
  ])
  for (const [kind, id] of wanted) {
    if (id !== null && named[kind]) ids.set(kind, (ids.get(kind) ?? new Set()).add(id))
  }
  const parts = [...ids].map(([kind, each]) => {
    const [table, name, type = 'uuid'] = named[kind] ?? ['', '']
    const list = sql`${[...each]}::${sql.raw(`${type}[]`)}`
    return sql`select ${kind}::text as kind, id::text, ${sql.ref(name)} as name from ${sql.table(table)} where id = any (${list})`
  })
  const { rows } =
    parts.length === 0
      ? { rows: [] }
      : await sql<{ kind: string; id: string; name: string | null }>`
          ${sql.join(parts, sql` union all `)}`.execute(db)
  const names = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]))
  return (kind: string, id: string | null) => names.get(`${kind} ${id}`) ?? null
}
