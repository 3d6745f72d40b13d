import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { aNote, type Note, signedAs } from '#platform/database/signing'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Name of the change in the audit log, such as `festival.update`: the kind of record, then the verb. False for
     * changes with records of their own, such as purchases.
     */
    audit?: `${string}.${string}` | false
  }
}

/**
 * Stops the boot for a route that changes something for a user or a device without a name for the change in the audit
 * log. Handlers of routes with a name carry their caller into their transactions.
 */
export function auditChangesOfRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    const { method, url, config: { access, audit } = {}, handler } = route
    const isRead = [method].flat().every((name) => ['GET', 'HEAD', 'OPTIONS'].includes(name))
    if (
      !isRead &&
      audit === undefined &&
      (access === 'user' || access === 'gate' || access === 'till')
    ) {
      throw new Error(`${method} ${url} does not say audit: 'noun.verb' or audit: false`)
    }
    if (!audit) return
    route.handler = function (request, reply) {
      const signed = { note: auditEntryOf(request, audit), token: request.user?.token }
      return signedAs(signed, () => handler.call(this, request, reply))
    }
  })
}

function auditEntryOf(request: FastifyRequest, action: string): Note {
  const { client, user, device, server } = request
  const caller = user ? 'user' : device ? 'device' : client ? 'client' : 'system'
  const ids = { user_id: user?.id, client_id: client?.id, device_id: device?.id }
  return { ...aNote(action, server.now()), actor: caller, ...ids }
}
