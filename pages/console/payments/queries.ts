import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { SoldPayment } from '../../../client/src/index.ts'
import { useRights } from '../rights.ts'
import { festival } from '../session.ts'
import { isMoving, isStatus, isType } from './words.ts'

/** As the address says it: empty is anything. */
export type Filter = { festivalId: string; status: string; type: string; q: string }

type Query = Parameters<typeof festival.sales.payments>[1]
type Options = { signal: AbortSignal }

/** All payments for admins; for others those of a festival. */
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

/** The payments that a filter leaves, the newest first, and more of them when asked. */
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
      read(festivalId, { ...query, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_before }) => next_before,
  })
}

/** One payment, read again and again while it moves; null when there is none. */
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

/** What happened to a payment; `status` is how it stands, since a change of that is a line more. */
export function useTimeline({ id, status, needs_review, is_validated }: SoldPayment) {
  return useQuery({
    queryKey: ['payment', id, 'timeline', status, needs_review, is_validated],
    queryFn: ({ signal }) => festival.payments.timeline(id, { signal }),
    placeholderData: (before) => before,
  })
}

/** What a refund of so much would give back and keep back; `amount` absent: all that is left. */
export function useRefundPreview(id: string, amount: number | undefined) {
  return useQuery({
    // Not one of the payment's, which are read again once it is refunded.
    queryKey: ['refund', id, amount],
    queryFn: ({ signal }) =>
      festival.payments.previewRefund(id, amount === undefined ? {} : { amount }, { signal }),
    enabled: amount === undefined || amount > 0,
    placeholderData: (before) => before,
    gcTime: 0,
    retry: false,
  })
}
