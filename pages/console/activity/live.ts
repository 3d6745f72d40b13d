import { useThrottledCallback } from '@mantine/hooks'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { type Activity, FestivalError } from '../../../client/src/index.ts'
import { queries } from '../queries.ts'
import { useRights } from '../rights.ts'
import { endSession, festival } from '../session.ts'

/** The state of the stream: connecting, open, or cut off and about to reconnect; off for people without the right to follow it. */
export type StreamState = 'connecting' | 'live' | 'waiting' | 'refused' | 'off'

type Live = {
  line: StreamState
  /** activities that arrived since the page opened, newest first */
  fresh: Activity[]
}

/** More than a user reads; older activity is in the list. */
const most = 500

const nothing: Live = { line: 'connecting', fresh: [] }
const off: Live = { line: 'off', fresh: [] }
let live = nothing
let open: AbortController | undefined
const readers = new Set<() => void>()
const hearers = new Set<(activity: Activity) => void>()

function become(next: Partial<Live>) {
  live = { ...live, ...next }
  for (const tell of readers) tell()
}

/** One stream for all watchers: it opens with the first and closes with the last. */
function watch(tell: () => void) {
  readers.add(tell)
  if (!open) {
    open = new AbortController()
    live = nothing
    void read(open.signal)
  }
  return () => {
    readers.delete(tell)
    // The next page may watch too, so the stream stays open for a moment.
    setTimeout(() => {
      if (readers.size > 0) return
      open?.abort()
      open = undefined
    })
  }
}

async function read(signal: AbortSignal) {
  try {
    for await (const activity of festival.activity.stream({ signal, onLine: lineIs }))
      take(activity)
  } catch (error) {
    if (signal.aborted) return
    if (error instanceof FestivalError && error.status === 401) endSession()
    become({ line: 'refused' })
  }
}

function lineIs(isOpen: boolean) {
  const isFirst = live.line === 'connecting'
  become({ line: isOpen ? 'live' : 'waiting' })
  // Events from before the stream opened are only in the list.
  if (isOpen && isFirst) void queries.invalidateQueries({ queryKey: ['activity'] })
}

function take(activity: Activity) {
  if (live.fresh.some(({ id }) => id === activity.id)) return
  become({ fresh: [activity, ...live.fresh].slice(0, most) })
  for (const hear of hearers) hear(activity)
}

/** Activity as it happens, for managers and admins, and the state of the stream. */
export function useLive(): Live {
  const { isAdmin, isOrganizer } = useRights()
  const follows = isAdmin || isOrganizer
  return useSyncExternalStore(follows ? watch : ignore, () => (follows ? live : off))
}

const ignore = () => () => undefined

/**
 * Calls `hear` for each activity while the component is mounted. Pass a stable function, such as one from
 * `useCallback`.
 */
export function useOnActivity(hear: (activity: Activity) => void): void {
  useLive()
  useEffect(() => {
    hearers.add(hear)
    return () => {
      hearers.delete(hear)
    }
  }, [hear])
}

/** The minimum interval between reads, however much happens, in milliseconds. */
const atMost = 4_000

/** Reads the query with this key again after each activity of a festival. */
export function useRefreshOn(festivalId: string, ...queryKey: string[]): void {
  const refresh = useThrottledCallback(() => {
    // A request under way is left to finish, so that a slow one is not restarted forever.
    void queries.invalidateQueries({ queryKey }, { cancelRefetch: false })
  }, atMost)
  const hear = useCallback(
    (activity: Activity) => {
      if (activity.festival?.id === festivalId) refresh()
    },
    [festivalId, refresh],
  )
  useOnActivity(hear)
}
