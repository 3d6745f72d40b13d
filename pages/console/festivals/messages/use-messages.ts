import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { festival } from '../../session.ts'

/** Read again while a message is on its way, ms. */
const often = 3_000

/** The messages of a festival, the newest first, loaded page by page. */
export function useMessages(id: string) {
  return useInfiniteQuery({
    queryKey: listOf(id),
    queryFn: ({ pageParam, signal }) =>
      festival.messages.list(id, { ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_after }) => next_after,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ messages }) => messages.some(({ status }) => status === 'sending'))
        ? often
        : false,
  })
}

/** One of them. */
export function useMessage(id: string, messageId: string) {
  return useQuery({
    queryKey: messageOf(messageId),
    queryFn: ({ signal }) => festival.messages.get(id, messageId, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'sending' ? often : false),
  })
}

/** Who would get a draft now, and how it would read. */
export function usePreview(id: string, messageId: string) {
  return useQuery({
    queryKey: [...messageOf(messageId), 'preview'],
    queryFn: ({ signal }) => festival.messages.preview(id, messageId, { signal }),
    staleTime: 0,
  })
}

/** The list, to read it again after a change; a message that was deleted is not. */
export const listOf = (id: string) => ['festival', id, 'messages']
export const messageOf = (messageId: string) => ['message', messageId]
