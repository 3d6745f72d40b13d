import { Alert, Card, Checkbox, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Organizer, OrganizerMember } from '../../../client/src/index.ts'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { PersonLine } from '../components/person-line.tsx'
import { Shown } from '../components/states.tsx'
import { useAct } from '../queries.ts'
import { festival, refreshMe } from '../session.ts'
import { InviteMember } from './invite-member.tsx'
import { type Role, roleChoices, roles } from './roles.ts'

/** The people with a role beside manager, for managers and admins. */
export function Members({ organizer: { id, name } }: { organizer: Organizer }) {
  // Not below the key of the organizer: a manager leaving it may not read them again.
  const key = ['members', id]
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => festival.organizers.members(id, { signal }),
  })
  return (
    <Card withBorder p="lg">
      <Title order={2} size="h4">
        Other roles
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        People who do a part of the work for {name} and its festivals.
      </Text>
      <Shown query={query}>
        {(members) => (
          <Stack
            component="ul"
            aria-label="Other roles"
            gap="md"
            p={0}
            m={0}
            style={{ listStyle: 'none' }}
          >
            {members.map((member) => (
              <MemberRow key={member.id} member={member} organizer={id} refresh={key} />
            ))}
          </Stack>
        )}
      </Shown>
      <InviteMember organizer={id} />
    </Card>
  )
}

type RowProps = { member: OrganizerMember; organizer: string; refresh: string[] }

function MemberRow({ member, organizer, refresh }: RowProps) {
  const name = `${member.firstName} ${member.lastName}`
  const change = useAct(
    (to: { role?: Role; may_refund?: boolean }) =>
      festival.organizers.updateMember(organizer, member.id, to),
    { refresh: [refresh], done: `${name}: role saved`, quiet: true },
  )
  const remove = useAct(() => festival.organizers.removeMember(organizer, member.id), {
    refresh: [refresh],
    done: `${name} has no role any more`,
    quiet: true,
  })
  const error = change.error ?? remove.error
  return (
    <Stack component="li" gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <PersonLine person={member} />
        <ConfirmButton
          size="xs"
          label="Remove"
          aria-label={`Remove ${name}`}
          title={`Remove ${name}?`}
          text="They lose their role at once. You can invite them again."
          confirm="Remove"
          onConfirm={() => remove.mutateAsync().catch(() => undefined)}
        />
      </Group>
      <Group gap="md" align="center">
        <NativeSelect
          aria-label={`Role of ${name}`}
          size="xs"
          data={roleChoices}
          value={member.role}
          disabled={change.isPending}
          onChange={({ currentTarget }) => change.mutate({ role: currentTarget.value as Role })}
        />
        {member.role === 'accountant' && (
          <Checkbox
            label="May refund"
            aria-label={`${name} may refund`}
            checked={member.may_refund}
            disabled={change.isPending}
            onChange={({ currentTarget }) => change.mutate({ may_refund: currentTarget.checked })}
          />
        )}
      </Group>
      {error && (
        <Alert color="red" role="alert" title="Could not change">
          {error.message}
        </Alert>
      )}
    </Stack>
  )
}

type OwnProps = {
  organizer: string
  held: { role: Role; may_refund: boolean }
  userId: string
}

/** The role of the signed-in user, and leaving it. */
export function OwnRole({ organizer, held: { role, may_refund }, userId }: OwnProps) {
  const leave = useAct(
    async () => {
      await festival.organizers.removeMember(organizer, userId)
      await refreshMe()
    },
    { done: 'You have left', quiet: true },
  )
  return (
    <Card withBorder p="lg">
      <Title order={2} size="h4">
        Your role: {roles[role].title}
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        {roles[role].does}
        {may_refund && ' You may refund payments.'}
      </Text>
      <Group>
        <ConfirmButton
          label="Leave"
          title="Leave this organizer?"
          text="You lose your role at once. A manager can invite you again."
          confirm="Leave"
          onConfirm={() => leave.mutateAsync().catch(() => undefined)}
        />
      </Group>
    </Card>
  )
}
