import { sql } from 'kysely'
import type { Database } from '#platform/database'

export type OrganizerRow = {
  id: string
  name: string
  description: string | null
  photo: string | null
  managers: { id: string; firstName: string; lastName: string; email: string | null }[]
}

/** Organizers by name, then id, each with its managers; those after `after` where it is given. */
export async function listOrganizers(
  db: Database,
  {
    after,
    limit,
    offset,
  }: { after?: { name: string; id: string } | undefined; limit: number; offset: number },
): Promise<OrganizerRow[]> {
  const { rows } = await sql<OrganizerRow>`
    ${organizer}
    where ${after ? sql<boolean>`(o.name, o.id) > (${after.name}, ${after.id})` : sql<boolean>`true`}
    order by o.name, o.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function findOrganizer(db: Database, id: string): Promise<OrganizerRow | undefined> {
  const { rows } = await sql<OrganizerRow>`${organizer} where o.id = ${id}`.execute(db)
  return rows[0]
}

const organizer = sql`
  select o.id, o.name, o.description, o.photo, m.managers
  from organizers o
  cross join lateral (
    select coalesce(json_agg(json_build_object(
      'id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email
    ) order by om.created_at, u.id), '[]') as managers
    from organizer_managers om join users u on u.id = om.user_id
    where om.organizer_id = o.id
  ) m`
