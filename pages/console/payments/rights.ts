import { useQuery } from '@tanstack/react-query'
import type { SoldPayment } from '../../../client/src/index.ts'
import type { Holds } from '../organizers/manages.ts'
import { useRights } from '../rights.ts'
import { festival as api } from '../session.ts'

/**
 * Returns the rights of the user at the festival of a payment. People without a role beside manager see payments only
 * where they hold every right.
 */
export function useRightsAt({ festival }: SoldPayment): Holds {
  const { isAdmin, organizerRoles } = useRights()
  const id = festival?.id ?? ''
  const isAsked = !isAdmin && organizerRoles.length > 0 && id !== ''
  const { data } = useQuery({
    queryKey: ['festival', id, 'organizer'],
    queryFn: ({ signal }) => api.festivals.get(id, {}, { signal }),
    enabled: isAsked,
  })
  if (!isAsked) return () => true
  const role = organizerRoles.find(({ organizer_id }) => organizer_id === data?.organizer.id)
  return (right) => data !== undefined && (role === undefined || role.rights.includes(right))
}
