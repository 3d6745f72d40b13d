import { Divider, Group, Text } from '@mantine/core'
import type { Accommodation } from '../../../../client/src/index.ts'
import { ConfirmButton } from '../../components/confirm-button.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'

type Props = { accommodation: Accommodation; taken: number; onClose: () => void }

/** Taking a place to sleep off the offer: who has paid keeps it. */
export function RemoveAccommodation({ accommodation, taken, onClose }: Props) {
  const { id, name, festival_id } = accommodation
  const act = useAct(() => festival.accommodations.delete(id), {
    refresh: [['festival', festival_id, 'accommodations']],
    done: `${name} is no longer on offer`,
    onDone: onClose,
  })
  const consequence =
    taken === 0
      ? 'Nobody has booked it. This cannot be taken back.'
      : `${taken} of it are taken: whoever has paid keeps the place. It cannot be offered again.`
  return (
    <>
      <Divider mt="md" />
      <Text size="sm" c="dimmed">
        {consequence}
      </Text>
      <Group>
        <ConfirmButton
          label="Take it off the offer"
          title={`Take ${name} off the offer?`}
          text={consequence}
          confirm="Take it off"
          onConfirm={() => act.mutateAsync().catch(() => undefined)}
        />
      </Group>
    </>
  )
}
