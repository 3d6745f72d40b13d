import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { GateStaff } from '../../../../client/src/index.ts'
import { ConfirmButton } from '../../components/confirm-button.tsx'
import { PendingInvitations } from '../../components/invitations.tsx'
import { InviteByEmail } from '../../components/invite-by-email.tsx'
import { PersonLine } from '../../components/person-line.tsx'
import { Shown } from '../../components/states.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'

/** The people with the right to admit from their own account. */
export function Staff({ festivalId }: { festivalId: string }) {
  const invitations = ['invitations', 'festival', festivalId]
  const found = useQuery({
    queryKey: ['festival', festivalId, 'gate-staff'],
    queryFn: ({ signal }) => festival.gate.staff(festivalId, { signal }),
  })
  return (
    <Card withBorder p="lg">
      <Title order={2} size="h4">
        People
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        They admit with their own account, in any of your apps. A gate device needs no account.
      </Text>
      <Shown
        query={found}
        empty={
          <Text size="sm" c="dimmed">
            No gate staff yet. Managers of the organizer can always admit.
          </Text>
        }
      >
        {(staff) => (
          <Stack
            component="ul"
            aria-label="People at the gate"
            gap="sm"
            p={0}
            m={0}
            style={{ listStyle: 'none' }}
          >
            {staff.map((person) => (
              <Person key={person.id} person={person} festivalId={festivalId} />
            ))}
          </Stack>
        )}
      </Shown>
      <PendingInvitations
        queryKey={invitations}
        list={(options) => festival.invitations.toFestival(festivalId, options)}
      />
      <InviteByEmail
        label="Invite a person by e-mail"
        invite={(email) => festival.gate.addStaff(festivalId, { email })}
        queryKey={invitations}
      />
    </Card>
  )
}

function Person({ person, festivalId }: { person: GateStaff; festivalId: string }) {
  const name = `${person.firstName} ${person.lastName}`
  const remove = useAct(() => festival.gate.removeStaff(festivalId, person.id), {
    refresh: [['festival', festivalId, 'gate-staff']],
    done: `${person.firstName} no longer works at this gate`,
    quiet: true,
  })
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <PersonLine person={person} />
      <ConfirmButton
        size="xs"
        label="Remove"
        aria-label={`Remove ${name}`}
        title={`Remove ${name} from the gate?`}
        text="They can no longer admit here. Tickets they have admitted stay admitted. You can invite them again."
        confirm="Remove"
        onConfirm={() => remove.mutateAsync()}
      />
    </Group>
  )
}
