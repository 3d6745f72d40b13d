import { Card, Group, Select, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BankEntry } from '../../../../client/src/index.ts'
import { Empty, Failure, Loading } from '../../components/states.tsx'
import { type Column, DataTable } from '../../components/tables/data-table.tsx'
import { inEuros, inWords } from '../../components/tables/figures.tsx'
import { LoadMore } from '../../components/tables/load-more.tsx'
import { festival } from '../../session.ts'
import { OrderLink } from '../order-link.tsx'
import { Decisions } from './decisions.tsx'
import { decisions, reasons } from './words.ts'

const states = [
  { value: 'open', label: 'Open' },
  { value: 'booked', label: 'Booked' },
  { value: 'decided', label: 'Decided' },
  { value: 'ignored', label: 'Other money that left' },
]

/** The entries of imported statements: first the ones that need a decision. */
export function EntriesCard() {
  const [state, setState] = useState('open')
  const query = useInfiniteQuery({
    queryKey: ['bank', 'entries', state],
    queryFn: ({ pageParam, signal }) =>
      festival.bank.entries({ state, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_after }) => next_after,
  })
  const entries = query.data?.pages.flatMap(({ entries }) => entries) ?? []
  return (
    <Card withBorder>
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4">
            Entries
          </Title>
          <Select
            aria-label="Entries that are"
            data={states}
            value={state}
            allowDeselect={false}
            onChange={(value) => setState(value ?? 'open')}
          />
        </Group>
        {query.isPending && <Loading />}
        {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
        {query.data && entries.length === 0 && <Nothing state={state} />}
        {entries.length > 0 && (
          <DataTable label="Entries" rows={entries} keyOf={({ id }) => id} columns={columns} />
        )}
        <LoadMore query={query} />
      </Stack>
    </Card>
  )
}

const Nothing = ({ state }: { state: string }) =>
  state === 'open' ? (
    <Empty title="Nothing to decide" text="Each entry has its order, or a decision." />
  ) : (
    <Empty title="No entries" text="No statement has brought any." />
  )

const columns: [Column<BankEntry>, ...Column<BankEntry>[]] = [
  { title: 'Booked on', cell: ({ booked_on }) => inWords(`${booked_on}T00:00:00Z`, true) },
  {
    title: 'From',
    cell: ({ name, iban, text }) => (
      <>
        <Text size="sm">{name ?? iban ?? 'Not named'}</Text>
        <Text size="xs" c="dimmed">
          {text}
        </Text>
      </>
    ),
  },
  { title: 'Amount', align: 'right', cell: ({ amount }) => inEuros(amount) },
  { title: 'Order', cell: (entry) => <OrderOf entry={entry} /> },
  { title: 'Found', cell: ({ reason }) => reasons[reason] },
  { title: 'Decision', cell: (entry) => <DecisionOn entry={entry} /> },
]

function OrderOf({ entry: { order_number, order_amount } }: { entry: BankEntry }) {
  if (order_number === null) return '–'
  return (
    <>
      <OrderLink number={order_number} />
      {order_amount !== null && (
        <Text size="xs" c="dimmed">
          of {inEuros(order_amount)}
        </Text>
      )}
    </>
  )
}

function DecisionOn({ entry }: { entry: BankEntry }) {
  if (entry.state === 'open') return <Decisions entry={entry} />
  return entry.decision === null ? '–' : decisions[entry.decision].done
}
