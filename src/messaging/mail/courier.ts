import { once } from 'node:events'
import { setTimeout as rest } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { mailOrigin } from '#platform/config/mail-origin'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { AddressRefused, type Mail, post } from '#platform/outgoing/mail'
import { bookMail } from './budget.ts'
import {
  type Claimed,
  claimMails,
  deleteDueMail,
  holdBack,
  leaseMs,
  type MailDue,
  postpone,
} from './due.ts'
import type { MailKind } from './kinds.ts'
import { signedKey } from './message-key.ts'
import { deleteUndeliverable, isOfMailbox, recordUndeliverable } from './undeliverable.ts'
import { unsubscribeSecret } from './unsubscribe.ts'

type Context = Pick<
  Infrastructure,
  'work' | 'mailer' | 'now' | 'config' | 'vault' | 'loopDelay' | 'waitForDatabase'
> & { log: FastifyBaseLogger }

/**
 * The recipient of a mail. An e-mail that is not proven may be another person's: no free text of users goes to it
 * (`festivalFacts`, `personName`); messages of organizers are the exception. `unsubscribe` is the secret of the address that switches such mails off, if they can be.
 */
export type Recipient = Pick<
  Claimed,
  'about' | 'user_id' | 'is_proven' | 'is_guest' | 'language'
> & {
  email: string
  unsubscribe?: string | undefined
  /** where the documents of a purchase or its refund are, if it has some: in this mail, in a later one, or only with the order */
  documents?: 'attached' | 'follows' | 'listed' | undefined
}

/** The result of a mail: `withheld` if its user gets no more mails, or there was nothing to say. */
type Outcome = 'sent' | 'failed' | 'withheld'

/**
 * Writes the mail that is due; undefined if there is nothing left to say. `waitsUntil` returns when a mail is looked at again
 * that waits for an attachment. `settle` records the result, in the transaction in which the mail stops being due.
 */
export type Writer = {
  (to: Recipient): Promise<Mail | undefined>
  waitsUntil?: (mail: MailDue) => Promise<Date | undefined>
  settle?: (db: Database, mail: MailDue, outcome: Outcome) => Promise<void>
}

type Writers = Partial<Record<MailKind, Writer>>

declare module '#platform/http/infrastructure' {
  interface Infrastructure {
    /** writers of the mails of each kind: modules above this one add theirs */
    mailWriters: Writers
  }
}

/** Mails that a process sends at once; while requests wait it sends one. */
const atOnce = 10
/** Delay of requests from which mails slow down, ms. */
const calmDelayMs = 20
/** Time that mails being sent still have when the process stops, ms. */
const lastCall = 2_000
/** Most tries of a mail, and the first wait, ms. Each further wait is three times as long: more than a day in all. */
const [mostTries, firstWait] = [10, 10_000]

/** The mails that MAIL_CONFIRMATIONS switches. */
const confirmations = new Set<MailKind>([
  'purchase',
  'purchaseAgain',
  'paymentAwaited',
  'paymentReminder',
  'refund',
  'document',
  'cancellation',
])

/** Returns true if mails of a kind are sent, or caught for developers. In production nothing else reads mails that are not sent. */
export function isMailed(
  { MAIL_CONFIRMATIONS, SMTP_URL, NODE_ENV }: Infrastructure['config'],
  kind: MailKind,
): boolean {
  const isRead = SMTP_URL !== undefined || NODE_ENV !== 'production'
  return isRead && (MAIL_CONFIRMATIONS || !confirmations.has(kind))
}

/**
 * Sends due mails of all kinds that have writers, until there are none or the process is `stopping`. Each is sent at
 * least once. A mail that cannot be sent is tried again for a day, then dropped, which is logged.
 */
export async function sendMails(
  context: Context,
  writers: Writers,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted && (await sendSome(context, writers, stopping)));
}

/** Returns true if there may be more. */
async function sendSome(
  context: Context,
  writers: Writers,
  stopping: AbortSignal,
): Promise<boolean> {
  const { work, now } = context
  const isCalm = context.loopDelay() + context.waitForDatabase() < calmDelayMs
  const limit = isCalm ? atOnce : 1
  const leaseUntil = new Date(now().getTime() + leaseMs)
  const kinds = Object.keys(writers)
  const claimed = await claimMails(work, { kinds, now: now(), leaseUntil, limit })
  const sending: Promise<void>[] = []
  for (const mail of claimed) {
    // Another process sends the rest, when the lease is over.
    if (stopping.aborted) break
    const writer = writers[mail.kind]
    if (await isHeldBack(context, mail, writer)) continue
    if (await isDeferred(context, mail)) continue
    const began = performance.now()
    const written = write(context, mail, writer)
    await written.catch(() => {})
    const sent = sendOne(context, { mail, writer }, written)
    // It may fail, for example without the database, before all of them are awaited: an unhandled rejection would end
    // the process.
    sent.catch(() => {})
    sending.push(sent)
    // A ticket to print blocks the event loop for 15 ms: requests get as much time as mails.
    await rest(performance.now() - began)
  }
  await untilStopped(Promise.all(sending), stopping)
  return claimed.length === atOnce
}

/** Returns true for a mail that waits for an attachment: it is looked at again later, which is no try. */
async function isHeldBack(
  { work, config }: Context,
  mail: Claimed,
  writer: Writer | undefined,
): Promise<boolean> {
  const { kind, email, is_proven } = mail
  if (email === null || !is_proven || !isMailed(config, kind)) return false
  const until = await writer?.waitsUntil?.(mail)
  if (until) await holdBack(work, mail, until)
  return until !== undefined
}

/** Books a mail in the budget of its e-mail, once; returns true if it is to be sent later. */
async function isDeferred({ work, now, config }: Context, mail: Claimed): Promise<boolean> {
  const { kind, email, is_budgeted, tries } = mail
  // A mail that was tried before is booked already.
  if (email === null || !is_budgeted || tries > 1 || !isMailed(config, kind)) return false
  const at = now()
  const sendAt = await bookMail(work, { email, now: at })
  if (sendAt <= at) return false
  await postpone(work, mail, sendAt)
  return true
}

/** Waits for mails being sent. Once the process stops, waits only a moment longer. */
async function untilStopped(sending: Promise<unknown>, stopping: AbortSignal): Promise<void> {
  const done = new AbortController()
  const stopped = stopping.aborted
    ? Promise.resolve()
    : once(stopping, 'abort', { signal: done.signal }).catch(() => {})
  await Promise.race([sending, stopped.then(() => rest(lastCall, undefined, { ref: false }))])
  done.abort()
}

/** Returns undefined if there is nothing to send. */
async function write(
  { config, vault }: Context,
  { kind, about, user_id, reader_id, is_proven, is_guest, language, email, ...due }: Claimed,
  writer: Writer | undefined,
): Promise<Mail | undefined> {
  if (!writer || email === null || !isMailed(config, kind)) return undefined
  const { topic } = due
  const unsubscribe =
    topic === null ? undefined : unsubscribeSecret(vault, { ...due, topic, userId: user_id, email })
  const mail = await writer({
    about,
    user_id,
    is_proven,
    is_guest,
    email,
    language,
    unsubscribe,
  })
  if (!mail) return undefined
  const key = signedKey.of(vault, `${kind}.${about}.${reader_id ?? user_id}`, email)
  const origin = mailOrigin(config)
  if (unsubscribe === undefined || origin === undefined) return { ...mail, key }
  return { ...mail, key, unsubscribe: `${origin}/unsubscribe/${unsubscribe}` }
}

type Sending = { mail: Claimed; writer: Writer | undefined }

async function sendOne(
  context: Context,
  { mail, writer }: Sending,
  written: Promise<Mail | undefined>,
): Promise<void> {
  const { work, now, log } = context
  const { kind, about } = mail
  let outcome: Outcome = 'withheld'
  try {
    const letter = await written
    if (letter) {
      await post(context, letter)
      outcome = 'sent'
    }
    if (letter && mail.is_undeliverable && mail.reader_id !== null) {
      await deleteUndeliverable(work, mail.reader_id)
    }
  } catch (err) {
    await recordRefusal(context, mail, err)
    if (mail.tries < mostTries) {
      log.warn({ err, kind, about }, 'A mail will be retried')
      const wait = firstWait * 3 ** (mail.tries - 1)
      return postpone(work, mail, new Date(now().getTime() + wait))
    }
    log.error({ err, kind, about }, 'A mail was abandoned after its last attempt')
    outcome = 'failed'
  }
  await end(work, { mail, writer }, outcome)
}

async function end(work: Database, { mail, writer }: Sending, outcome: Outcome): Promise<void> {
  const settle = writer?.settle
  if (!settle) return deleteDueMail(work, mail)
  await transact(work, async (trx) => {
    await settle(trx, mail, outcome)
    await deleteDueMail(trx, mail)
  })
}

/** Records an e-mail that a server refuses. The mail is still tried again, as servers err. */
async function recordRefusal({ work, now }: Context, mail: Claimed, error: unknown): Promise<void> {
  const { reader_id: user_id, email } = mail
  if (!(error instanceof AddressRefused) || !isOfMailbox(error.status)) return
  if (user_id === null || email === null) return
  await recordUndeliverable({ db: work, now: now() }, { user_id, email, status: error.status })
}
