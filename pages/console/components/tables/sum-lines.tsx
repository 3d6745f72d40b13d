import { Card, Group, Stack, Text } from '@mantine/core'
import { inEuros } from './figures.tsx'

type Line = [label: string, euros: number]

/** Amounts and their sum, line by line, as on a statement. The first stays when it is zero. */
export function SumLines({
  lines: [first, ...others],
  sum,
}: {
  lines: [Line, ...Line[]]
  sum: Line
}) {
  return (
    <Card withBorder>
      <Stack gap={4}>
        {[first, ...others.filter(([, amount]) => amount !== 0)].map((line) => (
          <SumLine key={line[0]} line={line} />
        ))}
        <SumLine line={sum} isSum />
      </Stack>
    </Card>
  )
}

function SumLine({ line: [label, amount], isSum = false }: { line: Line; isSum?: boolean }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text fw={isSum ? 700 : 400}>{label}</Text>
      <Text fw={isSum ? 700 : 400} className="numbers">
        {inEuros(amount)}
      </Text>
    </Group>
  )
}
