/** Refunds that the console asks its users to confirm (docs/design/identity.md). */
import { sql } from 'kysely'
import type { UserCaller } from '#core/access'
import { list } from '#platform/database/sql'
import type { Infrastructure } from '#platform/http/infrastructure'
import { toCents } from '#platform/values/money'
import { requireStaff } from '../model/staff.ts'
import { refundable } from './order.ts'

type Context = Pick<Infrastructure, 'db' | 'config'>
type Refunding = { id: string; user: UserCaller }

/**
 * Returns true if a refund of `amount`, or of all that is left, brings the refunded amount of a payment above
 * `CONFIRM_REFUNDS_ABOVE`: earlier parts count, so that small steps go no further. Refused like the refund to a caller
 * that may not make it.
 */
export async function isLargeRefund(
  { db, config }: Context,
  { id, user, amount }: Refunding & { amount?: number | null | undefined },
): Promise<boolean> {
  await requireStaff(db, user, id)
  const { paid, refunded } = await sumsOf(db, [id])
  const given = typeof amount === 'number' ? refunded + toCents(amount) : paid
  return given > config.CONFIRM_REFUNDS_ABOVE
}

/** Returns the same for a refund of an order. */
export async function isLargeOrderRefund(
  { db, config }: Context,
  { id, user }: Refunding,
): Promise<boolean> {
  const { paid } = await sumsOf(db, await refundable({ db }, id, user))
  return paid > config.CONFIRM_REFUNDS_ABOVE
}

async function sumsOf(db: Context['db'], ids: string[]) {
  const { rows } = await sql<{ paid: number; refunded: number }>`
    select coalesce(sum(amount_cents), 0)::float8 as paid,
           coalesce(sum(refunded_cents), 0)::float8 as refunded
    from payments where id = any (${list(ids, 'uuid')})`.execute(db)
  return rows[0] ?? { paid: 0, refunded: 0 }
}
