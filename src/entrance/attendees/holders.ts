import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { heldStatuses, isNotRevoked, oneOf } from './status.ts'
import { type Selection, walkOf } from './walk.ts'

/** Returns a query for the ids of the holders of matching tickets, each once; tickets that no longer admit have none. */
export async function holdersFound(
  db: Database,
  selection: Selection,
): Promise<RawBuilder<unknown>> {
  const walk = await walkOf(db, selection)
  return sql`
    select distinct coalesce(t.holder_id, p.user_id) as user_id
    from (${walk ? walk({ limit: null }) : sql`select null::uuid as id where false`}) page
    join payments p on p.id = page.id join tickets t on t.payment_id = p.id
    where p.status in ${oneOf(heldStatuses)} and ${isNotRevoked}`
}
