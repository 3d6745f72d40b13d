import { useQuery } from '@tanstack/react-query'
import { type OrganizerRight, useRights } from '../rights.ts'
import { festival, useSession } from '../session.ts'

/** Returns true if the user holds a right in an organizer. */
export type Holds = (right: OrganizerRight) => boolean

/**
 * Reads an organizer, and returns whether the user may change it and its records, whether they see its money, and which
 * rights they hold in it as a manager or by another role.
 */
export function useManages(id: string) {
  const session = useSession()
  const { isAdmin, may, organizerRoles } = useRights()
  const organizer = useQuery({
    queryKey: ['organizer', id],
    queryFn: ({ signal }) => festival.organizers.get(id, { signal }),
  })
  const isManager = organizer.data?.managers.some((manager) => manager.id === session?.me.id)
  const role = organizerRoles.find(({ organizer_id }) => organizer_id === id)
  const isAllowed = (asStaff: boolean) => asStaff || isManager === true
  const manages = isAllowed(may('manage_catalog'))
  const holds: Holds = (right) => manages || role?.rights.includes(right) === true
  return { organizer, manages, sells: isAllowed(isAdmin), role, holds }
}
