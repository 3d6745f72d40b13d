/** The start and the end of a row: from cells by the rules of a map, and from texts as people write them. */
import { parseTime } from '#platform/values/time'
import {
  checkKeys,
  isObject,
  type Read,
  readClock,
  readParts,
  readText,
  readTime,
  type Where,
} from './cells.ts'
import { Fault } from './fault.ts'
import type { DayOrder } from './written-day.ts'
import { resolveDay } from './written-days.ts'
import { isOpen, readWritten, readWrittenDay, type WrittenTime } from './written-times.ts'

/** Local times without an offset, or times with one; null: not known yet. `end` is absent if the text does not say. */
type Moment = { start: string | null; end?: string | null }

const day = 86_400_000
const localIso = (time: number) => new Date(time).toISOString().slice(0, 16)

/** A rule for a time that may be written as people do. Its texts are those of the cells, day and time apart. */
export function readMoment(rule: unknown, where: Where): Read<Moment> {
  const strict = isObject(rule) && 'date' in rule ? readTime(rule, where) : undefined
  const texts = textsOf(rule, where)
  return (cells) => {
    const parts = texts(cells)
    if (parts.some((part) => part === null || isOpen(part))) return momentOfDay(parts, where)
    try {
      const iso = strict?.(cells)
      if (iso) return { start: iso }
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      // A night that is written as 25:30, or a weekday, is no date of the format.
      const read = readMomentOf(parts as string[], where)
      if (read === undefined) throw error
      return read
    }
    const read = readMomentOf(parts as string[], where)
    if (read) return read
    throw new Fault(
      `${where.field}: "${parts.join(' ')}" is no time: write the day and the time, such as 2027-07-17 20:30`,
    )
  }
}

/** The cell of the day may hold the time as well; a day alone is no time yet. */
function momentOfDay([first]: (string | null)[], where: Where): Moment | null {
  if (where.field !== 'start_time' || !first || isOpen(first)) return null
  const read = readDay(first, where.order)
  return read?.start === undefined ? null : toMoment(read, where)
}

/** Returns a function that reads the texts of a rule, each for itself: one of a column, or those of several. */
function textsOf(rule: unknown, where: Where): (cells: readonly string[]) => (string | null)[] {
  if (!isObject(rule) || !('columns' in rule)) {
    const { date: _, time: __, ...column } = isObject(rule) ? rule : {}
    const read = readText(isObject(rule) ? column : rule, where)
    return (cells) => [read(cells)]
  }
  checkKeys(rule, ['columns', 'join', 'date', 'time'], where.field)
  if (rule['time'] !== undefined) readClock(rule['time'], `${where.field}.time`)
  const { reads } = readParts({ columns: rule['columns'] }, where)
  return (cells) => reads.map((read) => read(cells))
}

/**
 * Reads a text, or a day and a time apart. Returns undefined if they are no time.
 * @throws Fault for a day that the festival does not have
 */
export function readMomentOf(parts: string[], where: Omit<Where, 'columns'>): Moment | undefined {
  const text = parts.join(' ')
  if (/[T ].*(?:Z|[+-]\d\d:?\d\d)$/i.test(text) && parseTime(text)) return { start: text }
  const written = joined(parts, where) ?? readWritten(text, where.order)
  if (written === undefined) return parseTime(text) && { start: text }
  return toMoment(written, where)
}

/** Reads the parts one by one, so that a serial number or `17.07` beside a time is understood. */
function joined(parts: string[], { order }: Omit<Where, 'columns'>): WrittenTime | undefined {
  if (parts.length < 2) return undefined
  const read = parts.map((part, index) =>
    index === 0 ? readDay(part, order) : readWritten(part, order),
  )
  return read.reduce((whole, one) => whole && one && combined(whole, one), {})
}

/** Reads the part that is the day: the midnight that a spreadsheet writes is no start. */
function readDay(text: string, order: DayOrder | undefined): WrittenTime | undefined {
  const read = readWrittenDay(text, order)
  if (read?.start !== 0 || !read.day) return read
  return { day: read.day }
}

/** Returns undefined for two days or two times. A whole date and time beside a day says more than the day. */
function combined(whole: WrittenTime, one: WrittenTime): WrittenTime | undefined {
  const hasTwoTimes = one.start !== undefined && whole.start !== undefined
  const hasTwoDays = one.day && whole.day && one.start === undefined
  if (hasTwoTimes || hasTwoDays) return undefined
  return { ...whole, ...one, isExact: one.isExact === true && one.day !== undefined }
}

function toMoment(written: WrittenTime, where: Omit<Where, 'columns'>): Moment {
  const { field, days } = where
  try {
    const midnight = written.day ? resolveDay(written.day, days) : onlyDay(days)
    const { start, end } = written
    // A day without its hour is not a time yet.
    if (start === undefined) return { start: null }
    const at = (minutes: number, of: number) =>
      localIso(of + minutes * 60_000 + (isNight(minutes, written, where) ? day : 0))
    const endMidnight = written.endDay ? resolveDay(written.endDay, days) : midnight
    return {
      start: at(start, midnight),
      ...(end !== undefined && { end: end === null ? null : at(end, endMidnight) }),
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw new Fault(`${field}: ${error.message}`)
  }
}

function onlyDay(days: Where['days']): number {
  if (days && days.first === days.last) return days.first
  throw new Fault('a time without its day: write the day too, such as 2027-07-17 20:30')
}

function isNight(
  minutes: number,
  { isExact }: WrittenTime,
  { dayEndsAt = '00:00' }: Omit<Where, 'columns'>,
) {
  const [hours = 0, rest = 0] = dayEndsAt.split(':').map(Number)
  return !isExact && minutes < hours * 60 + rest
}
