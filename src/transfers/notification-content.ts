import { sql } from 'kysely'
import { letter, makeDue, moment, type Writer } from '#mail'
import { notify } from '#notifications'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { type Mail, post } from '#platform/outgoing/mail'

type Told = {
  from_user: string
  /** who has the e-mail as a proven one; null: no account */
  to_user: string | null
  is_suspended: boolean
  language: string | null
  email: string
  expires_at: Date
  festival_id: string
  festival: string
  start_time: Date
  end_time: Date
  time_zone: string
  where: string | null
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

/** Tells the sender of a transfer that it was accepted or declined, by a notification and a mail. */
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
  await makeDue(at, [{ kind: mails[outcome], about: id, user_id: told.from_user }])
}

const mails = { accepted: 'transferAccepted', declined: 'transferDeclined' } as const

/** Writes the mail to the sender. Only a proven e-mail reads the name of the festival, which its organizer chose. */
export function senderMail(
  { work, config }: Pick<Infrastructure, 'work' | 'config'>,
  name: (typeof mails)[keyof typeof mails],
): Writer {
  return async ({ about, email, is_proven, language }) => {
    const told = await read(work, about)
    if (!told) return undefined
    const params = { festival: is_proven ? told.festival : undefined, festivalId: told.festival_id }
    return letter(config, name, { to: email, language, params })
  }
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
  await post({ mailer, log }, offerMail(config, id, told))
}

/** A transfer; with `now` only while it is open. */
async function read(db: Database, id: string, now?: Date): Promise<Told | undefined> {
  const open = now ? sql`and x.ended_at is null and x.expires_at > ${now}` : sql``
  const { rows } = await sql<Told>`
    select x.from_user, case when u.email_proven_at is not null then u.id end as to_user,
           u.suspended_at is not null as is_suspended, u.language, x.email, x.expires_at, f.id as festival_id,
           f.name as festival, f.start_time, f.end_time, f.time_zone,
           nullif(concat_ws(', ', f.venue, f.address, f.country), '') as "where"
    from ticket_transfers x
    join festivals f on f.id = x.festival_id
    left join users u on u.email_key = x.email_key
    where x.id = ${id} ${open}`.execute(db)
  return rows[0]
}

/**
 * Says which festival it is only to who has proven the e-mail. To others it has no words that a user could have chosen,
 * so that it cannot carry a message.
 */
function offerMail(config: Infrastructure['config'], id: string, told: Told): Mail {
  const isProven = told.to_user !== null
  const params = {
    festival: isProven ? told.festival : undefined,
    where: isProven ? (told.where ?? undefined) : undefined,
    start: isProven ? moment(told.start_time, told.time_zone) : undefined,
    end: isProven ? moment(told.end_time, told.time_zone) : undefined,
    festivalId: told.festival_id,
    expires: moment(told.expires_at, told.time_zone),
  }
  return letter(config, 'transferOffered', {
    to: told.email,
    language: told.language,
    key: `transferOffered.${id}`,
    params,
  })
}
