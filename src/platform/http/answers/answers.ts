import type { FastifyInstance, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { aliasAdder } from '#platform/values/aliases'
import { handleProblems, mark, type ShowProblem } from './refusals.ts'
import { sendAnswers } from './send.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * A catalogue read: gets an ETag and answers 304. `public` needs no token, so any cache may store it; a `moment`
     * may be reused for a second without asking again.
     */
    caching?: keyof typeof cacheControl
    /** Adds the earlier names of fields to its answer, if it has any. */
    addAliases?: (answer: unknown) => unknown
  }
}

const cacheControl = {
  private: 'private, no-cache',
  public: 'public, no-cache',
  moment: 'private, max-age=1',
}
const varies = 'x-f-authorization, x-f-authentication, accept-encoding, prefer'

/**
 * Writes all answers: JSON with absolute photo addresses and an ETag, and every refusal as `{error}`. An
 * unknown address is answered by `showProblem` when a browser asks for a page.
 */
export function writeAnswers(app: FastifyInstance, showProblem?: ShowProblem): void {
  handleProblems(app, showProblem)
  app.addHook('onRequest', (request, reply, done) => {
    const { caching } = request.routeOptions.config ?? {}
    if (caching) {
      reply.header('cache-control', cacheControl[caching])
      const vary = reply.getHeader('vary')
      reply.header('vary', vary ? `${vary}, ${varies}` : varies)
    } else {
      reply.header('cache-control', 'no-store')
    }
    done()
  })
  app.addHook('onRoute', answerAliases)
  sendAnswers(app)
}

function answerAliases(route: RouteOptions): void {
  const answers = Object.entries(Object(route.schema?.response)).filter(([status]) => status < '3')
  const add = aliasAdder({ anyOf: answers.map(([, schema]) => schema as TSchema) })
  if (!add) return
  route.config = { ...route.config, addAliases: add }
  route.preSerialization = async (_request, _reply, answer) => add(answer)
}

/** Sets the headers that all answers carry; registered before any other hook, which may answer too. */
export function markAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    mark(request, reply)
    // Even a proxy passes on the value a caller has written there: `PUBLIC_URL` is our name.
    if ('x-forwarded-host' in request.headers) delete request.headers['x-forwarded-host']
    done()
  })
}
