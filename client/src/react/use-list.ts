import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import type { FestivalClient } from '../index.ts'
import { type Follow, refreshing } from './follow.ts'
import { type ListState, LiveList, unread } from './live-list.ts'
import { Scope } from './scope.ts'

/** A list as a component shows it. */
export type LiveItems<T> = ListState<T> & {
  /** Reads the next items of the list. */
  more: () => void
  /** Reads the list again. */
  reload: () => void
}

/** Default number of items per read, and default interval of reloads, ms. */
export const few: number = 20
export const every: number = 30_000

/** Options for reloading a list. */
export type Refresh = {
  /** interval of reloads while the page is visible, ms: 30,000 by default, 0 for never */
  refresh?: number | undefined
}

/** Returns the items from the first one on. */
export type Read<T> = (
  festival: FestivalClient,
  options: { signal: AbortSignal },
) => AsyncIterable<T>

const Context = createContext<Scope | undefined>(undefined)

/**
 * Gives a client to the hooks below it. Components that show the same data share its requests and its stream.
 * Where users change, `key={user.id}` ensures that no user sees data read for another one.
 */
export function FestivalProvider(props: {
  client: FestivalClient
  children?: ReactNode
}): ReactElement {
  const value = useMemo(() => new Scope(props.client), [props.client])
  return createElement(Context.Provider, { value }, props.children)
}

function useScope(): Scope {
  const scope = useContext(Context)
  if (!scope) throw new Error('There is no FestivalProvider around this component')
  return scope
}

/** The client of the provider. @throws Error without a provider */
export function useFestivalClient(): FestivalClient {
  return useScope().client
}

type Change<T extends object> = (...change: Parameters<LiveList<T>['change']>) => void
type Plan<T extends object> = { read: Read<T>; size: number; follow: Follow<T>[] }

/** A list shared under a key, and the functions that change it. The plan must follow from the key. */
export function useLive<T extends object>(
  parts: readonly unknown[],
  plan: Plan<T>,
): [list: LiveItems<T>, change: Change<T>] {
  const scope = useScope()
  const key = JSON.stringify(parts)
  const latest = useRef(plan)
  useEffect(() => {
    latest.current = plan
  })
  const subscribe = useCallback(
    (tell: () => void) => scope.join<void>(key, (tell) => start(scope, latest.current, tell), tell),
    [scope, key],
  )
  const now = (): ListState<T> => scope.list<T>(key)?.state ?? unread
  const state = useSyncExternalStore(subscribe, now, () => unread)
  const [actions, change] = useMemo(() => {
    const list = () => scope.list<T>(key)
    const change: Change<T> = (...change) => void list()?.change(...change)
    const actions = { more: () => void list()?.more(), reload: () => void list()?.reload() }
    return [actions, change] as const
  }, [scope, key])
  return [{ ...state, ...actions }, change]
}

function start<T extends object>(scope: Scope, { read, size, follow }: Plan<T>, tell: () => void) {
  const list = new LiveList<T>({ read: (options) => read(scope.client, options), size }, tell)
  const ends = follow.map((follow) => follow(scope, list))
  void list.reload()
  const stop = () => {
    for (const end of ends) end()
    list.stop()
  }
  return { list, stop }
}

/**
 * Any list of the client: `useList((festival, options) => festival.artists.all({}, options), ['artists'])`. `key`
 * identifies the data, and contains everything that `read` depends on. `size` is the number of items read at first
 * and with each `more`: 20 by default.
 */
export function useList<T extends object>(
  read: Read<T>,
  key: readonly unknown[],
  { size = few, refresh = every }: Refresh & { size?: number | undefined } = {},
): LiveItems<T> {
  return useLive(['list', ...key], { read, size, follow: [refreshing(refresh)] })[0]
}
