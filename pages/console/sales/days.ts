import type { Sales } from '../../../client/src/index.ts'

type Day = Sales['days'][number]

/** The figures of a day or a week; `from` and `to` are dates (UTC), both inclusive. */
export type Bucket = Omit<Day, 'date'> & { from: string; to: string }

const length = 86_400_000
/** The maximum number of bars that can be distinguished. */
const mostBars = 92
const isDate = /^\d{4}-\d{2}-\d{2}$/

const toDay = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00.000Z`) / length)
const toDate = (day: number): string => new Date(day * length).toISOString().slice(0, 10)

/** Returns consecutive days, including days without sales; weeks from Monday when there are too many days. */
export function bucketsOf(days: Day[]): Bucket[] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const isByDay = toDay(last.date) - toDay(first.date) < mostBars
  const size = isByDay ? 1 : 7
  // Day 0, 1 January 1970, was a Thursday.
  const start = isByDay ? toDay(first.date) : toDay(first.date) - ((toDay(first.date) + 3) % 7)
  const count = Math.floor((toDay(last.date) - start) / size) + 1
  const filled = Map.groupBy(days, ({ date }) => Math.floor((toDay(date) - start) / size))
  return Array.from({ length: count }, (_, index) => ({
    from: toDate(start + index * size),
    to: toDate(start + index * size + size - 1),
    ...sumOf(filled.get(index) ?? []),
  }))
}

/** Sums days, to the cent. */
export function sumOf(days: Omit<Day, 'date'>[]): Omit<Day, 'date'> {
  const add = (pick: (day: Omit<Day, 'date'>) => number) =>
    days.reduce((sum, day) => sum + pick(day), 0)
  return {
    sold: add(({ sold }) => sold),
    validated: add(({ validated }) => validated),
    revenue: add(({ revenue }) => Math.round(revenue * 100)) / 100,
    discounts: add(({ discounts }) => Math.round(discounts * 100)) / 100,
    refunded: add(({ refunded }) => Math.round(refunded * 100)) / 100,
  }
}

type Address = { get: (name: string) => string }

/** Returns the days an address asks for: the last n, or a range; all of them without either. */
export function rangeIn(address: Address, now: number): { from?: string; to?: string } {
  const last = Number(address.get('days'))
  if (Number.isSafeInteger(last) && last > 0 && last < 10_000) {
    const today = Math.floor(now / length)
    return { from: toDate(today - last + 1), to: toDate(today) }
  }
  const [from, to] = [address.get('from'), address.get('to')]
  return {
    ...(isDay(from) && { from }),
    ...(isDay(to) && !(isDay(from) && to < from) && { to }),
  }
}

export function isDay(text: string): boolean {
  return isDate.test(text) && !Number.isNaN(toDay(text)) && toDate(toDay(text)) === text
}
