/** Formats prices, times and availability in the language of the page, the same on the server and in the browser. */
import { localFormat, localTime, utc, zoneName } from '#platform/zones/local-time'
import { wordsOf } from './catalogues.ts'
import { pageLocale, perLocale } from './locale.ts'
import { count, sum } from './numbers.ts'

export const guideWords = wordsOf('guide')
export { count, sum }

type Availability = {
  remaining: number
  status: 'on_sale' | 'not_yet' | 'closed' | 'sold_out'
  next_release_at: string | null
}
type Sale = { price: number; start_time: string | null; end_time: string | null }
type Span = { start_time: string; end_time: string; time_zone: string }
/** The place of a time: the time zone of a festival. */
type There = { time_zone: string }

const day = 86_400_000
const span = perLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: utc,
    }),
)

function shape(options: Intl.DateTimeFormatOptions) {
  const formats = perLocale((locale) => localFormat(options, locale))
  return (time: string | Date, zone: string) => {
    const text = formats()(new Date(time), zone)
    return pageLocale() === 'en-GB' ? text.replace(',', '') : text
  }
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
  return `${moment(time, zone)} ${zoneHere(new Date(time), zone)}`
}

/** Returns for example `1–4 Jul 2027` or `30 Jun – 4 Jul 2027`. An end before six belongs to the night before. */
export function days({ start_time, end_time, time_zone }: Span): string {
  const start = localTime(new Date(start_time), time_zone)
  const late = localTime(new Date(end_time), time_zone)
  const end = new Date(Math.max(start.getTime(), late.getTime() - day / 4))
  // Browsers and servers differ in the spaces beside the dash.
  const text = span()
    .formatRange(start, end)
    .replace(/\s*–\s*/, ' – ')
  return text.replace(/^(\d+\.?) – /, '$1–')
}

/** `€45.00`, `€1,289.50`, `Free` */
export function price(euros: number): string {
  return euros === 0 ? guideWords.free : sum(euros)
}

/** Returns the reader's name for the time in a zone at an instant: `CEST`, `MESZ`. */
export function zoneHere(at: Date, zone: string): string {
  return zoneName(at, zone, pageLocale())
}

/** Returns the remaining quantity of a tier, in a few words. */
export function leftOf(
  { status, remaining, next_release_at }: Availability,
  { start_time, time_zone }: Pick<Sale, 'start_time'> & There,
): string {
  if (status === 'on_sale') return guideWords.left(remaining)
  if (status === 'closed') return guideWords.closed
  if (status === 'not_yet')
    return start_time ? guideWords.opens(namedMoment(start_time, time_zone)) : guideWords.notYet
  if (next_release_at === null) return guideWords.soldOut
  const at = `${clock(next_release_at, time_zone)} ${zoneHere(new Date(next_release_at), time_zone)}`
  return guideWords.mayComeBack(at)
}

/** Returns the line about tickets on a card, from their prices and sale periods. */
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
  return first ? guideWords.opens(shortDay(first, time_zone)) : guideWords.closed
}

/** `from €45.00` for several prices, `€45.00` for one. There must be at least one. */
export function fromPrice(sales: Pick<Sale, 'price'>[]): string {
  // A free ticket for children does not make the festival free, so it is left out.
  const paid = sales.filter(({ price: euros }) => euros > 0)
  const prices = (paid.length > 0 ? paid : sales).map(({ price: euros }) => euros)
  const least = Math.min(...prices)
  return new Set(prices).size > 1 ? guideWords.from(price(least)) : price(least)
}

/** Returns true if a gig is on now. A gig without an end lasts an hour. */
export function isPlaying(
  { start_time, end_time }: { start_time: string | null; end_time: string | null },
  now: Date,
): boolean {
  if (start_time === null) return false
  const start = Date.parse(start_time)
  return start <= now.getTime() && now.getTime() < endOf(start, end_time)
}

/** Returns the end of a gig, in ms. A gig without an end lasts an hour. */
export function endOf(start: number, end_time: string | null): number {
  const end = end_time === null ? Number.NaN : Date.parse(end_time)
  return end > start ? end : start + day / 24
}

/** Returns the time until something begins, such as `Starts tomorrow` or `In 12 days`; null more than a year before. */
export function countdown(
  { start_time, time_zone }: Omit<Span, 'end_time'>,
  now: Date,
): string | null {
  const dayOf = (time: Date) => Math.floor(localTime(time, time_zone).getTime() / day)
  const begins = dayOf(new Date(start_time)) - dayOf(now)
  if (begins < 0 || begins > 365) return null
  if (begins === 0) return guideWords.today
  return begins === 1 ? guideWords.tomorrow : guideWords.inDays(begins)
}
