import { sql } from 'kysely'
import { findAvailability, isQueued, moveOffered, termsOf, tierStock } from '#catalogue/festivals'
import { holdAccount } from '#identity/users'
import type { Database } from '#platform/database/tables'
import { type Transaction, transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { conflict, found, notFound } from '#platform/values/errors'
import { isId, newId } from '#platform/values/ids'
import { findEntry } from './queries.ts'
import type { NewWaitingEntry, WaitingEntry } from './schemas.ts'

type Context = Pick<Infrastructure, 'now' | 'config'> & { db: Database }
type JoinRequest = NewWaitingEntry & { userId: string; festivalId: string }

/**
 * Puts a user at the end of the waiting list of a tier. 404 for a tier that is not shown at this festival; 409 if it is
 * not on sale now (`not_on_sale`), while any units are for sale to all (`available`), if one person may not have so
 * many (`limit`), if a queue serves its people first (`queue_first`), for a second place (`already_waiting`), and for
 * an unconfirmed e-mail (`email_not_proven`). Locks the account, the entry, then the tier.
 */
export async function joinList(context: Context, request: JoinRequest): Promise<WaitingEntry> {
  const { userId, festivalId, quantity } = request
  const entity_id = request.entity_id.toLowerCase()
  await requireOnSale(context, { festivalId, entity_id })
  const created_at = context.now()
  return transact(context.db, async (trx) => {
    await requireProven(trx, userId)
    await requireWithin(trx, entity_id, quantity)
    const id = newId()
    const of = { user_id: userId, tier_id: entity_id, festival_id: festivalId }
    await insertOnce(trx, { id, ...of, quantity, created_at })
    if (await sellsByQueue(trx, entity_id)) {
      throw conflict(
        'Returned tickets go to the people in the queue: join the queue instead',
        'queue_first',
      )
    }
    const free = (await tierStock.lock(trx, [entity_id])).get(entity_id) ?? 0
    if (free > 0) throw conflict('Tickets of this tier are on sale: buy them', 'available')
    await moveOffered(trx, [{ tier_id: entity_id, held: 0 }])
    return found(await findEntry(trx, { id, userId }), 'Entry')
  })
}

type Of = { festivalId: string; entity_id: string }

async function requireOnSale(context: Context, { festivalId, entity_id }: Of) {
  if (!isId(entity_id)) throw notFound('Ticket')
  const shown = (await findAvailability(context.db, [festivalId], termsOf(context))).get(festivalId)
  const tier = found(shown, 'Festival').find(({ ticket_id }) => ticket_id === entity_id)
  const { status } = found(tier, 'Ticket')
  if (status === 'closed' || status === 'not_yet') {
    throw conflict('This item is not on sale now', 'not_on_sale')
  }
}

async function sellsByQueue(trx: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select ${isQueued('t.id')} as is from tiers t where t.id = ${id}`.execute(trx)
  return rows[0]?.is ?? false
}

/**
 * Refuses an account without a proven e-mail. An offer holds tickets without a payment: an account that costs nothing
 * could otherwise hold them for no one.
 */
async function requireProven(trx: Transaction, id: string) {
  const { email_proven_at } = found(await holdAccount(trx, { id }), 'User')
  if (!email_proven_at) throw conflict('Confirm your e-mail first', 'email_not_proven')
}

/** Refuses more than one order, one person and the tier may have: more could never be offered. */
async function requireWithin(trx: Transaction, id: string, quantity: number) {
  const tier = await trx
    .selectFrom('tiers')
    .select(['quantity', 'max_per_order', 'max_per_person'])
    .where('id', '=', id)
    .executeTakeFirst()
  const { max_per_person, ...most } = found(tier, 'Ticket')
  const limit = Math.min(most.quantity, most.max_per_order, max_per_person ?? Infinity)
  if (quantity > limit)
    throw conflict(`A person can have at most ${limit} of this item`, 'limit', { limit })
}

type Entry = {
  id: string
  user_id: string
  tier_id: string
  festival_id: string
  quantity: number
  created_at: Date
}

async function insertOnce(trx: Transaction, entry: Entry) {
  const { user_id, tier_id } = entry
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('waiting_entries')
    .values(entry)
    .onConflict((conflicting) =>
      conflicting.columns(['tier_id', 'user_id']).where('ended_at', 'is', null).doNothing(),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows > 0n) return
  const open = await trx
    .selectFrom('waiting_entries')
    .select('id')
    .where('tier_id', '=', tier_id)
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  throw conflict('You are already on this waiting list', 'already_waiting', { id: open?.id })
}

/**
 * Takes a user off a waiting list, also one with an offer: the pieces held for them are free again. 404 for another's
 * entry, 409 once it has ended (`offer_ended`) and while an order buys with its offer (`offer_used`).
 */
export async function leaveList(
  { db, now }: Context,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await transact(db, async (trx) => {
    const entry = await trx
      .selectFrom('waiting_entries')
      .select(['tier_id', 'status', 'quantity', 'ordered', 'return_id'])
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const { tier_id, status, quantity, ordered, return_id } = found(entry, 'Entry')
    if (ordered > 0 || status === 'taken') {
      throw conflict('The ticket is being bought, or was bought', 'offer_used')
    }
    if (status !== 'waiting' && status !== 'offered') {
      throw conflict('It has ended', 'offer_ended')
    }
    await trx
      .updateTable('waiting_entries')
      .set({ status: 'left', ended_at: now() })
      .where('id', '=', id)
      .execute()
    const hasStock = status === 'offered' && return_id === null
    await moveOffered(trx, [{ tier_id, held: hasStock ? -quantity : 0 }])
  })
}
