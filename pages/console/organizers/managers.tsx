import { Alert, Avatar, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { Organizer } from '../../../client/src/index.ts'
import { AddByEmail } from '../components/add-by-email.tsx'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { useAct } from '../queries.ts'
import { festival, refreshMe, useSession } from '../session.ts'

type Manager = Organizer['managers'][number]

/** Who runs an organizer's festivals: added by e-mail, never without anybody. */
export function Managers({ organizer: { id, name, managers } }: { organizer: Organizer }) {
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
        They change the organizer and all its festivals, see its sales and give refunds.
      </Text>
      {remove.error && (
        <Alert color="red" role="alert" title="Nobody was removed" mb="md">
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
            isLast={managers.length === 1}
            onRemove={() => remove.mutateAsync(manager).catch(() => undefined)}
          />
        ))}
      </Stack>
      <AddByEmail
        label="Add a manager by e-mail"
        add={(email) => festival.organizers.addManager(id, { email })}
        refresh={[['organizer', id]]}
        done="Added to the managers"
      />
    </Card>
  )
}

type RowProps = { manager: Manager; isLast: boolean; onRemove: () => Promise<unknown> }

function ManagerRow({ manager, isLast, onRemove }: RowProps) {
  const session = useSession()
  const isMe = session?.me.id === manager.id
  const name = `${manager.firstName} ${manager.lastName}`
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <Group gap="sm" wrap="nowrap">
        <Avatar color="brand" variant="filled" size={36} alt="" aria-hidden />
        <div className="wraps">
          <Text fw={550}>
            {name}
            {isMe && ' (you)'}
          </Text>
          <Text size="sm" c="dimmed">
            {manager.email}
          </Text>
        </div>
      </Group>
      {isLast ? (
        <Text size="sm" c="dimmed" ta="right">
          The last one stays
        </Text>
      ) : (
        <ConfirmButton
          size="xs"
          label="Remove"
          aria-label={`Remove ${name}`}
          title={isMe ? 'Remove yourself?' : `Remove ${name}?`}
          text={
            isMe
              ? 'You no longer see the sales of its festivals, and change nothing of them. Another manager can add you again.'
              : 'They no longer change its festivals, from now on. You can add them again.'
          }
          confirm="Remove"
          onConfirm={onRemove}
        />
      )}
    </Group>
  )
}
