import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Artist } from '../../../client/src/index.ts'
import { Shown } from '../components/states.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'

/**
 * The organizers that may announce the artist to its followers. Loaded on demand, since only the owner may read them.
 */
export function Announcers({ artist }: { artist: Artist }) {
  const [isOpen, setOpen] = useState(false)
  return isOpen ? (
    <Decisions artist={artist} />
  ) : (
    <Group>
      <Button variant="default" onClick={() => setOpen(true)}>
        Who may announce this artist
      </Button>
    </Group>
  )
}

function Decisions({ artist: { id, name } }: { artist: Artist }) {
  const found = useQuery({
    queryKey: ['artist', id, 'announcers'],
    queryFn: ({ signal }) => festival.artists.announcers(id, {}, { signal }),
  })
  const act = useAct(
    ({ organizer, approved }: { organizer: string; approved: boolean }) =>
      festival.artists.decideAnnouncer(id, organizer, { approved }),
    {
      refresh: [['artist', id, 'announcers']],
      done: ({ organizer, approved }) =>
        `${organizer.name} ${approved ? 'may announce' : 'may not announce'} ${name}`,
    },
  )
  return (
    <Shown query={found}>
      {(announcers) => (
        <Stack gap="sm">
          <Title order={3} size="h5">
            Who may announce {name}
          </Title>
          {announcers.length === 0 && (
            <Text size="sm" c="dimmed">
              No organizer has asked.
            </Text>
          )}
          {announcers.map((announcer) => (
            <Decision
              key={announcer.organizer.id}
              announcer={announcer}
              onDecide={(approved) => act.mutate({ organizer: announcer.organizer.id, approved })}
            />
          ))}
        </Stack>
      )}
    </Shown>
  )
}

type Announcer = Awaited<ReturnType<typeof festival.artists.announcers>>[number]
type DecisionProps = { announcer: Announcer; onDecide: (approved: boolean) => void }

function Decision({ announcer, onDecide }: DecisionProps) {
  const { organizer, approved, waiting } = announcer
  return (
    <div className="wraps">
      <Text fw={550}>{organizer.name}</Text>
      <Text size="sm" c="dimmed">
        {organizer.id} · {wordFor(approved)}
      </Text>
      {waiting.map((one) => (
        <Text key={one.id} size="sm">
          {one.name}
        </Text>
      ))}
      <Group gap="xs" mt={4}>
        {approved !== true && (
          <Button
            size="xs"
            aria-label={`Allow ${organizer.name} to announce`}
            onClick={() => onDecide(true)}
          >
            Allow
          </Button>
        )}
        {approved !== false && (
          <Button
            size="xs"
            variant="default"
            aria-label={`Refuse ${organizer.name}`}
            onClick={() => onDecide(false)}
          >
            Refuse
          </Button>
        )}
      </Group>
    </div>
  )
}

function wordFor(approved: boolean | null): string {
  if (approved === null) return 'waiting for your decision'
  return approved ? 'may announce' : 'refused'
}
