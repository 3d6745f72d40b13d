import { Type } from 'typebox'
import { Acceptance, acceptByToken } from '#invitations'
import { outboxOf } from '#mail'
import { type Module } from '#platform/http/infrastructure'
import { Message } from '#platform/http/paging'
import { serveDemoClient, serveTexts } from './docs.ts'
import { serveFanSession } from './fan-routes.ts'
import { readyFiles, serveAssets, serveClient } from './files.ts'
import { serveGate } from './gate.ts'
import { guide } from './guide.ts'
import { type BuiltPage, readPage, sendPage, withoutSlash } from './html.ts'
import { enterConsole, leaveConsole, sessionOn } from './sessions.ts'

type App = Parameters<Module>[0]

/** The pages: `/console`, `/gate`, `/docs` and the guide at `/`, and the npm package of the client (docs/contract.md, 9). */
export const pages: Module = async (app) => {
  await readyFiles(app)
  for (const page of ['console', 'gate', 'guide', 'docs'] as const) serveAssets(app, page)
  shell(app, 'console', '/console')
  // Addresses inside the console, such as /console/clients, are handled in the browser.
  shell(app, 'console', '/console/*')
  shell(app, 'gate', '/gate')
  shell(app, 'docs', '/docs')
  for (const url of ['/gate', '/docs']) withoutSlash(app, url)
  serveClient(app)
  serveTexts(app)
  serveDemoClient(app)
  consoleSession(app)
  serveGate(app)
  serveFanSession(app)
  await app.register(guide)
}

/** A page that is the same for all users: what it shows, it asks for. */
function shell(app: App, page: BuiltPage, url: string) {
  app.route({
    method: 'GET',
    url,
    config: { access: 'public' },
    schema: { hide: true },
    handler: async (request, reply) =>
      sendPage(request, reply, { page, html: await readPage(app, page) }),
  })
}

const Session = Type.Object({
  session: Type.Union([Type.String(), Type.Null()]),
  // Included here, so that the console does not ask for mail where there is none.
  catches_mail: Type.Boolean(),
})

function consoleSession(app: App) {
  const told = (session: string | null) => ({
    session,
    catches_mail: session !== null && outboxOf(app.config) !== undefined,
  })

  app.route({
    method: 'GET',
    url: '/console/session',
    config: { access: 'public' },
    schema: { hide: true, response: { 200: Session } },
    handler: async (request) => told((await sessionOn(app, request, 'console'))?.key ?? null),
  })

  app.route({
    method: 'POST',
    url: '/console/session',
    config: { access: 'public', refuses: [401, 'suspended', 'too_many_failures'] },
    schema: {
      hide: true,
      body: Type.Object({ email: Type.String(), password: Type.String() }),
      response: { 200: Session },
    },
    handler: async (request, reply) =>
      told(await enterConsole(app, { request, reply }, request.body)),
  })

  app.route({
    method: 'POST',
    url: '/console/invitation',
    // Before sign-in there is no session: the token of the mail is the proof.
    config: {
      access: 'public',
      refuses: ['other_account', 'too_many'],
      audit: 'invitation.accept',
    },
    schema: { hide: true, body: Acceptance, response: { 200: Message } },
    handler: async (request) => {
      await acceptByToken(app, null, request.body)
      return { message: 'Invitation accepted: sign in' }
    },
  })

  app.route({
    method: 'DELETE',
    url: '/console/session',
    config: { access: 'public', refuses: [401], audit: false },
    schema: { hide: true, response: { 200: Message } },
    handler: async (request, reply) => {
      await leaveConsole(app, { request, reply })
      return { message: 'Signed out' }
    },
  })
}
