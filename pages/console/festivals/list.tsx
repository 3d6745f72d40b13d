import { Anchor, Button, Group, SegmentedControl, Text } from '@mantine/core'
import { PlusIcon } from '@radix-ui/react-icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { ListManagedFestivalsQuery, ManagedFestival } from '../../../client/src/index.ts'
import { pageIn, useAddress } from '../components/address.ts'
import type { Call } from '../components/call-drawer.tsx'
import { SearchBox } from '../components/fields/search-box.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Empty, Shown } from '../components/states.tsx'
import { type Column, DataTable } from '../components/tables/data-table.tsx'
import { When } from '../components/tables/figures.tsx'
import { Thumbnail } from '../components/thumbnail.tsx'
import { festival } from '../session.ts'
import { NewFestival } from './new.tsx'
import { OrganizerSelect } from './organizer-select.tsx'
import { StateMark } from './state.tsx'

const shows: Record<string, ListManagedFestivalsQuery> = {
  upcoming: { time: 'upcoming', cancelled: false },
  past: { time: 'past', cancelled: false },
  cancelled: { cancelled: true },
  drafts: { published: false },
  all: {},
}

const calls: Call[] = [
  {
    title: 'List festivals you can change, with sales',
    method: 'GET',
    path: '/users/i/festivals?time=upcoming',
    code: "const { festivals } = await festival.me.festivals({ time: 'upcoming' })",
  },
  {
    title: 'Create a festival',
    method: 'POST',
    path: '/festivals',
    body: {
      name: 'Harbour Nights 2027',
      organizer_id: 'harbour-nights',
      start_time: '2027-07-01T12:00:00Z',
      end_time: '2027-07-04T02:00:00Z',
    },
    code: `await festival.festivals.create({
  name: 'Harbour Nights 2027',
  organizer_id: 'harbour-nights',
  start_time: '2027-07-01T12:00:00Z',
  end_time: '2027-07-04T02:00:00Z',
})`,
  },
]

const columns: [Column<ManagedFestival>, ...Column<ManagedFestival>[]] = [
  {
    title: 'Festival',
    cell: ({ id, name, photo, organizer }) => (
      <Thumbnail photo={photo} name={name} below={organizer.name}>
        <Anchor component={Link} href={`/festivals/${id}`} fw={550}>
          {name}
        </Anchor>
      </Thumbnail>
    ),
  },
  {
    title: 'Begins',
    cell: ({ start_time, time_zone }) => (
      <Text span inherit className="keeps">
        <When time={start_time} date zone={time_zone} />
      </Text>
    ),
  },
  {
    title: 'Where',
    cell: ({ venue, country }) => [venue, country].filter(Boolean).join(', ') || '–',
  },
  { title: 'Acts', align: 'right', cell: ({ gigs }) => gigs },
  {
    title: 'Sold',
    align: 'right',
    cell: ({ sold, quantity }) =>
      // Users without access to sales are shown neither.
      sold === null || quantity === null ? (
        '–'
      ) : (
        <Text span inherit className="keeps">
          {sold.toLocaleString('en')}{' '}
          <Text span inherit c="dimmed">
            of {quantity.toLocaleString('en')}
          </Text>
        </Text>
      ),
  },
  { title: 'Status', cell: (row) => <StateMark of={row} /> },
]

/** The festivals of the user; all festivals for users with the right to change any. */
export function FestivalsList() {
  const address = useAddress()
  const [q, organizer, page] = [address.get('q'), address.get('organizer'), pageIn(address)]
  const show = address.get('show') in shows ? address.get('show') : 'upcoming'
  const found = useQuery({
    queryKey: ['festivals', { q, organizer, page, show }],
    queryFn: ({ signal }) => {
      const narrowed = { ...shows[show], q, page, ...(organizer && { organizer }) }
      return festival.me.festivals(narrowed, { signal })
    },
    placeholderData: keepPreviousData,
  })
  const create = (
    <Button leftSection={<PlusIcon aria-hidden />} onClick={() => address.set({ new: 'yes' })}>
      New festival
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Festivals"
        description="Your festivals, their line-ups, tickets and sales. Dates are those of their time zones."
        actions={create}
        calls={calls}
      />
      <Filters show={show} q={q} organizer={organizer} />
      <Shown
        query={found}
        isEmpty={({ festivals }) => festivals.length === 0}
        empty={
          <NoFestivals show={show} isNarrowed={q !== '' || organizer !== ''} action={create} />
        }
      >
        {({ festivals, pagination }) => (
          <DataTable
            label="Festivals"
            rows={festivals}
            keyOf={({ id }) => id}
            columns={columns}
            page={{ ...pagination, onPage: (next) => address.set({ page: `${next}` }) }}
          />
        )}
      </Shown>
      <NewFestival
        opened={address.get('new') !== ''}
        organizer={organizer}
        onClose={() => address.replace({ new: undefined })}
      />
    </>
  )
}

function Filters({ show, q, organizer }: { show: string; q: string; organizer: string }) {
  const address = useAddress()
  return (
    <Group mb="md" gap="sm">
      <SegmentedControl
        aria-label="Which festivals"
        value={show}
        onChange={(next) => address.set({ show: next, page: undefined })}
        data={[
          { value: 'upcoming', label: 'Upcoming' },
          { value: 'past', label: 'Past' },
          { value: 'cancelled', label: 'Cancelled' },
          { value: 'drafts', label: 'Drafts' },
          { value: 'all', label: 'All' },
        ]}
      />
      <SearchBox
        label="Search festivals"
        value={q}
        onSearch={(text) => address.replace({ q: text, page: undefined })}
      />
      <OrganizerSelect
        aria-label="Organizer"
        placeholder="All organizers"
        value={organizer === '' ? null : organizer}
        onChange={(id) => address.set({ organizer: id ?? undefined, page: undefined })}
        clearable
        w={{ base: '100%', xs: 220 }}
      />
    </Group>
  )
}

type None = { show: string; isNarrowed: boolean; action: React.ReactNode }

function NoFestivals({ show, isNarrowed, action }: None) {
  if (isNarrowed)
    return <Empty title="No festivals found" text="No festival matches these filters." />
  if (show === 'drafts')
    return <Empty title="No drafts" text="A new festival can be created as a draft." />
  if (show === 'past' || show === 'cancelled')
    return <Empty title={`No ${show} festivals`} text="Your festivals appear here automatically." />
  return (
    <Empty
      title="Your first festival"
      text="Start with its name and dates. Add the line-up, timetable, tickets and accommodations later."
      action={action}
    />
  )
}
