import { useQuery } from '@tanstack/react-query'
import { FestivalError, type Queue } from '../../../../client/src/index.ts'
import { queries } from '../../queries.ts'
import { festival } from '../../session.ts'

const keyOf = (festivalId: string) => ['festival', festivalId, 'queue']

/** Reads the waiting room of a festival, again when its answer asks for it; null if there is none. */
export function useQueue(festivalId: string) {
  return useQuery({
    queryKey: keyOf(festivalId),
    queryFn: ({ signal }) =>
      festival.queue.get(festivalId, { hidden: true }, { signal }).catch(noneAsNull),
    refetchInterval: ({ state: { data } }) => (data ? data.ask_again_seconds * 1_000 : false),
  })
}

function noneAsNull(error: unknown): null {
  if (error instanceof FestivalError && error.status === 404) return null
  throw error
}

const rehearsalKeyOf = (festivalId: string) => ['festival', festivalId, 'queue-rehearsal']

/** Reads the rehearsal beside it; null if there is none. */
export function useRehearsal(festivalId: string) {
  return useQuery({
    queryKey: rehearsalKeyOf(festivalId),
    queryFn: ({ signal }) =>
      festival.queue.get(festivalId, { rehearsal: true }, { signal }).catch(noneAsNull),
    refetchInterval: ({ state: { data } }) => (data ? data.ask_again_seconds * 1_000 : false),
  })
}

export const cacheRehearsal = (festivalId: string, rehearsal: Queue | null): Promise<void> =>
  keep(rehearsalKeyOf(festivalId), rehearsal)

/** Shows the waiting room as a change has left it: a read under way, or made within a second, may be older. */
export const cacheQueue = (festivalId: string, queue: Queue | null): Promise<void> =>
  keep(keyOf(festivalId), queue)

async function keep(queryKey: string[], queue: Queue | null): Promise<void> {
  await queries.cancelQueries({ queryKey })
  queries.setQueryData(queryKey, queue)
}
