import { Button, Group, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation, useRoute } from 'wouter'
import type { Settlement } from '../../../../client/src/index.ts'
import { useAddress } from '../../components/address.ts'
import { SideDrawer } from '../../components/form-drawer.tsx'
import { Empty, Failure, Loading } from '../../components/states.tsx'
import { type Column, DataTable } from '../../components/tables/data-table.tsx'
import { inEuros } from '../../components/tables/figures.tsx'
import { LoadMore } from '../../components/tables/load-more.tsx'
import { monthName } from '../../festivals/report/words.ts'
import { festival } from '../../session.ts'
import { NewSettlement } from './new.tsx'
import { PaymentState } from './payment-state.tsx'
import { SettlementSheet } from './sheet.tsx'
import { EditTerms } from './terms.tsx'

/** Monthly statements of the operator's debts to organizers (contract, section 10.12). */
export function SettlementsTab() {
  const [, go] = useLocation()
  const [, params] = useRoute('/money/settlements/:id')
  const address = useAddress()
  const query = useInfiniteQuery({
    queryKey: ['settlements'],
    queryFn: ({ pageParam, signal }) =>
      festival.organizers.settlements({ ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_after }) => next_after,
  })
  const settlements = query.data?.pages.flatMap(({ settlements }) => settlements) ?? []
  const open = settlements.find(({ id }) => id === params?.id)
  const terms = address.get('terms')
  const closeTerms = () => address.replace({ terms: undefined })
  const close = () => address.replace({ new: undefined })
  return (
    <Stack>
      <Group justify="flex-end">
        <Button onClick={() => address.set({ new: 'yes' })}>Settle a month</Button>
      </Group>
      {query.isPending && <Loading />}
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.data && settlements.length === 0 && (
        <Empty
          title="Nothing settled yet"
          text="Once a month is over, settle it with each organizer you sell for: sales, refunds, your commission, and what you owe."
        />
      )}
      {settlements.length > 0 && (
        <DataTable
          label="Settlements"
          rows={settlements}
          keyOf={({ id }) => id}
          columns={columns}
          onOpen={({ id }) => go(`/money/settlements/${id}`)}
        />
      )}
      <LoadMore query={query} />
      <SideDrawer opened={address.get('new') !== ''} onClose={close} title="Settle a month">
        <NewSettlement
          onClose={close}
          onMade={({ id }) => go(`/money/settlements/${id}`)}
          onTerms={(organizer) => address.set({ terms: organizer })}
        />
      </SideDrawer>
      <SideDrawer opened={terms !== ''} onClose={closeTerms} title="What the operator keeps">
        <EditTerms id={terms} onClose={closeTerms} />
      </SideDrawer>
      <SideDrawer
        opened={open !== undefined}
        onClose={() => go('/money/settlements')}
        title={open ? `Settlement ${open.number}` : ''}
        size="lg"
      >
        {open && <SettlementSheet settlement={open} />}
      </SideDrawer>
    </Stack>
  )
}

const columns: [Column<Settlement>, ...Column<Settlement>[]] = [
  { title: 'Month', cell: ({ month }) => monthName(month) },
  { title: 'Organizer', cell: ({ organizer_id }) => organizer_id },
  { title: 'Number', cell: ({ number }) => number },
  { title: 'Sales', align: 'right', cell: ({ sales }) => inEuros(sales) },
  { title: 'Refunds', align: 'right', cell: ({ refunds }) => inEuros(refunds) },
  { title: 'Due', align: 'right', cell: ({ due }) => inEuros(due) },
  { title: 'State', cell: (settlement) => <PaymentState settlement={settlement} /> },
]
