/** Resending the mail of an order (docs/contract, section 7.10). */
import { sql } from 'kysely'
import type { UserCaller } from '#core/access'
import { isMailed, makeDue, type Writer } from '#messaging/mail'
import { inBatches } from '#platform/database/batches'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { digest } from '#platform/secrets/tokens'
import { emailKey } from '#platform/values/email'
import { conflict, notFound, tooManyRequests } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import type { RateLimit } from '#platform/values/rate-limit'
import { type OrderLine, requireOrderReader } from '../model/staff.ts'
import type { OrderStatus } from '../model/states.ts'
import { purchaseMail } from './mails.ts'

type Context = Pick<Infrastructure, 'db' | 'config' | 'now'>

/** The limit of mails an hour to one e-mail, for all its orders and from all requesters. */
const most = 5
const hour = 3_600_000
/** Retention of requests, ms. A mail is tried for more than a day, and needs its request until then. */
const kept = 3 * 24 * hour
const usual = { name: 'mails', quota: most, window: hour / 1000 }

type MailRequest = { orderId: string; user: UserCaller }

/**
 * Sends the mail of a paid order to its buyer again: for the buyer, or for a manager of one of its festivals, which is
 * recorded in the audit log. Unknown (404) to others. Returns how many more may be sent.
 */
export async function mailAgain(
  { db, config, now }: Context,
  { orderId, user }: MailRequest,
): Promise<RateLimit> {
  const { buyerId, isBuyer, line } = await requireOrderReader(db, user, {
    orderId,
    right: 'manage',
  })
  return transact(db, async (trx) => {
    const { email, status } = await holdBuyer(trx, { userId: buyerId, orderId })
    if (status !== 'succeeded') throw conflict('This order is not paid', 'not_succeeded')
    if (email === null || !isMailed(config, 'purchase')) {
      throw conflict('The buyer has switched mail off', 'not_mailed')
    }
    const at = now()
    const sent = { userId: buyerId, email, orderIds: [orderId], now: at }
    const left = await mailOrdersAgain(trx, sent)
    if (!isBuyer) await note(trx, { orderId, line, at })
    return left
  })
}

type SentOrders = { userId: string; email: string; orderIds: string[]; now: Date }

/**
 * Makes the mails of paid orders due again, to a buyer with this e-mail, locked by the caller: the first orders, as
 * many as may still be sent to it. 429 `too_many_mails` if none may. Returns how many more may be sent.
 */
export async function mailOrdersAgain(
  trx: Database,
  { userId, email, orderIds, now }: SentOrders,
): Promise<RateLimit> {
  const address = digest(emailKey(email))
  const left = await refuseTooMany(trx, { address, now })
  const mails = orderIds
    .slice(0, left.remaining + 1)
    .map((order_id) => ({ id: newId(), order_id, address, asked_at: now }))
  await trx.insertInto('order_mails').values(mails).execute()
  const due = mails.map(({ id }) => ({
    kind: 'purchaseAgain' as const,
    about: id,
    user_id: userId,
  }))
  await makeDue({ db: trx, now }, due)
  return { ...left, remaining: left.remaining + 1 - mails.length }
}

/** Locks the buyer, so that concurrent requests are counted one after the other, and reads the status of the order. */
async function holdBuyer(trx: Database, { userId, orderId }: Record<'userId' | 'orderId', string>) {
  const { rows } = await sql<{ email: string | null; status: OrderStatus }>`
    select case when u.suspended_at is null and u.erased_at is null then u.email end as email, o.status
    from users u join orders o on o.id = ${orderId} where u.id = ${userId} for no key update of u`.execute(
    trx,
  )
  const [buyer] = rows
  if (!buyer) throw notFound('Order')
  return buyer
}

async function refuseTooMany(
  trx: Database,
  { address, now }: { address: Buffer; now: Date },
): Promise<RateLimit & { remaining: number }> {
  const { rows } = await sql<{ sent: number; first: Date | null }>`
    select count(*)::int as sent, min(asked_at) as first from order_mails
    where address = ${address} and asked_at > ${new Date(now.getTime() - hour)}`.execute(trx)
  const { sent = 0, first = null } = rows[0] ?? {}
  if (sent < most) return { ...usual, remaining: most - sent - 1 }
  const reset = Math.max(1, Math.ceil(((first ?? now).getTime() + hour - now.getTime()) / 1000))
  throw tooManyRequests(
    `At most ${most} mails of orders an hour are sent again to one e-mail: try again later`,
    { code: 'too_many_mails', limit: { ...usual, reset } },
    { limit: most },
  )
}

type Noted = { orderId: string; line: OrderLine; at: Date }

async function note(trx: Database, { orderId, line, at }: Noted): Promise<void> {
  const changes = JSON.stringify({ mailed_at: { from: null, to: at } })
  await sql`
    select note_changes('order', ${orderId}, ${line.festival_id}, ${line.organizer_id}, ${changes})`.execute(
    trx,
  )
}

/** Writes the confirmation once more, for the request that the mail is about. */
export function purchaseMailAgain(context: Parameters<typeof purchaseMail>[0]): Writer {
  const write = purchaseMail(context)
  return async (to) => {
    const wish = context.work
      .selectFrom('order_mails')
      .select('order_id')
      .where('id', '=', to.about)
    const asked = await wish.executeTakeFirst()
    return asked && write({ ...to, about: asked.order_id })
  }
}

/** Deletes the requests for mails that are sent or given up at `now`. */
export async function forgetOrderMails(db: Database, now: Date): Promise<void> {
  const old = new Date(now.getTime() - kept)
  await inBatches((limit) =>
    sql`
      delete from order_mails where id = any (array(
        select id from order_mails where asked_at <= ${old} limit ${limit}))`.execute(db),
  )
}
