import { useQuery } from '@tanstack/react-query'
import { festival } from '../../session.ts'

/** The zones of a festival with how many people are inside, read again while the page is visible. */
export function useGateZones(festivalId: string) {
  return useQuery({
    queryKey: ['festival', festivalId, 'zones'],
    queryFn: ({ signal }) => festival.gate.inside(festivalId, { signal }),
    refetchInterval: 10_000,
  })
}
