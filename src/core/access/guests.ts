import type { FastifyContextConfig, FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { conflict } from '#platform/values/errors'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Open to guests (buyers without an account). All other routes for users are closed to them. */
    guests?: true
  }
}

/** Longest life of a guest's token, seconds. */
export const guestSeconds = 86_400

/** Returns true if a guest may call a route with their token. */
export function isOpenToGuests(config: FastifyContextConfig = {}): boolean {
  return config.guests === true
}

/** Stops the boot for a route that is open to guests and needs a right. */
export function closeRightsToGuests(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config = {} }: RouteOptions) => {
    const { guests, access, scope, permission } = config
    if (guests && (access !== 'user' || scope || permission)) {
      throw new Error(`${method} ${url} is not for every user, so it cannot be open to guests`)
    }
  })
}

/** Limits a guest to the routes that are open to guests: 409 `needs_account` on every other route. */
export function limitToGuests({ user, routeOptions }: FastifyRequest): void {
  if (user?.isGuest && !isOpenToGuests(routeOptions.config)) throw needsAccount()
}

/** The refusal for routes that are closed to guests. */
export const needsAccount = () =>
  conflict(
    'This needs an account: POST /auth/code and /auth/code/verify make one with the e-mail of the purchase',
    'needs_account',
  )
