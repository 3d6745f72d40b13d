import { Button, Stack, Text } from '@mantine/core'
import type { Account } from '../../../client/src/index.ts'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import { nameOf } from './words.ts'

type Props = { person: Account; mayAct: boolean }

/** Suspends and reactivates a person, after explaining the effects. */
export function Suspension({ person, mayAct }: Props) {
  const name = nameOf(person)
  const act = useAct((suspended: boolean) => festival.users.suspend(person.id, { suspended }), {
    refresh: [['people']],
    quiet: !person.suspended,
    done: (_, suspended) => (suspended ? `${name} is suspended` : `${name} is active again`),
  })
  if (!mayAct)
    return <Text size="sm">This is your own account: only another user can suspend it.</Text>
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm" c="dimmed">
        {person.suspended
          ? 'Suspended: signed out everywhere, and cannot sign in.'
          : 'A suspended person is signed out everywhere and cannot sign in, until you reactivate them.'}
      </Text>
      {person.suspended ? (
        <Button variant="default" loading={act.isPending} onClick={() => act.mutate(false)}>
          Reactivate
        </Button>
      ) : (
        <ConfirmButton
          label="Suspend"
          title={`Suspend ${name}?`}
          text={`Within a second ${name} is signed out on every device, and live streams close; signing in is refused. Tickets, points and payments stay, and tickets still admit at the gate. Festivals and organizers they manage go on.`}
          confirm="Suspend"
          onConfirm={() => act.mutateAsync(true)}
        />
      )}
    </Stack>
  )
}
