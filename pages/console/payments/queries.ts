import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { SoldPayment } from '../../../client/src/index.ts'
import { useRights } from '../rights.ts'
import { festival } from '../session.ts'
import { isMoving, isStatus, isType } from './words.ts'

/** The filters in the address; empty matches anything. */
export type Filter = { festivalId: string; status: string; type: string; q: string }

type Query = Parameters<typeof festival.sales.payments>[1]
type Options = { signal: AbortSignal }

/** All payments for admins; those of a festival for other users. */
function useReader(): (
  festivalId: string,
  query: Query,
  options: Options,
) => ReturnType<typeof festival.sales.payments> {
  const { isAdmin } = useRights()
  return (festivalId, query, options) =>
    isAdmin
      ? festival.sales.allPayments(
          { ...query, ...(festivalId && { festival: festivalId }) },
          options,
        )
      : festival.sales.payments(festivalId, query, options)
}

/** The payments that match a filter, newest first, loaded page by page. */
export function usePayments({ festivalId, status, type, q }: Filter) {
  const read = useReader()
  const query = {
    limit: 50,
    ...(isStatus(status) && { status }),
    ...(isType(type) && { type }),
    ...(q && { q }),
  }
  return useInfiniteQuery({
    queryKey: ['payments', festivalId, query],
    queryFn: ({ pageParam, signal }) =>
      read(festivalId, { ...query, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_after }) => next_after,
  })
}

/** One payment, refreshed while its status can change; null when it does not exist. */
export function usePayment(id: string, festivalId: string) {
  const read = useReader()
  return useQuery({
    queryKey: ['payment', id],
    queryFn: async ({ signal }): Promise<SoldPayment | null> => {
      const { payments } = await read(festivalId, { q: id, limit: 1 }, { signal })
      return payments[0] ?? null
    },
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? 2_000 : false),
  })
}

/** The events of a payment; `status` is part of the key, since a change of it adds an event. */
export function useTimeline({ id, status, needs_review, is_validated }: SoldPayment) {
  return useQuery({
    queryKey: ['payment', id, 'timeline', status, needs_review, is_validated],
    queryFn: ({ signal }) => festival.payments.timeline(id, { signal }),
    placeholderData: (before) => before,
  })
}

/** What a refund of an amount would return and keep; `amount` absent: all that is left. */
export function useRefundPreview(id: string, amount: number | undefined) {
  return useQuery({
    // Not under the payment's key, which is refreshed once it is refunded.
    queryKey: ['refund', id, amount],
    queryFn: ({ signal }) =>
      festival.payments.previewRefund(id, amount === undefined ? {} : { amount }, { signal }),
    enabled: amount === undefined || amount > 0,
    placeholderData: (before) => before,
    gcTime: 0,
    retry: false,
  })
}
