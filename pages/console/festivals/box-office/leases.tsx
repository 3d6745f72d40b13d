import { Button, Card, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Lease } from '../../../../client/src/index.ts'
import { Mark } from '../../components/mark.tsx'
import { useNow } from '../../components/relative.tsx'
import { Shown } from '../../components/states.tsx'
import { type Column, DataTable } from '../../components/tables/data-table.tsx'
import { When } from '../../components/tables/figures.tsx'
import { inDigits } from '../../overview/words.ts'
import { festival } from '../../session.ts'
import { outOf } from './out-of.ts'
import { WriteOff } from './write-off.tsx'

/** The tickets that tills have set aside to sell without a network. */
export function Leases({ festivalId }: { festivalId: string }) {
  const [writingOff, setWritingOff] = useState<Lease>()
  const found = useQuery({
    queryKey: ['festival', festivalId, 'leases'],
    queryFn: ({ signal }) => festival.boxOffice.leases(festivalId, { signal }),
    refetchInterval: 10_000,
  })
  return (
    <Card withBorder p="lg" component="section">
      <Title order={2} size="h4">
        Set aside for offline sales
      </Title>
      <Text c="dimmed" mt={4} mb="md" maw={640}>
        Tickets that a till has set aside to sell without a network. They are on sale nowhere else
        until it has said which it sold, or you write them off.
      </Text>
      <Shown
        query={found}
        empty={
          <Text size="sm" c="dimmed">
            No tickets are set aside.
          </Text>
        }
      >
        {(leases) => (
          <DataTable
            label="Set aside for offline sales"
            rows={leases}
            keyOf={({ id }) => id}
            columns={columnsOf(setWritingOff)}
          />
        )}
      </Shown>
      <WriteOff
        lease={writingOff}
        festivalId={festivalId}
        onClose={() => setWritingOff(undefined)}
      />
    </Card>
  )
}

type Columns = [Column<Lease>, ...Column<Lease>[]]

const columnsOf = (onWriteOff: (lease: Lease) => void): Columns => [
  { title: 'Tickets', cell: ({ name }) => name },
  { title: 'Till', cell: ({ till }) => till },
  { title: 'Status', cell: (lease) => <State lease={lease} /> },
  { title: 'Taken', align: 'right', cell: ({ quantity }) => inDigits(quantity) },
  { title: 'Sold', align: 'right', cell: ({ sold }) => inDigits(sold) },
  { title: 'Given back', align: 'right', cell: ({ returned }) => inDigits(returned) },
  { title: 'Still out', align: 'right', cell: (lease) => inDigits(outOf(lease)) },
  { title: 'Sells until', cell: ({ expires_at }) => <When time={expires_at} /> },
  {
    title: 'Action',
    align: 'right',
    cell: (lease) =>
      lease.state === 'open' ? (
        <Button
          size="xs"
          variant="subtle"
          color="red"
          aria-label={`Write off ${lease.name} of ${lease.till}`}
          onClick={() => onWriteOff(lease)}
        >
          Write off
        </Button>
      ) : (
        '–'
      ),
  },
]

function State({ lease: { state, expires_at, ended_at, reason } }: { lease: Lease }) {
  const now = useNow()
  if (state === 'open')
    return Date.parse(expires_at) > now ? (
      <Mark tone="good">Selling</Mark>
    ) : (
      <Mark tone="warn">Waiting for its report</Mark>
    )
  return (
    <>
      {state === 'reported' ? <Mark>Reported</Mark> : <Mark tone="bad">Written off</Mark>}
      <Text size="xs" c="dimmed" className="wraps">
        <When time={ended_at} />
        {reason !== null && ` · ${reason}`}
      </Text>
    </>
  )
}
