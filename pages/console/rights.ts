import type { CurrentUser } from '../../client/src/index.ts'
import { useSession } from './session.ts'

type OrganizerRole = CurrentUser['organizer_roles'][number]
/** Rights of a person for an organizer; managers hold every right. */
export type OrganizerRight = OrganizerRole['rights'][number]

export type Rights = {
  isAdmin: boolean
  /** true if the user manages an organizer */
  isOrganizer: boolean
  may: (permission: string) => boolean
  /** the roles beside manager */
  organizerRoles: OrganizerRole[]
  /** true if the user sees the sales of any organizer */
  readsSales: boolean
  /** true if mail is caught instead of sent, as during development */
  catchesMail: boolean
}

const none: Rights = {
  isAdmin: false,
  isOrganizer: false,
  may: () => false,
  organizerRoles: [],
  readsSales: false,
  catchesMail: false,
}

/** Returns the rights of the signed-in user: they decide which parts are shown; the API enforces them. */
export function useRights(): Rights {
  const session = useSession()
  if (!session) return none
  const { roles, permissions, organizer_roles: organizerRoles } = session.me
  const has = (role: string) => roles.some(({ id }) => id === role)
  const isAdmin = has('admin')
  const isOrganizer = has('organizer')
  return {
    isAdmin,
    isOrganizer,
    organizerRoles,
    readsSales:
      isAdmin || isOrganizer || organizerRoles.some(({ rights }) => rights.includes('read_sales')),
    may: (permission) => isAdmin || permissions.includes(permission),
    catchesMail: session.catchesMail,
  }
}
