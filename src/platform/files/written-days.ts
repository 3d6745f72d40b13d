/** Written days → days of a festival. */
import { Fault } from './fault.ts'
import type { DayOrder, WrittenDate, WrittenDay } from './written-day.ts'

/** The first and the last day of a festival, as local midnights in UTC milliseconds. */
export type FestivalDays = { first: number; last: number }

const day = 86_400_000
const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const iso = (time: number) => new Date(time).toISOString().slice(0, 10)

/**
 * Returns the local midnight of a written day.
 * @throws Fault that says what to write instead
 */
export function resolveDay(written: WrittenDay, days: FestivalDays | undefined): number {
  if (written.date) return resolveDate(written.date, written.weekday, days)
  if (days === undefined)
    throw new Fault('a day without a date: write the date, such as 2027-07-17')
  if ('nth' in written) {
    // The first day of a list may be the second of the festival, and its weekday says so.
    if (written.weekday !== undefined) return resolveWeekday(written.weekday, days)
    const found = days.first + (written.nth - 1) * day
    if (written.nth >= 1 && found <= days.last) return found
    throw new Fault(`the festival has no day ${written.nth}: write the date`)
  }
  if ('monthDay' in written) return resolveMonthDay(written, days)
  return resolveWeekday(written.weekday, days)
}

/** Returns the day of a festival that is the nth of its month. */
function resolveMonthDay(
  { monthDay, weekday }: { monthDay: number; weekday?: number },
  { first, last }: FestivalDays,
): number {
  for (let at = first; at <= last; at += day) {
    const date = new Date(at)
    if (date.getUTCDate() === monthDay && (weekday ?? date.getUTCDay()) === date.getUTCDay())
      return at
  }
  const name = weekday === undefined ? '' : `${names[weekday]}, `
  throw new Fault(
    `the festival has no ${name}${monthDay}, it lasts from ${iso(first)} to ${iso(last)}`,
  )
}

function resolveWeekday(weekday: number, { first, last }: FestivalDays): number {
  const offset = (weekday - new Date(first).getUTCDay() + 7) % 7
  const found = first + offset * day
  const name = names[weekday]
  if (found > last)
    throw new Fault(`the festival has no ${name}, it lasts from ${iso(first)} to ${iso(last)}`)
  if (found + 7 * day <= last)
    throw new Fault(
      `the festival has two days that are ${name}, ${iso(found)} and ${iso(found + 7 * day)}: write the date`,
    )
  return found
}

function resolveDate(
  { isAmbiguous, ...date }: WrittenDate,
  weekday: number | undefined,
  days: FestivalDays | undefined,
): number {
  const found = calendarDay(date, days)
  if (!isAmbiguous || !days || isWithin(found, days)) return onWeekday(found, weekday)
  const other = calendarDay({ ...date, month: date.day, day: date.month }, days)
  return onWeekday(isWithin(other, days) ? other : found, weekday)
}

const isWithin = (at: number, { first, last }: FestivalDays) => at >= first && at <= last

function calendarDay(
  { year, month, day: dayOfMonth }: WrittenDate,
  days: FestivalDays | undefined,
): number {
  const time = (wanted: number) => {
    const found = new Date(Date.UTC(wanted, month - 1, dayOfMonth))
    return found.getUTCMonth() === month - 1 && found.getUTCDate() === dayOfMonth
      ? found.getTime()
      : Number.NaN
  }
  const found = year === undefined ? nearest(time, days) : time(year)
  if (Number.isNaN(found)) throw new Fault(`${dayOfMonth}/${month} is no day of the calendar`)
  return found
}

/** Refuses a day that has another weekday than the one written beside it. */
function onWeekday(found: number, weekday: number | undefined): number {
  const actual = new Date(found).getUTCDay()
  if (weekday !== undefined && weekday !== actual)
    throw new Fault(
      `${iso(found)} is a ${names[actual]}, not a ${names[weekday]}: correct one of them`,
    )
  return found
}

/** Returns a day without its year in the year of the festival in which it is nearest to it. */
function nearest(time: (year: number) => number, days: FestivalDays | undefined): number {
  if (days === undefined) throw new Fault('a date without its year: write it, such as 2027-07-17')
  const year = new Date(days.first).getUTCFullYear()
  const distance = (at: number) => Math.max(days.first - at, at - days.last, 0)
  const found = [year, year + 1, year - 1].map(time).filter((at) => !Number.isNaN(at))
  return found.toSorted((a, b) => distance(a) - distance(b))[0] ?? Number.NaN
}

/**
 * Returns which number of `1/7/2027` is the day: in the order in which more of the dates lie within the festival,
 * otherwise the day first.
 */
export function orderOf(
  read: (order: DayOrder) => (WrittenDay | undefined)[],
  days: FestivalDays | undefined,
): DayOrder {
  const inside = (order: DayOrder) =>
    read(order).filter((written) => {
      try {
        const at = written && resolveDay(inOrder(written), days)
        return at !== undefined && days !== undefined && isWithin(at, days)
      } catch (error) {
        if (error instanceof Fault) return false
        throw error
      }
    }).length
  return inside('mdy') > inside('dmy') ? 'mdy' : 'dmy'
}

/** A day of which the other reading does not count. */
function inOrder(written: WrittenDay): WrittenDay {
  if (!written.date) return written
  const { isAmbiguous: _, ...date } = written.date
  return { ...written, date }
}
