import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SharedTokens, tokensIn } from '#core/access'
import { ensurePageClient } from '#identity/clients'
import { Problem } from '#platform/values/errors'
import { setSession } from './sessions.ts'

type App = Pick<FastifyInstance, 'db' | 'access' | 'now'>

const day = 86_400
/** Two days, at least one of which is left when a page is sent: the page works for a day. */
const lifetime = 2 * day

/** The refusal while the guide's own client is suspended. */
const closed = () =>
  new Problem(503, 'The guide is closed at the moment', { code: 'closed', retry_after: 300 })

/**
 * Returns a function that returns the token with which the guide calls the API. Each process has one token. A visitor
 * with a valid token of another process retains it, so that open pages continue to work.
 */
export function guideTokens(app: App) {
  const ours = new SharedTokens(app, { seconds: lifetime, least: day })
  return async (request: FastifyRequest): Promise<string> => {
    for (const theirs of tokensIn(request, 'guide')) {
      if (await ours.lookUp('guide', theirs)) return theirs
    }
    const { token } = await ours.get('guide', () => issue(app))
    return token
  }
}

/** Sets the token in the visitor's cookie, and returns the key that the page sends with it. */
export function setGuideCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): string {
  return setSession(request, reply, { page: 'guide', token, seconds: lifetime })
}

/** Issues a token of the guide. @throws Problem 503 while the client is suspended */
async function issue(app: App): Promise<string> {
  const { suspended_at } = await ensurePageClient(app.db, { id: 'guide', name: 'Guide' })
  if (suspended_at) throw closed()
  const { token } = await app.access.issue(app.db, { clientId: 'guide', seconds: lifetime })
  return token
}
