import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { PlusIcon } from '@radix-ui/react-icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import type { Client, ClientWithSecret, CreatedClient } from '../../../client/src/index.ts'
import { useAddress, useStoredSearch } from '../components/address.ts'
import type { Call } from '../components/call-drawer.tsx'
import { CopyIconButton } from '../components/copy.tsx'
import { SearchBox } from '../components/fields/search-box.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Ago, useNow } from '../components/relative.tsx'
import { SecretOnce } from '../components/secrets/secret-once.tsx'
import { Empty, Shown } from '../components/states.tsx'
import { type Column, DataTable } from '../components/tables/data-table.tsx'
import { festival } from '../session.ts'
import { ClientDrawer, ClientMarks } from './client-drawer.tsx'
import { NewClient } from './new-client.tsx'
import { Snippets } from './snippets.tsx'
import { lastUsed, secretsInWords, titleOf } from './words.ts'

const calls: Call[] = [
  {
    title: 'List the clients',
    method: 'GET',
    path: '/clients',
    code: 'const clients = await festival.clients.list()',
  },
  {
    title: 'Create a client',
    method: 'POST',
    path: '/clients',
    body: { name: 'Ticket shop', scopes: ['read_emails'] },
    code: "const { client_secret } = await festival.clients.create({\n  name: 'Ticket shop',\n  scopes: ['read_emails'],\n})",
  },
  {
    title: 'Create a client for a web page',
    method: 'POST',
    path: '/clients',
    body: { name: 'Shop page', kind: 'publishable', origins: ['https://shop.example'] },
    code: "const { id } = await festival.clients.create({\n  name: 'Shop page',\n  kind: 'publishable',\n  origins: ['https://shop.example'],\n})",
  },
  {
    title: 'Replace a secret; the old one works for another hour',
    method: 'POST',
    path: '/clients/CLIENT_ID/rotate',
    body: { overlap_seconds: 3600 },
    code: "await festival.clients.rotate('CLIENT_ID', { overlap_seconds: 3600 })",
  },
  {
    title: 'Suspend a client',
    method: 'PUT',
    path: '/clients/CLIENT_ID',
    body: { suspended: true },
    code: "await festival.clients.update('CLIENT_ID', { suspended: true })",
  },
]

/** The most one page of clients can hold: an installation has only a few. */
const most = 1000

/** The applications that may call the API. */
export function ClientsPage() {
  const [, go] = useLocation()
  const [, params] = useRoute('/clients/:id')
  const keep = useStoredSearch()
  const [made, setMade] = useState<ClientWithSecret>()
  const query = useQuery({
    queryKey: ['clients'],
    queryFn: ({ signal }) => festival.clients.list({ limit: most }, { signal }),
  })
  const opened = query.data?.find(({ id }) => id === params?.id)
  const toList = () => go(keep('/clients'))
  const show = ({ client_secret, ...client }: CreatedClient) => {
    if (client_secret !== null) setMade({ ...client, client_secret })
    go(keep(`/clients/${client.id}`), { replace: true })
  }
  const create = (
    <Button leftSection={<PlusIcon aria-hidden />} onClick={() => go(keep('/clients/new'))}>
      New client
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Clients"
        description="Applications that may call the API. Each exchanges its id, and a server its secret as well, for a token."
        calls={calls}
        actions={create}
      />
      {query.data && params && params.id !== 'new' && !opened && (
        <Alert color="yellow" mb="md" title="Client not found">
          It may have been revoked, or the id is incomplete.
        </Alert>
      )}
      <Shown query={query}>
        {(clients) => <Clients clients={clients} onOpen={(id) => go(keep(`/clients/${id}`))} />}
      </Shown>
      {params?.id === 'new' && <NewClient onClose={toList} onMade={show} />}
      {opened && <ClientDrawer key={opened.id} client={opened} onClose={toList} onMade={show} />}
      <Made client={made} onDone={() => setMade(undefined)} />
    </>
  )
}

const columns: [Column<Client>, ...Column<Client>[]] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Client id', cell: ({ id }) => <ClientId id={id} /> },
  { title: 'Status', cell: (client) => <State client={client} /> },
  { title: 'Scopes', cell: ({ scopes }) => scopes.map(titleOf).join(', ') || 'none' },
  { title: 'Secret', cell: (client) => <SecretState client={client} /> },
  { title: 'Last used', cell: (client) => <LastUsed client={client} /> },
]

function Clients({ clients, onOpen }: { clients: Client[]; onOpen: (id: string) => void }) {
  const address = useAddress()
  const q = address.get('q').toLowerCase()
  const shown = clients.filter(
    ({ id, name }) => name.toLowerCase().includes(q) || id.toLowerCase().includes(q),
  )
  return (
    <Stack>
      <SearchBox
        label="Search by name or id"
        value={address.get('q')}
        onSearch={(text) => address.replace({ q: text })}
      />
      {shown.length === 0 ? (
        <Empty
          title={q === '' ? 'No clients yet' : 'No clients found'}
          text={
            q === ''
              ? 'A client is an application with an id of its own. Create one for each application that calls the API.'
              : 'Search for another part of the name or the id.'
          }
        />
      ) : (
        <DataTable
          label="Clients"
          rows={shown}
          keyOf={({ id }) => id}
          onOpen={({ id }) => onOpen(id)}
          columns={columns}
        />
      )}
    </Stack>
  )
}

function ClientId({ id }: { id: string }) {
  return (
    <Group gap={2} wrap="nowrap">
      <Code style={{ overflowWrap: 'normal' }}>{id}</Code>
      <CopyIconButton value={id} label={`Copy ${id}`} />
    </Group>
  )
}

function SecretState({ client }: { client: Client }) {
  return secretsInWords(client, useNow())
}

/** Only the uses of secrets are recorded. */
function LastUsed({ client }: { client: Client }) {
  return client.kind === 'publishable' ? 'not recorded' : <Ago time={lastUsed(client)} />
}

function State({ client }: { client: Client }) {
  return (
    <Group gap={4}>
      <ClientMarks client={client} />
    </Group>
  )
}

function Made({ client, onDone }: { client: ClientWithSecret | undefined; onDone: () => void }) {
  return (
    <SecretOnce
      title={`Secret of ${client?.name ?? ''}`}
      secret={client?.client_secret}
      onDone={onDone}
      text="Only a hash of it is stored. Keep it with your application’s secrets, never in a page or a repository."
    >
      {client && (
        <>
          <Text size="sm">
            client_id <Code className="wraps">{client.id}</Code>
          </Text>
          <Snippets id={client.id} secret={client.client_secret} />
        </>
      )}
    </SecretOnce>
  )
}
