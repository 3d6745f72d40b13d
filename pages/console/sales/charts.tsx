import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { inEuros } from '../components/tables/figures.tsx'
import { inDigits } from '../overview/words.ts'
import type { Bucket } from './days.ts'
import type { Offer } from './offer.ts'

const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const brief = new Intl.NumberFormat('en-IE', { notation: 'compact' })
const shortDate = (date: string) => dates.format(new Date(date))

const colours = {
  sold: 'light-dark(#5a34d6, #9a82f5)',
  held: 'light-dark(#d98200, #ffc46b)',
  remaining: 'light-dark(#d5cfe6, #4a4463)',
  revenue: 'light-dark(#0c8a4f, #4fc98c)',
  refunded: 'light-dark(#c2182f, #fb7485)',
}

// The table has the same figures, so the charts are hidden from screen readers.
const common = {
  h: '100%',
  accessibilityLayer: false,
  withLegend: true,
  // In the order of the series, not alphabetical.
  legendProps: { itemSorter: null },
  barChartProps: { barGap: 0, barCategoryGap: '12%' },
  tickLine: 'none',
  maxBarWidth: 48,
} as const

/** The sold, held and remaining units of each offer. */
export function StockChart({ offers }: { offers: Offer[] }) {
  return (
    <BarChart
      {...common}
      data={offers.map(({ name, sold, held, remaining }) => ({
        name,
        sold,
        held,
        remaining,
      }))}
      dataKey="name"
      type="stacked"
      orientation="vertical"
      gridAxis="none"
      withXAxis={false}
      maxBarWidth={22}
      yAxisProps={{ width: 110, tickFormatter: clipped }}
      valueFormatter={inDigits}
      series={[
        { name: 'sold', label: 'Sold', color: colours.sold },
        { name: 'held', label: 'Held', color: colours.held },
        { name: 'remaining', label: 'Remaining', color: colours.remaining },
      ]}
    />
  )
}

/** Tickets sold and admitted, by day or by week. */
export function SoldChart({ buckets }: { buckets: Bucket[] }) {
  return (
    <BarChart
      {...common}
      data={buckets.map(({ from, sold, validated }) => ({ day: shortDate(from), sold, validated }))}
      dataKey="day"
      valueFormatter={inDigits}
      yAxisProps={{ width: 44, allowDecimals: false }}
      series={[
        { name: 'sold', label: 'Sold', color: colours.sold },
        { name: 'validated', label: 'Admitted', color: colours.held },
      ]}
    />
  )
}

/** Revenue and refunds. */
export function MoneyChart({ buckets }: { buckets: Bucket[] }) {
  return (
    <BarChart
      {...common}
      data={buckets.map(({ from, revenue, refunded }) => ({
        day: shortDate(from),
        revenue,
        refunded,
      }))}
      dataKey="day"
      valueFormatter={inEuros}
      yAxisProps={{ width: 56, tickFormatter: (euros: number) => `€${brief.format(euros)}` }}
      series={[
        { name: 'revenue', label: 'Revenue', color: colours.revenue },
        { name: 'refunded', label: 'Refunded', color: colours.refunded },
      ]}
    />
  )
}

function clipped(name: string): string {
  return name.length > 16 ? `${name.slice(0, 15)}…` : name
}
