import { Button, Card, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { WebhookAttempt, WebhookDeliveryDetail } from '../../../client/src/index.ts'
import { Snippet } from '../components/call-drawer.tsx'
import { fromNow, useNow } from '../components/relative.tsx'
import { Shown } from '../components/states.tsx'
import { When } from '../components/tables/figures.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import { Outcome } from './deliveries.tsx'

/** One delivery: the message, each attempt with its answer, and a button to send it again. */
export function Delivery({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: ['webhook-deliveries', 'one', id],
    queryFn: ({ signal }) => festival.webhooks.delivery(id, { signal }),
    refetchInterval: 3_000,
  })
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={query.data?.type ?? 'Delivery'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Shown query={query}>{(delivery) => <Detail delivery={delivery} />}</Shown>
    </Modal>
  )
}

function Detail({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const now = useNow()
  const again = useAct(() => festival.webhooks.redeliver(delivery.id), {
    refresh: [['webhook-deliveries']],
    done: 'It is sent again',
  })
  return (
    <Stack>
      <Group justify="space-between">
        <Outcome delivery={delivery} />
        <Button
          size="xs"
          variant="default"
          loading={again.isPending}
          onClick={() => again.mutate()}
        >
          Send again
        </Button>
      </Group>
      {delivery.next_attempt_at !== null && (
        <Text size="sm" c="dimmed">
          The next attempt is due {fromNow(delivery.next_attempt_at, now)}.
        </Text>
      )}
      <section>
        <Title order={3} size="h5">
          Message
        </Title>
        <Snippet code={JSON.stringify(delivery.message, null, 2)} />
      </section>
      <section>
        <Title order={3} size="h5" mb="xs">
          Attempts
        </Title>
        <Stack gap="xs">
          {delivery.attempted.length === 0 && (
            <Text size="sm" c="dimmed">
              None so far.
            </Text>
          )}
          {delivery.attempted.map((attempt) => (
            <Attempt key={attempt.number} attempt={attempt} />
          ))}
        </Stack>
      </section>
    </Stack>
  )
}

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const { number, at, duration_ms, status, answer, error } = attempt
  return (
    <Card withBorder p="sm">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={550}>
          {number}. {status === null ? 'no answer' : `answered ${status}`}
        </Text>
        <Text size="sm" c="dimmed" className="numbers">
          <When time={at} /> UTC, {duration_ms} ms
        </Text>
      </Group>
      {(error || answer) && (
        <Text size="sm" mt={4} ff="monospace" className="wraps">
          {error ?? answer}
        </Text>
      )}
    </Card>
  )
}
