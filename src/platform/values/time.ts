import { Type } from 'typebox'
import { Format } from 'typebox/format'
import { invalidField } from './errors.ts'

/** The clock is passed in, so that tests can set it. */
export type Clock = () => Date

const calendar = /^(\d{4})-?(\d{2})-?(\d{2})$/
const ordinal = /^(\d{4})-?(\d{3})$/
const week = /^(\d{4})-?W(\d{2})-?([1-7])$/
const clock = /^(\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/
const day = 86_400_000

/**
 * Converts any ISO 8601 time of the years 0001–9999 to its instant, cut to the millisecond. Without an offset it is
 * UTC, a date alone is midnight UTC (contract, "Time"). Impossible dates give undefined.
 */
export function parseTime(text: string): Date | undefined {
  const [date = '', time, more] = text.split(/[Tt ]/)
  if (more !== undefined) return undefined
  const midnight = parseDate(date)
  const sinceMidnight = time === undefined ? 0 : parseClock(time.toUpperCase())
  if (midnight === undefined || sinceMidnight === undefined) return undefined
  const instant = new Date(midnight + sinceMidnight)
  const year = instant.getUTCFullYear()
  return year >= 1 && year <= 9999 ? instant : undefined
}

function parseDate(text: string): number | undefined {
  return (
    parseNumbers(calendar, text, utc) ??
    parseNumbers(ordinal, text, ordinalDate) ??
    parseNumbers(week, text, weekDate)
  )
}

function parseNumbers(
  form: RegExp,
  text: string,
  toDate: (year: number, second: number, third: number) => number | undefined,
): number | undefined {
  const [, year, second, third] = form.exec(text) ?? []
  return year === undefined ? undefined : toDate(Number(year), Number(second), Number(third))
}

/** Date.UTC reads the years 0–99 as 1900–1999, so setUTCFullYear is used; an impossible day rolls over. */
function utc(year: number, month: number, dayOfMonth: number): number | undefined {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, dayOfMonth)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === dayOfMonth
    ? date.getTime()
    : undefined
}

function ordinalDate(year: number, dayOfYear: number): number | undefined {
  const newYear = utc(year, 1, 1)
  if (newYear === undefined || dayOfYear < 1) return undefined
  const date = newYear + (dayOfYear - 1) * day
  return new Date(date).getUTCFullYear() === year ? date : undefined
}

/** Week 1 is the one with 4 January in it. */
function weekDate(year: number, weekOfYear: number, weekday: number): number | undefined {
  const [start, next] = [firstMonday(year), firstMonday(year + 1)]
  const date = start + (weekOfYear - 1) * 7 * day
  return weekOfYear >= 1 && date < next ? date + (weekday - 1) * day : undefined
}

function firstMonday(year: number): number {
  const fourth = utc(year, 1, 4) ?? 0
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * day
}

function parseClock(text: string): number | undefined {
  const match = clock.exec(text)
  if (!match) return undefined
  const [, hours, minutes = '0', seconds = '0', fraction = '0', offset = 'Z'] = match
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3))
  const sinceMidnight =
    Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + ms
  const possible = Number(minutes) < 60 && Number(seconds) < 60 && sinceMidnight <= day
  const ahead = parseOffset(offset)
  return possible && ahead !== undefined ? sinceMidnight - ahead : undefined
}

function parseOffset(text: string): number | undefined {
  if (text === 'Z') return 0
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(3).replace(':', '') || '0')]
  if (hours > 23 || minutes > 59) return undefined
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

Format.Set('date-time', (value) => parseTime(value) !== undefined)

const isoTime = { type: 'string', format: 'date-time', examples: ['2027-07-01T18:00:00.000Z'] }

/** A time on read: a Date inside, `2026-07-01T18:00:00.000Z` outside. */
export const Timestamp = Type.Unsafe<Date>(isoTime)
export const NullableTimestamp = Type.Unsafe<Date | null>({ ...isoTime, type: ['string', 'null'] })

/** A time on write: any ISO 8601; see `toTime`. */
export const TimeInput = Type.Unsafe<string>({
  ...isoTime,
  description: 'ISO 8601; without an offset UTC, a date alone is midnight UTC',
})
export const NullableTimeInput = Type.Unsafe<string | null>({
  ...TimeInput,
  type: ['string', 'null'],
})

/** Converts a time that passed its schema to its instant; null and undefined are returned unchanged. */
export function toTime(text: string): Date
export function toTime<T extends null | undefined>(text: string | T): Date | T
export function toTime(text: string | null | undefined): Date | null | undefined {
  if (text === null || text === undefined) return text
  const time = parseTime(text)
  if (time === undefined) throw invalidField(text, 'is not an ISO 8601 time')
  return time
}

/** Refuses an end before its start; either may be absent. */
export function inOrder(
  start: Date | null | undefined,
  end: Date | null | undefined,
  names: [start: string, end: string],
): void {
  if (start && end && end < start) throw invalidField(names[1], `must not be before ${names[0]}`)
}

/** Returns the first instant of a UTC calendar month, and of the next one. `month` runs from 1 to 12. */
export function monthOf(year: number, month: number): { from: Date; until: Date } {
  const [from, until] = [new Date(0), new Date(0)]
  from.setUTCFullYear(year, month - 1, 1)
  until.setUTCFullYear(year, month, 1)
  return { from, until }
}
