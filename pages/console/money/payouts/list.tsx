import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { ReloadIcon } from '@radix-ui/react-icons'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLocation, useRoute } from 'wouter'
import type { Payout } from '../../../../client/src/index.ts'
import { Ago } from '../../components/relative.tsx'
import { Empty, Failure, Loading } from '../../components/states.tsx'
import { type Column, DataTable } from '../../components/tables/data-table.tsx'
import { inEuros, inWords } from '../../components/tables/figures.tsx'
import { LoadMore } from '../../components/tables/load-more.tsx'
import { queries, useAct } from '../../queries.ts'
import { festival } from '../../session.ts'
import { EntriesDrawer } from './entries.tsx'

/** The payouts of the card processor, and what each consists of. */
export function PayoutsTab() {
  const [, go] = useLocation()
  const [, params] = useRoute('/money/payouts/:id')
  const query = useInfiniteQuery({
    queryKey: ['payouts'],
    queryFn: ({ pageParam, signal }) =>
      festival.payouts.list({ ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_after }) => next_after,
  })
  const payouts = query.data?.pages.flatMap(({ payouts }) => payouts) ?? []
  return (
    <Stack>
      <Group justify="space-between" gap="sm">
        <Synced />
        <Group gap="xs">
          <Button variant="default" onClick={() => go('/money/payouts/none')}>
            Not paid out
          </Button>
          <Button variant="default" onClick={() => go('/money/payouts/unknown')}>
            In no order
          </Button>
        </Group>
      </Group>
      {query.isPending && <Loading />}
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.data && payouts.length === 0 && (
        <Empty
          title="No payouts yet"
          text="Each day the service reads what Stripe has paid out. The simulated processor pays nothing out."
        />
      )}
      {payouts.length > 0 && (
        <DataTable
          label="Payouts"
          rows={payouts}
          keyOf={({ id }) => id}
          columns={columns}
          onOpen={({ id }) => go(`/money/payouts/${id}`)}
        />
      )}
      <LoadMore query={query} />
      {params && (
        <EntriesDrawer
          key={params.id}
          id={params.id}
          payout={payouts.find(({ id }) => id === params.id)}
          onClose={() => go('/money/payouts')}
        />
      )}
    </Stack>
  )
}

/** When the books of the processor were read last, and a button to read them now. */
function Synced() {
  const query = useQuery({
    queryKey: ['payouts', 'sync'],
    queryFn: ({ signal }) => festival.payouts.synced({ signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.processors.some(({ ended_at }) => ended_at === null) ? 2_000 : false,
  })
  const act = useAct(() => festival.payouts.sync(), {
    done: ({ message }) => message,
    // The job begins within a second.
    onDone: () =>
      setTimeout(() => void queries.invalidateQueries({ queryKey: ['payouts'] }), 2_000),
  })
  const [last] = query.data?.processors ?? []
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<ReloadIcon aria-hidden />}
        loading={act.isPending || last?.ended_at === null}
        onClick={() => act.mutate()}
      >
        Read now
      </Button>
      {last?.ended_at && (
        <Text size="sm" c={last.failure ? 'red' : 'dimmed'}>
          {last.failure ? `Could not be read (${last.failure}) ` : 'Read '}
          <Ago time={last.ended_at} />
        </Text>
      )}
    </Group>
  )
}

const statuses: Record<Payout['status'], { label: string; color: string }> = {
  pending: { label: 'Pending', color: 'gray' },
  in_transit: { label: 'On its way', color: 'blue' },
  paid: { label: 'Paid', color: 'teal' },
  failed: { label: 'Failed', color: 'red' },
  canceled: { label: 'Canceled', color: 'gray' },
}

const columns: [Column<Payout>, ...Column<Payout>[]] = [
  { title: 'Arrives', cell: ({ arrives_on }) => inWords(`${arrives_on}T00:00:00Z`, true) },
  {
    title: 'Status',
    cell: (payout) => (
      <Group gap={6}>
        <Badge variant="light" color={statuses[payout.status].color}>
          {statuses[payout.status].label}
        </Badge>
        <Findings payout={payout} />
      </Group>
    ),
  },
  { title: 'Charges', align: 'right', cell: (payout) => sumOf(payout, payout.charges) },
  { title: 'Refunds', align: 'right', cell: (payout) => sumOf(payout, payout.refunds) },
  { title: 'Disputes', align: 'right', cell: (payout) => sumOf(payout, payout.disputes) },
  { title: 'Fees', align: 'right', cell: (payout) => sumOf(payout, payout.fees) },
  { title: 'Amount', align: 'right', cell: ({ amount }) => inEuros(amount) },
]

/** A sum of entries, if they are known. */
const sumOf = ({ entries }: Payout, amount: number) => (entries === 'known' ? inEuros(amount) : '–')

/** Findings that a person should look at. */
function Findings({ payout: { entries, difference, unknown } }: { payout: Payout }) {
  if (entries === 'unassigned') return <Finding text="Requested by hand" />
  if (entries === 'pending') return <Finding text="Being prepared" />
  return (
    <>
      {difference !== 0 && <Finding text={`${inEuros(difference)} not explained`} color="red" />}
      {unknown > 0 && <Finding text={`${unknown} in no order`} color="red" />}
    </>
  )
}

const Finding = ({ text, color = 'gray' }: { text: string; color?: string }) => (
  <Badge variant="outline" color={color}>
    {text}
  </Badge>
)
