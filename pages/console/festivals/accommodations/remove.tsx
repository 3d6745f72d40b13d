import { Divider, Group, Text } from '@mantine/core'
import type { Accommodation } from '../../../../client/src/index.ts'
import { ConfirmButton } from '../../components/confirm-button.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'

type Props = { accommodation: Accommodation; taken: number; onClose: () => void }

/** Stops selling an accommodation; guests with a paid booking keep it. */
export function RemoveAccommodation({ accommodation, taken, onClose }: Props) {
  const { id, name, festival_id } = accommodation
  const act = useAct(() => festival.accommodations.delete(id), {
    refresh: [['festival', festival_id, 'accommodations']],
    done: `${name} is no longer sold`,
    onDone: onClose,
  })
  const consequence =
    taken === 0
      ? 'It has no bookings. This cannot be undone.'
      : `${taken} are taken: guests who have paid keep their place. It cannot be sold again.`
  return (
    <>
      <Divider mt="md" />
      <Text size="sm" c="dimmed">
        {consequence}
      </Text>
      <Group>
        <ConfirmButton
          label="Stop selling"
          title={`Stop selling ${name}?`}
          text={consequence}
          confirm="Stop selling"
          onConfirm={() => act.mutateAsync().catch(() => undefined)}
        />
      </Group>
    </>
  )
}
