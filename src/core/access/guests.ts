import type { FastifyContextConfig, FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { conflict } from '#platform/values/errors'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Open to guests, who buy without an account. All other routes for users are closed to them. */
    guests?: true
  }
}

/** How long a guest's token lives at most, in seconds. */
export const guestSeconds = 86_400

/** Whether a guest may call a route with their token. */
export function isOpenToGuests(config: FastifyContextConfig = {}): boolean {
  return config.guests === true
}

/** A route that needs a right cannot be opened to guests: it stops the start. */
export function closeRightsToGuests(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config = {} }: RouteOptions) => {
    const { guests, access, scope, permission } = config
    if (guests && (access !== 'user' || scope || permission)) {
      throw new Error(`${method} ${url} is not for every user, so it cannot be open to guests`)
    }
  })
}

/** Keeps a guest to what is open to guests: 409 `needs_account` on every other route. */
export function limitToGuests({ user, routeOptions }: FastifyRequest): void {
  if (user?.isGuest && !isOpenToGuests(routeOptions.config)) throw needsAccount()
}

/** The refusal of what a guest cannot have. */
export const needsAccount = () =>
  conflict(
    'This needs an account: POST /auth/code and /auth/code/verify make one with the e-mail of the purchase',
    'needs_account',
  )
