/** Schedules of conferences: frab's and pentabarf's XML, and the JSON of frab and pretalx. */
import { child, childrenOf, type Element, textOf } from '#platform/files/xml'
import { parseTime } from '#platform/values/time'
import type { Records } from './records.ts'

type Event = Record<string, unknown>

const day = 86_400_000

/** Reads `<schedule>`: the instant of an event is its `<date>`, since the day and `<start>` disagree after midnight. */
export function readScheduleXml(schedule: Element): Records {
  const conference = child(schedule, 'conference')
  const dayChange = textOf(conference, 'day_change')
  const events = childrenOf(schedule, 'day').flatMap((one) =>
    childrenOf(one, 'room').flatMap((room) =>
      childrenOf(room, 'event').map((event) => ({
        title: textOf(event, 'title'),
        room: room.attributes['name'] || textOf(event, 'room'),
        date:
          instantIn(textOf(event, 'date')) ||
          startOn(one.attributes['date'], textOf(event, 'start'), dayChange),
        duration: textOf(event, 'duration'),
        abstract: textOf(event, 'abstract') || textOf(event, 'description'),
      })),
    ),
  )
  return toRecords(events)
}

/** A day alone is no start yet. */
const instantIn = (date: unknown) => (typeof date === 'string' && date.includes(':') ? date : '')

/** Returns the local start of an event without its instant: before the change of the day it is in the night after it. */
function startOn(date: string | undefined, start: string, dayChange: string): string {
  if (!date || !/^\d{1,2}:\d\d/.test(start)) return ''
  const clock = start.padStart(5, '0').slice(0, 5)
  const isNight = clock < (dayChange.slice(0, 5).padStart(5, '0') || '00:00')
  const midnight = Date.parse(`${date.slice(0, 10)}T00:00:00Z`) + (isNight ? day : 0)
  return Number.isNaN(midnight) ? '' : `${new Date(midnight).toISOString().slice(0, 10)}T${clock}`
}

/** Returns the days of a schedule in JSON; undefined for another document. */
function daysOf(document: unknown): unknown[] | undefined {
  const schedule = part(document, 'schedule') ?? document
  const days = part(part(schedule, 'conference') ?? schedule, 'days')
  return Array.isArray(days) && days.some((one) => isObject(part(one, 'rooms'))) ? days : undefined
}

/** Reads `schedule.conference.days[].rooms["Name"][]`; undefined for another document. */
export function readScheduleJson(document: unknown): Records | undefined {
  const days = daysOf(document)
  if (!days) return undefined
  const dayChange = text(
    part(part(part(document, 'schedule') ?? document, 'conference'), 'day_change'),
  )
  const events = days.flatMap((one) =>
    Object.entries(Object(part(one, 'rooms'))).flatMap(([room, list]) =>
      (Array.isArray(list) ? list : []).map((event: unknown) => ({
        title: part(event, 'title'),
        room,
        date:
          instantIn(part(event, 'date')) ||
          startOn(text(part(one, 'date')), text(part(event, 'start')), dayChange),
        duration: part(event, 'duration'),
        abstract: part(event, 'abstract') || part(event, 'description'),
      })),
    ),
  )
  return toRecords(events)
}

const isObject = (value: unknown): value is Event => typeof value === 'object' && value !== null
const part = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined)

const text = (value: unknown) => (typeof value === 'string' ? value : '')

const textIn = (value: unknown) =>
  typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() || null : null

function toRecords(events: Event[]): Records {
  const bios = new Map<string, string>()
  const gigs = events.map(({ title, room, date, duration, abstract }) => {
    const artist = textIn(title)
    if (artist !== null && typeof abstract === 'string' && abstract.trim() !== '')
      bios.set(artist, abstract.trim())
    const start_time = textIn(date)
    return {
      artist,
      place: textIn(room),
      start_time,
      end_time: endOf(start_time, typeof duration === 'number' ? `${duration}` : text(duration)),
    }
  })
  const positions = events.map((_, index) => `event ${index + 1}`)
  const artists = [...bios].map(([name, bio]) => ({
    name,
    bio: bio.slice(0, longestBio).toWellFormed(),
  }))
  return { gigs, artists, positions }
}

/** The longest description of an artist, in characters. */
const longestBio = 10_000

/**
 * `0:20`, `01:30`, and from 24 hours on `1:02:30` of days, hours and minutes. `00:45:00` and `1:45:00`, in which the
 * middle would be more than a day of hours, are of hours, minutes and seconds; `PT1H30M` and `90` are read too.
 */
function minutesOf(duration: string): number {
  const [first = '', second = '0', third] = duration
    .trim()
    .replace(/^PT(?:(\d+)H)?(?:(\d+)M)?.*/i, (_, h = '0', m = '0') => `${h}:${m}`)
    .replace(/^\d+$/, '0:$&')
    .split(':')
  const hasSeconds = first.length > 1 || Number(second) > 23
  const minutes =
    third === undefined || hasSeconds
      ? Number(first) * 60 + Number(second)
      : Number(first) * 1440 + Number(second) * 60 + Number(third)
  return minutes || 0
}

/** Adds a duration to a start, in the form of the start; null without one. */
function endOf(start: string | null, duration: string): string | null {
  const minutes = minutesOf(duration)
  const offset = /[T ].*?(Z|[+-]\d\d:?\d\d)$/i.exec(start ?? '')?.[1]
  const local =
    start === null ? undefined : parseTime(offset ? start.slice(0, -offset.length) : start)
  if (!local || minutes === 0) return null
  return `${new Date(local.getTime() + minutes * 60_000).toISOString().slice(0, 19)}${offset ?? ''}`
}
