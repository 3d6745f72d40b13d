import { sql } from 'kysely'
import { letter, makeDue, moment, type Writer } from '#mail'
import { notify, told } from '#notifications'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { type Mail, post } from '#platform/outgoing/mail'

type Transfer = {
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

/** What its sender reads of a transfer: that a manager has offered it for them, and how it was answered. */
const steps = {
  offered_by_staff: 'transferOfferedByStaff',
  accepted: 'transferAccepted',
  declined: 'transferDeclined',
} as const

/** Tells the sender of a transfer what happened to it, by a notification and a mail. */
export async function notifySender(
  at: At,
  { id, step }: { id: string; step: keyof typeof steps },
): Promise<void> {
  const transfer = await read(at.db, id)
  if (!transfer) return
  const { from_user: user_id, festival } = transfer
  const text = steps[step]
  await notify(at, [
    {
      user_id,
      type: `transfer.${step}`,
      data: { transfer_id: id },
      cause: `transfer:${id}:${step}`,
      ...told(({ words }) => words[text](festival)),
    },
  ])
  await makeDue(at, [{ kind: text, about: id, user_id }])
}

/** Writes the mail to the sender. Only a proven e-mail reads the name of the festival, which its organizer chose. */
export function senderMail(
  { work, config }: Pick<Infrastructure, 'work' | 'config'>,
  name: (typeof steps)[keyof typeof steps],
): Writer {
  return async ({ about, email, is_proven, language }) => {
    const transfer = await read(work, about)
    if (!transfer) return undefined
    const { festival, festival_id: festivalId } = transfer
    const params = { festival: is_proven ? festival : undefined, festivalId }
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
  const transfer = await read(db, id, now())
  if (!transfer || transfer.is_suspended) return
  const { to_user, festival } = transfer
  if (to_user !== null) {
    await notify({ db, bus, now: now() }, [
      {
        user_id: to_user,
        type: 'transfer.offered',
        data: { transfer_id: id },
        cause: `transfer:${id}:offered`,
        ...told(({ words }) => words.transferOffered(festival)),
      },
    ])
  }
  await post({ mailer, log }, offerMail(config, id, transfer))
}

/** A transfer; with `now` only while it is open. */
async function read(db: Database, id: string, now?: Date): Promise<Transfer | undefined> {
  const open = now ? sql`and x.ended_at is null and x.expires_at > ${now}` : sql``
  const { rows } = await sql<Transfer>`
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
 * Says which festival it is only to a user who has proven the e-mail. To others it has no words that a user could have chosen,
 * so that it cannot carry a message.
 */
function offerMail(config: Infrastructure['config'], id: string, transfer: Transfer): Mail {
  const isProven = transfer.to_user !== null
  const params = {
    festival: isProven ? transfer.festival : undefined,
    where: isProven ? (transfer.where ?? undefined) : undefined,
    start: isProven ? moment(transfer.start_time, transfer.time_zone) : undefined,
    end: isProven ? moment(transfer.end_time, transfer.time_zone) : undefined,
    festivalId: transfer.festival_id,
    expires: moment(transfer.expires_at, transfer.time_zone),
  }
  return letter(config, 'transferOffered', {
    to: transfer.email,
    language: transfer.language,
    key: `transferOffered.${id}`,
    params,
  })
}
