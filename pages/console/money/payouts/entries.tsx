import { Badge, Group, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { BalanceEntry, Payout } from '../../../../client/src/index.ts'
import { SideDrawer } from '../../components/form-drawer.tsx'
import { Empty, Failure, Loading } from '../../components/states.tsx'
import { type Column, DataTable } from '../../components/tables/data-table.tsx'
import { ExportMenu } from '../../components/tables/export-menu.tsx'
import { inEuros, When } from '../../components/tables/figures.tsx'
import { LoadMore } from '../../components/tables/load-more.tsx'
import { SumLines } from '../../components/tables/sum-lines.tsx'
import { festival } from '../../session.ts'
import { OrderLink } from '../order-link.tsx'

type Props = {
  /** the id of a payout, or `none` or `unknown` */
  id: string
  payout: Payout | undefined
  onClose: () => void
}

const titles: Record<string, string> = {
  none: 'Not paid out, or by hand',
  unknown: 'In no order',
}

/** The entries of a payout, of none, or those in no order. */
export function EntriesDrawer({ id, payout, onClose }: Props) {
  const search = id === 'unknown' ? { unknown: true } : { payout: id }
  return (
    <SideDrawer opened onClose={onClose} title={titles[id] ?? `Payout ${id}`} size="xl">
      <Stack>
        {payout?.entries === 'known' && (
          <SumLines lines={linesOf(payout)} sum={['Paid out', payout.amount]} />
        )}
        <Group>
          <ExportMenu
            verb="Export"
            subject="entries"
            file={`payout ${id}`}
            read={(form) => festival.payouts.entriesCsv({ ...search, ...form })}
          />
        </Group>
        <Entries id={id} search={search} payout={payout} />
      </Stack>
    </SideDrawer>
  )
}

type Search = Parameters<typeof festival.payouts.entries>[0]

function Entries({ id, search, payout }: Pick<Props, 'id' | 'payout'> & { search: Search }) {
  const query = useInfiniteQuery({
    queryKey: ['payouts', 'entries', id],
    queryFn: ({ pageParam, signal }) =>
      festival.payouts.entries({ ...search, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_after }) => next_after,
  })
  if (query.isPending) return <Loading />
  if (query.isError && !query.data)
    return <Failure error={query.error} retry={() => void query.refetch()} />
  const entries = query.data?.pages.flatMap(({ entries }) => entries) ?? []
  if (entries.length === 0) return <Nothing id={id} payout={payout} />
  return (
    <>
      <DataTable label="Entries" rows={entries} keyOf={(entry) => entry.id} columns={columns} />
      <LoadMore query={query} />
    </>
  )
}

const linesOf = (payout: Payout): ComponentProps<typeof SumLines>['lines'] => [
  ['Charges', payout.charges],
  ['Refunds', payout.refunds],
  ['Disputes', payout.disputes],
  ['Fees', payout.fees],
  ['Other', payout.other],
  ['Not explained', payout.difference],
]

function Nothing({ id, payout }: Pick<Props, 'id' | 'payout'>) {
  if (id === 'unknown')
    return (
      <Empty
        title="Everything has its order"
        text="Each entry is in an order, a refund or a dispute."
      />
    )
  if (payout?.entries === 'unassigned')
    return (
      <Empty
        title="Stripe does not say what is in it"
        text="A person has requested this payout. Its charges are among those that are not paid out. Leave payouts to the schedule, and each names its charges."
      />
    )
  if (payout?.entries === 'pending')
    return (
      <Empty title="Being prepared" text="Stripe says some hours after a payout what is in it." />
    )
  return <Empty title="No entries" text="There is nothing here." />
}

const kinds: Record<BalanceEntry['kind'], string> = {
  charge: 'Charge',
  refund: 'Refund',
  dispute: 'Dispute',
  fee: 'Fee',
  payout: 'Payout',
  other: 'Other',
}

const columns: [Column<BalanceEntry>, ...Column<BalanceEntry>[]] = [
  { title: 'Order', cell: (entry) => <OrderOf entry={entry} /> },
  {
    title: 'Kind',
    cell: ({ kind, known }) => (
      <Group gap={6}>
        {kinds[kind]}
        {!known && (
          <Badge variant="outline" color="red">
            In no order
          </Badge>
        )}
      </Group>
    ),
  },
  { title: 'When (UTC)', cell: ({ created_at }) => <When time={created_at} /> },
  { title: 'Amount', align: 'right', cell: ({ amount }) => inEuros(amount) },
  { title: 'Fee', align: 'right', cell: ({ fee }) => (fee === 0 ? '–' : inEuros(-fee)) },
  { title: 'Net', align: 'right', cell: ({ net }) => inEuros(net) },
]

function OrderOf({ entry: { order_number, source, description } }: { entry: BalanceEntry }) {
  if (order_number === null) return description ?? source ?? '–'
  return <OrderLink number={order_number} />
}
