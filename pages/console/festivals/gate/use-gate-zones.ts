import { useQuery } from '@tanstack/react-query'
import { festival } from '../../session.ts'

/** Reads the zones of a festival with the number of people inside, again at intervals while the page is visible. */
export function useGateZones(festivalId: string) {
  return useQuery({
    queryKey: ['festival', festivalId, 'zones'],
    queryFn: ({ signal }) => festival.gate.inside(festivalId, { signal }),
    refetchInterval: 10_000,
  })
}
