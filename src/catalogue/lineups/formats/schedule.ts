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
          textOf(event, 'date') ||
          startOn(one.attributes['date'], textOf(event, 'start'), dayChange),
        duration: textOf(event, 'duration'),
        abstract: textOf(event, 'abstract') || textOf(event, 'description'),
      })),
    ),
  )
  return toRecords(events)
}

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
          part(event, 'date') ||
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
      end_time: endOf(start_time, text(duration)),
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

/** `0:20`, `01:30`, and from 24 hours on `1:02:30` of days, hours and minutes. */
function minutesOf(duration: string): number {
  const [, days = '0', hours, minutes] =
    /^(?:(\d+):)?(\d{1,2}):(\d{2})$/.exec(duration.trim()) ?? []
  return hours === undefined ? 0 : Number(days) * 1440 + Number(hours) * 60 + Number(minutes)
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
