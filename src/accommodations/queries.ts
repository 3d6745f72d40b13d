import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isThere } from '#organizers'
import type { Database } from '#platform/database/tables'
import { accommodationColumns } from './columns.ts'
import type { Accommodation } from './schemas.ts'

type Hidden = RawBuilder<SqlBool>
const none = sql<SqlBool>`false`
export const all = sql<SqlBool>`true`

type Filter = {
  festival?: string | undefined
  after?: { name: string; id: string } | undefined
  /** the condition under which hidden ones, and those of drafts, are listed, beside `festivals f` */
  hidden?: Hidden | undefined
  limit: number
  offset: number
}

/** Returns accommodations by name, then id: all, or those of one festival. */
export function listAccommodations(db: Database, filter: Filter): Promise<Accommodation[]> {
  const { festival, after, hidden, limit, offset } = filter
  const ofFestival = festival === undefined ? sql`` : sql`and a.festival_id = ${festival}`
  const follows = after ? sql`and (a.name, a.id) > (${after.name}, ${after.id})` : sql``
  return read(
    db,
    hidden,
    sql`${ofFestival} ${follows} order by a.name, a.id limit ${limit} offset ${offset}`,
  )
}

/** Returns an accommodation; one that is hidden only if `hidden` holds. */
export async function findAccommodation(
  db: Database,
  id: string,
  hidden?: Hidden,
): Promise<Accommodation | undefined> {
  const [accommodation] = await read(db, hidden, sql`and a.id = ${id}`)
  return accommodation
}

async function read(
  db: Database,
  hidden: Hidden | undefined,
  condition: RawBuilder<unknown>,
): Promise<Accommodation[]> {
  const { rows } = await sql<Accommodation>`
    select a.id, ${sql.join(accommodationColumns.select('a'))},
           a.quantity - a.sold - a.held as remaining
    from accommodations a
    join festivals f on f.id = a.festival_id and ${isThere(hidden ?? none)}
    where a.archived_at is null and (not a.hidden or ${hidden ?? none}) ${condition}`.execute(db)
  return rows
}
