import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { StandingAccess as Access } from '../../../client/src/index.ts'
import { Ago } from '../components/relative.tsx'
import { Failure } from '../components/states.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'

export const standingAccess = ['standing-access']

const useStandingAccess = () =>
  useQuery({
    queryKey: standingAccess,
    queryFn: ({ signal }) => festival.me.standingAccess({ signal }),
  })

const useReview = () =>
  useAct((end: boolean) => festival.me.reviewStandingAccess({ end }), {
    refresh: [standingAccess],
    done: (_, end) => (end ? 'All of it has ended' : 'All of it stays'),
  })

const names: Record<Access['kind'], string> = {
  calendar: 'Address of your calendar',
  gate_device: 'Gate device',
  till: 'Till',
  invitation: 'Invitation of',
}

/** Lists the standing access of the account: it needs no password. */
export function StandingAccess() {
  const { data, error, refetch } = useStandingAccess()
  const act = useReview()
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return null
  if (data.access.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing opens without your password: no calendar address, device, till or invitation.
      </Text>
    )
  }
  return (
    <Stack>
      <List access={data.access} />
      <Group>
        <Button
          variant="light"
          color="red"
          loading={act.isPending}
          onClick={() => act.mutate(true)}
        >
          End all of it
        </Button>
      </Group>
    </Stack>
  )
}

/** Asks, after a changed password or a new right, which standing access is to stay. */
export function ReviewStandingAccess() {
  const { data } = useStandingAccess()
  const act = useReview()
  if (!data?.to_review) return null
  return (
    <Modal
      opened
      onClose={() => act.mutate(false)}
      title="These still work"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Keep all of it' }}
      centered
    >
      <Stack>
        <Text size="sm" className="wraps">
          Your password or your rights have changed. These need no password and go on working. Do
          you know all of them?
        </Text>
        <List access={data.access} />
        <Text size="sm" c="dimmed" className="wraps">
          A gate device or a till that ends stops at once, until a manager answers for it anew.
        </Text>
        <Group>
          <Button data-autofocus disabled={act.isPending} onClick={() => act.mutate(false)}>
            Keep all of it
          </Button>
          <Button
            variant="light"
            color="red"
            disabled={act.isPending}
            onClick={() => act.mutate(true)}
          >
            End all of it
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function List({ access }: { access: Access[] }) {
  return (
    <Stack
      component="ul"
      gap="xs"
      aria-label="What opens without your password"
      p={0}
      m={0}
      style={{ listStyle: 'none' }}
    >
      {access.map(({ kind, name, festival: at, created_at }) => (
        <li key={`${kind} ${name} ${created_at}`}>
          <Text className="wraps">
            {names[kind]} {name}
          </Text>
          <Text size="sm" c="dimmed" component="div">
            {at && `${at.name}, `}
            made <Ago time={created_at} />
          </Text>
        </li>
      ))}
    </Stack>
  )
}
