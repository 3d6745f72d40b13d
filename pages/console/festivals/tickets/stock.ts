import { useQuery } from '@tanstack/react-query'
import type { Availability, Tier } from '../../../../client/src/index.ts'
import { festival } from '../../session.ts'

/** What is left of each tier of a festival, by its id, read anew every few seconds while one looks. */
export function useAvailability(id: string): Map<string, Availability> {
  const { data } = useQuery({
    queryKey: ['festival', id, 'availability'],
    queryFn: ({ signal }) => festival.festivals.availability(id, { signal }),
    refetchInterval: 3_000,
  })
  return new Map(data?.map((stock) => [stock.ticket_id, stock]))
}

/** How many of a tier are sold: neither left nor being paid for. */
export function soldOf(
  { quantity }: Pick<Tier, 'quantity'>,
  stock: Availability | undefined,
): number {
  return stock ? Math.max(0, quantity - stock.remaining - stock.held) : 0
}

/** Sold or being paid for: fewer than these there cannot be. */
export function takenOf(
  { quantity }: Pick<Tier, 'quantity'>,
  stock: Availability | undefined,
): number {
  return stock ? Math.max(0, quantity - stock.remaining) : 0
}
