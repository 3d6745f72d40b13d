import { sql } from 'kysely'
import {
  addressedTo,
  festivalFacts,
  type MailedFestival,
  mailedFestival,
  readName,
} from '#catalogue/organizers'
import { letter, makeDue, moment, type Recipient, ticketLinks, type Writer } from '#messaging/mail'
import { notify, translated } from '#messaging/notifications'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { personName } from '#platform/values/plain-names'
import { nameIn, type Translations } from '#platform/values/translations'

type Transfer = {
  from_user: string
  /** the user with this e-mail as a proven one; null: no account */
  to_user: string | null
  is_suspended: boolean
  festival: string
}

type TransferContext = Pick<Infrastructure, 'bus'> & { db: Database; now: Date }

/** The steps that the sender of a transfer is notified of: a manager's offer for them, and the answer. */
const steps = {
  offered_by_staff: 'transferOfferedByStaff',
  accepted: 'transferAccepted',
  declined: 'transferDeclined',
} as const

/** Notifies the sender of a transfer of a step, in a notification and by mail. */
export async function notifySender(
  context: TransferContext,
  { id, step }: { id: string; step: keyof typeof steps },
): Promise<void> {
  const transfer = await read(context.db, id)
  if (!transfer) return
  const { from_user: user_id, festival } = transfer
  const text = steps[step]
  await notify(context, [
    {
      user_id,
      type: `transfer.${step}`,
      data: { transfer_id: id },
      cause: `transfer:${id}:${step}`,
      ...translated(({ words }) => words[text](festival)),
    },
  ])
  await makeDue(context, [{ kind: text, about: id, user_id }])
}

/**
 * The job `transfer`: notifies the owner of the e-mail of an open transfer, by mail, and by a notification if an
 * account has proven that e-mail. A suspended account is not notified.
 */
export async function notifyRecipient(
  { db, bus, now: clock }: Pick<Infrastructure, 'db' | 'bus' | 'now'>,
  id: string,
): Promise<void> {
  const now = clock()
  await transact(db, async (trx) => {
    const transfer = await read(trx, id, now)
    if (!transfer || transfer.is_suspended) return
    const { from_user, to_user, festival } = transfer
    if (to_user !== null) {
      await notify({ db: trx, bus, now }, [
        {
          user_id: to_user,
          type: 'transfer.offered',
          data: { transfer_id: id },
          cause: `transfer:${id}:offered`,
          ...translated(({ words }) => words.transferOffered(festival)),
        },
      ])
    }
    await makeDue({ db: trx, now }, [{ kind: 'transferOffered', about: id, user_id: from_user }])
  })
}

/** Reads a transfer; with `now` only while it is open. */
async function read(db: Database, id: string, now?: Date): Promise<Transfer | undefined> {
  const { rows } = await sql<Transfer>`
    select x.from_user, case when u.email_proven_at is not null then u.id end as to_user,
           u.suspended_at is not null as is_suspended, f.name as festival
    from ticket_transfers x
    join festivals f on f.id = x.festival_id
    left join users u on u.email_key = x.email_key
    where x.id = ${id} ${now ? isOpen(now) : sql``}`.execute(db)
  return rows[0]
}

const isOpen = (now: Date) => sql`and x.ended_at is null and x.expires_at > ${now}`

type Context = Pick<Infrastructure, 'work' | 'config' | 'now'>
type SenderMail = (typeof steps)[keyof typeof steps]

/** Writes a mail to the sender. */
export function senderMail({ work, config }: Context, name: SenderMail): Writer {
  return async (to) => {
    const { rows } = await sql<MailedFestival>`
      select ${mailedFestival(config)} ${ofTransfer} where x.id = ${to.about}`.execute(work)
    const [transfer] = rows
    if (!transfer) return undefined
    const params = { ...festivalFacts(to, transfer), ...ticketLinks(to) }
    return letter(config, name, { ...addressedTo(to, [transfer]), params })
  }
}

const ofTransfer = sql`
  from ticket_transfers x join festivals f on f.id = x.festival_id left join organizers o on o.id = f.organizer_id`

type Offered = MailedFestival & {
  sender: string
  expires_at: Date
  item_name: string | null
  item_language: string | null
  item_translations: Translations | null
}

/** Writes the mail of an offer to the e-mail of the transfer; undefined for an offer that has ended. */
export function offerMail({ work, config, now }: Context): Writer {
  return async (to) => {
    const { rows } = await sql<Offered>`
      select ${mailedFestival(config)}, x.expires_at, concat_ws(' ', nullif(s.first_name, ''), nullif(s.last_name, '')) as sender,
             coalesce(tier.name, stay.name) as item_name, f.language as item_language,
             coalesce(tier.translations, stay.translations) as item_translations
      ${ofTransfer} join users s on s.id = x.from_user join payments p on p.id = x.payment_id
      left join tiers tier on p.payment_type = 'ticket' and tier.id = p.entity_id
      left join accommodations stay on p.payment_type = 'accommodation' and stay.id = p.entity_id
      where x.id = ${to.about} ${isOpen(now())}`.execute(work)
    const [offered] = rows
    return offered && letter(config, 'transferOffered', offerTo(to, offered))
  }
}

function offerTo(to: Recipient, offered: Offered) {
  const { item_name: name, item_language: language, item_translations: translations } = offered
  const params = {
    ...festivalFacts(to, offered),
    ...ticketLinks(to),
    sender: personName(offered.sender),
    ticket: readName(to, offered, nameIn({ name, language, translations }, to.language)),
    expires: moment(offered.expires_at, offered.festival_zone),
  }
  return { ...addressedTo(to, [offered]), params }
}
