import { useQuery } from '@tanstack/react-query'
import { useRights } from '../rights.ts'
import { festival, useSession } from '../session.ts'

/** Reads an organizer, and returns whether the user may change it and its records, and whether they see its money. */
export function useManages(id: string) {
  const session = useSession()
  const { isAdmin, may } = useRights()
  const organizer = useQuery({
    queryKey: ['organizer', id],
    queryFn: ({ signal }) => festival.organizers.get(id, { signal }),
  })
  const isManager = organizer.data?.managers.some((manager) => manager.id === session?.me.id)
  const isAllowed = (asStaff: boolean) => asStaff || isManager === true
  return { organizer, manages: isAllowed(may('manage_catalog')), sells: isAllowed(isAdmin) }
}
