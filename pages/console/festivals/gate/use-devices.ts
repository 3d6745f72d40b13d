import { useQuery } from '@tanstack/react-query'
import { festival } from '../../session.ts'

/** Reads the devices of a festival's gate again every `every` milliseconds while the page is visible. */
export function useDevices(festivalId: string, every = 10_000) {
  return useQuery({
    queryKey: ['festival', festivalId, 'gate-devices'],
    queryFn: ({ signal }) => festival.gate.devices(festivalId, { signal }),
    refetchInterval: every,
  })
}
