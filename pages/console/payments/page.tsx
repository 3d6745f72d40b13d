import { Group, Stack, Text } from '@mantine/core'
import { useThrottledCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLocation, useRoute } from 'wouter'
import type { SoldPayment } from '../../../client/src/index.ts'
import { LineState } from '../activity/list.tsx'
import { useLive, useOnActivity } from '../activity/live.ts'
import { useAddress, useStoredSearch } from '../components/address.ts'
import type { Call } from '../components/call-drawer.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Empty, Failure, Loading } from '../components/states.tsx'
import { type Column, DataTable } from '../components/tables/data-table.tsx'
import { inEuros, When } from '../components/tables/figures.tsx'
import { LoadMore } from '../components/tables/load-more.tsx'
import { queries } from '../queries.ts'
import { useRights } from '../rights.ts'
import { festival } from '../session.ts'
import { PaymentDrawer } from './drawer.tsx'
import { Filters } from './filters.tsx'
import { PaymentMarks } from './marks.tsx'
import { type Filter, isSearched, usePayments } from './queries.ts'
import { Totals } from './totals.tsx'
import { buyerOf, whatOf } from './words.ts'

const calls: Call[] = [
  {
    title: 'List payments of a festival, newest first',
    method: 'GET',
    path: '/festivals/FESTIVAL_ID/payments?status=succeeded&limit=50',
    code: "const { payments, next_after } = await festival.sales.payments('FESTIVAL_ID', {\n  status: 'succeeded',\n  limit: 50,\n})",
  },
  {
    title: 'Find payments of a buyer, and what they add up to',
    method: 'GET',
    path: '/festivals/FESTIVAL_ID/payments?q=marsh&totals=true',
    code: "const { payments, totals } = await festival.sales.payments('FESTIVAL_ID', {\n  q: 'marsh',\n  totals: true,\n})",
  },
  {
    title: 'Send the mail of an order again',
    method: 'POST',
    path: '/orders/ORDER_ID/resend',
    code: "await festival.orders.resend('ORDER_ID')",
  },
  {
    title: 'Read the history of a payment',
    method: 'GET',
    path: '/payments/PAYMENT_ID/timeline',
    code: "const events = await festival.payments.timeline('PAYMENT_ID')",
  },
  {
    title: 'Refund a part of it; without an amount, all of it',
    method: 'POST',
    path: '/payments/PAYMENT_ID/refund',
    body: { amount: 10, reason: 'Leaves a day early' },
    code: "await festival.payments.refund(\n  'PAYMENT_ID',\n  { amount: 10, reason: 'Leaves a day early' },\n  { idempotencyKey: 'one-per-refund' },\n)",
  },
]

/** All payments for admins; the payments of a festival for people who may see its sales. */
export function PaymentsPage() {
  const address = useAddress()
  const keep = useStoredSearch()
  const { isAdmin } = useRights()
  const [, go] = useLocation()
  const [, params] = useRoute('/payments/:id')
  const first = useFirstFestival(!isAdmin && address.get('festival') === '')
  const filter = {
    festivalId: address.get('festival') || (first.data ?? ''),
    status: address.get('status'),
    type: address.get('type'),
    q: address.get('q'),
    from: address.get('from'),
    to: address.get('to'),
    amount: address.get('amount'),
  }
  return (
    <>
      <PageHeader
        title="Payments"
        description="All purchases, with their buyers and status."
        calls={calls}
      />
      <Stack>
        <Filters filter={filter} />
        {first.isLoading ? (
          <Loading />
        ) : isAdmin || filter.festivalId ? (
          <Payments filter={filter} onOpen={(id) => go(keep(`/payments/${id}`))} />
        ) : (
          <Empty
            title="Choose a festival"
            text="Its payments appear here, for people who may see its sales."
          />
        )}
      </Stack>
      {params && !first.isLoading && (
        <PaymentDrawer
          key={params.id}
          id={params.id}
          festivalId={isAdmin ? '' : filter.festivalId}
          onOpen={(id) => go(keep(`/payments/${id}`))}
          onClose={() => go(keep('/payments'))}
        />
      )}
    </>
  )
}

/** The default festival: the next one with sales that the user sees. */
function useFirstFestival(enabled: boolean) {
  return useQuery({
    queryKey: ['festivals', 'next'],
    queryFn: async ({ signal }) => {
      const { festivals } = await festival.me.festivals({ time: 'upcoming', limit: 20 }, { signal })
      return festivals.find(({ sold }) => sold !== null)?.id ?? ''
    },
    enabled,
  })
}

function Payments({ filter, onOpen }: { filter: Filter; onOpen: (id: string) => void }) {
  const query = usePayments(filter)
  const { line } = useFresh(query.data?.pages.length === 1)
  const payments = query.data?.pages.flatMap(({ payments }) => payments) ?? []
  return (
    <>
      <Group justify="space-between" gap="sm">
        <LineState line={line} />
        <Totals filter={filter} />
      </Group>
      {query.isPending && <Loading />}
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.data && payments.length === 0 && <Nothing filter={filter} />}
      {payments.length > 0 && (
        <>
          <DataTable
            label="Payments"
            rows={payments}
            keyOf={({ id }) => id}
            columns={columnsOf(filter.festivalId !== '')}
            onOpen={({ id }) => onOpen(id)}
          />
          <More query={query} />
        </>
      )}
    </>
  )
}

function More({ query }: { query: ReturnType<typeof usePayments> }) {
  if (query.hasNextPage) return <LoadMore query={query} />
  return (
    <Text size="sm" c="dimmed" ta="center">
      There is nothing older.
    </Text>
  )
}

/** Refreshes the list after activity, but not while older pages are loaded. */
function useFresh(isAtTop: boolean) {
  const live = useLive()
  const refresh = useThrottledCallback(() => {
    void queries.invalidateQueries({ queryKey: ['payments'] }, { cancelRefetch: false })
  }, 4_000)
  const hear = useCallback(() => {
    if (isAtTop) refresh()
  }, [isAtTop, refresh])
  useOnActivity(hear)
  return live
}

function Nothing({ filter }: { filter: Filter }) {
  if (filter.q !== '')
    return (
      <Empty
        title="Payment not found"
        text="Enter a part of the buyer’s name, two letters at least; or in full an e-mail, a ticket code, or the id of a payment or an order. The other filters apply too."
      />
    )
  if (isSearched(filter))
    return (
      <Empty title="No payments found" text="Choose other days, another amount, status or type." />
    )
  return (
    <Empty
      title="No payments yet"
      text="Purchases appear here at once: tickets, places to sleep and memberships."
    />
  )
}

function columnsOf(isOfOne: boolean): [Column<SoldPayment>, ...Column<SoldPayment>[]] {
  return [
    { title: 'Item', cell: whatOf },
    ...(isOfOne
      ? []
      : [{ title: 'Festival', cell: ({ festival }: SoldPayment) => festival?.name ?? '–' }]),
    { title: 'Buyer', cell: buyerOf },
    { title: 'Status', cell: (payment) => <PaymentMarks payment={payment} /> },
    { title: 'When (UTC)', cell: ({ createdAt }) => <When time={createdAt} /> },
    { title: 'Amount', align: 'right', cell: ({ amount }) => inEuros(amount) },
  ]
}
