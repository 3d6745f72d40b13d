import { useSession } from './session.ts'

export type Rights = {
  isAdmin: boolean
  /** true if the user manages an organizer */
  isOrganizer: boolean
  may: (permission: string) => boolean
  /** true if mail is caught instead of sent, as during development */
  catchesMail: boolean
}

const none: Rights = { isAdmin: false, isOrganizer: false, may: () => false, catchesMail: false }

/** Returns the rights of the signed-in user: they decide which parts are shown; the API enforces them. */
export function useRights(): Rights {
  const session = useSession()
  if (!session) return none
  const { roles, permissions } = session.me
  const has = (role: string) => roles.some(({ id }) => id === role)
  const isAdmin = has('admin')
  return {
    isAdmin,
    isOrganizer: has('organizer'),
    may: (permission) => isAdmin || permissions.includes(permission),
    catchesMail: session.catchesMail,
  }
}
