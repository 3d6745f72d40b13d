import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useState } from 'react'
import type {
  ListWebhookDeliveriesAnswer,
  Webhook,
  WebhookDelivery,
} from '../../../client/src/index.ts'
import { Mark } from '../components/mark.tsx'
import { Ago } from '../components/relative.tsx'
import { Failure, Loading } from '../components/states.tsx'
import { type Column, DataTable } from '../components/tables/data-table.tsx'
import { LoadMore } from '../components/tables/load-more.tsx'
import { present } from '../present.ts'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import { outcomeOf } from './words.ts'

const [pageSize, day] = [20, 86_400_000]
const filters = [
  { value: '', label: 'All' },
  { value: 'pending', label: 'Waiting' },
  { value: 'failed', label: 'Failed' },
]

type Props = { webhook: Webhook; onOpen: (id: string) => void }

/** The delivery log of a webhook, and buttons to send again. */
export function Deliveries({ webhook, onOpen }: Props) {
  const [status, setStatus] = useState('')
  const query = useInfiniteQuery({
    queryKey: ['webhook-deliveries', webhook.id, status],
    queryFn: ({ pageParam, signal }) =>
      festival.webhooks.deliveries(
        webhook.id,
        { limit: pageSize, ...(status && { status }), ...(pageParam && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_after }) => next_after,
    // A test delivery appears within a second or two.
    refetchInterval: 3_000,
  })
  return (
    <Stack>
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Show"
          data={filters}
          value={status}
          onChange={setStatus}
          size="xs"
        />
        <Actions webhook={webhook} />
      </Group>
      <Log query={query} isFiltered={status !== ''} onOpen={onOpen} />
    </Stack>
  )
}

type LogProps = {
  query: UseInfiniteQueryResult<InfiniteData<ListWebhookDeliveriesAnswer>>
  isFiltered: boolean
  onOpen: (id: string) => void
}

function Log({ query, isFiltered, onOpen }: LogProps) {
  if (query.isPending) return <Loading rows={3} />
  if (query.isError && !query.data)
    return <Failure error={query.error} retry={() => void query.refetch()} />
  const deliveries = query.data?.pages.flatMap(({ deliveries }) => deliveries) ?? []
  if (deliveries.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {isFiltered ? 'No deliveries found.' : 'Nothing yet. Send a test to see one.'}
      </Text>
    )
  return (
    <>
      <DataTable
        label="Deliveries"
        rows={deliveries}
        keyOf={({ id }) => id}
        onOpen={({ id }) => onOpen(id)}
        columns={columns}
      />
      <LoadMore query={query} size="xs" />
    </>
  )
}

/** Sends a test, and failed deliveries again; not while the webhook is disabled. */
function Actions({ webhook: { id, enabled } }: { webhook: Webhook }) {
  const refresh = [['webhook-deliveries']]
  const test = useAct(() => festival.webhooks.test(id), { refresh, done: 'A test is on its way' })
  const replay = useAct(
    () => festival.webhooks.replay(id, { since: new Date(present() - 3 * day).toISOString() }),
    { refresh, done: ({ replayed }) => `${replayed} sent again` },
  )
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="xs"
        disabled={!enabled}
        loading={replay.isPending}
        onClick={() => replay.mutate()}
      >
        Retry three days
      </Button>
      <Button size="xs" disabled={!enabled} loading={test.isPending} onClick={() => test.mutate()}>
        Send a test
      </Button>
    </Group>
  )
}

const columns: [Column<WebhookDelivery>, ...Column<WebhookDelivery>[]] = [
  { title: 'Event', cell: ({ type }) => type },
  { title: 'Happened', cell: ({ timestamp }) => <Ago time={timestamp} /> },
  { title: 'Outcome', cell: (delivery) => <Outcome delivery={delivery} /> },
  { title: 'Attempts', cell: ({ attempts }) => attempts, align: 'right' },
]

/** The result of a delivery, and its reason. */
export function Outcome({ delivery }: { delivery: WebhookDelivery }) {
  const { tone, word, detail } = outcomeOf(delivery)
  return (
    <Group gap="xs">
      <Mark tone={tone}>{word}</Mark>
      {detail && (
        <Text size="sm" c="dimmed" className="wraps">
          {detail}
        </Text>
      )}
    </Group>
  )
}
