import { Button, Divider, Group, Stack, Text } from '@mantine/core'
import type { AttendeeMessage, MessagePreview } from '../../../../client/src/index.ts'
import { ConfirmButton } from '../../components/confirm-button.tsx'
import { Shown } from '../../components/states.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'
import { listOf, messageOf, usePreview } from './use-messages.ts'
import { people } from './words.ts'

type Props = { festivalId: string; message: AttendeeMessage; onClose: () => void }

/** A saved draft: its recipients, its preview, and its actions. */
export function Ready({ festivalId, message, onClose }: Props) {
  return (
    <>
      <Divider label="Preview" labelPosition="left" />
      <Shown query={usePreview(festivalId, message.id)}>
        {(preview) => (
          <Stack>
            <Text aria-live="polite">{receivingIn(preview)}</Text>
            <Text
              component="div"
              role="region"
              aria-label="The mail"
              tabIndex={0}
              className="wraps"
              size="sm"
              p="md"
              mah={320}
              style={{
                whiteSpace: 'pre-wrap',
                overflowY: 'auto',
                border: '1px solid var(--mantine-color-default-border)',
                borderRadius: 'var(--mantine-radius-md)',
              }}
            >
              {preview.text}
            </Text>
            <Actions {...{ festivalId, message, onClose, preview }} />
          </Stack>
        )}
      </Shown>
    </>
  )
}

function receivingIn({ receiving, unsubscribed, limited }: MessagePreview): string {
  const left = [
    unsubscribed > 0 && `${people(unsubscribed)} left out, who want no messages`,
    limited > 0 && `${people(limited)} left out, who had a message in the last 24 hours`,
  ].filter((text) => text !== false)
  const get = receiving === 1 ? 'gets' : 'get'
  return `${[`${receiving === 0 ? 'No one' : people(receiving)} ${receiving === 0 ? 'gets' : get} it now`, ...left].join('; ')}.`
}

function Actions({ festivalId, message, onClose, preview }: Props & { preview: MessagePreview }) {
  const { receiving } = preview
  const test = useAct(() => festival.messages.test(festivalId, message.id), {
    done: 'The test is on its way to you',
  })
  const send = useAct(() => festival.messages.send(festivalId, message.id), {
    refresh: [listOf(festivalId), messageOf(message.id)],
    done: 'The message is on its way',
    quiet: true,
  })
  const remove = useAct(() => festival.messages.delete(festivalId, message.id), {
    done: 'The draft is deleted',
    quiet: true,
    onDone: onClose,
    refresh: [listOf(festivalId)],
  })
  return (
    <Group justify="space-between">
      <ConfirmButton
        label="Delete draft"
        title="Delete this draft?"
        text="It was sent to no one, and cannot be brought back."
        confirm="Delete"
        onConfirm={() => remove.mutateAsync()}
      />
      <Group>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Send me a test
        </Button>
        <ConfirmButton
          color="brand"
          variant="filled"
          disabled={receiving === 0}
          label="Send…"
          title={`Send to ${people(receiving)}?`}
          text={`“${message.subject}” is mailed to ${people(receiving)}. It cannot be taken back or changed.`}
          confirm={`Send to ${people(receiving)}`}
          onConfirm={() => send.mutateAsync()}
        />
      </Group>
    </Group>
  )
}
