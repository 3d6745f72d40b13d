import { shiftYears } from '#platform/files/dates'
import { parseTime, toTime } from '#platform/values/time'
import { instantOf, localTime, utc } from '#platform/zones/local-time'
import { CommandError } from '../terminal/output.ts'

export type Move = { years?: number | undefined; start?: string | undefined }

type Moved = { start_time: string; time_zone?: string | undefined }

/** Returns a function that moves a time: by whole years, or so that the festival starts on a day. */
export function mover(festival: Moved, { years = 0, start }: Move): (time: Date) => Date {
  const zone = festival.time_zone ?? utc
  if (start === undefined) return (time) => shiftYears(time, years, zone)
  if (years !== 0) throw new CommandError('Give --start or --shift-years, not both')
  const day = /^\d{4}-\d\d-\d\d$/.test(start) ? parseTime(start) : undefined
  if (!day) throw new CommandError(`--start must be a day, such as 2027-07-23, not "${start}"`)
  const first = localTime(toTime(festival.start_time), zone)
  const by = day.getTime() - new Date(first).setUTCHours(0, 0, 0, 0)
  if (by === 0) return (time) => time
  return (time) => instantOf(new Date(localTime(time, zone).getTime() + by), zone)
}
