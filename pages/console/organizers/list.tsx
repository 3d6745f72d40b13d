import { Anchor, Button, Card, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { PlusIcon } from '@radix-ui/react-icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import type { ManagedOrganizer } from '../../../client/src/index.ts'
import { pageIn, useAddress } from '../components/address.ts'
import type { Call } from '../components/call-drawer.tsx'
import { SearchBox } from '../components/fields/search-box.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Empty, Shown } from '../components/states.tsx'
import { type Column, DataTable } from '../components/tables/data-table.tsx'
import { Thumbnail } from '../components/thumbnail.tsx'
import { useRights } from '../rights.ts'
import { festival } from '../session.ts'
import { NewOrganizer } from './new.tsx'
import { roles } from './roles.ts'

const calls: Call[] = [
  {
    title: 'List organizers you can change',
    method: 'GET',
    path: '/users/i/organizers',
    code: 'const { organizers } = await festival.me.organizers()',
  },
  {
    title: 'Create an organizer; you become its first manager',
    method: 'POST',
    path: '/organizers',
    body: { id: 'harbour-nights', name: 'Harbour Nights' },
    code: "await festival.organizers.create({ id: 'harbour-nights', name: 'Harbour Nights' })",
  },
]

const columns: [Column<ManagedOrganizer>, ...Column<ManagedOrganizer>[]] = [
  {
    title: 'Organizer',
    cell: ({ id, name, photo }) => (
      <Thumbnail photo={photo} name={name} below={id}>
        <Anchor component={Link} href={`/organizers/${id}`} fw={550}>
          {name}
        </Anchor>
      </Thumbnail>
    ),
  },
  {
    title: 'Approval',
    cell: ({ approved }) => (approved ? 'Approved' : 'Waiting for approval'),
  },
  { title: 'Festivals', align: 'right', cell: ({ festivals }) => festivals },
]

/** The organizers of the user; all organizers for users with the right to change any. */
export function OrganizersList() {
  const address = useAddress()
  const [, navigate] = useLocation()
  const { may } = useRights()
  const [q, page] = [address.get('q'), pageIn(address)]
  const isWaiting = address.get('show') === 'waiting'
  const found = useQuery({
    queryKey: ['organizers', { q, page, isWaiting }],
    queryFn: ({ signal }) =>
      festival.me.organizers({ q, page, ...(isWaiting && { approved: false }) }, { signal }),
    placeholderData: keepPreviousData,
  })
  const create = (
    <Button leftSection={<PlusIcon aria-hidden />} onClick={() => address.set({ new: 'yes' })}>
      New organizer
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Organizers"
        description={
          may('manage_catalog')
            ? 'All organizers and their managers.'
            : 'Your organizers and their managers.'
        }
        actions={create}
        calls={calls}
      />
      <OwnRoles />
      <Group mb="md">
        <SearchBox
          label="Search organizers"
          value={q}
          onSearch={(text) => address.replace({ q: text, page: undefined })}
        />
        {may('manage_catalog') && (
          <SegmentedControl
            aria-label="Which organizers"
            data={[
              { value: 'all', label: 'All' },
              { value: 'waiting', label: 'Waiting for approval' },
            ]}
            value={isWaiting ? 'waiting' : 'all'}
            onChange={(next) =>
              address.set({ show: next === 'waiting' ? next : undefined, page: undefined })
            }
          />
        )}
      </Group>
      <Shown
        query={found}
        isEmpty={({ organizers }) => organizers.length === 0}
        empty={
          <NoOrganizers isWaiting={isWaiting} isFiltered={q !== '' || isWaiting} action={create} />
        }
      >
        {({ organizers, pagination }) => (
          <DataTable
            label="Organizers"
            rows={organizers}
            keyOf={({ id }) => id}
            columns={columns}
            page={{ ...pagination, onPage: (next) => address.set({ page: `${next}` }) }}
          />
        )}
      </Shown>
      <NewOrganizer
        opened={address.get('new') !== ''}
        onClose={() => address.replace({ new: undefined })}
        onMade={({ id }) => navigate(`/organizers/${id}`, { replace: true })}
      />
    </>
  )
}

/** The organizers in which the user has a role beside manager. */
function OwnRoles() {
  const { organizerRoles } = useRights()
  if (organizerRoles.length === 0) return null
  return (
    <Card component="section" withBorder p="lg" mb="md">
      <Title order={2} size="h4" mb="sm">
        Your roles
      </Title>
      <Stack gap="xs">
        {organizerRoles.map(({ organizer_id: id, role }) => (
          <Text key={id}>
            <Anchor component={Link} href={`/organizers/${id}`}>
              {id}
            </Anchor>
            : {roles[role].title}
          </Text>
        ))}
      </Stack>
    </Card>
  )
}

type NoOrganizersProps = { isFiltered: boolean; isWaiting: boolean; action: React.ReactNode }

function NoOrganizers({ isFiltered, isWaiting, action }: NoOrganizersProps) {
  return isFiltered ? (
    <Empty
      title={isWaiting ? 'No organizers are waiting for approval' : 'No organizers found'}
      text={
        isWaiting
          ? 'Organizers that are not created by staff appear here.'
          : 'Search for another part of the name.'
      }
    />
  ) : (
    <Empty
      title="No organizers yet"
      text="A festival belongs to an organizer, and its managers run it together. Create yours: you become its first manager."
      action={action}
    />
  )
}
