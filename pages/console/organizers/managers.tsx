import { Alert, Card, Checkbox, Group, Stack, Text, Title } from '@mantine/core'
import type { Organizer } from '../../../client/src/index.ts'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { PendingInvitations } from '../components/invitations.tsx'
import { InviteByEmail } from '../components/invite-by-email.tsx'
import { PersonLine } from '../components/person-line.tsx'
import { useAct } from '../queries.ts'
import { useRights } from '../rights.ts'
import { festival, refreshMe, useSession } from '../session.ts'

type Manager = Organizer['managers'][number]

/** The managers of an organizer: invited by managers and admins only, and free to leave. */
export function Managers({ organizer: { id, name, managers } }: { organizer: Organizer }) {
  const me = useSession()?.me
  const isOne = managers.some((manager) => manager.id === me?.id)
  const mayChoose = useRights().isAdmin || isOne
  const invitations = ['invitations', 'organizer', id]
  const remove = useAct(
    async (manager: Manager) => {
      await festival.organizers.removeManager(id, manager.id)
      await refreshMe()
    },
    {
      refresh: [['organizer', id], ['organizers'], ['festivals']],
      done: (_, manager) => `${manager.firstName} no longer manages ${name}`,
      quiet: true,
    },
  )
  return (
    <Card withBorder p="lg">
      <Title order={2} size="h4">
        Managers
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        Managers can change the organizer and all its festivals, see its sales and give refunds.
      </Text>
      {remove.error && (
        <Alert color="red" role="alert" title="Could not remove" mb="md">
          {remove.error.message}
        </Alert>
      )}
      <Stack
        component="ul"
        aria-label="Managers"
        gap="sm"
        p={0}
        m={0}
        style={{ listStyle: 'none' }}
      >
        {managers.map((manager) => (
          <ManagerRow
            key={manager.id}
            manager={manager}
            organizer={id}
            mayRemove={mayChoose}
            onRemove={() => remove.mutateAsync(manager).catch(() => undefined)}
          />
        ))}
      </Stack>
      {mayChoose && (
        <>
          <PendingInvitations
            queryKey={invitations}
            list={(options) => festival.invitations.toOrganizer(id, options)}
          />
          <InviteByEmail
            label="Invite a manager by e-mail"
            invite={(email) => festival.organizers.addManager(id, { email })}
            queryKey={invitations}
          />
        </>
      )}
    </Card>
  )
}

type RowProps = {
  manager: Manager
  organizer: string
  mayRemove: boolean
  onRemove: () => Promise<unknown>
}

function ManagerRow({ manager, organizer, mayRemove, onRemove }: RowProps) {
  const session = useSession()
  const isMe = session?.me.id === manager.id
  const name = `${manager.firstName} ${manager.lastName}`
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <PersonLine person={manager} isMe={isMe}>
        {isMe && <ShowsEmail organizer={organizer} manager={manager} />}
      </PersonLine>
      {mayRemove && (
        <ConfirmButton
          size="xs"
          label={isMe ? 'Leave' : 'Remove'}
          aria-label={isMe ? 'Leave' : `Remove ${name}`}
          title={isMe ? 'Leave this organizer?' : `Remove ${name}?`}
          text={
            isMe
              ? 'You can no longer change its festivals or see their sales. Another manager or an admin can invite you again.'
              : 'They can no longer change its festivals. You can invite them again.'
          }
          confirm={isMe ? 'Leave' : 'Remove'}
          onConfirm={onRemove}
        />
      )}
    </Group>
  )
}

function ShowsEmail({ organizer, manager }: { organizer: string; manager: Manager }) {
  const act = useAct(
    (show_email: boolean) =>
      festival.organizers.updateManager(organizer, manager.id, { show_email }),
    { refresh: [['organizer', organizer]] },
  )
  return (
    <Checkbox
      mt={4}
      size="xs"
      label="Show my e-mail to everyone"
      checked={manager.email !== null}
      disabled={act.isPending}
      onChange={({ currentTarget }) => act.mutate(currentTarget.checked)}
    />
  )
}
