import { Box, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { inDigits } from '../../overview/words.ts'
import type { Counts, CountsChartProps } from './counts-chart.tsx'

const CountsChart = lazy(async () => ({
  default: (await import('./counts-chart.tsx')).CountsChart,
}))

const height = 240

type Props = CountsChartProps & {
  /** the name of the table for screen readers in place of the chart */
  label: string
  /** the rows of that table */
  rows: Counts
}

/** A chart of counts over time, and the same as a table for screen readers. */
export function CountsOverTime({ label, rows, ...chart }: Props) {
  return (
    <>
      <Box h={height} aria-hidden>
        <Suspense>
          <CountsChart {...chart} />
        </Suspense>
      </Box>
      <VisuallyHidden component="div">
        <table aria-label={label}>
          <thead>
            <tr>
              <th>Time</th>
              <th>{chart.of}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ at, time, count }) => (
              <tr key={at}>
                <td>{time}</td>
                <td>{inDigits(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  )
}
