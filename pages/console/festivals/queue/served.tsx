import { Card, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Queue } from '../../../../client/src/index.ts'
import { useZone } from '../../components/fields/zone.ts'
import { Shown } from '../../components/states.tsx'
import { CountsOverTime } from '../../components/tables/counts-over-time.tsx'
import { inDigits } from '../../overview/words.ts'
import { festival } from '../../session.ts'
import { courseOf } from './course.ts'

/** The turns of the places over time, from the draw on. */
export function Served({ queue: { id, festival_id, entered } }: { queue: Queue }) {
  const zone = useZone()
  const found = useQuery({
    queryKey: ['festival', festival_id, 'queue-proof', id],
    queryFn: ({ signal }) => festival.queue.proof(festival_id, { hidden: true }, { signal }),
    placeholderData: keepPreviousData,
    // Just after the draw no one has had a turn; the first turns come within seconds.
    refetchInterval: ({ state: { data } }) => (data?.servings.length === 0 ? 2_000 : 15_000),
  })
  return (
    <Card withBorder p="lg" component="section">
      <Title order={2} size="h4">
        How it was served
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        Turns given over time, {zone}. They stop when there are no tickets left.
      </Text>
      <Shown query={found}>
        {({ servings }) => <Course course={courseOf(servings, zone)} entered={entered} />}
      </Shown>
    </Card>
  )
}

type CourseProps = { course: ReturnType<typeof courseOf>; entered: number }

function Course({ course, entered }: CourseProps) {
  if (!course)
    return (
      <Text size="sm" c="dimmed">
        No one has had a turn yet: there is no ticket to sell now.
      </Text>
    )
  return (
    <CountsOverTime
      label="Turns over time"
      of="Had their turn"
      counts={course.counts}
      ticks={course.marks.map(({ time }) => time)}
      limit={{ count: entered, label: `${inDigits(entered)} entered` }}
      rows={course.marks}
    />
  )
}
