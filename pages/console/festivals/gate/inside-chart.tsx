import '@mantine/charts/styles.css'
import { AreaChart } from '@mantine/charts'
import { inDigits } from '../../overview/words.ts'

type Props = {
  /** in the order of time */
  counts: { time: string; inside: number }[]
  capacity: number | null
}

/** How many people were inside over a day, against the capacity. */
export function InsideChart({ counts, capacity }: Props) {
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
      xAxisProps={{ ticks: counts.map(({ time }) => time).filter(isThirdHour), minTickGap: 12 }}
      yAxisProps={{
        width: 52,
        allowDecimals: false,
        domain: [0, (most: number) => Math.max(most, capacity ?? 0)],
      }}
      {...(capacity !== null && {
        referenceLines: [
          {
            y: capacity,
            label: `Capacity ${inDigits(capacity)}`,
            labelPosition: 'insideTopLeft',
            color: colours.capacity,
          },
        ],
      })}
      series={[{ name: 'inside', label: 'Inside', color: colours.inside }]}
    />
  )
}

const colours = {
  inside: 'light-dark(#5a34d6, #9a82f5)',
  capacity: 'light-dark(#c2182f, #fb7485)',
}

const isThirdHour = (time: string) => time.endsWith(':00') && Number(time.slice(0, 2)) % 3 === 0
