'use client'

import type { FestivalClient } from '../index.ts'
import type * as Types from '../types.ts'
import { onNotification, refreshing, streaming } from './follow.ts'
import { every, few, type LiveItems, type Refresh, useFestivalClient, useLive } from './use-list.ts'

export type { Failure, ListState } from './live-list.ts'
export {
  FestivalProvider,
  type LiveItems,
  type Read,
  type Refresh,
  useFestivalClient,
  useList,
} from './use-list.ts'

type QueryOf<Group extends 'festivals' | 'gigs' | 'payments'> = NonNullable<
  Parameters<FestivalClient[Group]['all']>[0]
>
type Limit = { limit?: number | undefined }

/** Requests one item more than is shown, to find out whether there are more without another request. */
const ahead = <Q extends Limit>(query: Q): Q => ({ ...query, limit: (query.limit ?? few) + 1 })

/** Festivals, as `festivals.list` selects them; `limit` is how many are read at a time. */
export function useFestivals(
  query: QueryOf<'festivals'> = {},
  { refresh = every }: Refresh = {},
): LiveItems<Types.Festival> {
  const [list] = useLive(['festivals', query], {
    read: (festival, call) => festival.festivals.all(ahead(query), call),
    size: query.limit ?? few,
    follow: [refreshing(refresh)],
  })
  return list
}

/** A single record as a component shows it. */
export type LiveRecord<T> = Omit<LiveItems<T>, 'data' | 'hasMore' | 'more'> & {
  readonly data: T | undefined
}

/** One festival, with the parts requested by `expand`. */
export function useFestival(
  id: string,
  { refresh = every, ...query }: Refresh & Types.GetFestivalQuery = {},
): LiveRecord<Types.Festival> {
  const [{ data, loading, error, reload }] = useLive(['festival', id, query], {
    read: async function* (festival, call) {
      yield await festival.festivals.get(id, query, call)
    },
    size: 1,
    follow: [refreshing(refresh)],
  })
  return { data: data[0], loading, error, reload }
}

/** Gigs, as `gigs.list` selects them; `limit` is how many are read at a time. */
export function useGigs(
  query: QueryOf<'gigs'> = {},
  { refresh = every }: Refresh = {},
): LiveItems<Types.Gig> {
  const [list] = useLive(['gigs', query], {
    read: (festival, call) => festival.gigs.all(ahead(query), call),
    size: query.limit ?? few,
    follow: [refreshing(refresh)],
  })
  return list
}

/** The payments of the user; they are read again when a notification reports a change of one. */
export function usePayments(
  query: QueryOf<'payments'> = {},
  { refresh = every }: Refresh = {},
): LiveItems<Types.Payment> {
  const [list] = useLive(['payments', query], {
    read: (festival, call) => festival.payments.all(ahead(query), call),
    size: query.limit ?? few,
    follow: [refreshing(refresh), onNotification(({ type }) => type.startsWith('payment.'))],
  })
  return list
}

/** The notifications of the user, including new ones as they are sent. */
export function useNotifications({ limit = few }: Limit = {}): LiveItems<Types.Notification> & {
  /** number of unread notifications among the items read so far */
  unread: number
  /** Marks one as read. */
  markRead: (id: string) => void
  /** Marks all as read, including notifications that have not been read from the service yet. */
  markAllRead: () => void
} {
  const { notifications } = useFestivalClient()
  const [list, change] = useLive(['notifications'], {
    read: (festival, call) => festival.notifications.all(ahead({ limit }), call),
    size: limit,
    follow: [streaming('notifications')],
  })
  const mark = (isMarked: (id: string) => boolean, make: () => Promise<unknown>) =>
    change((data) => data.map((one) => (isMarked(one.id) ? { ...one, read: true } : one)), make)
  return {
    ...list,
    unread: list.data.filter(({ read }) => !read).length,
    markRead: (id) =>
      mark(
        (other) => other === id,
        () => notifications.read(id),
      ),
    markAllRead: () =>
      mark(
        () => true,
        () => notifications.readAll(),
      ),
  }
}

/** Sales, admissions and changes of the festivals that the user manages, as they happen. */
export function useActivity({ limit = few }: Limit = {}): LiveItems<Types.Activity> {
  const [list] = useLive(['activity'], {
    read: (festival, call) => festival.activity.all(ahead({ limit }), call),
    size: limit,
    follow: [streaming('activity')],
  })
  return list
}

/** Everything the user follows. A change shows at once, and is undone if it fails. */
export function useInterests({ refresh = every }: Refresh = {}): Omit<
  LiveItems<Types.Interest>,
  'more' | 'hasMore'
> & {
  /** Returns true if the user follows the artist, organizer or genre. */
  follows: (entity: Types.FollowBody) => boolean
  follow: (entity: Types.FollowBody) => void
  unfollow: (entity: Types.FollowBody) => void
} {
  const { interests } = useFestivalClient()
  const [list, change] = useLive<Types.Interest>(['interests'], {
    read: (festival, call) => festival.interests.all({}, call),
    size: Number.POSITIVE_INFINITY,
    follow: [refreshing(refresh)],
  })
  const { data, loading, error, reload } = list
  const isOf = (entity: Types.FollowBody) => (one: Types.FollowBody) =>
    one.entity_type === entity.entity_type && one.entity_id === entity.entity_id
  return {
    data,
    loading,
    error,
    reload,
    follows: (entity) => data.some(isOf(entity)),
    follow: (entity) =>
      change(
        (data) => [
          { id: '', createdAt: new Date().toISOString(), ...entity },
          ...data.filter((one) => !isOf(entity)(one)),
        ],
        // The next read returns its id.
        () => interests.follow(entity).then(reload),
      ),
    unfollow: (entity) =>
      change(
        (data) => data.filter((one) => !isOf(entity)(one)),
        async () => {
          // Following again an entity that is already followed returns its interest.
          const id = data.find(isOf(entity))?.id || (await interests.follow(entity)).id
          await interests.unfollow(id)
        },
      ),
  }
}
