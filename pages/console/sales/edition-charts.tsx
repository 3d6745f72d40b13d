import '@mantine/charts/styles.css'
import { LineChart } from '@mantine/charts'
import { daysInWords, type Point } from './editions.ts'

type Props = {
  points: Point[]
  of: 'sold' | 'revenue'
  names: { now: string; before: string }
  inWords: (value: number) => string
  onAxis: (value: number) => string
}

const colours = {
  now: 'light-dark(#5a34d6, #9a82f5)',
  before: 'light-dark(#d98200, #ffc46b)',
}

/** The sums of two editions by the days until each began, as two lines. */
export function EditionChart({ points, of, names, inWords, onAxis }: Props) {
  return (
    <LineChart
      h="100%"
      accessibilityLayer={false}
      data={points.map(({ days, now, before }) => ({
        days,
        now: now?.[of] ?? null,
        before: before[of],
      }))}
      dataKey="days"
      curveType="stepAfter"
      withDots={false}
      connectNulls={false}
      withLegend
      legendProps={{ itemSorter: null }}
      tickLine="none"
      valueFormatter={inWords}
      xAxisProps={{
        type: 'number',
        domain: ['dataMin', 'dataMax'],
        reversed: true,
        allowDecimals: false,
        minTickGap: 12,
      }}
      yAxisProps={{ width: 56, allowDecimals: false, tickFormatter: onAxis }}
      tooltipProps={{ labelFormatter: (days) => daysInWords(Number(days)) }}
      series={[
        { name: 'now', label: names.now, color: colours.now },
        { name: 'before', label: names.before, color: colours.before, strokeDasharray: '5 5' },
      ]}
    />
  )
}
