import { signedIn } from '#core/access'
import type { Module } from '#platform/http/infrastructure'
import { Message } from '#platform/http/paging'
import { SessionParams, Sessions } from './schemas.ts'
import { endSession, listSessions } from './sessions.ts'

/** The sessions of a user (docs/contract, section 2.1). */
export function sessions(app: Parameters<Module>[0]) {
  app.route({
    method: 'GET',
    url: '/users/i/sessions',
    config: { access: 'user', publishable: true },
    schema: {
      operationId: 'listSessions',
      summary: 'Where the user is signed in, the newest first; a hundred at most',
      response: { 200: Sessions },
    },
    handler: async (request) => ({
      sessions: await listSessions({ db: app.db, now: app.now() }, signedIn(request)),
    }),
  })

  app.route({
    method: 'DELETE',
    url: '/users/i/sessions/:id',
    config: { access: 'user', publishable: true, audit: false },
    schema: {
      operationId: 'endSession',
      summary: 'End a session of the user, also the one that asks',
      params: SessionParams,
      response: { 200: Message },
    },
    handler: async (request) => {
      await endSession(app, { user: signedIn(request), id: request.params.id })
      return { message: 'Session ended' }
    },
  })
}
