import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { sql } from 'kysely'
import type { Database } from '#platform/database'
import { listSlots, type Slot } from './timetable.ts'

type Listed = {
  id: string
  name: string
  description: string | null
  venue: string | null
  address: string | null
  area: string | null
  country: string | null
  start_time: Date
  end_time: Date
  cancelled_at: Date | null
  revision: number
  stamp: Date
}

type Calendar = { name: string; text: string }

const hour = 3_600_000

/**
 * The festival and its gigs as an iCalendar file (RFC 5545); undefined for an unknown one. A gig without
 * an end lasts an hour, one without a start is left out. The same festival gives the same text: its
 * stamp is that of its last change. `origin` is where people reach us.
 */
export async function findCalendar(
  db: Database,
  id: string,
  origin: string,
): Promise<Calendar | undefined> {
  const [{ rows }, slots] = await Promise.all([
    sql<Listed>`
      select id, name, description, venue, address, area, country, start_time, end_time, cancelled_at,
             revision, coalesce(revised_at, created_at) as stamp
      from festivals where id = ${id} and deleted_at is null`.execute(db),
    listSlots(db, id),
  ])
  const [festival] = rows
  return festival && { name: festival.name, text: toCalendar(festival, slots, origin) }
}

function toCalendar(festival: Listed, slots: Slot[], origin: string): string {
  const { id, name, cancelled_at, revision, stamp, ...about } = festival
  const common = {
    stamp,
    lastModified: stamp,
    sequence: revision,
    status: cancelled_at ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    url: `${origin}/guide/${id}`,
  }
  const calendar = ical({
    prodId: '//Festival//Timetable//EN',
    method: ICalCalendarMethod.PUBLISH,
    ttl: 3600,
    // Written as it is, where calendar properties belong: before the components.
    name: escaped(printable(name)),
  })
  const { start_time, end_time, venue, address, area, country, description } = about
  calendar.createEvent({
    ...common,
    id: `festival-${id}@festival`,
    start: start_time,
    end: later(end_time, start_time),
    summary: printable(name),
    location: placed([venue, address, area, country]),
    description: description === null ? null : printable(description),
    // It covers days: whoever goes is not busy all the time.
    transparency: ICalEventTransparency.TRANSPARENT,
  })
  for (const { id: gig, start_time: start, end_time: end, artist, place } of slots) {
    if (start === null) continue
    calendar.createEvent({
      ...common,
      id: `gig-${gig}@festival`,
      start,
      end: later(end, start),
      summary: printable(artist?.name ?? 'To be announced'),
      location: placed([place?.name, venue]),
      description: printable(name),
    })
  }
  return `${calendar.toString()}\r\n`
}

/** No later second has four digits for its year. */
const lastSecond = new Date('9999-12-31T23:59:59Z')

/**
 * An end comes after its start (RFC 5545, section 3.8.2.2): else it is an hour later, or none at the end
 * of time.
 */
function later(end: Date | null, start: Date): Date | null {
  const wished = end && end > start ? end : new Date(start.getTime() + hour)
  const last = wished < lastSecond ? wished : lastSecond
  return last > start ? last : null
}

/** A text as RFC 5545 writes it (section 3.3.11). */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')
}

function placed(parts: (string | null | undefined)[]): string | null {
  return printable(parts.filter(Boolean).join(', ')) || null
}

/** Control characters have no place in a calendar's text, and some readers end a line at these. */
function printable(text: string): string {
  return text.replace(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '')
}
