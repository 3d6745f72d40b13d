import { sql } from 'kysely'
import { inBatches } from '#platform/database/batches'
import type { Database } from '#platform/database/tables'
import type { Transaction } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { conflict, found, invalidField, tooManyRequests } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { fold } from '#platform/values/text'
import { lockTickets, mostRevisions } from '#tickets'
import { holdAccount } from '#users'
import { listTransfers } from './queries.ts'
import type { Transfer } from './schemas.ts'
import { requireTransferable } from './transferable.ts'

const day = 24 * 3_600_000
const daysToAccept = 7
const daysOfEmails = 30
/** The most transfers of one user in 24 hours: each is a mail to an address of their choice. */
const daily = { name: 'transfers', quota: 20, window: day / 1000 }

type Offer = { paymentId: string; userId: string; email: string }

/**
 * Offers a ticket to the owner of an e-mail, for seven days and at most until its festival begins. Whether there is
 * an account with it makes no difference to the answer. 409 while another transfer of the ticket is open, and where it
 * cannot be handed on. The caller has it told by the job `transfer`. Locks the account, then the ticket.
 */
export async function offerTicket(
  trx: Transaction,
  { now }: { now: Date },
  { paymentId, userId, email }: Offer,
): Promise<Transfer> {
  const account = found(await holdAccount(trx, { id: userId }), 'User')
  await lockTickets(trx, [paymentId])
  const ticket = await requireTransferable(trx, { paymentId, holderId: userId, now })
  const email_key = fold(email)
  if (email_key === account.email_key) throw invalidField('email', 'is the e-mail of this account')
  if (ticket.revision >= mostRevisions) throw conflict('It was handed on too often', 'too_many')
  await endLapsed(trx, paymentId, now)
  await refuseSecond(trx, paymentId)
  await refuseTooMany(trx, userId, now)
  const id = newId()
  const latest = Math.min(now.getTime() + daysToAccept * day, ticket.start_time.getTime())
  await trx
    .insertInto('ticket_transfers')
    .values({
      id,
      payment_id: paymentId,
      festival_id: ticket.festival_id,
      from_user: userId,
      email,
      email_key,
      created_at: now,
      expires_at: new Date(latest),
    })
    .execute()
  const one = { limit: 1, offset: 0, after: undefined }
  const [transfer] = await listTransfers(trx, { ...one, id, userId, now, direction: 'sent' })
  return found(transfer, 'Transfer')
}

/** What lapsed is written as ended only when the ticket is offered again: until then it is read as lapsed. */
async function endLapsed(trx: Transaction, paymentId: string, now: Date): Promise<void> {
  await trx
    .updateTable('ticket_transfers')
    .set({ ended_at: now, outcome: 'lapsed' })
    .where('payment_id', '=', paymentId)
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', now)
    .execute()
}

async function refuseSecond(trx: Transaction, paymentId: string): Promise<void> {
  const open = await trx
    .selectFrom('ticket_transfers')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (open) {
    throw conflict('The ticket is offered already: take that offer back first', 'transfer_open')
  }
}

async function refuseTooMany(trx: Transaction, userId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ count: number; first: Date | null }>`
    select count(*)::int as count, min(created_at) as first from ticket_transfers
    where from_user = ${userId} and created_at > ${new Date(now.getTime() - day)}`.execute(trx)
  const { count = 0, first } = rows[0] ?? {}
  if (count < daily.quota) return
  const reset = Math.ceil(((first ?? now).getTime() + day - now.getTime()) / 1000)
  throw tooManyRequests(
    `You may offer ${daily.quota} tickets in 24 hours: try again later`,
    { code: 'too_many_transfers', limit: { ...daily, reset } },
    { limit: daily.quota },
  )
}

/** Deletes the e-mails of transfers that ended, or could no longer be accepted, 30 days before. */
export async function forgetEmails({ work, now }: Pick<Infrastructure, 'work' | 'now'>) {
  const before = new Date(now().getTime() - daysOfEmails * day)
  await inBatches((limit) => forget(work, { before, limit }))
}

const forget = (db: Database, { before, limit }: { before: Date; limit: number }) =>
  sql`
    update ticket_transfers set email = null, email_key = null where id = any (array(
      select id from ticket_transfers
      where email is not null and expires_at < ${before} and coalesce(ended_at, expires_at) < ${before}
      limit ${limit}))`.execute(db)
