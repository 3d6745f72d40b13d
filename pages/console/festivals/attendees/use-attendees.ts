import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { festival } from '../../session.ts'

/** The filters in the address; empty matches anything. */
export type Filter = Record<'q' | 'tier' | 'status' | 'inside', string>

const words = {
  valid: { word: 'valid', tone: 'good' },
  used: { word: 'used', tone: 'live' },
  refunded: { word: 'refunded', tone: 'quiet' },
  revoked: { word: 'does not admit', tone: 'bad' },
} as const
type Status = keyof typeof words
export const wordOf = (status: Status) => words[status]

export const statuses = Object.entries(words).map(([value, { word }]) => ({
  value,
  label: `${word[0]?.toUpperCase()}${word.slice(1)}`,
}))
const isStatus = (text: string): text is Status => Object.hasOwn(words, text)

/** Returns the query of a filter for the service. */
export function searchOf({ q, tier, status, inside }: Filter) {
  return {
    ...(q && { q }),
    ...(tier && { tier }),
    ...(isStatus(status) && { status }),
    ...((inside === 'true' || inside === 'false') && { inside: inside === 'true' }),
  }
}

export const isSearched = (filter: Filter) => Object.keys(searchOf(filter)).length > 0

/** The tickets that match a filter, the latest bought first, loaded page by page. */
export function useAttendees(id: string, filter: Filter) {
  const query = { limit: 50, ...searchOf(filter) }
  return useInfiniteQuery({
    // Read again with the payments, when one of them was refunded or given.
    queryKey: ['payments', 'attendees', id, query],
    queryFn: ({ pageParam, signal }) =>
      festival.sales.attendees(
        id,
        { ...query, ...(pageParam && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_after }) => next_after,
    placeholderData: keepPreviousData,
  })
}
