import { sql } from 'kysely'
import { notify } from '#notifications'
import { mailOrigin } from '#platform/config/mail-origin'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { compose } from '#platform/outgoing/compose'
import { type Mail, post } from '#platform/outgoing/mail'

type Told = {
  from_user: string
  /** who has the e-mail as a proven one; null: no account */
  to_user: string | null
  is_suspended: boolean
  email: string
  expires_at: Date
  festival: string
}

type At = Pick<Infrastructure, 'bus'> & { db: Database; now: Date }

/** What its sender reads when a transfer was answered. */
const answers = {
  accepted: [
    'Ticket handed on',
    'was accepted. It belongs to its new holder now, and your code no longer admits.',
  ],
  declined: ['Ticket not accepted', 'was declined. It is still yours.'],
} as const

/** Notifies the sender of a transfer that it was accepted or declined. */
export async function notifySender(
  at: At,
  { id, outcome }: { id: string; outcome: keyof typeof answers },
): Promise<void> {
  const told = await read(at.db, id)
  if (!told) return
  const [title, sentence] = answers[outcome]
  await notify(at, [
    {
      user_id: told.from_user,
      type: `transfer.${outcome}`,
      data: { transfer_id: id },
      cause: `transfer:${id}:${outcome}`,
      title,
      message: `Your ticket for ${told.festival} ${sentence}`,
    },
  ])
}

/**
 * The job `transfer`: tells the owner of the e-mail of an open transfer, by mail, and by a notification where an
 * account has proven that e-mail. A suspended account is told nothing.
 */
export async function tellRecipient(
  {
    db,
    bus,
    mailer,
    now,
    config,
    log,
  }: Pick<Infrastructure, 'db' | 'bus' | 'mailer' | 'now' | 'config'> & {
    log: Parameters<typeof post>[0]['log']
  },
  id: string,
): Promise<void> {
  const told = await read(db, id, now())
  if (!told || told.is_suspended) return
  if (told.to_user !== null) {
    await notify({ db, bus, now: now() }, [
      {
        user_id: told.to_user,
        type: 'transfer.offered',
        data: { transfer_id: id },
        cause: `transfer:${id}:offered`,
        title: 'A ticket for you',
        message: `You are offered a ticket for ${told.festival}. Accept it, and it is yours.`,
      },
    ])
  }
  await post({ mailer, log }, offerMail(told, mailOrigin(config)))
}

/** A transfer; with `now` only while it is open. */
async function read(db: Database, id: string, now?: Date): Promise<Told | undefined> {
  const open = now ? sql`and x.ended_at is null and x.expires_at > ${now}` : sql``
  const { rows } = await sql<Told>`
    select x.from_user, case when u.email_proven_at is not null then u.id end as to_user,
           u.suspended_at is not null as is_suspended, x.email, x.expires_at, f.name as festival
    from ticket_transfers x
    join festivals f on f.id = x.festival_id
    left join users u on u.email_key = x.email_key
    where x.id = ${id} ${open}`.execute(db)
  return rows[0]
}

const day = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** Contains no words that a user could have chosen, not even the festival's name, so that it cannot carry a message. */
function offerMail({ email, expires_at }: Told, origin: string | undefined): Mail {
  return compose({
    to: email,
    subject: 'A ticket for you',
    parts: [
      'You are offered a ticket for a festival.',
      'To see it and to accept it, sign in where you buy tickets, with this e-mail address. If you have no account yet, make one with it, and confirm the address.',
      ...(origin ? [{ label: 'See the festivals', url: `${origin}/` }] : []),
      `The offer ends on ${day.format(expires_at)} UTC, and when it is taken back. Until you accept it, the ticket belongs to its sender.`,
    ],
    reason: 'If you did not expect this, ignore this mail: nothing happens until you accept.',
  })
}
