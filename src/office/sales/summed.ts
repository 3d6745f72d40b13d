import { toEuros } from '#platform/values/money'
import { type Part, type Sums, summed } from './report.ts'
import type { Report, ReportSums } from './report-schemas.ts'

/** Adds up the parts. */
function sumOf(parts: Part[]): Sums {
  const sums = Object.fromEntries(summed.map((name) => [name, 0])) as Sums
  for (const part of parts) for (const name of summed) sums[name] += part[name]
  return sums
}

/** Converts sums to the form of the API. */
export function toSums(sums: Sums): ReportSums {
  return {
    sold_count: sums.sold,
    returned_count: sums.returned,
    gross_amount: toEuros(sums.gross),
    discount_amount: toEuros(sums.discounts),
    points_amount: toEuros(sums.points),
    points_returned_amount: toEuros(sums.points_returned),
    amount: toEuros(sums.taken),
    refunded_amount: toEuros(sums.refunded),
    charged_back_amount: toEuros(sums.charged_back),
    kept_amount: toEuros(sums.kept),
    net_amount: toEuros(sums.taken - sums.refunded),
    vat_amount: toEuros(sums.vat),
    disputed_amount: toEuros(sums.disputed),
    disputes_won_amount: toEuros(sums.disputes_won),
    return_top_up_amount: toEuros(sums.topped_up),
  }
}

type About = { festivalId: string; zone: string; month: string | undefined }

/** Returns the report of one month, or of all months, from the bookings of all months. */
export function toReport(all: Part[], { festivalId, zone, month }: About): Report {
  const parts = inMonth(all, month)
  return {
    festival_id: festivalId,
    currency: 'EUR',
    time_zone: zone,
    month: month ?? null,
    totals: toSums(sumOf(parts)),
    types: grouped(parts, ({ payment_type }) => payment_type).map(([{ payment_type }, sums]) => ({
      payment_type,
      ...toSums(sums),
    })),
    vat: grouped(parts, ({ rate, exemption }) => `${rate} ${exemption}`)
      .toSorted(([a], [b]) => (b.rate ?? -1) - (a.rate ?? -1))
      .map(([{ rate, exemption }, sums]) => ({
        vat: rate === null && exemption === null ? null : { rate, exemption },
        ...toSums(sums),
      })),
    means: byMeans(parts),
    months: grouped(all, (part) => part.month).map(([one, sums]) => ({
      month: one.month,
      ...toSums(sums),
    })),
  }
}

/** Returns the parts of a month, or all parts without one. */
export const inMonth = (parts: Part[], month: string | undefined): Part[] =>
  month === undefined ? parts : parts.filter((part) => part.month === month)

/** Returns the sums of each group, with one of its parts. */
const grouped = (parts: Part[], keyOf: (part: Part) => string): [Part, Sums][] =>
  [...Map.groupBy(parts, keyOf).values()].flatMap(([first, ...more]) =>
    first ? [[first, sumOf([first, ...more])]] : [],
  )

/** Sums the parts by means of payment. Amounts paid with points count under points, whichever means has paid the rest. */
function byMeans(parts: Part[]): Report['means'] {
  const rows = grouped(parts, ({ means, processor }) => `${means} ${processor}`).map(
    ([{ means, processor }, sums]) => ({
      means,
      processor,
      sold_count: sums.sold,
      returned_count: sums.returned,
      amount: toEuros(sums.taken),
      refunded_amount: toEuros(sums.refunded),
    }),
  )
  const { points, points_returned: back } = sumOf(parts)
  const alone = rows.find(({ means }) => means === 'points')
  const others = rows.filter((row) => row !== alone)
  if (points === 0 && back === 0 && !alone) return others
  const { sold_count = 0, returned_count = 0 } = alone ?? {}
  const amounts = { amount: toEuros(points), refunded_amount: toEuros(back) }
  return [...others, { means: 'points', processor: null, sold_count, returned_count, ...amounts }]
}
