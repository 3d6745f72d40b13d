import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { festival } from '../../session.ts'

/** The interval of reads while a message is being sent, ms. */
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

/** Reads one of them. */
export function useMessage(id: string, messageId: string) {
  return useQuery({
    queryKey: messageOf(messageId),
    queryFn: ({ signal }) => festival.messages.get(id, messageId, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'sending' ? often : false),
  })
}

/** Reads the current recipients of a draft, and a preview of its text. */
export function usePreview(id: string, messageId: string) {
  return useQuery({
    queryKey: [...messageOf(messageId), 'preview'],
    queryFn: ({ signal }) => festival.messages.preview(id, messageId, { signal }),
    staleTime: 0,
  })
}

/** The query key of the list, to read it again after a change; a deleted message is not read again. */
export const listOf = (id: string) => ['festival', id, 'messages']
export const messageOf = (messageId: string) => ['message', messageId]
