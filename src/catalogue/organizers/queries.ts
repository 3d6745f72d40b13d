import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Config } from '#platform/config/variables'
import { followsInNames } from '#platform/database/search-names'
import type { Database } from '#platform/database/tables'
import { organizerColumns } from './columns.ts'
import type { Organizer } from './schemas.ts'

export type OrganizerRow = Static<typeof Organizer>

/** `hides`: true if the e-mail of a creator without a choice of their own is hidden, from `hidesEmails`. */
type Hides = { hides: boolean }

/** Returns `HIDE_MANAGER_EMAILS`; its default is true in production. */
export function hidesEmails({
  NODE_ENV,
  HIDE_MANAGER_EMAILS = NODE_ENV === 'production',
}: Pick<Config, 'NODE_ENV' | 'HIDE_MANAGER_EMAILS'>): boolean {
  return HIDE_MANAGER_EMAILS
}

/**
 * Returns organizers with their managers: by search name, then id, following `after`, and approved or not; or the organizers
 * with these ids, in their order.
 */
export async function listOrganizers(
  db: Database,
  {
    after,
    approved,
    ids,
    limit,
    offset,
    hides,
  }: Hides & {
    after?: { name: string; id: string } | undefined
    approved?: boolean | undefined
    ids?: string[] | undefined
    limit: number
    offset: number
  },
): Promise<OrganizerRow[]> {
  const { rows } = await sql<OrganizerRow>`
    ${organizer({ hides })}
    where ${after ? followsInNames('organizers', after) : sql<boolean>`true`}
      and ${approved === undefined ? sql`true` : sql`o.approved_at is ${approved ? sql`not null` : sql`null`}`}
      and ${ids ? sql`o.id = any (${ids}::text[])` : sql`true`}
    order by ${ids ? sql`array_position(${ids}::text[], o.id)` : sql`o.search_name, o.id`} limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows
}

export async function findOrganizer(
  db: Database,
  { id, hides }: Hides & { id: string },
): Promise<OrganizerRow | undefined> {
  const { rows } = await sql<OrganizerRow>`${organizer({ hides })} where o.id = ${id}`.execute(db)
  return rows[0]
}

/** A manager's choice decides if their e-mail is shown; without a choice, only the creator's is shown. */
const organizer = ({ hides }: Hides) => sql`
  select o.id, ${sql.join(organizerColumns.select('o'))}, o.approved_at is not null as approved, m.managers
  from organizers o
  cross join lateral (
    select coalesce(json_agg(json_build_object(
      'id', u.id, 'firstName', u.first_name, 'lastName', u.last_name,
      'email', case when coalesce(om.shows_email, ${!hides} and om.created_at = o.created_at) then u.email end
    ) order by om.created_at, u.id), '[]') as managers
    from organizer_managers om join users u on u.id = om.user_id
    where om.organizer_id = o.id
  ) m`
