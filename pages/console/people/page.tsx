import { Avatar, Group, Select, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useRoute } from 'wouter'
import type { Account, Operations } from '../../../client/src/index.ts'
import { pageIn, useAddress, useStoredSearch } from '../components/address.ts'
import type { Call } from '../components/call-drawer.tsx'
import { SearchBox } from '../components/fields/search-box.tsx'
import { Mark } from '../components/mark.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Ago } from '../components/relative.tsx'
import { Empty, Shown } from '../components/states.tsx'
import { type Column, DataTable } from '../components/tables/data-table.tsx'
import { When } from '../components/tables/figures.tsx'
import { festival } from '../session.ts'
import { PersonDrawer } from './person-drawer.tsx'
import { nameOf, notable, roleOf } from './words.ts'

type Answer = Operations['GET /users/all']['answer']
type Role = 'organizer' | 'gate' | 'admin'
const roleFilters = [
  { value: '', label: 'All' },
  { value: 'admin', label: 'Admins' },
  { value: 'organizer', label: 'Organizers' },
  { value: 'gate', label: 'Gate staff' },
]

const calls: Call[] = [
  {
    title: 'Find people',
    method: 'GET',
    path: '/users/all?q=marsh&page=1',
    code: "const { users } = await festival.users.accounts({ q: 'marsh', page: 1 })",
  },
  {
    title: 'All that there is of a person',
    method: 'GET',
    path: '/users/USER_ID/record',
    code: "const { orders, tickets, points } = await festival.users.record('USER_ID')",
  },
  {
    title: 'Set the permissions of a person',
    method: 'PUT',
    path: '/users/USER_ID/permissions',
    body: { permissions: ['manage_catalog'] },
    code: "await festival.users.setPermissions('USER_ID', { permissions: ['manage_catalog'] })",
  },
  {
    title: 'Make a person an admin',
    method: 'PUT',
    path: '/users/USER_ID/roles',
    body: { roles: ['admin'] },
    code: "await festival.users.setRoles('USER_ID', { roles: ['admin'] })",
  },
  {
    title: 'Suspend an account',
    method: 'PUT',
    path: '/users/USER_ID/suspended',
    body: { suspended: true },
    code: "await festival.users.suspend('USER_ID', { suspended: true })",
  },
]

/** All accounts: search, rights, and the record of each. */
export function PeoplePage() {
  const address = useAddress()
  const [, go] = useLocation()
  const [, params] = useRoute('/people/:id')
  const keep = useStoredSearch()
  const filter = { q: address.get('q'), role: address.get('role'), page: pageIn(address) }
  const query = useQuery({
    queryKey: ['people', filter],
    queryFn: ({ signal }) => festival.users.accounts(asQuery(filter), { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title="People"
        description="All accounts, their rights, and all that there is of each."
        calls={calls}
      />
      <Stack>
        <Group>
          <SearchBox
            label="Search by name or e-mail"
            value={filter.q}
            onSearch={(q) => address.replace({ q, page: undefined })}
          />
          <Select
            aria-label="Who is shown"
            data={roleFilters}
            value={filter.role}
            allowDeselect={false}
            onChange={(role) => address.set({ role: role ?? undefined, page: undefined })}
            w={160}
          />
        </Group>
        <Shown query={query} isEmpty={({ users }) => users.length === 0} empty={<NoPeople />}>
          {(answer) => <People answer={answer} onOpen={(id) => go(keep(`/people/${id}`))} />}
        </Shown>
      </Stack>
      {params?.id && (
        <PersonDrawer
          key={params.id}
          id={params.id}
          known={query.data?.users.find(({ id }) => id === params.id)}
          onClose={() => go(keep('/people'))}
        />
      )}
    </>
  )
}

function asQuery({ q, role, page }: { q: string; role: string; page: number }) {
  const known = roleFilters.some(({ value }) => value === role) && role !== ''
  return { page, limit: 20, ...(q && { q }), ...(known && { role: role as Role }) }
}

function NoPeople() {
  return (
    <Empty
      title="No people found"
      text="Search for another part of a name, or for the beginning of an e-mail address."
    />
  )
}

const columns: [Column<Account>, ...Column<Account>[]] = [
  { title: 'Name', cell: (person) => <Named person={person} /> },
  {
    title: 'E-mail',
    cell: ({ email }) =>
      email ?? (
        <Text c="dimmed" inherit>
          hidden
        </Text>
      ),
  },
  { title: 'Rights', cell: (person) => <Rights person={person} /> },
  { title: 'Created', cell: ({ created_at }) => <When time={created_at} date /> },
  { title: 'Last sign-in', cell: ({ last_sign_in_at }) => <Ago time={last_sign_in_at} /> },
]

function People({ answer, onOpen }: { answer: Answer; onOpen: (id: string) => void }) {
  const address = useAddress()
  const { page, totalPages, total } = answer.pagination
  return (
    <DataTable
      label="People"
      rows={answer.users}
      keyOf={({ id }) => id}
      onOpen={({ id }) => onOpen(id)}
      page={{ page, totalPages, total, onPage: (next) => address.set({ page: `${next}` }) }}
      columns={columns}
    />
  )
}

function Named({ person }: { person: Account }) {
  return (
    <Group gap="xs" wrap="nowrap" component="span">
      <Avatar aria-hidden src={person.photo} size="sm" alt="" name={nameOf(person)} color="brand" />
      <span>{nameOf(person)}</span>
    </Group>
  )
}

function Rights({ person }: { person: Account }) {
  const given = person.permissions.length
  if (!person.suspended && given === 0 && notable(person).length === 0)
    return (
      <Text c="dimmed" inherit>
        none
      </Text>
    )
  return (
    <Group gap={4}>
      {person.suspended && <Mark tone="bad">suspended</Mark>}
      {notable(person).map((role) => (
        <Mark key={role} tone={role === 'admin' ? 'live' : 'quiet'}>
          {roleOf(role).title}
        </Mark>
      ))}
      {given > 0 && <Mark>{given === 1 ? '1 permission' : `${given} permissions`}</Mark>}
    </Group>
  )
}
