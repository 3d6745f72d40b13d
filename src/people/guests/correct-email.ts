/** The contact e-mail of a guest, corrected by staff (docs/contract, section 2.9). */
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { UserCaller } from '#core/access'
import { findAccount, type Guest, lockGuest, updateGuest } from '#identity/users'
import { letter } from '#messaging/mail'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { post } from '#platform/outgoing/mail'
import { emailKey } from '#platform/values/email'
import { conflict, forbidden, found, notFound } from '#platform/values/errors'
import { mailOrdersAgain, salesToBuyer } from '#shop/payments'

type Context = Pick<Infrastructure, 'db' | 'access' | 'jobs' | 'now'>
type Correction = { id: string; email: string; user: UserCaller }

/** The input of the job `guest-email-replaced`: an e-mail that staff have replaced, and the language of its guest. */
export type Replaced = { email: string; language: string | null }

/**
 * Replaces the contact e-mail of a guest. The caller must manage all organizers the guest has bought from, or be an
 * admin. Mails the paid orders to the new e-mail and a notice to the previous one, and ends the tokens of the guest.
 * The same e-mail again changes nothing. 404 for a buyer of other organizers alone, 409 `has_account` for an account,
 * 403 if a part was bought from others, 409 `not_succeeded` if nothing is paid, 429 `too_many_mails`.
 */
export async function correctGuestEmail(
  { db, access, jobs, now }: Context,
  { id, email, user }: Correction,
): Promise<Guest> {
  return transact(db, async (trx) => {
    const known = await lockGuest(trx, id)
    const sales = await salesToBuyer(trx, user, id)
    if (sales.managed === 0 && !user.isAdmin) throw notFound('Guest')
    if (!known) throw await refusalOf(trx, id)
    if (sales.managed < sales.total) throw soldByOthers()
    if (sales.paid_orders.length === 0) {
      throw conflict('The guest has not paid for anything yet', 'not_succeeded')
    }
    const isSame = known.email !== null && emailKey(known.email) === emailKey(email)
    const guest = found(await updateGuest(trx, id, isSame ? {} : { email }), 'Guest')
    if (isSame) return guest
    await mailOrdersAgain(trx, { userId: id, email, orderIds: sales.paid_orders, now: now() })
    if (known.email !== null) {
      const replaced: Replaced = { email: known.email, language: known.language }
      await jobs.add(trx, 'guest-email-replaced', replaced)
    }
    await access.endUsers(trx, [id])
    await auditCorrection(trx, { id, ...sales })
    return guest
  })
}

async function refusalOf(trx: Database, id: string) {
  const account = await findAccount(trx, id)
  return account
    ? conflict('The buyer has an account: they change the e-mail there', 'has_account')
    : notFound('Guest')
}

const soldByOthers = () =>
  forbidden('The guest has bought from other organizers too: ask an admin to correct the e-mail')

type CorrectedGuest = { id: string; festival_id: string | null; organizer_id: string | null }

/** Records the change in the audit log, without the e-mails. */
async function auditCorrection(
  trx: Database,
  { id, festival_id, organizer_id }: CorrectedGuest,
): Promise<void> {
  const changes = JSON.stringify({ email: { from: null, to: null } })
  await sql`select note_changes('guest', ${id}, ${festival_id}, ${organizer_id}, ${changes})`.execute(
    trx,
  )
}

/** The job `guest-email-replaced`: notifies an e-mail that it no longer belongs to a purchase, without naming the new one. */
export async function mailReplaced(
  { mailer, config, log }: Pick<Infrastructure, 'mailer' | 'config'> & { log: FastifyBaseLogger },
  { email: to, language }: Replaced,
): Promise<void> {
  await post({ mailer, log }, letter(config, 'guestEmailReplaced', { to, language, params: {} }))
}
