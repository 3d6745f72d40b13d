import { Button, Group, Stack, Text } from '@mantine/core'
import type { Client } from '../../../client/src/index.ts'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import { builtInOf } from './words.ts'

const refresh = [['clients']]

/** Suspends or revokes a client; each dialog explains the effects and when they begin. */
export function Ending({ client, onGone }: { client: Client; onGone: () => void }) {
  const { id, name } = client
  const own = builtInOf(id)
  const keys = client.kind === 'publishable' ? 'its id does' : 'its secrets do'
  const suspend = useAct((suspended: boolean) => festival.clients.update(id, { suspended }), {
    refresh,
    quiet: true,
    done: (_, suspended) => (suspended ? `${name} is suspended` : `${name} is active again`),
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
          ? `It is suspended: its tokens have ended, and ${keys} not work until you reactivate it.`
          : 'Suspending can be undone, revoking cannot. Both end its tokens and those of its users within a second.'}
      </Text>
      <Group>
        {client.suspended ? (
          <Button
            variant="default"
            loading={suspend.isPending}
            onClick={() => suspend.mutate(false)}
          >
            Reactivate
          </Button>
        ) : (
          <ConfirmButton
            label="Suspend"
            title={`Suspend ${name}?`}
            text={
              own?.suspended ??
              `Within a second its tokens and those of its users end: they are signed out, and live streams close. Until you reactivate it ${keys} not work. Nothing is deleted.`
            }
            confirm="Suspend"
            onConfirm={() => suspend.mutateAsync(true)}
          />
        )}
        {!own && (
          <ConfirmButton
            label="Revoke permanently"
            title={`Revoke ${name}?`}
            text="Within a second it and its tokens end, and its users are signed out. This cannot be undone: an application that still needs the API gets a new client. Payments and tickets stay."
            confirm="Revoke"
            onConfirm={() => remove.mutateAsync()}
          />
        )}
      </Group>
    </Stack>
  )
}
