/** Writes the mail of a message: the words of its organizer, as text, in the frame of all mails. */
import { sql } from 'kysely'
import { letter, type Recipient, type Writer } from '#messaging/mail'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { type Mail, post } from '#platform/outgoing/mail'

/** A message with the facts that its mail states around it. */
type Framed = {
  subject: string
  text: string
  festival_id: string
  festival: string
  organizer: string | null
  contact_email: string | null
}

type To = {
  email: string
  language: string | null
  unsubscribe?: string | undefined
  isTest?: true
}

/** Writes the mail of a message to a person. `isTest`: it states that no one else got it. */
export function messageLetter(
  config: Infrastructure['config'],
  { subject, text, festival_id, festival, organizer, contact_email }: Framed,
  { email, language, unsubscribe, isTest }: To,
): Mail {
  const params = {
    subject,
    text,
    festivalId: festival_id,
    festival,
    organizer: organizer ?? festival,
    unsubscribe,
    test: isTest && 'yes',
  }
  const replyTo = contact_email ?? undefined
  return letter(config, 'message', { to: email, language, replyTo, params })
}

const framed = sql`
  m.subject, m.text, m.festival_id, f.name as festival, o.name as organizer, o.contact_email
  from messages m join festivals f on f.id = m.festival_id left join organizers o on o.id = f.organizer_id`

/** Returns a message with its frame; undefined for an unknown one. */
export async function findFramed(db: Database, id: string): Promise<Framed | undefined> {
  const { rows } = await sql<Framed>`select ${framed} where m.id = ${id}`.execute(db)
  return rows[0]
}

/**
 * Returns the writer of message mails. It gives undefined if the festival was deleted meanwhile, or if the mail was
 * sent already: to a guest, just before an account took it over.
 */
export function messageMail({ work, config }: Pick<Infrastructure, 'work' | 'config'>): Writer {
  return async ({ about, email, language, unsubscribe }: Recipient) => {
    const { rows } = await sql<Framed>`
      select ${framed} join message_recipients r on r.message_id = m.id
      where r.id = ${about} and r.state = 'mailed' and f.deleted_at is null`.execute(work)
    const [message] = rows
    return message && messageLetter(config, message, { email, language, unsubscribe })
  }
}

export type TestJob = { id: string; userId: string }
export const testJob = 'message-test'

/** Mails a message to a user as a test, unless their e-mail is no longer confirmed. */
export async function mailTest(
  {
    work,
    config,
    mailer,
    log,
  }: Pick<Infrastructure, 'work' | 'config'> & Parameters<typeof post>[0],
  { id, userId }: TestJob,
): Promise<void> {
  const message = await findFramed(work, id)
  const user = await work
    .selectFrom('users')
    .select(['email', 'language'])
    .where('id', '=', userId)
    .where('email_proven_at', 'is not', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  if (!message || !user?.email) return
  await post(
    { mailer, log },
    messageLetter(config, message, { ...user, email: user.email, isTest: true }),
  )
}
