import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { toEuros } from '#platform/values/money'
import type { TicketAddresses } from '#shop/tickets'
import { awaitedTransfer, type BankAccount } from './bank-transfer.ts'
import { failureOf } from './failure.ts'
import type { Order } from './order-schemas.ts'
import type { SettledOrder } from './order-stages.ts'
import { readOrders, toPayment } from './queries.ts'
import { isOpen } from './states.ts'

/** Reads an order of a user; another user's is unknown. */
export async function findOrder(
  db: Database,
  { id, userId }: { id: string; userId: string },
): Promise<SettledOrder | undefined> {
  const [order] = await readOrders(db, sql`where p.order_id = ${id} and p.user_id = ${userId}`)
  return order
}

type OrderPage = { userId: string; after: string | undefined; limit: number }

/** Lists the orders of a user, newest first: ids are in the order of time. */
export function listOrders(
  db: Database,
  { userId, after, limit }: OrderPage,
): Promise<SettledOrder[]> {
  const place = after === undefined ? sql`` : sql`and id < ${after}`
  return readOrders(
    db,
    sql`where p.order_id = any (array(
      select id from orders where user_id = ${userId} ${place} order by id desc limit ${limit}))`,
  )
}

/** `addressOf` returns the addresses of ticket files; `config` has the account for bank transfers. */
type Shown = { addressOf: TicketAddresses; now: Date; config: BankAccount }

/** Returns an order as its buyer reads it. */
export function toOrderAnswer(row: SettledOrder, { addressOf, now, config }: Shown): Order {
  const shown = asLapsed(row, now)
  const { id, status, amount_cents, hold_until, client_secret, failure, livemode } = shown
  return {
    id,
    number: shown.number,
    status,
    amount: toEuros(amount_cents),
    currency: 'EUR',
    expires_at: isOpen(status) || status === 'held' ? hold_until : null,
    client_secret: status === 'requires_action' ? client_secret : null,
    awaiting_payment: awaitedTransfer(shown, config),
    failure: failureOf(status, failure),
    livemode,
    created_at: shown.created_at,
    payments: shown.payments.map((payment) => ({
      ...toPayment(payment, addressOf, now),
      price: toEuros(payment.price_cents),
      discount: toEuros(payment.discount_cents),
      voucher: payment.voucher,
    })),
  }
}

/** Returns an order with an ended hold as it will be once the sweeper has ended it. */
function asLapsed(row: SettledOrder, now: Date): SettledOrder {
  if (row.status !== 'held' || now < row.hold_until) return row
  const status = 'expired'
  return { ...row, status, payments: row.payments.map((payment) => ({ ...payment, status })) }
}
