import { managedBy } from '#catalogue/organizers'
import type { UserCaller } from '#core/access'
import type { Database } from '#platform/database/tables'

/** The holder of an offered ticket; `offeredBy`: the manager offering it for them, null if they do it themselves. */
export type Sender = { holderId: string; offeredBy: string | null }

/**
 * Returns the sender of a ticket that a user wants to offer: its holder if the user manages its festival, else the
 * user, who has to hold it.
 */
export async function senderOf(db: Database, user: UserCaller, paymentId: string): Promise<Sender> {
  const own = { holderId: user.id, offeredBy: null }
  const ticket = await db
    .selectFrom('tickets as t')
    .innerJoin('payments as p', 'p.id', 't.payment_id')
    .innerJoin('festivals as f', 'f.id', 't.festival_id')
    .select(['f.organizer_id', ({ fn }) => fn.coalesce('t.holder_id', 'p.user_id').as('holder_id')])
    .where('t.payment_id', '=', paymentId)
    .executeTakeFirst()
  if (!ticket || ticket.holder_id === user.id) return own
  if (!(await managesTickets(db, user, ticket.organizer_id))) return own
  return { holderId: ticket.holder_id, offeredBy: user.id }
}

/** Returns true if a user may transfer the tickets of others, for festivals of this organizer; not through a publishable client. */
export async function managesTickets(
  db: Database,
  user: UserCaller,
  organizerId: string | null,
): Promise<boolean> {
  if (user.isLimited) return false
  return user.isAdmin || (organizerId !== null && (await managedBy(db, user.id, organizerId)))
}
