import { useQuery } from '@tanstack/react-query'
import { festival } from '../../session.ts'

/** Reads the shifts of a festival, open ones first, again every `every` milliseconds while the page is visible. */
export function useShifts(festivalId: string, every = 10_000) {
  return useQuery({
    queryKey: ['festival', festivalId, 'shifts'],
    queryFn: async ({ signal }) => {
      const shifts = await festival.boxOffice.shifts(festivalId, { signal })
      return shifts.toSorted((a, b) => Number(a.closed_at !== null) - Number(b.closed_at !== null))
    },
    refetchInterval: every,
  })
}
