import { Alert, Button, Code, Text } from '@mantine/core'
import { PlusIcon } from '@radix-ui/react-icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import type { Webhook, WebhookWithSecret } from '../../../client/src/index.ts'
import type { Call } from '../components/call-drawer.tsx'
import { Mark } from '../components/mark.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { SecretOnce } from '../components/secrets/secret-once.tsx'
import { Empty, Shown } from '../components/states.tsx'
import { type Column, DataTable } from '../components/tables/data-table.tsx'
import { When } from '../components/tables/figures.tsx'
import { festival } from '../session.ts'
import { NewWebhook } from './new-webhook.tsx'
import { WebhookDrawer } from './webhook-drawer.tsx'
import { receivedBy, stateOf } from './words.ts'

const calls: Call[] = [
  {
    title: 'Create a webhook',
    method: 'POST',
    path: '/webhooks',
    body: { url: 'https://app.example/hooks/festival', events: ['payment.succeeded'] },
    code: "const { secret } = await festival.webhooks.create({\n  url: 'https://app.example/hooks/festival',\n  events: ['payment.succeeded'],\n})",
  },
  {
    title: 'List failed deliveries',
    method: 'GET',
    path: '/webhooks/WEBHOOK_ID/deliveries?status=failed',
    code: "const { deliveries } = await festival.webhooks.deliveries('WEBHOOK_ID', { status: 'failed' })",
  },
  {
    title: 'Send failed deliveries again',
    method: 'POST',
    path: '/webhooks/WEBHOOK_ID/replay',
    body: { since: '2027-07-01' },
    code: "await festival.webhooks.replay('WEBHOOK_ID', { since: '2027-07-01' })",
  },
]

/** The webhooks, and the deliveries of each. */
export function WebhooksPage() {
  const [, go] = useLocation()
  const [, params] = useRoute('/webhooks/:id')
  const [made, setMade] = useState<WebhookWithSecret>()
  const query = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => festival.webhooks.list({ signal }),
  })
  const opened = query.data?.find(({ id }) => id === params?.id)
  const toList = () => go('/webhooks')
  const show = (webhook: WebhookWithSecret) => {
    setMade(webhook)
    go(`/webhooks/${webhook.id}`, { replace: true })
  }
  const create = (
    <Button leftSection={<PlusIcon aria-hidden />} onClick={() => go('/webhooks/new')}>
      New webhook
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Addresses that receive events as signed messages (Standard Webhooks). Failed deliveries are retried for three days."
        calls={calls}
        actions={create}
      />
      {query.data && params && params.id !== 'new' && !opened && (
        <Alert color="yellow" mb="md" title="Webhook not found">
          It may have been deleted, or the id is incomplete.
        </Alert>
      )}
      <Shown
        query={query}
        empty={
          <Empty
            title="No webhooks yet"
            text="Instead of polling, an application registers an address here and receives events: payments, tickets at the gate, changes to festivals."
          />
        }
      >
        {(webhooks) => (
          <DataTable
            label="Webhooks"
            rows={webhooks}
            keyOf={({ id }) => id}
            onOpen={({ id }) => go(`/webhooks/${id}`)}
            columns={columns}
          />
        )}
      </Shown>
      {params?.id === 'new' && <NewWebhook onClose={toList} onMade={show} />}
      {opened && <WebhookDrawer key={opened.id} webhook={opened} onClose={toList} onMade={show} />}
      <SecretOnce
        title="Secret of the webhook"
        secret={made?.secret}
        onDone={() => setMade(undefined)}
        text="The receiver verifies messages with it. Keep it with your application’s secrets."
      >
        <Text size="sm">
          The Standard Webhooks libraries accept it as it is. It signs the headers{' '}
          <Code>webhook-id</Code> and <Code>webhook-timestamp</Code> and the body.
        </Text>
      </SecretOnce>
    </>
  )
}

const columns: [Column<Webhook>, ...Column<Webhook>[]] = [
  { title: 'Address', cell: ({ url }) => url },
  { title: 'Description', cell: ({ description }) => description ?? '–' },
  { title: 'Events', cell: receivedBy },
  { title: 'Status', cell: (webhook) => <WebhookMark webhook={webhook} /> },
  { title: 'Created', cell: ({ created_at }) => <When time={created_at} /> },
]

function WebhookMark({ webhook }: { webhook: Webhook }) {
  const { tone, word } = stateOf(webhook)
  return <Mark tone={tone}>{word}</Mark>
}
