import { sql } from 'kysely'
import { managedBy, mayChangeOrganizer } from '#catalogue/organizers'
import type { UserCaller } from '#core/access'
import type { Database } from '#platform/database/tables'
import { forbidden, invalidField } from '#platform/values/errors'

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
