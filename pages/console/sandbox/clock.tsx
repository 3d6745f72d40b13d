import { Alert, Button, Group, Loader, Popover, Stack, Text } from '@mantine/core'
import { ClockIcon } from '@radix-ui/react-icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { TimeField } from '../components/fields/time-field.tsx'
import { useNow } from '../components/relative.tsx'
import { fromInput, inWords } from '../components/tables/figures.tsx'
import { setPresent } from '../present.ts'

type Clock = { now: string; moving_to: string | null }

const [hour, second] = [3_600_000, 1_000]
const steps = [
  { label: 'An hour', ms: hour },
  { label: 'A day', ms: 24 * hour },
  { label: 'A week', ms: 168 * hour },
]
const queryKey = ['sandbox', 'clock']

/** The clock of a sandbox: explains that nothing here is real, and moves the time. */
export function SandboxClock() {
  const { data } = useClock()
  const now = useNow()
  const isMoving = data !== undefined && data.moving_to !== null
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button
          variant="light"
          size="sm"
          leftSection={isMoving ? <Loader size={14} /> : <ClockIcon aria-hidden />}
        >
          Sandbox
        </Button>
      </Popover.Target>
      <Popover.Dropdown maw={340}>
        <Stack gap="sm">
          <Text size="sm">
            Nothing here is real: no card is charged, and no mail is sent. The clock can be moved,
            and what happens by itself happens on the way. Sessions end as well: after some hours
            you sign in again.
          </Text>
          <Text fw={600} className="numbers" role="status">
            {inWords(new Date(now).toISOString())} UTC
            {isMoving && `, on the way to ${inWords(data.moving_to ?? '')}`}
          </Text>
          <Move isMoving={isMoving} now={now} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Reads the clock, more often while it moves; then everything on the page is read again. */
function useClock() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey,
    queryFn: () => call(),
    refetchInterval: ({ state }) => (state.data?.moving_to ? second / 2 : 30 * second),
  })
  const { data } = query
  useEffect(() => {
    if (data) setPresent(Date.parse(data.now))
  }, [data])
  const isMoving = data !== undefined && data.moving_to !== null
  useEffect(() => {
    if (!isMoving)
      void client.invalidateQueries({ predicate: (one) => one.queryKey[0] !== 'sandbox' })
  }, [client, isMoving])
  return query
}

function Move({ isMoving, now }: { isMoving: boolean; now: number }) {
  const client = useQueryClient()
  const [to, setTo] = useState('')
  const move = useMutation({
    mutationFn: (time: string) => call({ to: time }),
    onSuccess: (clock) => client.setQueryData(queryKey, clock),
  })
  return (
    <>
      {move.error && (
        <Alert color="red" role="alert" p="xs">
          {move.error.message}
        </Alert>
      )}
      <Group gap="xs">
        {steps.map(({ label, ms }) => (
          <Button
            key={label}
            variant="default"
            size="xs"
            disabled={isMoving}
            onClick={() => move.mutate(new Date(now + ms).toISOString())}
          >
            {label}
          </Button>
        ))}
      </Group>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const time = fromInput(to)
          if (time !== null) move.mutate(time)
        }}
      >
        <Group gap="xs" align="flex-end">
          <TimeField label="Move to" zone="UTC" size="xs" value={to} onChange={setTo} />
          <Button type="submit" size="xs" disabled={isMoving || fromInput(to) === null}>
            Move
          </Button>
        </Group>
      </form>
    </>
  )
}

/** Reads the clock, or moves it. @throws Error with the service's reason */
async function call(body?: { to: string }): Promise<Clock> {
  const response = await fetch('/sandbox/clock', {
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  const answer: Clock & { error?: string } = await response.json()
  if (!response.ok) throw new Error(answer.error ?? `The service answered ${response.status}`)
  return answer
}
