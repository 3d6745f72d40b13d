import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { forbidden } from '#platform/values/errors'
import type { ClientCaller } from './token-lookup.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Open to publishable clients, as catalogue reads always are: the route signs a user in, or concerns only the
     * user's own things, whatever rights the user has. All other routes that take a token are closed to them.
     */
    publishable?: true
  }
}

type Route = { method: string | string[]; config?: FastifyContextConfig | undefined }

/** Returns true if a publishable client may call a route, with the token of any user or with none. */
export function isOpenToPublishable({ method, config = {} }: Route): boolean {
  return (
    config.access === 'public' || config.publishable === true || isCatalogueRead({ method, config })
  )
}

/** Returns true for reads open to a page before a user has signed in: the catalogue, as a client. */
export function isCatalogueRead({ method, config = {} }: Route): boolean {
  const isRead = [method].flat().every((name) => name === 'GET' || name === 'HEAD')
  return isRead && config.access === 'client' && config.caching !== undefined
}

/** Stops the boot for a route that is open to publishable clients and needs a right. */
export function closeRightsToPublishable(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config = {} }: RouteOptions) => {
    const { publishable, access, scope, permission } = config
    const isOwn = access === 'client' || access === 'user'
    if (publishable && (!isOwn || scope || permission)) {
      throw new Error(`${method} ${url} needs a right, so it cannot be publishable`)
    }
  })
}

/**
 * Returns true if a client takes a request with these headers. A confidential client takes all of them. To a
 * publishable one, a browser must call from one of its origins. `Sec-Fetch-Site` stands for the origin that browsers
 * leave out of reads at the page's own address; neither can be set by a page.
 */
export function takesOrigin({ publishable }: ClientCaller, headers: IncomingHttpHeaders): boolean {
  if (publishable === null) return true
  const { origin } = headers
  if (origin !== undefined) return publishable.origins.includes(origin)
  return publishable.allowWithoutOrigin || headers['sec-fetch-site'] === 'same-origin'
}

/** Refuses (403 `origin_not_allowed`) a request from an origin where its client may not be used. */
export function requireOrigin(client: ClientCaller, headers: IncomingHttpHeaders): void {
  if (takesOrigin(client, headers)) return
  const { origin } = headers
  const why =
    origin === undefined
      ? 'This client takes requests from browsers alone: for an app, set allow_without_origin; a server needs a confidential client'
      : `${origin.slice(0, 300)} is none of the origins of this client`
  throw forbidden(why, 'origin_not_allowed')
}

/**
 * Limits a request to the rights of a publishable client: 403 `publishable_client` on a closed route. On an open route
 * its user counts as an ordinary user, even an admin.
 */
export function limitToPublishable(request: FastifyRequest): void {
  const { method, routeOptions, user } = request
  if (!isOpenToPublishable({ method, config: routeOptions.config })) {
    throw forbidden(
      'A publishable client reads the catalogue and acts for users on their own things: this needs a confidential client',
      'publishable_client',
    )
  }
  if (user) request.user = { ...user, isAdmin: false, permissions: [], isLimited: true }
}
