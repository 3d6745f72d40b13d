import { useQuery } from '@tanstack/react-query'
import { festival } from '../session.ts'

/** Reads all offers a festival has ever had, with their sales, including offers that have ended. */
export function useOffered(id: string) {
  return useQuery({
    queryKey: ['festival', id, 'offered'],
    queryFn: ({ signal }) => festival.sales.get(id, {}, { signal }),
  })
}
