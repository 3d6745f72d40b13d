import { Divider, Group, List, Stack, Text } from '@mantine/core'
import type { Festival, FestivalGig, Place } from '../../../../client/src/index.ts'
import { ConfirmButton } from '../../components/confirm-button.tsx'
import { useZone } from '../../components/fields/zone.ts'
import { inWords } from '../../components/tables/figures.tsx'
import { useAct } from '../../queries.ts'
import type { useEdits } from '../use-edits.tsx'

type Props = {
  festival: Festival
  edits: ReturnType<typeof useEdits<'places'>>
  place: Place
  onDone: () => void
}

/** This many gigs are named; the rest are counted. */
const mostNamed = 5

/** Deletes a place, after explaining the effect on its gigs. */
export function RemovePlace({ festival, edits, place, onDone }: Props) {
  const act = useAct(() => edits.change((current) => current.filter(({ id }) => id !== place.id)), {
    done: `${place.name} is deleted`,
    quiet: true,
    onDone,
  })
  const gigs = festival.gigs.filter(({ place_id }) => place_id === place.id)
  return (
    <>
      <Divider mt="md" />
      <Group>
        <ConfirmButton
          label="Delete place"
          title={`Delete ${place.name}?`}
          text={<Consequence gigs={gigs} />}
          confirm="Delete"
          onConfirm={() => act.mutateAsync()}
        />
      </Group>
    </>
  )
}

function Consequence({ gigs }: { gigs: FestivalGig[] }) {
  const zone = useZone()
  if (gigs.length === 0) return <Text>No gigs are planned there. This cannot be undone.</Text>
  return (
    <Stack gap="xs">
      <Text>
        {gigs.length === 1 ? 'One gig is here.' : `${gigs.length} gigs are here.`} They keep their
        artists and times, and move to “No stage yet” on the timetable:
      </Text>
      <List size="sm">
        {gigs.slice(0, mostNamed).map(({ id, artist, start_time }) => (
          <List.Item key={id} className="wraps">
            {artist?.name ?? 'Open slot'},{' '}
            {start_time === null
              ? 'to be announced'
              : `${inWords(start_time, false, zone)} ${zone}`}
          </List.Item>
        ))}
        {gigs.length > mostNamed && <List.Item>and {gigs.length - mostNamed} more</List.Item>}
      </List>
    </Stack>
  )
}
