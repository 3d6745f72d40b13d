import { Card, Group, Text, Title } from '@mantine/core'
import { useLocation } from 'wouter'
import { ConfirmButton } from '../../components/confirm-button.tsx'
import { useNow } from '../../components/relative.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'
import { stateOf } from '../state.tsx'
import type { TabProps } from '../tab-props.ts'
import { DueRefunds } from './due.tsx'

/** Deletes a festival, after listing the records that are deleted and the records that stay. */
export function Removal({ festival: one }: TabProps) {
  const [, navigate] = useLocation()
  const state = stateOf(one, useNow())
  const act = useAct(() => festival.festivals.delete(one.id), {
    done: `${one.name} is deleted`,
    refresh: [['festivals'], ['organizers']],
    onDone: () => navigate('/festivals', { replace: true }),
  })
  const isCancelled = state === 'upcoming'
  return (
    <Card withBorder p="lg">
      <Title order={2} size="h4">
        Delete the festival
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        It leaves the guide, search and this console. Payments and tickets stay readable.
      </Text>
      <Group>
        <ConfirmButton
          label="Delete festival"
          title={`Delete ${one.name}?`}
          text={
            <>
              {isCancelled && (
                <>
                  <Text>
                    It has not begun, so deleting it cancels it, and ticket holders are notified.
                  </Text>
                  <DueRefunds id={one.id} />
                </>
              )}
              Its line-up and places go with it. This cannot be undone.
            </>
          }
          typed={isCancelled ? one.name : undefined}
          confirm="Delete"
          onConfirm={() => act.mutateAsync().catch(() => undefined)}
        />
      </Group>
    </Card>
  )
}
