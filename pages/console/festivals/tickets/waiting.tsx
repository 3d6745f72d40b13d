import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { WaitingList as Figures } from '../../../../client/src/index.ts'
import { type Column, DataTable } from '../../components/tables/data-table.tsx'
import { festival } from '../../session.ts'

type WaitingTier = Figures['tiers'][number]

const count = (title: string, of: (waitingTier: WaitingTier) => number): Column<WaitingTier> => ({
  title,
  align: 'right',
  cell: (line) => of(line).toLocaleString('en'),
})

const columns: [Column<WaitingTier>, ...Column<WaitingTier>[]] = [
  { title: 'Tier', cell: ({ name }) => name },
  count('People', ({ people }) => people),
  count('Tickets', ({ units }) => units),
  count('Offered now', ({ offers_open }) => offers_open),
  count('Offers taken', ({ offers_taken }) => offers_taken),
  count('Offers lapsed', ({ offers_lapsed }) => offers_lapsed),
]

/** The number of people on the waiting list of sold-out tiers, and the results of offers; empty if no one waits. */
export function WaitingList({ festivalId }: { festivalId: string }) {
  const { data } = useQuery({
    queryKey: ['festival', festivalId, 'waiting-list'],
    queryFn: ({ signal }) => festival.waitingList.figures(festivalId, { signal }),
    refetchInterval: 10_000,
  })
  if (!data || data.tiers.length === 0) return null
  return (
    <Stack>
      <div>
        <Title order={2} size="h4">
          Waiting list
        </Title>
        <Text c="dimmed">
          What becomes free is offered to the first in line, who has time to buy it.
        </Text>
      </div>
      <DataTable
        label="Waiting list"
        rows={data.tiers}
        keyOf={({ entity_id }) => entity_id}
        columns={columns}
      />
    </Stack>
  )
}
