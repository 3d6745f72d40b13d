import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Invitation } from '../../../client/src/index.ts'
import { roles } from '../organizers/roles.ts'
import { useAct } from '../queries.ts'
import { festival, refreshMe } from '../session.ts'
import { standingAccess } from './standing-access.tsx'

/** The user's open invitations, to accept or decline. */
export function OwnInvitations() {
  const { data: pending = [] } = useQuery({
    queryKey: ['own-invitations'],
    queryFn: ({ signal }) => festival.invitations.own({ signal }),
  })
  if (pending.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No invitations. They are sent to your confirmed e-mail.
      </Text>
    )
  }
  return (
    <Stack component="ul" aria-label="Your invitations" p={0} m={0} style={{ listStyle: 'none' }}>
      {pending.map((invitation) => (
        <Own key={invitation.id} invitation={invitation} />
      ))}
    </Stack>
  )
}

function Own({ invitation }: { invitation: Invitation }) {
  const { id } = invitation
  const refresh = [['own-invitations'], ['organizers'], ['festivals'], standingAccess]
  const accept = useAct(() => festival.invitations.acceptOwn(id), {
    refresh,
    done: 'Accepted. You are signed out everywhere else.',
    onDone: () => void refreshMe(),
  })
  const decline = useAct(() => festival.invitations.delete(id), { refresh, done: 'Declined' })
  return (
    <Group component="li" justify="space-between">
      <Text className="wraps">{offerIn(invitation)}</Text>
      <Group gap="xs">
        <Button size="xs" loading={accept.isPending} onClick={() => accept.mutate()}>
          Accept
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={decline.isPending}
          onClick={() => decline.mutate()}
        >
          Decline
        </Button>
      </Group>
    </Group>
  )
}

function offerIn({ organizer, festival: at, right, role }: Invitation): string {
  if (organizer && role) return `${roles[role].title} of ${organizer.name}`
  if (organizer) return `Manage ${organizer.name}`
  if (at) return `Work at the gate of ${at.name}`
  return right === 'admin' ? 'Become an admin' : `Get the permission ${right}`
}
