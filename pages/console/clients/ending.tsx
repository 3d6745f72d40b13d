import { Button, Group, Stack, Text } from '@mantine/core'
import type { Client } from '../../../client/src/index.ts'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import { builtInOf } from './words.ts'

const refresh = [['clients']]

/** Shutting a client out for a while or for good, each with what stops and when. */
export function Ending({ client, onGone }: { client: Client; onGone: () => void }) {
  const { id, name } = client
  const own = builtInOf(id)
  const suspend = useAct((suspended: boolean) => festival.clients.update(id, { suspended }), {
    refresh,
    quiet: true,
    done: (_, suspended) => (suspended ? `${name} is suspended` : `${name} is let in again`),
  })
  const remove = useAct(() => festival.clients.delete(id), {
    refresh,
    quiet: true,
    done: `${name} is revoked`,
    onDone: onGone,
  })
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {client.suspended
          ? 'It is shut out: its tokens have ended, and its secrets open nothing until you let it in again.'
          : 'Suspending can be taken back, revoking cannot. Both end its tokens, and those its users got through it, within a second.'}
      </Text>
      <Group>
        {client.suspended ? (
          <Button
            variant="default"
            loading={suspend.isPending}
            onClick={() => suspend.mutate(false)}
          >
            Let it in again
          </Button>
        ) : (
          <ConfirmButton
            label="Suspend"
            title={`Suspend ${name}?`}
            text={
              own?.suspended ??
              'Within a second its tokens end everywhere, and with them those of the people who signed in through it: they are signed out, and live streams close. Its secrets open nothing until you let it in again. Nothing is deleted.'
            }
            confirm="Suspend it"
            onConfirm={() => suspend.mutateAsync(true)}
          />
        )}
        {!own && (
          <ConfirmButton
            label="Revoke for good"
            title={`Revoke ${name}?`}
            text="Within a second its secrets and tokens end everywhere, and the people who signed in through it are signed out. It cannot be brought back: an application that still needs the API gets a new client. Payments and tickets stay."
            confirm="Revoke it"
            onConfirm={() => remove.mutateAsync()}
          />
        )}
      </Group>
    </Stack>
  )
}
