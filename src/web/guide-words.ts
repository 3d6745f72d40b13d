/** Formats prices, times and availability, the same on the server and in the browser. */
import { localTime, perZone, utc, zoneName } from '#platform/values/local-time'

type Availability = {
  remaining: number
  status: 'on_sale' | 'not_yet' | 'closed' | 'sold_out'
  next_release_at: string | null
}
type Sale = { price: number; start_time: string | null; end_time: string | null }
type Span = { start_time: string; end_time: string; time_zone: string }
/** Where a time is told: the time zone of a festival. */
type There = { time_zone: string }

const day = 86_400_000
const whole = new Intl.NumberFormat('en-GB')
const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' })
const dayOnly = shape({ day: 'numeric', month: 'short' })
const dayAndYear = shape({ day: 'numeric', month: 'short', year: 'numeric' })

function shape(options: Intl.DateTimeFormatOptions) {
  const format = perZone(options)
  return (time: string | Date, zone: string) => format(zone).format(new Date(time)).replace(',', '')
}

/** `Thursday 1 July 2027` */
export const longDay = shape({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
/** `Thu 1 Jul` */
export const shortDay = shape({ weekday: 'short', day: 'numeric', month: 'short' })
/** `Thu 1 Jul 2027` */
export const shortDate = shape({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
/** `18:30` */
export const clock = shape({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** `Thu 1 Jul, 18:30` */
export function moment(time: string, zone: string): string {
  return `${shortDay(time, zone)}, ${clock(time, zone)}`
}

/** `Thu 1 Jul, 18:30 CEST` */
export function namedMoment(time: string, zone: string): string {
  return `${moment(time, zone)} ${zoneName(new Date(time), zone)}`
}

/** `1–4 Jul 2027`, `30 Jun – 4 Jul 2027`, `4 Jul 2027`. An end before six belongs to the night before. */
export function days({ start_time, end_time, time_zone }: Span): string {
  const start = localTime(new Date(start_time), time_zone)
  const late = localTime(new Date(end_time), time_zone)
  const end = new Date(Math.max(start.getTime(), late.getTime() - day / 4))
  const [from, to] = [start, end].map((time) => time.toISOString().slice(0, 10)) as [string, string]
  if (from === to) return dayAndYear(start, utc)
  if (from.slice(0, 7) === to.slice(0, 7)) return `${start.getUTCDate()}–${dayAndYear(end, utc)}`
  const first = from.slice(0, 4) === to.slice(0, 4) ? dayOnly(start, utc) : dayAndYear(start, utc)
  return `${first} – ${dayAndYear(end, utc)}`
}

/** `€45.00`, `€1,289.50`, `Free` */
export function price(euros: number): string {
  return euros === 0 ? 'Free' : sum(euros)
}

/** `€45.00`, `€0.00` */
export function sum(euros: number): string {
  return money.format(euros)
}

/** `1,204` */
export function count(number: number): string {
  return whole.format(number)
}

/** Returns what is left of a tier, in a few words. */
export function leftOf(
  { status, remaining, next_release_at }: Availability,
  { start_time, time_zone }: Pick<Sale, 'start_time'> & There,
): string {
  if (status === 'on_sale') return `${count(remaining)} left`
  if (status === 'closed') return 'Sale closed'
  if (status === 'not_yet')
    return start_time ? `On sale ${namedMoment(start_time, time_zone)}` : 'Not on sale yet'
  if (next_release_at === null) return 'Sold out'
  const at = `${clock(next_release_at, time_zone)} ${zoneName(new Date(next_release_at), time_zone)}`
  return `Sold out, though one may come back at ${at}`
}

/** Returns what a card says of the tickets, by their prices and sale periods. */
export function offer(sales: Sale[], now: Date, { time_zone }: There): string | null {
  if (sales.length === 0) return null
  const open = sales.filter(({ start_time, end_time }) => {
    return !(start_time && now < new Date(start_time)) && !(end_time && now > new Date(end_time))
  })
  if (open.length > 0) return fromPrice(open)
  const starts = sales.flatMap(({ start_time }) =>
    start_time && new Date(start_time) > now ? [start_time] : [],
  )
  const [first] = starts.toSorted((a, b) => Date.parse(a) - Date.parse(b))
  return first ? `On sale ${shortDay(first, time_zone)}` : 'Sale closed'
}

/** `from €45.00` for several prices, `€45.00` for one. There must be at least one. */
export function fromPrice(sales: Pick<Sale, 'price'>[]): string {
  // A free ticket for children does not make the festival free.
  const paid = sales.filter(({ price: euros }) => euros > 0)
  const prices = (paid.length > 0 ? paid : sales).map(({ price: euros }) => euros)
  const least = Math.min(...prices)
  return new Set(prices).size > 1 ? `from ${price(least)}` : price(least)
}

/** Beside a gig that is on. */
export const nowPlaying = 'Now playing'

/** Whether a gig is on now. One without an end lasts an hour. */
export function isPlaying(
  { start_time, end_time }: { start_time: string | null; end_time: string | null },
  now: Date,
): boolean {
  if (start_time === null) return false
  const start = Date.parse(start_time)
  return start <= now.getTime() && now.getTime() < endOf(start, end_time)
}

/** Returns when a gig ends, in ms. One without an end lasts an hour. */
export function endOf(start: number, end_time: string | null): number {
  const end = end_time === null ? Number.NaN : Date.parse(end_time)
  return end > start ? end : start + day / 24
}

/**
 * Returns how long until something begins, such as `Starts tomorrow` or `In 12 days`; null more than a
 * year before.
 */
export function countdown(
  { start_time, time_zone }: Omit<Span, 'end_time'>,
  now: Date,
): string | null {
  const dayOf = (time: Date) => Math.floor(localTime(time, time_zone).getTime() / day)
  const begins = dayOf(new Date(start_time)) - dayOf(now)
  if (begins < 0 || begins > 365) return null
  if (begins === 0) return 'Starts today'
  return begins === 1 ? 'Starts tomorrow' : `In ${begins} days`
}
