import { sql } from 'kysely'
import { type HeldAccount, holdAccount } from '#identity/users'
import { inBatches } from '#platform/database/batches'
import type { Database } from '#platform/database/tables'
import type { Transaction } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { emailKey } from '#platform/values/email'
import { conflict, found, invalidField, tooManyRequests } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { lockTickets, mostRevisions } from '#shop/tickets'
import type { Sender } from './holder.ts'
import { notifySender } from './notification-content.ts'
import { listTransfers } from './queries.ts'
import type { Transfer } from './schemas.ts'
import { requireTransferable } from './transferable.ts'

const day = 24 * 3_600_000
const daysToAccept = 7
const daysOfEmails = 30
/** The most transfers in 24 hours by one holder, and by one manager: each sends a mail to an address of their choice. */
const [byHolder, byManager] = [20, 200]

type Offer = Sender & { paymentId: string; email: string }

/**
 * Offers a ticket to the owner of an e-mail, for seven days and at most until its festival begins. The answer is the
 * same with or without an account for this e-mail. 409 while another transfer of the ticket is open, and if it cannot
 * be transferred. The holder is notified when a manager offers it. The caller schedules the job `transfer`, which
 * notifies the owner of the e-mail. Locks the accounts, then the ticket.
 */
export async function offerTicket(
  trx: Transaction,
  { now, bus }: { now: Date } & Pick<Infrastructure, 'bus'>,
  { paymentId, holderId, offeredBy, email }: Offer,
): Promise<Transfer> {
  const holder = await lockAccounts(trx, { holderId, offeredBy })
  await lockTickets(trx, [paymentId])
  const of = { paymentId, holderId, offeredBy, now }
  const ticket = await requireTransferable(trx, of)
  const email_key = emailKey(email)
  if (email_key === holder.email_key) throw invalidField('email', 'is the e-mail of its holder')
  if (ticket.revision >= mostRevisions)
    throw conflict('The ticket was transferred too often', 'too_many')
  await endLapsed(trx, paymentId, now)
  await refuseSecond(trx, paymentId)
  await refuseTooMany(trx, { holderId, offeredBy }, now)
  const id = newId()
  const latest = Math.min(now.getTime() + daysToAccept * day, ticket.start_time.getTime())
  await trx
    .insertInto('ticket_transfers')
    .values({
      id,
      payment_id: paymentId,
      festival_id: ticket.festival_id,
      from_user: holderId,
      offered_by: offeredBy,
      email,
      email_key,
      created_at: now,
      expires_at: new Date(latest),
    })
    .execute()
  if (offeredBy) await notifySender({ db: trx, bus, now }, { id, step: 'offered_by_staff' })
  const one = { limit: 1, offset: 0, after: undefined, id, now, direction: 'sent' as const }
  const [transfer] = await listTransfers(trx, { ...one, userId: holderId })
  return found(transfer, 'Transfer')
}

/** Locks the accounts of an offer, in the order of their ids; returns the holder's. */
async function lockAccounts(trx: Transaction, { holderId, offeredBy }: Sender) {
  const accounts = new Map<string, HeldAccount | undefined>()
  for (const id of [holderId, ...(offeredBy ? [offeredBy] : [])].toSorted()) {
    accounts.set(id, await holdAccount(trx, { id }))
  }
  return found(accounts.get(holderId), 'User')
}

/** Ends a lapsed transfer, only when the ticket is offered again: until then it is read as lapsed. */
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
    throw conflict(
      'The ticket has an open transfer already: cancel the transfer first',
      'transfer_open',
    )
  }
}

async function refuseTooMany(
  trx: Transaction,
  { holderId, offeredBy }: Sender,
  now: Date,
): Promise<void> {
  const quota = offeredBy ? byManager : byHolder
  const own = sql`from_user = ${holderId} and offered_by is null`
  const { rows } = await sql<{ count: number; first: Date | null }>`
    select count(*)::int as count, min(created_at) as first from ticket_transfers
    where ${offeredBy ? sql`offered_by = ${offeredBy}` : own} and created_at > ${new Date(now.getTime() - day)}`.execute(
    trx,
  )
  const { count = 0, first } = rows[0] ?? {}
  if (count < quota) return
  const reset = Math.ceil(((first ?? now).getTime() + day - now.getTime()) / 1000)
  throw tooManyRequests(
    `You may offer ${quota} tickets in 24 hours: try again later`,
    {
      code: 'too_many_transfers',
      limit: { name: 'transfers', quota, window: day / 1000, reset },
    },
    { limit: quota },
  )
}

/** Deletes the e-mails of transfers 30 days after these ended or could no longer be accepted. */
export async function deleteOldEmails({ work, now }: Pick<Infrastructure, 'work' | 'now'>) {
  const before = new Date(now().getTime() - daysOfEmails * day)
  await inBatches((limit) => deleteEmailsOf(work, { before, limit }))
}

const deleteEmailsOf = (db: Database, { before, limit }: { before: Date; limit: number }) =>
  sql`
    update ticket_transfers set email = null, email_key = null where id = any (array(
      select id from ticket_transfers
      where email is not null and expires_at < ${before} and coalesce(ended_at, expires_at) < ${before}
      limit ${limit}))`.execute(db)
