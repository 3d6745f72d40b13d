import { Card, SimpleGrid, Text, Title, VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DaySales } from '../../../client/src/index.ts'
import { useNow } from '../components/relative.tsx'
import { Failure } from '../components/states.tsx'
import { inEuros, lengthOf } from '../components/tables/figures.tsx'
import { festival } from '../session.ts'
import { inDigits } from './words.ts'

/** Today's (UTC) figures of all festivals with sales that the user may see. */
export function Today() {
  const date = new Date(useNow()).toISOString().slice(0, 10)
  const query = useQuery({
    queryKey: ['overview', 'sales', date],
    queryFn: ({ signal }) => festival.sales.day({ date }, { signal }),
    placeholderData: keepPreviousData,
  })
  const { sold, revenue, refunded, validated } = inWords(query.data)
  return (
    <section>
      <VisuallyHidden>
        <Title order={2}>Today</Title>
      </VisuallyHidden>
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" component="dl" m={0}>
        <Figure title="Sold today" value={sold} />
        <Figure title="Revenue today" value={revenue} />
        <Figure title="Refunded today" value={refunded} />
        <Figure title="Admitted today" value={validated} />
      </SimpleGrid>
    </section>
  )
}

const unknown = { sold: '…', revenue: '…', refunded: '…', validated: '…' }

function inWords(sales: DaySales | undefined) {
  if (!sales) return unknown
  return {
    sold: inDigits(sales.sold),
    revenue: inEuros(sales.revenue),
    refunded: inEuros(sales.refunded),
    validated: inDigits(sales.validated),
  }
}

function Figure({ title, value }: { title: string; value: string }) {
  return (
    <Card withBorder p="md" className="figure-box">
      <Text component="dt" size="sm" c="dimmed">
        {title}
      </Text>
      <dd className="numbers figure" style={lengthOf(value)}>
        {value}
      </dd>
    </Card>
  )
}
