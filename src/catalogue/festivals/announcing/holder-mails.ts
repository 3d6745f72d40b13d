/** Writes the mails to holders of tickets: changes of a festival, and reminders of its start. */
import { sql } from 'kysely'
import {
  addressedTo,
  festivalFacts,
  type MailedFestival,
  mailedFestival,
  readPlace,
} from '#catalogue/organizers'
import { letter, moment, type Recipient, ticketLinks, type Writer } from '#messaging/mail'
import { isHolder } from '#messaging/notifications'
import type { Infrastructure } from '#platform/http/infrastructure'
import { findAltered, startCause } from './news.ts'
import { type Dated, isMoved, placeOf } from './notification-content.ts'

type Context = Pick<Infrastructure, 'work' | 'config' | 'now'>

/** Writes the mail about changes; undefined if the festival has changed back, or the recipient has returned their ticket. */
export function changedMail({ work, config, now }: Context): Writer {
  return async (to) => {
    const altered = await findAltered(work, { id: to.about, now: now() })
    if (!altered || !(await isStillFor(work, to, altered.after))) return undefined
    const festival = await readMailed({ work, config }, altered.after.id)
    if (!festival) return undefined
    return letter(config, 'festivalChanged', {
      ...addressedTo(to, [festival]),
      params: { ...festivalFacts(to, festival), ...changesOf(to, festival, altered) },
    })
  }
}

async function readMailed(
  { work, config }: Pick<Context, 'work' | 'config'>,
  id: string,
): Promise<MailedFestival | undefined> {
  const { rows } = await sql<MailedFestival>`
    select ${mailedFestival(config)} from festivals f left join organizers o on o.id = f.organizer_id
    where f.id = ${id}`.execute(work)
  return rows[0]
}

/** Returns the changed facts; the others are absent. */
function changesOf(
  to: Recipient,
  { may_sell }: MailedFestival,
  { before, after, refundUntil }: { before: Dated; after: Dated; refundUntil: Date | null },
) {
  const isSameTime =
    Number(before.start_time) === Number(after.start_time) &&
    Number(before.end_time) === Number(after.end_time)
  const isSamePlace = placeOf(before) === placeOf(after)
  const time = (at: Date, { time_zone }: Dated) => (isSameTime ? undefined : moment(at, time_zone))
  const place = ({ venue, address, country }: Dated) =>
    isSamePlace
      ? undefined
      : readPlace(to, {
          may_sell,
          festival_venue: venue,
          festival_address: address,
          festival_country: country,
        })
  return {
    start: time(after.start_time, after),
    end: time(after.end_time, after),
    startBefore: time(before.start_time, before),
    endBefore: time(before.end_time, before),
    where: place(after),
    whereBefore: place(before),
    placeless: isSamePlace || placeOf(after) ? undefined : 'yes',
    moved: isSamePlace && isMoved(before.coordinates, after.coordinates) ? 'yes' : undefined,
    refundUntil: refundUntil ? moment(refundUntil, after.time_zone) : undefined,
  }
}

type Starting = MailedFestival & { id: string; cause: string; start_time: Date }

/** Writes the reminder; undefined if the festival has begun, was moved, cancelled or deleted, or the recipient has returned their ticket. */
export function reminderMail({ work, config, now }: Context): Writer {
  return async (to) => {
    const { rows } = await sql<Starting>`
      select n.cause, f.id, f.start_time, ${mailedFestival(config)}
      from festival_news n join festivals f on f.id = n.festival_id left join organizers o on o.id = f.organizer_id
      where n.id = ${to.about} and f.start_time > ${now()}
        and f.deleted_at is null and f.cancelled_at is null`.execute(work)
    const [festival] = rows
    if (festival?.cause !== (festival && startCause(festival.start_time))) return undefined
    if (!festival || !(await isStillFor(work, to, festival))) return undefined
    const params = { ...festivalFacts(to, festival), ...ticketLinks(to) }
    return letter(config, 'festivalReminder', { ...addressedTo(to, [festival]), params })
  }
}

const isStillFor = (db: Context['work'], { user_id }: Recipient, { id }: { id: string }) =>
  isHolder(db, { userId: user_id, festivalId: id })
