import { Card, Group, NativeSelect, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { mainZone } from '#common/gate/admission'
import type { Festival, InsideHistory } from '../../../../client/src/index.ts'
import { useAddress } from '../../components/address.ts'
import { useNow } from '../../components/relative.tsx'
import { Shown } from '../../components/states.tsx'
import { CountsOverTime } from '../../components/tables/counts-over-time.tsx'
import { inDigits } from '../../overview/words.ts'
import { festival } from '../../session.ts'
import { clock, dayOf, daysOf, shortDay } from '../timetable/days.ts'
import { useGateZones } from './use-gate-zones.ts'

/** The number of people inside a zone over one day of the festival. */
export function OverTheDay({ festival: one }: { festival: Festival }) {
  const address = useAddress()
  const zones = useGateZones(one.id).data ?? []
  const days = pastDaysOf(one, useNow())
  const shown =
    zones.find(({ name }) => name === address.get('inside')) ??
    zones.find(({ name }) => name === mainZone)
  const date = days.find((day) => day === address.get('day')) ?? days.at(-1) ?? ''
  const zone = shown?.name ?? mainZone
  const found = useQuery({
    queryKey: ['festival', one.id, 'inside', zone, date],
    queryFn: ({ signal }) => festival.gate.insideHistory(one.id, zone, { date }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  return (
    <Card withBorder p="lg" component="section">
      <Group justify="space-between" align="flex-end" mb="md">
        <div>
          <Title order={2} size="h4">
            Inside over the day
          </Title>
          <Text c="dimmed" mt={4}>
            From 06:00 to 06:00, {one.time_zone}
          </Text>
        </div>
        <Group gap="sm">
          <NativeSelect
            label="Zone of the chart"
            data={zones.map(({ name }) => name)}
            value={zone}
            onChange={({ currentTarget }) => address.replace({ inside: currentTarget.value })}
          />
          <NativeSelect
            label="Day"
            data={days.map((value) => ({ value, label: shortDay(value) }))}
            value={date}
            onChange={({ currentTarget }) => address.replace({ day: currentTarget.value })}
          />
        </Group>
      </Group>
      <Shown query={found}>
        {(history) => <Course history={history} capacity={shown?.capacity ?? null} of={one} />}
      </Shown>
    </Card>
  )
}

/** Returns the days of a festival that have begun; today before the first. */
function pastDaysOf({ start_time, end_time, time_zone }: Festival, now: number): string[] {
  const today = dayOf(now, time_zone)
  const days = daysOf({ start_time, end_time, time_zone, gigs: [] }).filter((day) => day <= today)
  return days.length === 0 ? [today] : days
}

type CourseProps = { history: InsideHistory; capacity: number | null; of: Festival }

function Course({ history: { counts, zone, date }, capacity, of: { time_zone } }: CourseProps) {
  const timed = counts.map(({ at, inside }) => ({
    at,
    time: clock(Date.parse(at), time_zone),
    count: inside,
  }))
  const most = timed.reduce((a, b) => (b.count > a.count ? b : a), { time: '', count: 0 })
  if (most.count === 0)
    return (
      <Text size="sm" c="dimmed">
        No one was inside {zone} on {shortDay(date)}.
      </Text>
    )
  const hours = timed.filter(({ time }) => time.endsWith(':00'))
  return (
    <>
      <Text className="numbers" mb="sm">
        Most at once: {inDigits(most.count)} at {most.time}
        {capacity !== null && `, of ${inDigits(capacity)}`}
      </Text>
      <CountsOverTime
        label={`Inside ${zone} by the hour`}
        of="Inside"
        counts={timed}
        ticks={hours.map(({ time }) => time).filter(isThirdHour)}
        limit={
          capacity === null
            ? undefined
            : { count: capacity, label: `Capacity ${inDigits(capacity)}` }
        }
        rows={hours}
      />
    </>
  )
}

const isThirdHour = (time: string) => Number(time.slice(0, 2)) % 3 === 0
