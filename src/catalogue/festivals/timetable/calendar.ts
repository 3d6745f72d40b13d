import ical, {
  foldLines,
  ICalCalendarMethod,
  ICalEvent,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { type RawBuilder, sql } from 'kysely'
import { actKey } from '#catalogue/gigs'
import { wordsIn } from '#common/words/all'
import { list } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { textsOf } from '#platform/http/answers/slices'
import { toLanguage } from '#platform/values/languages'
import { isReaderLanguage, readerLanguage } from '#platform/values/reader-languages'
import { inLanguage, type Translations } from '#platform/values/translations'

type Listed = {
  id: string
  name: string
  description: string | null
  language: string | null
  translations: Translations | null
  venue: string | null
  address: string | null
  city: string | null
  area: string | null
  country: string | null
  start_time: Date
  end_time: Date
  cancelled_at: Date | null
  revision: number
  stamp: Date
}

/** The part of a gig that a calendar shows. */
type Slot = {
  id: string
  festival_id: string
  start_time: Date
  end_time: Date | null
  artist: string | null
  billing_text: string | null
  place_id: string | null
  place: string | null
}

type CalendarRequest = {
  id: string
  gigs?: string[] | undefined
  /** false: the festival alone */
  timetable?: boolean | undefined
  /** the language of its texts */
  language?: string | undefined
}

/** A calendar; its text is in parts. */
type Calendar = { name: string; texts: string[] }

const hour = 3_600_000

/**
 * Returns the festival and its gigs as an iCalendar file (RFC 5545); undefined for an unknown one. A gig without an end
 * lasts an hour, one without a start is left out. The same festival gives the same text: its stamp is the time of its
 * last change. `origin` is the public address of the service. Other requests have their turn while it is read and
 * written. With `gigs` it has these alone, and the festival itself is left out. Times are in UTC: readers understand the
 * descriptions of time zones in different ways, and show their own time in any case.
 */
export async function findCalendar(
  db: Database,
  { id, gigs, timetable = true, language }: CalendarRequest,
  origin: string,
): Promise<Calendar | undefined> {
  const [festival] = await readListed(db, [id])
  if (!festival) return undefined
  const wanted = toLanguage(language ?? '')
  const spoken = inLanguage(festival, wanted === undefined ? [] : [wanted])
  const { whole, eventOf } = writerOf(spoken, { origin, language: wanted ?? festival.language })
  const texts = [headOf(festival.name), ...(gigs ? [] : [whole])]
  const slots = timetable || gigs ? readSlots(db, { id, gigs }) : []
  for await (const text of textsOf(oncePerAct(slots), eventOf)) texts.push(text)
  return { name: festival.name, texts: [...texts, `${end}\r\n`] }
}

/** The choice of a user: a festival itself, gigs of it, or both. */
export type Chosen = { id: string; isWhole: boolean; gigs: string[] }

/**
 * Returns several festivals and gigs as one iCalendar text in parts, each as in `findCalendar`. Unknown festivals are
 * left out.
 */
export async function composeCalendar(
  db: Database,
  { name, chosen, language }: { name: string; chosen: Chosen[]; language: string },
  origin: string,
): Promise<string[]> {
  const texts = [headOf(name)]
  const ids = chosen.map(({ id }) => id)
  const festivals = new Map((await readListed(db, ids)).map((listed) => [listed.id, listed]))
  const gigs = chosen.flatMap((one) => one.gigs)
  const { rows } = await slotsWhere(sql`g.id = any (${list(gigs, 'uuid')})`).execute(db)
  const slots = Map.groupBy(rows, ({ festival_id }) => festival_id)
  for (const { id, isWhole } of chosen) {
    const festival = festivals.get(id)
    if (!festival) continue
    const spoken = inLanguage(festival, [language])
    const { whole, eventOf } = writerOf(spoken, { origin, language })
    if (isWhole) texts.push(whole)
    for await (const text of textsOf(oncePerAct(slots.get(id) ?? []), eventOf)) texts.push(text)
  }
  return [...texts, `${end}\r\n`]
}

async function readListed(db: Database, ids: string[]): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select id, name, description, language, translations, venue, address, city, area, country, start_time, end_time, cancelled_at,
           revision, coalesce(revised_at, created_at) as stamp
    from festivals where id = any (${list(ids, 'uuid')}) and deleted_at is null`.execute(db)
  return rows
}

const atOnce = 500

/** Reads the gigs that have a start, ordered by it. */
async function* readSlots(db: Database, { id, gigs }: CalendarRequest): AsyncGenerator<Slot> {
  const chosen = gigs ? sql`and g.id = any (${list(gigs, 'uuid')})` : sql``
  const slots = slotsWhere(sql`g.festival_id = ${id} ${chosen}`)
  for (let offset = 0, isMore = true; isMore; offset += atOnce) {
    const { rows } = await sql<Slot>`${slots} limit ${atOnce} offset ${offset}`.execute(db)
    yield* rows
    isMore = rows.length === atOnce
  }
}

/** Selects the gigs with a start that satisfy a condition on `g`, ordered by start. */
const slotsWhere = (condition: RawBuilder<unknown>) => sql<Slot>`
  select g.id, g.festival_id, g.start_time, g.end_time, a.name as artist, g.billing_text, g.place_id,
         p.name as place
  from gigs g
  left join artists a on a.id = g.artist_id
  left join places p on p.id = g.place_id
  where g.start_time is not null and ${condition}
  order by g.start_time, g.id`

/** Leaves out all gigs of an act but the first: the others have its start, its stage and its text. */
async function* oncePerAct(slots: Iterable<Slot> | AsyncIterable<Slot>): AsyncGenerator<Slot> {
  const acts = new Set<string>()
  for await (const slot of slots) {
    const act = actKey(slot)
    if (!acts.has(act)) yield slot
    acts.add(act)
  }
}

const end = 'END:VCALENDAR'

const header = {
  prodId: '//Festival//Timetable//EN',
  method: ICalCalendarMethod.PUBLISH,
  ttl: 3600,
}

/** Returns the beginning of a calendar with this name. */
function headOf(name: string): string {
  // The name is written as it is, where calendar properties belong: before the components.
  const calendar = ical({ ...header, name: escaped(printable(name)) })
  return calendar.toString().slice(0, -end.length)
}

/** Returns the words of a language; of one that the service does not speak, in English. */
const wordsFor = (tag: string | null) => {
  const [language = ''] = tag?.split('-') ?? []
  return wordsIn(readerLanguage(isReaderLanguage(language) ? language : null)).guide
}

type Writing = { origin: string; language: string | null }

/** Returns the parts of a festival's calendar: the festival itself, and a function that writes a gig. */
function writerOf(festival: Listed, { origin, language }: Writing) {
  const { tba } = wordsFor(language)
  const { id, name, cancelled_at, revision, stamp, ...about } = festival
  const common = {
    stamp,
    lastModified: stamp,
    sequence: revision,
    status: cancelled_at ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    url: `${origin}/guide/${id}`,
  }
  const { start_time, end_time, venue, address, city, area, country, description } = about
  const toText = (event: ICalEventData) =>
    foldLines(new ICalEvent({ ...common, ...event }, ical(header)).toString())
  const whole = toText({
    id: `festival-${id}@festival`,
    start: start_time,
    end: later(end_time, start_time),
    summary: printable(name),
    location: placed([venue, address, city, area, country]),
    description: description === null ? null : printable(description),
    // The festival covers days, in which visitors are not busy all the time.
    transparency: ICalEventTransparency.TRANSPARENT,
  })
  const eventOf = ({ id: gig, start_time: start, end_time: until, place, ...who }: Slot) =>
    toText({
      id: `gig-${gig}@festival`,
      start,
      end: later(until, start),
      summary: printable(who.billing_text ?? who.artist ?? tba),
      location: placed([place, venue]),
      description: printable(name),
    })
  return { whole, eventOf }
}

/** The last second with a year of four digits. */
const lastSecond = new Date('9999-12-31T23:59:59Z')

/**
 * Returns an end after the start (RFC 5545, section 3.8.2.2): an end that is not is replaced by one an hour after the
 * start, or by none at the end of time.
 */
function later(end: Date | null, start: Date): Date | null {
  const wished = end && end > start ? end : new Date(start.getTime() + hour)
  const last = wished < lastSecond ? wished : lastSecond
  return last > start ? last : null
}

/** Escapes a text (RFC 5545, section 3.3.11). */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')
}

function placed(parts: (string | null | undefined)[]): string | null {
  return printable(parts.filter(Boolean).join(', ')) || null
}

/**
 * Replaces other line separators by line feeds, since some readers end a line at them, and removes control characters,
 * which have no place in a calendar's text.
 */
function printable(text: string): string {
  return text.replace(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '')
}
