import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SignedIn } from '../../../client/src/index.ts'
import { Ago } from '../components/relative.tsx'
import { Failure } from '../components/states.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'

const queryKey = ['sessions']

/** The user's sessions; each but this one can be ended here. */
export function Sessions() {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => festival.me.sessions({ signal }),
  })
  if (error) return <Failure error={error} retry={() => void refetch()} />
  return (
    <Stack
      component="ul"
      aria-label="Where you are signed in"
      p={0}
      m={0}
      style={{ listStyle: 'none' }}
    >
      {data?.sessions.map((session) => (
        <One key={session.id} session={session} />
      ))}
    </Stack>
  )
}

function One({ session }: { session: SignedIn }) {
  const { id, client_name, created_at, last_used_on, current } = session
  const act = useAct(() => festival.me.endSession(id), {
    refresh: [queryKey],
    done: 'The session has ended',
  })
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <div>
        <Group gap="xs">
          <Text className="wraps">{client_name}</Text>
          {current && <Badge variant="light">This one</Badge>}
        </Group>
        <Text size="sm" c="dimmed" component="div">
          Signed in <Ago time={created_at} />, last used on {last_used_on}
        </Text>
      </div>
      {!current && (
        <Button
          size="xs"
          variant="default"
          loading={act.isPending}
          onClick={() => act.mutate()}
          aria-label={`End the session of ${client_name}`}
        >
          End
        </Button>
      )}
    </Group>
  )
}
