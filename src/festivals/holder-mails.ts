/** Writes the mails to holders of tickets: that a festival has changed, and that it begins soon. */
import { sql } from 'kysely'
import { letter, moment, type Recipient, type Writer } from '#mail'
import { isHolder } from '#notifications'
import type { Infrastructure } from '#platform/http/infrastructure'
import { findAltered, startCause } from './news.ts'
import { type Dated, isMoved, placeOf } from './notification-content.ts'

type Context = Pick<Infrastructure, 'work' | 'config' | 'now'>

/** Undefined where it has changed back, or the person it is for has given back their ticket. */
export function changedMail({ work, config, now }: Context): Writer {
  return async (to) => {
    const altered = await findAltered(work, { id: to.about, now: now() })
    if (!altered || !(await isStillFor(work, to, altered.after))) return undefined
    return letter(config, 'festivalChanged', {
      to: to.email,
      language: to.language,
      params: changesOf(to, altered),
    })
  }
}

/** What has stayed the same is absent. Only a proven e-mail reads what an organizer wrote. */
function changesOf({ is_proven }: Recipient, { before, after }: { before: Dated; after: Dated }) {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  const isSameTime =
    Number(before.start_time) === Number(after.start_time) &&
    Number(before.end_time) === Number(after.end_time)
  const isSamePlace = old.where === now.where
  const place = (where: string) => (isSamePlace || !is_proven || !where ? undefined : where)
  const time = <Told>(text: Told | undefined) => (isSameTime ? undefined : text)
  return {
    festivalId: after.id,
    festival: is_proven ? after.name : undefined,
    start: time(now.start),
    end: time(now.end),
    startBefore: time(old.start),
    endBefore: time(old.end),
    where: place(now.where),
    whereBefore: place(old.where),
    placeless: isSamePlace || now.where ? undefined : 'yes',
    moved: isSamePlace && isMoved(before.coordinates, after.coordinates) ? 'yes' : undefined,
  }
}

const wordsOf = (festival: Dated) => ({
  start: moment(festival.start_time, festival.time_zone),
  end: moment(festival.end_time, festival.time_zone),
  where: placeOf(festival),
})

type Starting = Omit<Dated, 'coordinates'> & { cause: string }

/** Undefined where it has begun, was moved, cancelled or deleted, or the person it is for has given back their ticket. */
export function reminderMail({ work, config, now }: Context): Writer {
  return async (to) => {
    const { rows } = await sql<Starting>`
      select n.cause, f.id, f.name, f.start_time, f.end_time, f.time_zone, f.venue, f.address, f.country
      from festival_news n join festivals f on f.id = n.festival_id
      where n.id = ${to.about} and f.start_time > ${now()}
        and f.deleted_at is null and f.cancelled_at is null`.execute(work)
    const [festival] = rows
    if (festival?.cause !== (festival && startCause(festival.start_time))) return undefined
    if (!festival || !(await isStillFor(work, to, festival))) return undefined
    const where = placeOf(festival)
    const params = {
      festivalId: festival.id,
      festival: to.is_proven ? festival.name : undefined,
      start: moment(festival.start_time, festival.time_zone),
      end: moment(festival.end_time, festival.time_zone),
      where: to.is_proven && where ? where : undefined,
    }
    return letter(config, 'festivalReminder', { to: to.email, language: to.language, params })
  }
}

const isStillFor = (db: Context['work'], { user_id }: Recipient, { id }: { id: string }) =>
  isHolder(db, { userId: user_id, festivalId: id })
