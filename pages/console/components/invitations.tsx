import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Invitation } from '../../../client/src/index.ts'
import { roles } from '../organizers/roles.ts'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { When } from './tables/figures.tsx'

type Props = {
  /** the query of the list, refreshed when an invitation is cancelled */
  queryKey: string[]
  list: (options: { signal: AbortSignal }) => Promise<Invitation[]>
}

/** The open invitations; renders nothing when there are none. */
export function PendingInvitations({ queryKey, list }: Props) {
  const { data: pending = [] } = useQuery({ queryKey, queryFn: list })
  if (pending.length === 0) return null
  return (
    <section>
      <Title order={3} size="h5" mt="lg" mb="sm">
        Invited
      </Title>
      <Stack component="ul" aria-label="Invited" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {pending.map((invitation) => (
          <Pending key={invitation.id} invitation={invitation} refresh={[queryKey]} />
        ))}
      </Stack>
    </section>
  )
}

function Pending({ invitation, refresh }: { invitation: Invitation; refresh: string[][] }) {
  const { id, email, right, role, expires_at } = invitation
  const what = right ?? (role && roles[role].title)
  const takeBack = useAct(() => festival.invitations.delete(id), {
    refresh,
    done: 'The invitation is cancelled',
    quiet: true,
  })
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <div className="wraps">
        <Text>{email}</Text>
        <Text size="sm" c="dimmed">
          {what && `${what} · `}until <When time={expires_at} date />
        </Text>
      </div>
      <ConfirmButton
        size="xs"
        label="Cancel"
        aria-label={`Cancel the invitation to ${email}`}
        title="Cancel the invitation?"
        text={`The link in the mail to ${email} stops working. You can invite them again.`}
        confirm="Cancel invitation"
        onConfirm={() => takeBack.mutateAsync()}
      />
    </Group>
  )
}
