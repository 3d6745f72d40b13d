import '@mantine/charts/styles.css'
import { AreaChart } from '@mantine/charts'
import { inDigits } from '../../overview/words.ts'

/** `time` as it is written; `at` distinguishes times that are written alike. */
export type Counts = { at: string; time: string; count: number }[]

export type CountsChartProps = {
  /** the name of the counted things in the tooltip */
  of: string
  /** in chronological order */
  counts: Counts
  /** the times written below the chart */
  ticks: string[]
  /** a line to compare the counts with */
  limit?: { count: number; label: string } | undefined
}

/** Counts over time, in steps. */
export function CountsChart({ of, counts, ticks, limit }: CountsChartProps) {
  return (
    <AreaChart
      h="100%"
      accessibilityLayer={false}
      data={counts}
      dataKey="time"
      curveType="stepAfter"
      withDots={false}
      tickLine="none"
      valueFormatter={inDigits}
      xAxisProps={{ ticks, minTickGap: 12 }}
      yAxisProps={{
        width: 52,
        allowDecimals: false,
        domain: [0, (most: number) => Math.max(most, limit?.count ?? 0)],
      }}
      {...(limit && {
        referenceLines: [
          {
            y: limit.count,
            label: limit.label,
            labelPosition: 'insideTopLeft',
            color: colours.limit,
          },
        ],
      })}
      series={[{ name: 'count', label: of, color: colours.counts }]}
    />
  )
}

const colours = {
  counts: 'light-dark(#5a34d6, #9a82f5)',
  limit: 'light-dark(#c2182f, #fb7485)',
}
