import type { UserCaller } from '#core/access'
import { holdAccount } from '#identity/users'
import type { Transaction } from '#platform/database/transactions'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { conflict, found, notFound } from '#platform/values/errors'
import { lockTickets, transferTicket } from '#shop/tickets'
import { managesTickets } from './holder.ts'
import { notifySender } from './notification-content.ts'
import { requireTransferable } from './transferable.ts'

type Context = Pick<Infrastructure, 'db' | 'vault' | 'bus' | 'now'>

const ended = () => conflict('This transfer is no longer open', 'transfer_ended')

/**
 * Accepts a ticket offered to the proven e-mail of the user, in one transaction: the user becomes its holder, and only
 * the new codes admit. 404 for any other transfer; 409 if it has ended, and if the ticket cannot be transferred any
 * more. Returns the payment. Locks the account, the ticket, then inboxes.
 */
export async function acceptTransfer(
  { db, vault, bus, now: clock }: Context,
  user: UserCaller,
  id: string,
): Promise<string> {
  const now = clock()
  return transact(db, async (trx) => {
    const transfer = await findFor(trx, user, id)
    if (!transfer.isRecipient) throw notFound('Transfer')
    const { payment_id, from_user, offered_by: offeredBy } = transfer
    // A gate that scans the old code either waits for this lock, or was first: then the ticket is used.
    await lockTickets(trx, [payment_id])
    // Checked before the state of the ticket: a user who has accepted it gets this error, not that it belongs to
    // another.
    if (!(await isOpen(trx, id))) throw ended()
    const of = { paymentId: payment_id, holderId: from_user, offeredBy }
    await requireTransferable(trx, { ...of, now })
    const handed = { payment_id, from: from_user, to: user.id }
    const { revision } = await transferTicket({ db: trx, vault, now }, handed)
    const end = { to_user: user.id, outcome: 'accepted', revision, now }
    if (!(await endTransfer(trx, id, end))) throw ended()
    await notifySender({ db: trx, bus, now }, { id, step: 'accepted' })
    return payment_id
  })
}

/**
 * Takes a transfer back for its sender or a manager of the festival, or declines it for the owner of its e-mail. 404
 * for others, 409 once it has ended.
 */
export async function endOwn(
  { db, bus, now: clock }: Omit<Context, 'vault'>,
  user: UserCaller,
  id: string,
): Promise<'taken_back' | 'declined'> {
  const now = clock()
  return transact(db, async (trx) => {
    const { isSender, isRecipient } = await findFor(trx, user, id)
    const isDeclined = isRecipient && !isSender
    const by = isDeclined
      ? { to_user: user.id, outcome: 'declined' }
      : { outcome: 'taken_back', taken_back_by: isSender ? null : user.id }
    if (!(await endTransfer(trx, id, { ...by, now }))) throw ended()
    if (isDeclined) await notifySender({ db: trx, bus, now }, { id, step: 'declined' })
    return isDeclined ? 'declined' : 'taken_back'
  })
}

/** Returns a transfer that concerns the user as its sender, by their proven e-mail, or as a manager; 404 for any other. */
async function findFor(trx: Transaction, user: UserCaller, id: string) {
  const account = await holdAccount(trx, { id: user.id })
  const transfer = found(
    await trx
      .selectFrom('ticket_transfers as x')
      .innerJoin('festivals as f', 'f.id', 'x.festival_id')
      .select(['payment_id', 'from_user', 'offered_by', 'to_user', 'email_key', 'organizer_id'])
      .where('x.id', '=', id)
      .executeTakeFirst(),
    'Transfer',
  )
  const { from_user, to_user, email_key, organizer_id } = transfer
  const isByEmail =
    account?.email_proven_at && email_key !== null && email_key === account.email_key
  const isRecipient = to_user === null ? Boolean(isByEmail) : to_user === user.id
  const isSender = from_user === user.id
  const isKnown = isSender || isRecipient || (await managesTickets(trx, user, organizer_id))
  if (!isKnown) throw notFound('Transfer')
  return { ...transfer, isRecipient, isSender }
}

async function isOpen(trx: Transaction, id: string): Promise<boolean> {
  const open = await trx
    .selectFrom('ticket_transfers')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return open !== undefined
}

type End = { outcome: string; now: Date } & {
  to_user?: string
  revision?: number
  taken_back_by?: string | null
}

/** Ends an open transfer; returns false if it is not open. */
async function endTransfer(trx: Transaction, id: string, { now, ...end }: End): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('ticket_transfers')
    .set({ ...end, ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
