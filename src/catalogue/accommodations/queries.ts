import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isVisibleIf } from '#catalogue/organizers'
import { followsInNames } from '#platform/database/search-names'
import type { Database } from '#platform/database/tables'
import { untranslated } from '#platform/database/translated'
import { accommodationColumns } from './columns.ts'
import type { Accommodation } from './schemas.ts'

type Hidden = RawBuilder<SqlBool>
const none = sql<SqlBool>`false`
export const all = sql<SqlBool>`true`

type Filter = {
  festival?: string | undefined
  after?: { name: string; id: string } | undefined
  limit: number
  offset: number
} & Shown

/** The parts of accommodations that are shown. */
type Shown = {
  /** the condition under which hidden accommodations, and accommodations of drafts, are shown, beside `festivals f` */
  hidden?: Hidden | undefined
  /** their texts in other languages too */
  translations?: boolean | undefined
}

/** Returns accommodations by name, then id: all, or one festival's. */
export function listAccommodations(db: Database, filter: Filter): Promise<Accommodation[]> {
  const { festival, after, limit, offset } = filter
  const ofFestival = festival === undefined ? sql`` : sql`and a.festival_id = ${festival}`
  const follows = after ? sql`and ${followsInNames('accommodations', after, 'a')}` : sql``
  return read(
    db,
    filter,
    sql`${ofFestival} ${follows} order by a.search_name, a.id limit ${limit} offset ${offset}`,
  )
}

/** Returns an accommodation. */
export async function findAccommodation(
  db: Database,
  id: string,
  shown: Shown = {},
): Promise<Accommodation | undefined> {
  const [accommodation] = await read(db, shown, sql`and a.id = ${id}`)
  return accommodation
}

async function read(
  db: Database,
  { hidden = none, translations }: Shown,
  condition: RawBuilder<unknown>,
): Promise<Accommodation[]> {
  const selected = accommodationColumns.select('a')
  const { rows } = await sql<Accommodation>`
    select a.id, ${sql.join(translations ? selected : untranslated(selected))},
           a.quantity - a.sold - a.held as remaining
    from accommodations a
    join festivals f on f.id = a.festival_id and ${isVisibleIf(hidden)}
    where a.archived_at is null and (not a.hidden or ${hidden}) ${condition}`.execute(db)
  return rows
}
