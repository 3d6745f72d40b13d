import { invalid } from '#platform/values/errors'
import { parseTime } from '#platform/values/time'
import { instantOf, localTime, utc } from '#platform/zones/local-time'

const parts = new Map([
  ['YYYY', '(?<year>\\d{4})'],
  // A file may use 1/7/2027 for 01/07/2027.
  ['MM', '(?<month>\\d{1,2})'],
  ['DD', '(?<day>\\d{1,2})'],
  ['HH', '(?<hour>\\d{1,2})'],
  ['mm', '(?<minute>\\d{2})'],
  ['ss', '(?<second>\\d{2})'],
])
const part = new RegExp([...parts.keys()].join('|'), 'g')
const partOrLetter = new RegExp(`${part.source}|[^]`, 'gu')

const example = 'such as DD/MM/YYYY, YYYY-MM-DD HH:mm, MM/YYYY or YYYY'

/**
 * Compiles a date format, such as `DD/MM/YYYY`, to a function that converts a text to an ISO 8601 time without an
 * offset, or returns undefined. If the format has no day, it is the first day of the month or year, with `end` the
 * last one. If it has no hour, `time` is used. Times before `dayEndsAt` belong to the night after the written day.
 */
export function compileDate(
  format: string,
  {
    end,
    time,
    dayEndsAt = '00:00',
  }: { end: boolean; time: string; dayEndsAt?: string | undefined },
): (text: string) => string | undefined {
  const found = format.match(part) ?? []
  const known = new Set(found)
  const isWhole = known.has('YYYY') && (known.has('MM') || !known.has('DD'))
  if (!isWhole || known.size !== found.length) {
    throw invalid(`"${format}" is not a date format: write one ${example}`)
  }
  const source = format.replace(partOrLetter, (text) => parts.get(text) ?? RegExp.escape(text))
  const pattern = new RegExp(`^${source}$`)
  return (text) => {
    const written = pattern.exec(text)?.groups
    const iso = written && toIso(written, { end, time })
    const local = iso && parseTime(iso)
    if (!local) return undefined
    const isNight = iso.slice(11, 16) < dayEndsAt
    return isNight ? new Date(local.getTime() + 86_400_000).toISOString().slice(0, 19) : iso
  }
}

/** The parts of a date in ISO 8601, which may be no valid date. */
function toIso(written: Record<string, string>, { end, time }: { end: boolean; time: string }) {
  const { year = '', hour, minute = '00', second = '00' } = written
  const month = two(written['month'] ?? (end ? '12' : '01'))
  const day = two(written['day'] ?? (end ? lastDay(Number(year), Number(month)) : '01'))
  const at = hour === undefined ? time : `${two(hour)}:${minute}:${second}`
  return `${year}-${month}-${day}T${at}`
}

const two = (number: string) => number.padStart(2, '0')

const lastDay = (year: number, month: number) =>
  `${new Date(Date.UTC(year, month, 0)).getUTCDate()}`

/** Moves a time by whole years, at the same month, day and hour in a zone; 29 February may become the 28th. */
export function shiftYears(time: Date, years: number, zone = utc): Date {
  if (years === 0) return time
  const local = localTime(time, zone)
  const shifted = new Date(local)
  shifted.setUTCFullYear(local.getUTCFullYear() + years)
  if (shifted.getUTCMonth() !== local.getUTCMonth()) shifted.setUTCDate(0)
  const year = shifted.getUTCFullYear()
  if (year >= 1 && year <= 9999) return instantOf(shifted, zone)
  throw invalid(`--shift-years ${years} moves a time out of the years 1 to 9999`)
}

/** Parses the value of `--shift-years`. */
export function readYears(text: string): number {
  if (/^[+-]?\d{1,4}$/.test(text)) return Number(text)
  throw invalid(`--shift-years must be a whole number of years, such as 1 or -2, not "${text}"`)
}
