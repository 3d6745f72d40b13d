import { Card, SimpleGrid, Text, Title, VisuallyHidden } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import type { ManagedFestival } from '../../../client/src/index.ts'
import { inEuros } from '../components/figures.tsx'
import { useNow } from '../components/relative.tsx'
import { festival } from '../session.ts'
import { inDigits, sumOf } from './words.ts'

/** Today's figures (UTC) of the festivals that are shown. */
export function Today({ festivals }: { festivals: ManagedFestival[] }) {
  const today = new Date(useNow()).toISOString().slice(0, 10)
  const answers = useQueries({
    queries: festivals.map(({ id }) => ({
      queryKey: ['overview', 'sales', id, today],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        festival.sales.get(id, { from: today, to: today }, { signal }),
    })),
  })
  const sales = answers.flatMap(({ data }) => data ?? [])
  const isWhole = sales.length === festivals.length
  const { sold, revenue, refunded, validated } = sumOf(today, sales)
  return (
    <section>
      <VisuallyHidden>
        <Title order={2}>Today</Title>
      </VisuallyHidden>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" component="dl" m={0}>
        <Figure title="Sold today" value={isWhole ? inDigits(sold) : '…'} />
        <Figure title="Revenue today" value={isWhole ? inEuros(revenue) : '…'} />
        <Figure title="Refunded today" value={isWhole ? inEuros(refunded) : '…'} />
        <Figure title="Admitted today" value={isWhole ? inDigits(validated) : '…'} />
      </SimpleGrid>
    </section>
  )
}

function Figure({ title, value }: { title: string; value: string }) {
  return (
    <Card withBorder p="md">
      <Text component="dt" size="sm" c="dimmed">
        {title}
      </Text>
      <Text component="dd" m={0} fz={26} fw={650} className="numbers wraps" lh={1.3}>
        {value}
      </Text>
    </Card>
  )
}
