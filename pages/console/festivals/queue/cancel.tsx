import { List, Stack, Text } from '@mantine/core'
import type { Queue } from '../../../../client/src/index.ts'
import { ConfirmButton } from '../../components/confirm-button.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'
import { cacheQueue } from './use-queue.ts'

/** Cancels the waiting room, after explaining the effect on numbers and tickets. */
export function CancelQueue({ queue: { festival_id, entered } }: { queue: Queue }) {
  const act = useAct(() => festival.queue.cancel(festival_id), {
    done: 'The waiting room is cancelled',
    quiet: true,
    onDone: () => void cacheQueue(festival_id, null),
  })
  return (
    <ConfirmButton
      label="Cancel"
      aria-label="Cancel the waiting room"
      title="Cancel the waiting room?"
      text={
        <Stack gap="xs">
          <List spacing={4}>
            <List.Item>{voided(entered)}</List.Item>
            <List.Item>
              Its tickets are sold without a queue at once: first come, first served.
            </List.Item>
            <List.Item>
              What was bought stays bought. Everyone who has a number is notified.
            </List.Item>
          </List>
          <Text inherit>This cannot be undone. A new waiting room begins at zero.</Text>
        </Stack>
      }
      confirm="Cancel the waiting room"
      onConfirm={() => act.mutateAsync()}
    />
  )
}

function voided(entered: number): string {
  if (entered === 0) return 'No one has entered yet.'
  return entered === 1
    ? 'The number of the one person who has entered is void.'
    : `The numbers of all ${entered.toLocaleString('en')} people who have entered are void.`
}
