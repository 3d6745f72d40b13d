import { sql } from 'kysely'
import type { Database } from '#platform/database'

export type OrganizerRow = {
  id: string
  name: string
  description: string | null
  photo: string | null
  approved: boolean
  managers: { id: string; firstName: string; lastName: string; email: string | null }[]
}

/** Organizers by name, then id, each with its managers; those after `after`, or `approved` or not. */
export async function listOrganizers(
  db: Database,
  {
    after,
    approved,
    limit,
    offset,
  }: {
    after?: { name: string; id: string } | undefined
    approved?: boolean | undefined
    limit: number
    offset: number
  },
): Promise<OrganizerRow[]> {
  const { rows } = await sql<OrganizerRow>`
    ${organizer}
    where ${after ? sql<boolean>`(o.name, o.id) > (${after.name}, ${after.id})` : sql<boolean>`true`}
      and ${approved === undefined ? sql`true` : sql`o.approved_at is ${approved ? sql`not null` : sql`null`}`}
    order by o.name, o.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function findOrganizer(db: Database, id: string): Promise<OrganizerRow | undefined> {
  const { rows } = await sql<OrganizerRow>`${organizer} where o.id = ${id}`.execute(db)
  return rows[0]
}

const organizer = sql`
  select o.id, o.name, o.description, o.photo, o.approved_at is not null as approved, m.managers
  from organizers o
  cross join lateral (
    select coalesce(json_agg(json_build_object(
      'id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email
    ) order by om.created_at, u.id), '[]') as managers
    from organizer_managers om join users u on u.id = om.user_id
    where om.organizer_id = o.id
  ) m`
