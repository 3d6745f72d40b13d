import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Settlement } from '../../../../client/src/index.ts'
import { SideDrawer } from '../../components/form-drawer.tsx'
import { Failure, Loading, Shown } from '../../components/states.tsx'
import { type Column, DataTable } from '../../components/tables/data-table.tsx'
import { inEuros } from '../../components/tables/figures.tsx'
import { LoadMore } from '../../components/tables/load-more.tsx'
import { monthName } from '../../festivals/report/words.ts'
import { festival } from '../../session.ts'
import { PaymentState } from './payment-state.tsx'
import { SettlementSheet } from './sheet.tsx'

type Props = {
  /** absent: all organizers */
  organizer?: string
  /** the id of the statement beside the list; empty: none */
  opened: string
  onOpen: (id: string) => void
  /** shown in place of an empty list */
  empty: ReactNode
}

/** Monthly statements, newest first, and one beside the list, also if the list has not loaded it. */
export function SettlementList({ organizer, opened, onOpen, empty }: Props) {
  const query = useInfiniteQuery({
    queryKey: ['settlements', 'list', organizer],
    queryFn: ({ pageParam, signal }) =>
      festival.organizers.settlements(
        { ...(organizer && { organizer }), ...(pageParam && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_after }) => next_after,
  })
  const settlements = query.data?.pages.flatMap(({ settlements }) => settlements) ?? []
  const one = useQuery({
    queryKey: ['settlements', 'one', opened],
    queryFn: ({ signal }) => festival.organizers.settlement(opened, { signal }),
    enabled: opened !== '',
  })
  return (
    <>
      {query.isPending && <Loading />}
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.data && settlements.length === 0 && empty}
      {settlements.length > 0 && (
        <DataTable
          label="Settlements"
          rows={settlements}
          keyOf={({ id }) => id}
          columns={organizer ? columns : [columns[0], organizerColumn, ...columns.slice(1)]}
          onOpen={({ id }) => onOpen(id)}
        />
      )}
      <LoadMore query={query} />
      <SideDrawer
        opened={opened !== ''}
        onClose={() => onOpen('')}
        title={one.data ? `Settlement ${one.data.number}` : 'Settlement'}
        size="lg"
      >
        <Shown query={one}>{(settlement) => <SettlementSheet settlement={settlement} />}</Shown>
      </SideDrawer>
    </>
  )
}

const organizerColumn: Column<Settlement> = {
  title: 'Organizer',
  cell: ({ organizer_id }) => organizer_id,
}

const columns: [Column<Settlement>, ...Column<Settlement>[]] = [
  { title: 'Month', cell: ({ month }) => monthName(month) },
  { title: 'Number', cell: ({ number }) => number },
  { title: 'Sales', align: 'right', cell: ({ sales }) => inEuros(sales) },
  { title: 'Refunds', align: 'right', cell: ({ refunds }) => inEuros(refunds) },
  { title: 'Due', align: 'right', cell: ({ due }) => inEuros(due) },
  { title: 'State', cell: (settlement) => <PaymentState settlement={settlement} /> },
]
