import type { Notification } from '../types.ts'
import type { LiveList } from './live-list.ts'
import type { Scope, Streams } from './scope.ts'

/** Starts to update a list and continues until the returned function is called. */
export type Follow<T extends object> = (scope: Scope, list: LiveList<T>) => () => void

type Listen = (type: string, listener: () => void) => void
/** Globals of a browser that are missing in some other places where React runs. */
type BrowserGlobals = { addEventListener?: Listen; removeEventListener?: Listen }
const here = globalThis as BrowserGlobals & {
  document?: BrowserGlobals & { visibilityState?: string }
}

/** Reads a list again at an interval, ms, and when the page is shown or the network is back. */
export function refreshing<T extends object>(milliseconds: number): Follow<T> {
  return (_, list) => {
    const refresh = () => {
      if (here.document?.visibilityState !== 'hidden') void list.reload()
    }
    const timer = milliseconds > 0 ? setInterval(refresh, milliseconds) : undefined
    here.document?.addEventListener?.('visibilitychange', refresh)
    here.addEventListener?.('online', refresh)
    return () => {
      clearInterval(timer)
      here.document?.removeEventListener?.('visibilitychange', refresh)
      here.removeEventListener?.('online', refresh)
    }
  }
}

/** Adds items from a stream. */
export function streaming<S extends keyof Streams>(name: S): Follow<Streams[S]> {
  return (scope, list) =>
    scope.listen(name, (told) => {
      if ('item' in told) list.arrive(told.item)
      else if ('error' in told) list.fail(told.error)
      // Items from before the stream was open are only in the list.
      else void list.reload()
    })
}

/** Reads a list again after notifications for which `tells` returns true: they report a change in it. */
export function onNotification<T extends object>(tells: (one: Notification) => boolean): Follow<T> {
  return (scope, list) =>
    scope.listen('notifications', (told) => {
      if ('isOpen' in told || ('item' in told && tells(told.item))) void list.reload()
    })
}
