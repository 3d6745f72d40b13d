import { Anchor, Button, Group, Progress, SegmentedControl, Stack, Text } from '@mantine/core'
import { ArrowLeftIcon } from '@radix-ui/react-icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useLocation, useRoute } from 'wouter'
import type { ManagedFestival } from '../../../client/src/index.ts'
import { pageIn, useAddress } from '../components/address.ts'
import { SearchBox } from '../components/fields/search-box.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Empty, Shown } from '../components/states.tsx'
import { type Column, DataTable } from '../components/tables/data-table.tsx'
import { inWords } from '../components/tables/figures.tsx'
import { StateMark } from '../festivals/state.tsx'
import { inDigits } from '../overview/words.ts'
import { festival } from '../session.ts'
import { callsOf } from './calls.ts'
import { SalesView } from './view.tsx'

/** Sales: the festivals the user manages, and the figures of each. */
export function SalesPage() {
  const [, params] = useRoute('/sales/:id')
  return params ? <Books key={params.id} id={params.id} /> : <Festivals />
}

function Books({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['festival', id],
    queryFn: ({ signal }) => festival.festivals.get(id, {}, { signal }),
  })
  return (
    <Stack gap="xs">
      <Anchor component={Link} href="/sales" size="sm">
        <ArrowLeftIcon aria-hidden /> All sales
      </Anchor>
      <Shown query={query}>
        {({ name }) => (
          <>
            <PageHeader
              title={name}
              description="What was sold, by offer and by day."
              calls={callsOf(id)}
              actions={
                <Button component={Link} href={`/festivals/${id}`} variant="default">
                  Festival
                </Button>
              }
            />
            <SalesView id={id} name={name} />
          </>
        )}
      </Shown>
    </Stack>
  )
}

const times = [
  { value: 'upcoming', label: 'Current' },
  { value: 'past', label: 'Over' },
]

function Festivals() {
  const address = useAddress()
  const [, go] = useLocation()
  const time = address.get('time') === 'past' ? 'past' : 'upcoming'
  const filter = { q: address.get('q'), page: pageIn(address), time } as const
  const query = useQuery({
    queryKey: ['festivals', 'with sales', filter],
    queryFn: ({ signal }) =>
      festival.me.festivals(
        { page: filter.page, time, limit: 20, ...(filter.q && { q: filter.q }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title="Sales"
        description="What your festivals have sold."
        calls={callsOf('FESTIVAL_ID')}
      />
      <Stack>
        <Group>
          <SearchBox
            label="Search by name"
            value={filter.q}
            onSearch={(q) => address.replace({ q, page: undefined })}
          />
          <SegmentedControl
            aria-label="Which festivals"
            data={times}
            value={time}
            onChange={(next) =>
              address.set({ time: next === 'past' ? 'past' : undefined, page: undefined })
            }
          />
        </Group>
        <Shown
          query={query}
          isEmpty={({ festivals }) => festivals.length === 0}
          empty={<None isSearched={filter.q !== ''} />}
        >
          {({ festivals, pagination: { page, totalPages, total } }) => (
            <DataTable
              label="Festivals"
              rows={festivals}
              keyOf={({ id }) => id}
              columns={columns}
              onOpen={({ id }) => go(`/sales/${id}`)}
              page={{ page, totalPages, total, onPage: (next) => address.set({ page: `${next}` }) }}
            />
          )}
        </Shown>
      </Stack>
    </>
  )
}

function None({ isSearched }: { isSearched: boolean }) {
  if (isSearched)
    return <Empty title="No festivals found" text="Search for another part of its name." />
  return (
    <Empty
      title="No festivals here"
      text="Festivals you manage appear here with what they have sold. Create one and add tickets."
      action={
        <Button component={Link} href="/festivals" variant="default">
          Go to festivals
        </Button>
      }
    />
  )
}

const columns: [Column<ManagedFestival>, ...Column<ManagedFestival>[]] = [
  { title: 'Festival', cell: ({ name }) => name },
  { title: 'Status', cell: (one) => <StateMark of={one} /> },
  {
    title: 'When',
    cell: ({ start_time, end_time, time_zone: zone }) =>
      `${inWords(start_time, true, zone)} – ${inWords(end_time, true, zone)}`,
  },
  { title: 'Tickets sold', cell: (one) => <Sold festival={one} /> },
]

function Sold({ festival: { name, sold, quantity } }: { festival: ManagedFestival }) {
  // Users without access to sales are shown neither.
  if (sold === null || quantity === null) return '–'
  if (quantity === 0 && sold === 0)
    return (
      <Text c="dimmed" inherit>
        none on sale
      </Text>
    )
  return (
    <Stack gap={6} miw={140}>
      <span>
        {inDigits(sold)} of {inDigits(quantity)}
      </span>
      <Progress
        value={Math.min(100, (100 * sold) / Math.max(quantity, 1))}
        aria-label={`${name}: sold`}
      />
    </Stack>
  )
}
