import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { SoldPayment } from '../../../client/src/index.ts'
import { dayAfter, isDay } from '../components/fields/day.ts'
import { parsePrice } from '../components/fields/price.ts'
import type { ExportForm } from '../components/tables/export-form.ts'
import { useRights } from '../rights.ts'
import { festival } from '../session.ts'
import { isMoving, isStatus, isType } from './words.ts'

/** The filters in the address; empty matches anything. */
export type Filter = Record<
  'festivalId' | 'status' | 'type' | 'q' | 'from' | 'to' | 'amount',
  string
>

type Query = Parameters<typeof festival.sales.payments>[1]
type Options = { signal: AbortSignal }

/** Reads all payments for admins; the payments of a festival for other users. */
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

/** Returns the query of a filter for the service; days are whole, and an invalid amount is left out. */
function searchOf({ status, type, q, from, to, amount }: Filter) {
  const cost = parsePrice(amount)
  return {
    ...(isStatus(status) && { status }),
    ...(isType(type) && { type }),
    ...(q && { q }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to: dayAfter(to) }),
    ...(cost !== undefined && { amount: cost }),
  }
}

/** Returns true if the filter searches for anything beside the festival. */
export const isSearched = (filter: Filter) => Object.keys(searchOf(filter)).length > 0

/** Reads the number of payments that match a filter, and their sums. */
export function useTotals(filter: Filter) {
  const read = useReader()
  const query = { ...searchOf(filter), totals: true, limit: 1 }
  return useQuery({
    queryKey: ['payments', 'totals', filter.festivalId, query],
    queryFn: async ({ signal }) => (await read(filter.festivalId, query, { signal })).totals ?? [],
    placeholderData: (before) => before,
  })
}

/** Reads the payments that match a filter as a file. */
export function useExport(filter: Filter): (form: ExportForm['query']) => Promise<Blob> {
  const { isAdmin } = useRights()
  const { festivalId } = filter
  const search = searchOf(filter)
  return (form) => {
    const query = { ...search, ...form }
    return isAdmin
      ? festival.sales.allPaymentsCsv({ ...query, ...(festivalId && { festival: festivalId }) })
      : festival.sales.paymentsCsv(festivalId, query)
  }
}

/** The payments of an order that the user may see, in its order. */
export function useOrder({ order_id: id, status }: SoldPayment, festivalId: string) {
  const read = useReader()
  return useQuery({
    // A change of one of them may change the others.
    queryKey: ['payment', 'order', id, status],
    queryFn: async ({ signal }) => {
      const { payments } = await read(festivalId, { q: id, limit: 50 }, { signal })
      return payments.toSorted((a, b) => a.line - b.line)
    },
    placeholderData: (before) => before,
    refetchInterval: ({ state: { data } }) => (data?.some(isMoving) ? 2_000 : false),
  })
}

/** The payments that match a filter, newest first, loaded page by page. */
export function usePayments(filter: Filter) {
  const read = useReader()
  const { festivalId } = filter
  const query = { limit: 50, ...searchOf(filter) }
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

/** Reads the returned and retained amounts of a possible refund; `amount` absent: all that is left. */
export function useRefundPreview(id: string, amount: number | undefined) {
  return useQuery({
    // Not under the payment's key, which is refreshed after a refund.
    queryKey: ['refund', id, amount],
    queryFn: ({ signal }) =>
      festival.payments.previewRefund(id, amount === undefined ? {} : { amount }, { signal }),
    enabled: amount === undefined || amount > 0,
    placeholderData: (before) => before,
    gcTime: 0,
    retry: false,
  })
}
