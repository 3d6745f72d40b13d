import { useQuery } from '@tanstack/react-query'
import { useRights } from '../rights.ts'
import { festival, useSession } from '../session.ts'

/** Reads an organizer, and returns whether the user may change it and its records. */
export function useManages(id: string) {
  const session = useSession()
  const { may } = useRights()
  const organizer = useQuery({
    queryKey: ['organizer', id],
    queryFn: ({ signal }) => festival.organizers.get(id, { signal }),
  })
  const isManager = organizer.data?.managers.some((manager) => manager.id === session?.me.id)
  return { organizer, manages: may('manage_catalog') || isManager === true }
}
