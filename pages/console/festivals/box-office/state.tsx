import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Shift } from '../../../../client/src/index.ts'
import { Mark } from '../../components/mark.tsx'
import { Ago, useNow } from '../../components/relative.tsx'
import { inEuros } from '../../components/tables/figures.tsx'

/** A till that made a request within this many milliseconds is active. */
const recently = 5 * 60_000

/** Shows whether a shift is open, and when its till was last seen. */
export function ShiftState({ shift: { closed_at, last_seen_at, opened_at } }: { shift: Shift }) {
  const now = useNow()
  if (closed_at !== null) return <StateSince mark={<Mark>Closed</Mark>} word="" time={closed_at} />
  if (last_seen_at === null)
    return <StateSince mark={<Mark>Not set up yet</Mark>} word="opened" time={opened_at} />
  const isThere = now - Date.parse(last_seen_at) < recently
  const mark = isThere ? <Mark tone="good">Active</Mark> : <Mark tone="warn">Silent</Mark>
  return <StateSince mark={mark} word="last seen" time={last_seen_at} />
}

function StateSince({ mark, word, time }: { mark: ReactNode; word: string; time: string }) {
  return (
    <>
      {mark}
      <Text size="xs" c="dimmed">
        {word} <Ago time={time} />
      </Text>
    </>
  )
}

/** The counted cash of a closed shift, less the cash in its books. */
export function Difference({ shift: { difference } }: { shift: Shift }) {
  if (difference === null) return <>–</>
  if (difference === 0) return <Mark tone="good">Exact</Mark>
  return <Mark tone="bad">{`${difference > 0 ? '+' : '−'}${inEuros(Math.abs(difference))}`}</Mark>
}
