import { Button, Card, Center, Chip, Group, Stack, Text } from '@mantine/core'
import { PauseIcon, PlayIcon } from '@radix-ui/react-icons'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Activity } from '../../../client/src/index.ts'
import { useAddress } from '../components/address.ts'
import type { Call } from '../components/call-drawer.tsx'
import { SearchBox } from '../components/fields/search-box.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Empty, Failure, Loading } from '../components/states.tsx'
import { festival } from '../session.ts'
import { ActivityList, LineState } from './list.tsx'
import { useLive } from './live.ts'
import { inOrder, isOf, kinds } from './words.ts'

const calls: Call[] = [
  {
    title: 'List activity, newest first',
    method: 'GET',
    path: '/activity?limit=50',
    code: 'const { activities, next_after } = await festival.activity.list({ limit: 50 })',
  },
  {
    title: 'As it happens',
    method: 'GET',
    path: '/activity/sse',
    code: 'for await (const { type, title } of festival.activity.stream({ signal })) {\n  console.log(type, title)\n}',
  },
]

/** All activity, live: payments, admissions and changes to festivals. */
export function ActivityPage() {
  const { fresh, line } = useLive()
  const [paused, setPaused] = useState<Activity[]>()
  const query = useInfiniteQuery({
    queryKey: ['activity', 'all'],
    queryFn: ({ pageParam, signal }) =>
      festival.activity.list({ limit: 50, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_after }) => next_after,
  })
  const listed = query.data?.pages.flatMap(({ activities }) => activities) ?? []
  const present = inOrder(fresh, listed)
  const waiting = paused ? countNewer(present, paused) : 0
  return (
    <>
      <PageHeader
        title="Activity"
        description="Payments, admissions and changes to festivals, as they happen."
        calls={calls}
        actions={
          <PauseButton
            isPaused={paused !== undefined}
            waiting={waiting}
            onToggle={() => setPaused(paused ? undefined : present)}
          />
        }
      />
      {query.isPending && <Loading />}
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.data && (
        <Stream
          activities={paused ? inOrder(paused, olderOf(present, paused)) : present}
          fresh={paused ? [] : fresh}
          state={<LineState line={line} />}
          more={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          isLoading={query.isFetchingNextPage}
        />
      )}
    </>
  )
}

/** Older activity can be loaded while the list is paused. */
function olderOf(present: Activity[], paused: Activity[]): Activity[] {
  const last = paused.at(-1)
  return last ? present.filter(({ at }) => at <= last.at) : []
}

function countNewer(present: Activity[], paused: Activity[]): number {
  const known = new Set(paused.map(({ id }) => id))
  const last = paused.at(-1)
  return present.filter(({ id, at }) => !known.has(id) && (!last || at > last.at)).length
}

type PauseProps = { isPaused: boolean; waiting: number; onToggle: () => void }

function PauseButton({ isPaused, waiting, onToggle }: PauseProps) {
  const Icon = isPaused ? PlayIcon : PauseIcon
  return (
    <Button variant="default" leftSection={<Icon aria-hidden />} onClick={onToggle}>
      {isPaused ? (waiting > 0 ? `Resume, ${waiting} new` : 'Resume') : 'Pause'}
    </Button>
  )
}

type StreamProps = {
  activities: Activity[]
  fresh: Activity[]
  state: ReactNode
  more: (() => void) | undefined
  isLoading: boolean
}

function Stream({ activities, fresh, state, more, isLoading }: StreamProps) {
  const address = useAddress()
  const chosen = address.get('kinds').split(',').filter(Boolean)
  const text = address.get('q')
  const shown = activities.filter((activity) => isOf(activity, chosen, text))
  const isFiltered = chosen.length > 0 || text !== ''
  return (
    <Stack maw={860}>
      <Group gap="sm">
        <SearchBox
          label="Festival, tier or gate"
          value={text}
          onSearch={(q) => address.replace({ q })}
        />
        <Chip.Group
          multiple
          value={chosen}
          onChange={(values) => address.set({ kinds: values.join(',') })}
        >
          <Group gap={6} role="group" aria-label="Kinds">
            {kinds.map(({ value, label }) => (
              <Chip key={value} value={value} variant="outline">
                {label}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        {state}
      </Group>
      {shown.length > 0 && (
        <Card withBorder py={4}>
          <ActivityList activities={shown} fresh={fresh.filter((one) => shown.includes(one))} />
        </Card>
      )}
      {shown.length === 0 && (
        <Empty
          title={isFiltered ? 'No matching activity' : 'No activity yet'}
          text={
            isFiltered
              ? 'Load older activity, or choose other kinds.'
              : 'Payments, admissions and changes to festivals appear here as they happen.'
          }
        />
      )}
      {more && (
        <Center>
          <Button variant="default" loading={isLoading} onClick={more}>
            Load more
          </Button>
        </Center>
      )}
      {!more && shown.length > 0 && (
        <Text size="sm" c="dimmed" ta="center">
          There is nothing older.
        </Text>
      )}
    </Stack>
  )
}
