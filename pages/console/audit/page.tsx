import { Button, Stack } from '@mantine/core'
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import type { ListAuditEntriesAnswer, ListAuditEntriesQuery } from '../../../client/src/index.ts'
import { useAddress } from '../components/address.ts'
import type { Call } from '../components/call-drawer.tsx'
import { dayAfter, isDay } from '../components/fields/day.ts'
import { PageHeader } from '../components/page-header.tsx'
import { Empty, Failure, Loading } from '../components/states.tsx'
import { LoadMore } from '../components/tables/load-more.tsx'
import { festival } from '../session.ts'
import { Entries } from './entries.tsx'
import { Filters, shownIn } from './filters.tsx'
import { choices } from './words.ts'

const calls: Call[] = [
  {
    title: 'Who changed a festival',
    method: 'GET',
    path: '/audit?entity_type=festival&entity_id=FESTIVAL_ID',
    code: "const { entries, next_after } = await festival.audit.list({\n  entity_type: 'festival',\n  entity_id: 'FESTIVAL_ID',\n})",
  },
  {
    title: 'What a person changed since a day',
    method: 'GET',
    path: '/audit?actor=USER_ID&from=2027-07-01',
    code: "await festival.audit.list({ actor: 'USER_ID', from: '2027-07-01' })",
  },
]

const names = ['actor', 'action', 'entity_type', 'entity_id', 'from', 'to'] as const

/** The audit log: every change with its author and time. */
export function AuditPage() {
  const address = useAddress()
  const filter: ListAuditEntriesQuery = Object.fromEntries(
    names.flatMap((name) => (address.get(name) === '' ? [] : [[name, address.get(name)]])),
  )
  const show = shownIn(address)
  const actions = choices.find(({ value }) => value === show)?.actions
  const shown = actions && { action: actions.join(',') }
  const query = useInfiniteQuery({
    queryKey: ['audit', filter, show],
    queryFn: ({ pageParam, signal }) =>
      festival.audit.list(
        { ...shown, ...filter, ...until(filter.to), ...(pageParam && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_after }) => next_after,
  })
  const isFiltered = shown !== undefined || Object.keys(filter).length > 0
  return (
    <>
      <PageHeader
        title="Audit"
        description="Who changed what, and when. Times are UTC."
        calls={calls}
      />
      <Stack>
        <Filters />
        <Log query={query} isFiltered={isFiltered} />
      </Stack>
    </>
  )
}

type LogQuery = UseInfiniteQueryResult<InfiniteData<ListAuditEntriesAnswer>>

function Log({ query, isFiltered }: { query: LogQuery; isFiltered: boolean }) {
  if (query.isPending) return <Loading />
  if (query.isError && !query.data)
    return <Failure error={query.error} retry={() => void query.refetch()} />
  const entries = query.data?.pages.flatMap(({ entries }) => entries) ?? []
  if (entries.length === 0) return <Nothing isFiltered={isFiltered} />
  return (
    <>
      <Entries entries={entries} />
      <LoadMore query={query} />
    </>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const address = useAddress()
  if (!isFiltered)
    return (
      <Empty
        title="No changes yet"
        text="Changes by staff and admins appear here, with the values before."
      />
    )
  return (
    <Empty
      title="No matching changes"
      text="Remove a filter, or choose other days."
      action={
        <Button
          variant="default"
          onClick={() =>
            address.set({ ...Object.fromEntries(names.map((name) => [name, ''])), show: 'all' })
          }
        >
          Clear filters
        </Button>
      }
    />
  )
}

const until = (day = '') => (isDay(day) ? { to: dayAfter(day) } : {})
