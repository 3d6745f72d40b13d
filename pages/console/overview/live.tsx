import { Anchor, Card, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { ActivityList, LineState } from '../activity/list.tsx'
import { useLive, useOnActivity } from '../activity/live.ts'
import { inOrder } from '../activity/words.ts'
import { Shown } from '../components/states.tsx'
import { queries } from '../queries.ts'
import { festival } from '../session.ts'

const shown = 12
/** The minimum interval between reads of the figures while much happens, in ms. */
const pause = 3_000

/** The latest activity; the figures it changes are read again. */
export function LiveActivity() {
  const { fresh, line } = useLive()
  useOnActivity(useRefresh())
  const query = useQuery({
    queryKey: ['activity', 'latest'],
    queryFn: ({ signal }) => festival.activity.list({ limit: shown }, { signal }),
  })
  return (
    <Card withBorder p="lg" component="section">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          Activity
        </Title>
        <LineState line={line} />
      </Group>
      <Shown query={query}>
        {({ activities }) => {
          const latest = inOrder(fresh, activities).slice(0, shown)
          return latest.length === 0 ? (
            <Text c="dimmed" size="sm" py="md">
              Sales, admissions and changes to festivals appear here as they happen.
            </Text>
          ) : (
            <ActivityList activities={latest} fresh={fresh} />
          )
        }}
      </Shown>
      <Anchor component={Link} href="/activity" size="sm" mt="sm">
        All activity
      </Anchor>
    </Card>
  )
}

/** Reads the figures of the page again soon, once for all activity meanwhile. */
function useRefresh() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void queries.invalidateQueries({ queryKey: ['overview'] })
    }, pause)
  }, [])
}
