import { sql } from 'kysely'
import type { Transaction } from '#platform/database/transactions'
import { isBeingBought } from '#shop/returns'
import { lockTickets } from '#shop/tickets'
import type { TicketColumns } from '../model/order-stages.ts'
import { offeredUntil } from '../model/queries.ts'

/** The facts about its ticket that decide if a buyer can cancel a payment. */
export type ReturnedTicket = Pick<TicketColumns, 'holder_id' | 'validated_at' | 'offered_until'> & {
  /** true if it is given to the next in line, now paying for it */
  is_being_bought: boolean
}

export const withoutTicket: ReturnedTicket = {
  holder_id: null,
  validated_at: null,
  offered_until: null,
  is_being_bought: false,
}

/**
 * Locks the tickets of these payments, which are locked before, and reads them in a later statement: a ticket that was
 * used or transferred while this waited for the lock is found so.
 */
export async function lockReturned(
  db: Transaction,
  ids: string[],
): Promise<Map<string, ReturnedTicket>> {
  if (ids.length === 0) return new Map()
  await lockTickets(db, ids)
  const { rows } = await sql<ReturnedTicket & { payment_id: string }>`
    select t.payment_id, t.holder_id, t.validated_at, ${offeredUntil('t.payment_id')} as offered_until,
           ${isBeingBought('t.payment_id')} as is_being_bought
    from tickets t where t.payment_id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.payment_id, row]))
}
