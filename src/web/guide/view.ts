import { longDay, shortDay, guideWords as words } from '#common/words/guide-words'
import { dayOf } from '#platform/zones/days'
import { utc } from '#platform/zones/local-time'
import { withQuery } from '../ui/api.ts'
import type { Times } from '../ui/shapes.ts'

type Day = string | null
/** The other parts of the address. The first page is the default, and left out. */
type Parts = { date?: Day; page?: number; artists?: number }

/** The day of a festival that a page shows; null: the gigs still to be announced. */
export type View = {
  date: Day
  /** true for the day of the address without a day */
  isUsual: boolean
  title: string
  /** returns the address of the festival's page, with this day or another one */
  address: (parts: Parts) => string
}

/**
 * Returns the view of a page with these times. Without a day in the address it is today while anything is on, otherwise
 * the first day.
 */
export function viewOf({ festival, dates, days }: Times, now: Date, zone: string): View {
  const today = dates.find(({ date }) => date === dayOf(now, zone))
  const usual = (today ?? dates[0])?.date ?? null
  const date = days[0]?.date ?? null
  return {
    date,
    isUsual: date === usual,
    title: titleOf(date),
    address: ({ date: wanted = date, page = 1, artists = 1 }) =>
      withQuery(`/guide/${festival.id}`, {
        day: wanted === usual ? undefined : (wanted ?? 'none'),
        page: page === 1 ? undefined : page,
        artists: artists === 1 ? undefined : artists,
      }),
  }
}

/** `Thursday 1 July 2027` */
export function titleOf(date: Day): string {
  return date === null ? words.stillOpen : longDay(date, utc)
}

/** `Thu 1 Jul` */
export function labelOf(date: Day): string {
  return date === null ? words.tba : shortDay(date, utc)
}
