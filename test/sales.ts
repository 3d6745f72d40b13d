/** Sales written straight into the tables as a purchase leaves them: without processor and points. */
import { randomBytes } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { Tables } from '#platform/database/tables'
import { newId } from '#platform/values/ids'
import { issueTickets, shownShortCode } from '#tickets'
import { aTier } from './buying.ts'
import type { World } from './world.ts'

type Payment = Insertable<Tables['payments']>

const dueNever = new Date('2099-01-01T00:00:00.000Z')

/** A payment in any status, by default succeeded and of a buyer of its own. */
export async function aPayment(
  world: World,
  given: Partial<Payment> & Pick<Payment, 'payment_type' | 'entity_id'>,
) {
  const payment = {
    id: newId(),
    idempotency_key: newId(),
    request_hash: randomBytes(32),
    festival_id: null,
    price_cents: 5000,
    points_used: 0,
    amount_cents: 5000,
    status: 'succeeded',
    lease_until: dueNever,
    hold_until: dueNever,
    is_fenced: given.status !== 'pending' && given.status !== 'requires_action',
    created_at: world.now(),
    touched_at: world.now(),
    ...given,
    user_id: given.user_id ?? (await world.aUser()).id,
  }
  await world.db.insertInto('payments').values(payment).execute()
  return payment
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
