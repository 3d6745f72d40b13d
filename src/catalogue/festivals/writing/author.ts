/** The author of a change, and the festivals and organizers that the author may change. */
import { sql } from 'kysely'
import {
  isVisibleTo,
  managedBy,
  mayChange,
  mayChangeOrganizer,
  mayEdit,
} from '#catalogue/organizers'
import type { UserCaller } from '#core/access'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { forbidden, found, invalidField } from '#platform/values/errors'

export type Author = Pick<
  Infrastructure,
  'db' | 'photoStore' | 'bus' | 'jobs' | 'festivalMoves'
> & {
  user: UserCaller
  now: Date
}

/** Returns the author of a change: the user, the time, and the stores that the change is written to. */
export function by(
  { db, photoStore, bus, jobs, festivalMoves, now }: Infrastructure,
  user: UserCaller,
): Author {
  return { db, photoStore, bus, jobs, festivalMoves, user, now: now() }
}

/** The fields that editors change: texts, pictures and the line-up; nothing that is sold, dated or published. */
const ofEditors: ReadonlySet<string> = new Set([
  'name',
  'description',
  'language',
  'translations',
  'photo',
  'site_plan',
  'site_plan_description',
  'places',
  'gigs',
])

/**
 * Returns the festival, if the user may change these fields of it; without fields, all of it.
 * @throws 404, or 403 for a user with neither the permission nor a role in its organizer that allows it
 */
export async function changeable({ db, user }: Author, id: string, fields?: string[]) {
  const { may_change, may_edit, ...festival } = found(
    await db
      .selectFrom('festivals as f')
      .select(['photo', 'site_plan', 'organizer_id'])
      .select([
        mayChange(user, 'f.organizer_id').as('may_change'),
        mayEdit(user, 'f.organizer_id').as('may_edit'),
      ])
      .where('id', '=', id)
      .where(isVisibleTo(user))
      .executeTakeFirst(),
    'Festival',
  )
  const others = fields?.filter((field) => !ofEditors.has(field))
  if (may_change || (may_edit && others?.length === 0)) return festival
  if (!may_edit || !others)
    throw forbidden('Only managers of its organizer may change this festival')
  throw forbidden(
    `Editors change texts and the line-up: only managers of the organizer may change ${others.join(', ')}`,
  )
}

/** Refuses an organizer that does not exist (400), and one that the user does not manage (403). */
export async function requireOrganizer(
  { db, user }: { db: Database; user: UserCaller },
  organizerId: string,
): Promise<void> {
  const organizer = await db
    .selectFrom('organizers')
    .select('id')
    .where('id', '=', organizerId)
    .executeTakeFirst()
  if (!organizer) throw invalidField('organizer_id', 'is not the id of an organizer')
  if (!(await mayChangeOrganizer(db, user, organizerId))) {
    throw forbidden('Only managers of the organizer may put festivals under it')
  }
}

/**
 * Refuses (403) to move a paid festival, unless by an admin or a manager of both organizers: the managers of the new
 * one see its money and refund it. Catalogue staff move festivals without payments. Runs in the transaction that moves,
 * which holds the festival.
 */
export async function requireMovable(
  trx: Database,
  user: UserCaller,
  { id, to }: { id: string; to: string },
): Promise<void> {
  if (user.isAdmin) return
  const { rows } = await sql<{ organizer_id: string }>`
    select organizer_id from festivals f
    where id = ${id} and organizer_id <> ${to}
      and exists (select from payments p where p.festival_id = f.id)`.execute(trx)
  const [paid] = rows
  if (!paid) return
  const from = paid.organizer_id
  if ((await managedBy(trx, user.id, from)) && (await managedBy(trx, user.id, to))) return
  throw forbidden(
    'A festival with payments is moved by a manager of both organizers or by an admin: ask one of them',
    'has_payments',
  )
}
