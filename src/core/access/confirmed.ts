import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Infrastructure } from '#platform/http/infrastructure'
import { forbidden } from '#platform/values/errors'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Protects against a session that was left open: in the console, the route is allowed only within ten minutes after
     * the user signed in. A function decides it for a request. It has no effect on other callers (docs/design/identity.md).
     */
    confirms?: true | ((request: FastifyRequest) => Promise<boolean>)
  }
}

/** Time after signing in during which a session counts as confirmed by its user, ms. */
const fresh = 10 * 60_000

/** Returns true if the user of a session has confirmed their identity within the last ten minutes. `token` is the hash of its token. */
export async function hasJustSignedIn(
  { db, now }: Pick<Infrastructure, 'db' | 'now'>,
  token: string,
): Promise<boolean> {
  const session = await db
    .selectFrom('tokens')
    .select(({ fn }) => fn.coalesce('proven_at', 'created_at').as('proven_at'))
    .where('hash', '=', Buffer.from(token, 'base64url'))
    .executeTakeFirst()
  return session !== undefined && now().getTime() - session.proven_at.getTime() <= fresh
}

/** Has routes that declare `confirms` ask again: 403 `confirm_identity`. */
export function confirmOnRoutes(app: FastifyInstance, context: Pick<Infrastructure, 'db' | 'now'>) {
  app.addHook('onRoute', (route: RouteOptions) => {
    const { config: { confirms } = {}, handler } = route
    if (!confirms) return
    route.handler = async function (request, reply) {
      const { user } = request
      const isAsked = user?.inConsole && !(await hasJustSignedIn(context, user.token))
      if (isAsked && (confirms === true || (await confirms(request)))) throw notConfirmed()
      return handler.call(this, request, reply)
    }
  })
}

const notConfirmed = () =>
  forbidden(
    'Confirm that it is you: the console asks again ten minutes after signing in',
    'confirm_identity',
  )
