import type { FastifyRequest } from 'fastify'
import type { Session } from './sessions.ts'
import type { ClientCaller, DeviceCaller, UserCaller } from './token-lookup.ts'

/** Rights that a client may have beyond calling (contract, section 2). */
export const scopes = [
  'manage_subscriptions',
  'read_emails',
  'manage_rewards',
  'sell_to_guests',
] as const
export type Scope = (typeof scopes)[number]

/** Rights that a user may have beyond their own things. An admin has them all. */
export const permissions = [
  'create_subscriptions',
  'manage_clients',
  'manage_users',
  'manage_rewards',
  'manage_catalog',
  'manage_money',
] as const
export type Permission = (typeof permissions)[number]

/** Returns the scopes that a user's permissions bring in our own pages. */
export function scopesOf(user: UserCaller): Scope[] {
  // A page sells to guests as a publishable client does.
  const brings: Record<Scope, Permission | null> = {
    manage_subscriptions: 'create_subscriptions',
    read_emails: 'manage_users',
    manage_rewards: 'manage_rewards',
    sell_to_guests: null,
  }
  return scopes.filter((scope) => {
    const permission = brings[scope]
    return permission !== null && mayUser(user, permission)
  })
}

/** Returns the scopes that a request holds, and so can grant: its client's scopes; an admin holds them all. */
export function heldScopes(request: FastifyRequest): readonly string[] {
  return signedIn(request).isAdmin ? scopes : callingClient(request).scopes
}

/** Returns true if the user holds a permission. An admin holds them all. */
export function mayUser(
  user: Pick<UserCaller, 'isAdmin' | 'permissions'>,
  permission: Permission,
): boolean {
  return user.isAdmin || user.permissions.includes(permission)
}

/** The user of a route with `access: 'user'`. */
export function signedIn({ user }: FastifyRequest): UserCaller {
  if (user === null) throw new Error("signedIn() on a route without access: 'user'")
  return user
}

/** The user or the device of a route with `access: 'gate'` or `'till'`. */
export function atGate({ user, device }: FastifyRequest): UserCaller | DeviceCaller {
  const caller = device ?? user
  if (caller === null) throw new Error("atGate() on a route without access: 'gate' or 'till'")
  return caller
}

/** The session of a route with `access: 'user'`. */
export function sessionOf(request: FastifyRequest): Session {
  return { client: callingClient(request).token, user: signedIn(request).token }
}

/** The client of a route that is not public. */
export function callingClient({ client }: FastifyRequest): ClientCaller {
  if (client === null) throw new Error('callingClient() on a public route')
  return client
}
