/** The text of a number in a workbook: a date or a time where its format shows one. */

/** The number format of a cell; `code` is undefined for a built-in one. */
export type Style = { id: number; code: string | undefined }

const general: Style = { id: 0, code: undefined }

type Shown = { isDate: boolean; isTime: boolean }

const minutesOfDay = 1440
const epoch = Date.UTC(1899, 11, 30)
/** Days between the two calendars of workbooks. */
const since1904 = 1462
/** 31 December 9999 */
const lastDay = 2_958_465

/** The built-in formats, first and last of each run. */
const dates = [
  [14, 17],
  [22, 22],
  [27, 31],
  [36, 36],
  [50, 58],
] as const
const times = [
  [18, 22],
  [32, 35],
  [45, 47],
] as const
const isIn = (runs: readonly (readonly [number, number])[], id: number) =>
  runs.some(([first, last]) => id >= first && id <= last)

/** Returns what a format shows. */
function shownBy({ id, code }: Style): Shown {
  if (code === undefined) return { isDate: isIn(dates, id), isTime: isIn(times, id) }
  // Texts in quotes, escaped signs, colours, locales, "General" and exponents show no part of a date.
  const bare = code
    .toLowerCase()
    .replace(/general|e[+-]/g, '')
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/g, '')
    .replace(/;.*/s, '')
  const isTime = /h|s|am\/pm|a\/p|\[m/.test(bare)
  const hasMonth = /m/.test(bare) && !isTime && !/[0#?]/.test(bare)
  return { isDate: /[dyeg]/.test(bare) || hasMonth, isTime }
}

/**
 * Writes a number as its cell shows it: `2027-07-17`, `20:30`, `2027-07-17 20:30`, otherwise its digits. Times are
 * rounded to the minute, and read without a time zone.
 */
export function cellText(value: string, style: Style | undefined, isSince1904: boolean): string {
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) return value.trim()
  const shown = shownBy(style ?? general)
  const isTime = (shown.isDate || shown.isTime) && number >= 0 && number <= lastDay
  return isTime ? timeText(number, shown, isSince1904) : String(Number(number.toPrecision(15)))
}

function timeText(number: number, shown: Shown, isSince1904: boolean): string {
  const minutes = Math.round(number * minutesOfDay)
  // Elapsed hours, such as 25:30, go beyond a day.
  if (number < 2 || (!shown.isDate && number < 60)) return clock(minutes)
  const days = Math.floor(minutes / minutesOfDay) + (isSince1904 ? since1904 : 0)
  const date = new Date(epoch + days * 86_400_000).toISOString().slice(0, 10)
  const rest = minutes % minutesOfDay
  return rest === 0 && !shown.isTime ? date : `${date} ${clock(rest)}`
}

/** `20:30`, and `24:30` for half past midnight of the next day. */
function clock(minutes: number): string {
  const two = (part: number) => `${part}`.padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
