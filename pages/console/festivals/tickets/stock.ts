import { useQuery } from '@tanstack/react-query'
import type { Availability, Tier } from '../../../../client/src/index.ts'
import { festival } from '../../session.ts'

/** Reads the availability of each tier of a festival, by id, every few seconds while the page is open. */
export function useAvailability(id: string): Map<string, Availability> {
  const { data } = useQuery({
    queryKey: ['festival', id, 'availability'],
    queryFn: ({ signal }) =>
      festival.festivals.get(id, { hidden: true, expand: ['availability'] }, { signal }),
    refetchInterval: 3_000,
  })
  return new Map(data?.availability?.map((stock) => [stock.ticket_id, stock]))
}

/** Returns the number sold of a tier: neither remaining nor being paid for. */
export function soldOf(
  { quantity }: Pick<Tier, 'quantity'>,
  stock: Availability | undefined,
): number {
  return stock ? Math.max(0, quantity - stock.remaining - stock.held) : 0
}

/** Returns the number sold or being paid for: the minimum quantity. */
export function takenOf(
  { quantity }: Pick<Tier, 'quantity'>,
  stock: Availability | undefined,
): number {
  return stock ? Math.max(0, quantity - stock.remaining) : 0
}
