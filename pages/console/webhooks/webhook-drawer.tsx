import { Alert, Button, Divider, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import type { Webhook, WebhookWithSecret } from '../../../client/src/index.ts'
import { endInWords } from '../clients/words.ts'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { useNow } from '../components/relative.tsx'
import { Rotate } from '../components/secrets/rotate.tsx'
import { When } from '../components/tables/figures.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import { Deliveries } from './deliveries.tsx'
import { Delivery } from './delivery.tsx'
import { bodyOf, useWebhookForm, WebhookFields, type WebhookForm } from './fields.tsx'
import { whyDisabled } from './words.ts'

const refresh = [['webhooks'], ['webhook-deliveries']]

type Props = {
  webhook: Webhook
  onClose: () => void
  onMade: (webhook: WebhookWithSecret) => void
}

/** Everything about one webhook, beside the list. */
export function WebhookDrawer({ webhook, onClose, onMade }: Props) {
  const [delivery, setDelivery] = useState<string>()
  return (
    <Drawer
      opened
      onClose={onClose}
      closeOnEscape={delivery === undefined}
      position="right"
      size="xl"
      title={webhook.description ?? webhook.url}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="lg">
        <Disabled webhook={webhook} />
        <Missed webhook={webhook} />
        <Part title="Deliveries">
          <Deliveries webhook={webhook} onOpen={setDelivery} />
        </Part>
        <Part title="Settings">
          <Editing webhook={webhook} />
        </Part>
        <Part title="Secret">
          <Secret webhook={webhook} onMade={onMade} />
        </Part>
        <Part title="Disable or delete">
          <Ending webhook={webhook} onGone={onClose} />
        </Part>
        {delivery && <Delivery id={delivery} onClose={() => setDelivery(undefined)} />}
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

function useEnable({ id }: Webhook) {
  return useAct((enabled: boolean) => festival.webhooks.update(id, { enabled }), {
    refresh,
    done: (_, enabled) => (enabled ? 'The webhook is enabled' : 'The webhook is disabled'),
  })
}

/** The reason why the webhook is disabled, and a button to enable it. */
function Disabled({ webhook }: { webhook: Webhook }) {
  const enable = useEnable(webhook)
  if (webhook.enabled) return null
  const why = whyDisabled(webhook)
  return (
    <Alert color={why ? 'red' : 'yellow'} title="This webhook is disabled">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {why ?? 'A user has disabled it.'} Nothing is sent to it while it is disabled; deliveries
          under way continue when you enable it.
        </Text>
        <Button
          size="xs"
          variant="default"
          loading={enable.isPending}
          onClick={() => enable.mutate(true)}
        >
          Enable
        </Button>
      </Stack>
    </Alert>
  )
}

/** The events missed while the service had disabled the webhook, and the button that sends them. */
function Missed({ webhook: { id, enabled, missed } }: { webhook: Webhook }) {
  const replay = useAct((since: string) => festival.webhooks.replay(id, { since }), {
    refresh,
    done: ({ replayed }) => `${replayed} sent, one after the other`,
  })
  if (missed === null) return null
  const { events, since } = missed
  return (
    <Alert
      color="yellow"
      title={events === 1 ? 'It missed one event' : `It missed ${events} events`}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          The first one happened <When time={since} /> UTC. Events are kept for 30 days.
          {!enabled && ' Enable the webhook to replay them.'}
        </Text>
        <Button
          size="xs"
          variant="default"
          disabled={!enabled}
          loading={replay.isPending}
          onClick={() => replay.mutate(since)}
        >
          Replay what it missed
        </Button>
      </Stack>
    </Alert>
  )
}

function Editing({ webhook }: { webhook: Webhook }) {
  const form = useWebhookForm(webhook)
  const act = useAct(
    (values: WebhookForm) => festival.webhooks.update(webhook.id, bodyOf(values)),
    {
      refresh,
      done: 'Saved',
      onDone: () => form.resetDirty(),
      quiet: true,
    },
  )
  return (
    <form onSubmit={form.onSubmit((values) => act.mutate(values))} noValidate>
      <Stack>
        {act.error && (
          <Alert color="red" role="alert" title="Could not save" className="wraps">
            {act.error.message}
          </Alert>
        )}
        <WebhookFields form={form} />
        <Group>
          <Button type="submit" loading={act.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Secret({ webhook, onMade }: Pick<Props, 'webhook' | 'onMade'>) {
  const [isRotating, { open, close }] = useDisclosure()
  const now = useNow()
  const { old_secret_ends_at } = webhook
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm" c="dimmed">
        {old_secret_ends_at === null
          ? 'One secret signs each message.'
          : `Two secrets sign each message. The old one: ${endInWords(old_secret_ends_at, now)}.`}
      </Text>
      <Button variant="default" onClick={open}>
        Replace the secret
      </Button>
      {isRotating && (
        <Rotate
          name={webhook.description ?? webhook.url}
          hasOld
          ifNow="A receiver that knows only the old secret rejects messages."
          note="Until the old one expires, each message is signed with both."
          rotate={(overlap) => festival.webhooks.rotate(webhook.id, overlap)}
          refresh={[['webhooks']]}
          onClose={close}
          onMade={(made) => {
            close()
            onMade(made)
          }}
        />
      )}
    </Stack>
  )
}

function Ending({ webhook, onGone }: { webhook: Webhook; onGone: () => void }) {
  const enable = useEnable(webhook)
  const remove = useAct(() => festival.webhooks.delete(webhook.id), {
    refresh: [['webhooks']],
    quiet: true,
    done: 'The webhook is deleted',
    onDone: onGone,
  })
  return (
    <Group>
      {webhook.enabled && (
        <ConfirmButton
          label="Disable"
          title="Disable this webhook?"
          text="It receives no events until you enable it again. Deliveries under way wait."
          confirm="Disable"
          onConfirm={() => enable.mutateAsync(false)}
        />
      )}
      <ConfirmButton
        label="Delete"
        title="Delete this webhook?"
        text="It receives no more events, and its delivery log is deleted too."
        confirm="Delete"
        onConfirm={() => remove.mutateAsync()}
      />
    </Group>
  )
}
