/** Moves the purchases of guests to the account that claims them (contract, section 7.12). */
import { sql } from 'kysely'
import { lockBalances, type Reversal, recordServerEvents, reverseEvents } from '#audience/rewards'
import { readdressMails } from '#messaging/mail'
import { moveNotifiedHolders, moveSwitchedOff } from '#messaging/notifications'
import { list } from '#platform/database/sql'
import type { Transaction } from '#platform/database/transactions'
import type { Bus } from '#platform/sync/bus'
import { lockTickets } from '#shop/tickets'
import { isPaid } from '../model/states.ts'
import { type LockedPayment, lockPayments } from './locked-orders.ts'
import { rewardEventsOf } from './reverse-sale.ts'
import { purchaseOf } from './sell.ts'

type Step = { db: Transaction; bus: Bus; now: Date }
type Move = { from: string[]; to: string }

/**
 * Makes an account the buyer of everything that guests have bought and are buying, and records the paid part as a
 * purchase by an account would. Returns the ids of the paid payments. Locks orders, payments, tickets, then the
 * account's balance.
 */
export async function moveOwner(at: Step, { from, to }: Move): Promise<string[]> {
  const { db } = at
  await sql`
    select from orders where user_id = any (${list(from, 'uuid')}) order by id for no key update`.execute(
    db,
  )
  const { rows } = await sql<{ id: string }>`
    select id from payments where user_id = any (${list(from, 'uuid')})
    order by id for no key update`.execute(db)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  // Locked before the update, which has to wait for gates that hold a ticket and record its payment.
  await lockTickets(db, ids)
  await lockBalances(db, [to])
  // The keys of several guests may be equal.
  await sql`
    update orders set user_id = ${to}, idempotency_key = user_id || ':' || idempotency_key
    where id in (select order_id from payments where id = any (${list(ids, 'uuid')}))`.execute(db)
  await readdressMails(db, { from, to })
  await moveNotifiedHolders(db, { from, to })
  await moveSwitchedOff(db, { from, to })
  await sql`
    update payments p
    set user_id = ${to},
        is_own = p.is_own or exists (
          select from festivals f join organizer_managers om on om.organizer_id = f.organizer_id
          where f.id = p.festival_id and om.user_id = ${to})
    where p.id = any (${list(ids, 'uuid')})`.execute(db)
  const moved = [...(await lockPayments(db, ids)).values()]
  const paid = moved.filter(({ status }) => isPaid(status))
  await recordServerEvents({ ...at, areBalancesHeld: true }, paid.map(purchaseOf))
  await reverseEvents(at, await reversalsOf(db, paid))
  return paid.map(({ id }) => id)
}

/**
 * Returns the points that partial refunds take of the points just earned by the purchases. Nothing is withheld for them
 * any more.
 */
async function reversalsOf(db: Transaction, paid: LockedPayment[]): Promise<Reversal[]> {
  const payments = new Map(paid.map((payment) => [payment.id, payment]))
  const { rows } = await sql<{ id: string; payment_id: string; left: number }>`
    select r.id, r.payment_id, (p.amount_cents - sum(r.amount_cents + r.kept_cents) over (
        partition by r.payment_id order by r.created_at, r.id))::int as left
    from refunds r join payments p on p.id = r.payment_id
    where r.payment_id = any (${list([...payments.keys()], 'uuid')}) and r.refused is null
    order by r.payment_id, r.created_at, r.id`.execute(db)
  return rows.flatMap(({ id, payment_id, left: keepCents }) =>
    rewardEventsOf(id, payment_id)
      .slice(0, 1)
      .map((event) => ({
        ...event,
        refund: id,
        isWhole: false,
        keepCents,
        ofCents: payments.get(payment_id)?.amount_cents ?? 0,
        mostKept: 0,
      })),
  )
}
