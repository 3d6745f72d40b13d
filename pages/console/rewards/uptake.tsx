import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Badge, Challenge } from '../../../client/src/index.ts'
import { Part } from '../components/part.tsx'
import { useNow } from '../components/relative.tsx'
import { Shown } from '../components/states.tsx'
import { CountsOverTime } from '../components/tables/counts-over-time.tsx'
import { inWords } from '../components/tables/figures.tsx'
import { inDigits } from '../overview/words.ts'
import { festival } from '../session.ts'

/** Reads the number of people with each badge begun and unlocked, by its id. */
export function useBadgeCounts() {
  return useQuery({
    queryKey: ['rewards', 'uptake', 'badges'],
    queryFn: async ({ signal }) => {
      const { badges } = await festival.rewards.badgesUptake({ signal })
      return new Map(badges.map((badge) => [badge.id, badge]))
    },
  })
}

/** The uptake of a badge: in all, and over time. */
export function BadgeUptake({ id }: Pick<Badge, 'id'>) {
  const query = useQuery({
    queryKey: ['rewards', 'uptake', 'badge', id],
    queryFn: ({ signal }) => festival.rewards.badgeUptake(id, { signal }),
  })
  return (
    <Part title="Uptake">
      <Shown query={query}>
        {({ started, earned, days }) => (
          <Stack gap="sm">
            <Text className="numbers">
              {inDigits(started)} {started === 1 ? 'has' : 'have'} begun, {inDigits(earned)}{' '}
              {earned === 1 ? 'has' : 'have'} unlocked it.
            </Text>
            <OverTime
              of="Unlocked"
              days={days.map(({ date, earned: count }) => ({ date, count }))}
            />
          </Stack>
        )}
      </Shown>
    </Part>
  )
}

/** The uptake of a challenge. */
export function ChallengeUptake({ id }: Pick<Challenge, 'id'>) {
  const query = useQuery({
    queryKey: ['rewards', 'uptake', 'challenge', id],
    queryFn: ({ signal }) => festival.rewards.challengeUptake(id, { signal }),
  })
  return (
    <Part title="Uptake">
      <Shown query={query}>
        {({ claims, days }) => (
          <Stack gap="sm">
            <Text className="numbers">
              {claims === 1 ? 'Claimed once.' : `Claimed ${inDigits(claims)} times.`}
            </Text>
            <OverTime
              of="Claimed"
              days={days.map(({ date, claims: count }) => ({ date, count }))}
            />
          </Stack>
        )}
      </Shown>
    </Part>
  )
}

type Days = { date: string; count: number }[]

/** The total over time, from the first day until today; the table has the days with any. */
function OverTime({ of, days }: { of: string; days: Days }) {
  const counts = sumsOf(days, useNow())
  if (counts.length === 0) return null
  return (
    <CountsOverTime
      label={`${of} by day`}
      of={of}
      counts={counts}
      ticks={[counts[0], counts.at(-1)].flatMap((one) => one?.time ?? [])}
      rows={counts.filter(({ at }) => days.some(({ date }) => date === at))}
    />
  )
}

const day = 86_400_000

function sumsOf(days: Days, now: number) {
  const [first] = days
  if (!first) return []
  const added = new Map(days.map(({ date, count }) => [date, count]))
  const begin = Date.parse(first.date)
  let sum = 0
  return Array.from({ length: Math.floor((now - begin) / day) + 1 }, (_, place) => {
    const at = new Date(begin + place * day).toISOString().slice(0, 10)
    sum += added.get(at) ?? 0
    return { at, time: inWords(at, true), count: sum }
  })
}
