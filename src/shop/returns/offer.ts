import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { type Transaction, transact } from '#platform/database/transactions'
import { conflict, found } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { lockTickets } from '#shop/tickets'
import { beingBought, isBeingBought, type OpenReturn, openReturn, toReturn } from './open.ts'
import { requireReturnable } from './returnable.ts'
import type { TicketReturn } from './schemas.ts'

type Owned = { paymentId: string; userId: string }
type ReturnContext = { db: Database; now: () => Date }

/**
 * Gives a ticket to the next in line, for a buyer that holds it. It stays good until another has bought it. 404 for
 * another's, 409 as `requireReturnable`. Locks the ticket.
 */
export async function offerReturn(
  { db, now: clock }: ReturnContext,
  owned: Owned,
): Promise<TicketReturn> {
  const [now, { paymentId: payment_id }] = [clock(), owned]
  return transact(db, async (trx) => {
    await lockTickets(trx, [payment_id])
    // Runs after the transactions that held the lock have committed, so it sees their changes.
    const { tier_id, festival_id, promised_cents } = await requireReturnable(trx, {
      ...owned,
      now,
    })
    const row = { id: newId(), payment_id, tier_id, festival_id, promised_cents, created_at: now }
    await trx.insertInto('ticket_returns').values(row).execute()
    const { rows } = await sql<{ open: OpenReturn }>`
      select ${openReturn('p.id')} as open from payments p where p.id = ${payment_id}`.execute(trx)
    return toReturn(found(rows[0], 'Payment').open)
  })
}

/** Takes a return back. 404 for another's, 409 without an open one, and while an order pays for the ticket. */
export async function withdrawReturn(
  { db, now: clock }: ReturnContext,
  owned: Owned,
): Promise<void> {
  const now = clock()
  await transact(db, async (trx) => {
    await lockTickets(trx, [owned.paymentId])
    const { id, is_ordered } = await findOwn(trx, owned)
    if (id === null) throw conflict('The ticket is not offered to the waiting list', 'not_returned')
    if (is_ordered) throw beingBought()
    await trx
      .updateTable('ticket_returns')
      .set({ ended_at: now, outcome: 'taken_back' })
      .where('id', '=', id)
      .execute()
  })
}

type Own = { id: string | null; is_ordered: boolean }

async function findOwn(trx: Transaction, { paymentId, userId }: Owned): Promise<Own> {
  const { rows } = await sql<Own>`
    select r.id, ${isBeingBought('p.id')} as is_ordered
    from payments p left join ticket_returns r on r.payment_id = p.id and r.ended_at is null
    where p.id = ${paymentId} and p.user_id = ${userId}`.execute(trx)
  return found(rows[0], 'Payment')
}
