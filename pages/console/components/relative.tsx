import { Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { onMoved, present as presentTime } from '../present.ts'
import { useZone } from './fields/zone.ts'
import { inWords } from './tables/figures.tsx'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** A duration in milliseconds, in one unit: `3 h`. */
export function span(milliseconds: number): string {
  const length = Math.abs(milliseconds)
  if (length < 90 * minute) return `${Math.max(1, Math.round(length / minute))} min`
  if (length < 36 * hour) return `${Math.round(length / hour)} h`
  return `${Math.round(length / day)} d`
}

/** Describes a time relative to another: `in 3 h`, `2 min ago`, `just now`; the date if that is long ago. */
export function fromNow(time: string, now: number): string {
  const distance = Date.parse(time) - now
  if (Math.abs(distance) < minute) return distance > 0 ? 'in a moment' : 'just now'
  if (Math.abs(distance) > 45 * day) return inWords(time, true)
  return distance > 0 ? `in ${span(distance)}` : `${span(distance)} ago`
}

let present = presentTime()
let timer: ReturnType<typeof setInterval> | undefined
const watchers = new Set<() => void>()

function refresh() {
  present = presentTime()
  for (const tell of watchers) tell()
}

onMoved(refresh)

function watch(tell: () => void) {
  watchers.add(tell)
  timer ??= setInterval(refresh, 15_000)
  return () => {
    watchers.delete(tell)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The current time in milliseconds, updated regularly, so that relative times stay correct. */
export function useNow(): number {
  return useSyncExternalStore(watch, () => {
    // No component was mounted for a while, so the last value is outdated.
    if (!timer && presentTime() - present > 1_000) present = presentTime()
    return present
  })
}

/** The time since an event; hovering shows the exact time. */
export function Ago({ time, never = 'never' }: { time: string | null; never?: string }) {
  const now = useNow()
  const zone = useZone()
  if (time === null)
    return (
      <Text component="span" inherit c="dimmed">
        {never}
      </Text>
    )
  return (
    <time dateTime={time} title={`${inWords(time, false, zone)} ${zone}`}>
      {fromNow(time, Math.max(now, Date.parse(time)))}
    </time>
  )
}
