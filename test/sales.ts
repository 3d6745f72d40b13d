/** Sales written straight into the tables as a purchase leaves them: without processor and points. */
import { randomBytes } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { Database, Tables } from '#platform/database/tables'
import { newId } from '#platform/values/ids'
import { issueTickets, shownShortCode } from '#shop/tickets'
import { aTier } from './buying.ts'
import type { World } from './world.ts'

type Order = Insertable<Tables['orders']>
type Payment = Omit<Insertable<Tables['payments']>, 'order_id' | 'line'> &
  Partial<Pick<Order, 'failure' | 'client_secret' | 'lease_until'>>

const dueNever = new Date('2099-01-01T00:00:00.000Z')
const unsold = new Set(['pending', 'requires_action', 'failed', 'expired'])

/** Writes payments, each in an order of its own. */
export async function insertPayments(db: Database, payments: Payment[]): Promise<void> {
  const split = payments.map(({ failure, client_secret, lease_until = dueNever, ...payment }) => ({
    order: {
      id: payment.id,
      user_id: payment.user_id,
      endpoint: 'payments',
      idempotency_key: newId(),
      request_hash: randomBytes(32),
      amount_cents: payment.amount_cents,
      status: unsold.has(payment.status) ? payment.status : 'succeeded',
      failure: failure ?? null,
      client_secret: client_secret ?? null,
      livemode: false,
      lease_until,
      hold_until: payment.hold_until,
      is_fenced: payment.status !== 'pending' && payment.status !== 'requires_action',
      created_at: payment.created_at,
      touched_at: payment.created_at,
    },
    payment: { ...payment, order_id: payment.id, line: 1 },
  }))
  await db
    .insertInto('orders')
    .values(split.map(({ order }) => order))
    .execute()
  await db
    .insertInto('payments')
    .values(split.map(({ payment }) => payment))
    .execute()
}

/** A payment in any status, by default succeeded and of a buyer of its own. */
export async function aPayment(
  world: World,
  given: Partial<Payment> & Pick<Payment, 'payment_type' | 'entity_id'>,
) {
  const payment = {
    id: newId(),
    festival_id: null,
    price_cents: 5000,
    points_used: 0,
    amount_cents: 5000,
    status: 'succeeded',
    hold_until: dueNever,
    created_at: world.now(),
    ...given,
    user_id: given.user_id ?? (await world.aUser()).id,
  }
  await insertPayments(world.db, [payment])
  return payment
}

/** An order of one ticket that is held and not paid yet, which has the id of its payment. */
export async function aHold(world: World, given: Parameters<typeof aPayment>[1]) {
  const { id } = await aPayment(world, { ...given, status: 'pending' })
  await sql`update orders set status = 'held', charge_id = id where id = ${id}`.execute(world.db)
  return id
}

type Sale = Partial<Payment> & {
  /** by default of a tier of its own */
  tier?: Awaited<ReturnType<typeof aTier>>
}

/** A paid ticket: its payment, its tier, and the text of its code. */
export async function aPaidTicket(world: World, { tier: given, ...payment }: Sale = {}) {
  const [ticket] = await somePaidTickets(world, 1, {
    tier: given ?? (await aTier(world)),
    ...payment,
  })
  if (!ticket) throw new Error('No ticket was made')
  return ticket
}

/** Many tickets of one tier, all of one buyer. */
export async function somePaidTickets(world: World, count: number, { tier, ...given }: Sale = {}) {
  const offered = tier ?? (await aTier(world, { quantity: count }))
  const sold = await somePaid(world, { count, offered, payment_type: 'ticket' }, given)
  await sql`update tiers set sold = sold + ${count} where id = ${offered.id}`.execute(world.db)
  return sold.map((ticket) => ({ ...ticket, tier: offered }))
}

type Stay = { id: string; festival_id: string }

/** Many bookings of one accommodation, all of one buyer. */
export async function someBookings(world: World, count: number, stay: Stay) {
  const sold = await somePaid(
    world,
    { count, offered: stay, payment_type: 'accommodation' },
    { price_cents: 9000, amount_cents: 9000 },
  )
  await sql`update accommodations set sold = sold + ${count} where id = ${stay.id}`.execute(
    world.db,
  )
  return sold
}

type Offered = Stay & {
  valid_since?: Date | string | null | undefined
  valid_until?: Date | string | null | undefined
}

async function somePaid(
  world: World,
  { count, offered, payment_type }: { count: number; offered: Offered; payment_type: string },
  given: Partial<Payment>,
) {
  const { id: entity_id, festival_id, valid_since, valid_until } = offered
  const user_id = given.user_id ?? (await world.aUser()).id
  const payments = await Promise.all(
    Array.from({ length: count }, () =>
      aPayment(world, { payment_type, entity_id, festival_id, ...given, user_id }),
    ),
  )
  const codes = await issueTickets(
    { db: world.db, vault: world.vault, now: new Date(given.created_at ?? world.now()) },
    payments.map(({ id }) => ({
      payment_id: id,
      festival_id,
      entity_id,
      valid_since: valid_since ? new Date(valid_since) : null,
      valid_until: valid_until ? new Date(valid_until) : null,
    })),
  )
  return payments.map((payment) => {
    const { code = '', short_code = '' } = codes.get(payment.id) ?? {}
    return { ...payment, code, short_code: shownShortCode(short_code) }
  })
}
