import { useQuery } from '@tanstack/react-query'
import { festival } from '../session.ts'

/** What a festival has ever offered, with what was sold of it: what is no longer on offer too. */
export function useOffered(id: string) {
  return useQuery({
    queryKey: ['festival', id, 'offered'],
    queryFn: ({ signal }) => festival.sales.get(id, {}, { signal }),
  })
}
