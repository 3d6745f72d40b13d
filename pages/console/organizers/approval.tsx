import { Alert, Button, Card, Group, Text, Title } from '@mantine/core'
import type { Organizer } from '../../../client/src/index.ts'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { useAct } from '../queries.ts'
import { useRights } from '../rights.ts'
import { festival } from '../session.ts'

/** Shows an organizer's approval and its consequences; staff decide. Once it is approved, only staff see this. */
export function Approval({ organizer: { id, name, approved } }: { organizer: Organizer }) {
  const isStaff = useRights().may('manage_catalog')
  const act = useAct((body: { approved: boolean }) => festival.organizers.approve(id, body), {
    refresh: [['organizer', id], ['organizers']],
    done: (made) => `${name} is ${made.approved ? 'approved' : 'no longer approved'}`,
  })
  if (!approved)
    return (
      <Alert color="yellow" title="Waiting for approval" mb="lg">
        <Text size="sm">
          Its festivals are public. Until staff approve it, they may not be able to sell, cannot
          send messages to attendees, at most 100 followers a day hear of them, and artists of
          others are announced only once their owners agree.
        </Text>
        {isStaff && (
          <Button
            mt="sm"
            size="xs"
            loading={act.isPending}
            onClick={() => act.mutate({ approved: true })}
          >
            Approve
          </Button>
        )}
      </Alert>
    )
  if (!isStaff) return null
  return (
    <Card withBorder p="lg">
      <Title order={2} size="h4">
        Approved
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        It may sell, and announces to all followers.
      </Text>
      <Group>
        <ConfirmButton
          label="Withdraw approval"
          title={`Withdraw the approval of ${name}?`}
          text="Where only approved organizers sell, its sales close at once. Its announcements wait again. Its managers are notified."
          confirm="Withdraw"
          onConfirm={() => act.mutateAsync({ approved: false }).catch(() => undefined)}
        />
      </Group>
    </Card>
  )
}
