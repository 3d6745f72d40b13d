import { Alert, Button, Code, Divider, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Client, ClientWithSecret } from '../../../client/src/index.ts'
import { CopyIconButton } from '../components/copy.tsx'
import { Mark } from '../components/mark.tsx'
import { When } from '../components/tables/figures.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import { Ending } from './ending.tsx'
import { bodyOf, ClientFields, type ClientForm, useClientForm } from './fields.tsx'
import { Secrets } from './secrets.tsx'
import { PageSnippets, Snippets } from './snippets.tsx'
import { builtInOf } from './words.ts'

type Props = {
  client: Client
  onClose: () => void
  onMade: (client: ClientWithSecret) => void
}

/** Everything about one client, beside the list. */
export function ClientDrawer({ client, onClose, onMade }: Props) {
  const own = builtInOf(client.id)
  const isPublishable = client.kind === 'publishable'
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={client.name}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="lg">
        <Identity client={client} />
        {own ? <Text>{own.what}</Text> : <Editing client={client} />}
        {!own && !isPublishable && (
          <Part title="Secrets">
            <Secrets client={client} onMade={onMade} />
          </Part>
        )}
        {!own && (
          <Part title="Examples">
            {isPublishable ? <PageSnippets client={client} /> : <Snippets id={client.id} />}
          </Part>
        )}
        <Part title="Suspend or revoke">
          <Ending client={client} onGone={onClose} />
        </Part>
      </Stack>
    </Drawer>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Divider mb="md" />
      <Title order={3} size="h5" mb="sm">
        {title}
      </Title>
      {children}
    </section>
  )
}

function Identity({ client }: { client: Client }) {
  return (
    <Stack gap={6}>
      <Group gap={4} wrap="nowrap">
        <Text size="sm" c="dimmed">
          client_id
        </Text>
        <Code className="wraps">{client.id}</Code>
        <CopyIconButton value={client.id} label="Copy the client id" />
      </Group>
      <Group gap="xs">
        <ClientMarks client={client} />
        <Text size="sm" c="dimmed">
          made <When time={client.created_at} /> UTC
        </Text>
      </Group>
    </Stack>
  )
}

/** Shows whether the client is active, and whether it is publishable or built in. */
export function ClientMarks({ client }: { client: Client }) {
  return (
    <>
      {client.suspended ? <Mark tone="bad">suspended</Mark> : <Mark tone="good">active</Mark>}
      {client.kind === 'publishable' && <Mark>publishable</Mark>}
      {builtInOf(client.id) && <Mark>built in</Mark>}
    </>
  )
}

function Editing({ client }: { client: Client }) {
  const form = useClientForm({ ...client, origins: client.origins.join('\n') })
  const act = useAct((values: ClientForm) => festival.clients.update(client.id, bodyOf(values)), {
    refresh: [['clients']],
    done: 'Saved',
    onDone: () => form.resetDirty(),
    quiet: true,
  })
  return (
    <form onSubmit={form.onSubmit((values) => act.mutate(values))} noValidate>
      <Stack>
        {act.error && (
          <Alert color="red" role="alert" title="Could not save" className="wraps">
            {act.error.message}
          </Alert>
        )}
        <ClientFields form={form} />
        <Group>
          <Button type="submit" loading={act.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
          <Text size="sm" c="dimmed">
            {client.kind === 'publishable'
              ? 'New origins apply from the next request.'
              : 'New scopes apply from the next request.'}
          </Text>
        </Group>
      </Stack>
    </form>
  )
}
