import { Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { inWords } from './figures.tsx'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** How long a number of milliseconds is, in one unit: `3 h`. */
export function span(milliseconds: number): string {
  const length = Math.abs(milliseconds)
  if (length < 90 * minute) return `${Math.max(1, Math.round(length / minute))} min`
  if (length < 36 * hour) return `${Math.round(length / hour)} h`
  return `${Math.round(length / day)} d`
}

/** A moment as seen from another: `in 3 h`, `2 min ago`, `just now`; the day, when that is long ago. */
export function fromNow(time: string, now: number): string {
  const distance = Date.parse(time) - now
  if (Math.abs(distance) < minute) return distance > 0 ? 'in a moment' : 'just now'
  if (Math.abs(distance) > 45 * day) return inWords(time, true)
  return distance > 0 ? `in ${span(distance)}` : `${span(distance)} ago`
}

let present = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const watchers = new Set<() => void>()

function watch(tell: () => void) {
  watchers.add(tell)
  timer ??= setInterval(() => {
    present = Date.now()
    for (const tell of watchers) tell()
  }, 15_000)
  return () => {
    watchers.delete(tell)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The present, in milliseconds; it moves on by itself, so that what is said of it stays true. */
export function useNow(): number {
  return useSyncExternalStore(watch, () => {
    // Nobody watched for a while: what it was then is no longer true.
    if (!timer && Date.now() - present > 1_000) present = Date.now()
    return present
  })
}

/** How long ago something was, exact where one rests on it. */
export function Ago({ time, never = 'never' }: { time: string | null; never?: string }) {
  const now = useNow()
  if (time === null)
    return (
      <Text component="span" inherit c="dimmed">
        {never}
      </Text>
    )
  return (
    <time dateTime={time} title={`${inWords(time)} UTC`}>
      {fromNow(time, Math.max(now, Date.parse(time)))}
    </time>
  )
}
