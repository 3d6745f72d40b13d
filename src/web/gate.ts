import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Holder } from '#access'
import { Message } from '#platform/http/paging'
import { Nullable, Uuid } from '#platform/values/shapes'
import { serveFile } from './files.ts'
import { enterGate, forget, sessionOn } from './sessions.ts'

type App = Parameters<FastifyPluginAsyncTypebox>[0]

const GateSession = Type.Object({
  session: Nullable(Type.String()),
  device: Type.Union([
    Type.Object({ id: Uuid, name: Type.String(), festival_id: Uuid }),
    Type.Null(),
  ]),
})

/**
 * What the gate page needs besides itself: the files to install it and run it without a network, and its
 * session, with its device and festival (docs/contract.md, 9).
 */
export function serveGate(app: App): void {
  // The worker is below /gate/, and serves /gate as well.
  serveFile(app, 'gate', { name: 'sw.js', headers: { 'service-worker-allowed': '/gate' } })
  serveFile(app, 'gate', { name: 'manifest.webmanifest' })
  for (const name of ['icon-192.png', 'icon-512.png', 'icon-maskable.png']) {
    serveFile(app, 'gate', { name })
  }

  app.route({
    method: 'GET',
    url: '/gate/session',
    config: { access: 'public' },
    schema: { hide: true, response: { 200: GateSession } },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const session = await sessionOn(app, request, 'gate')
      if (!session) return { session: null, device: null }
      return { session: session.key, device: await deviceOf(app, session.holder) }
    },
  })

  app.route({
    method: 'POST',
    url: '/gate/session',
    config: { access: 'public', refuses: [401] },
    schema: {
      hide: true,
      body: Type.Object({ token: Type.String() }),
      response: { 200: GateSession },
    },
    handler: async (request, reply) => {
      const { token } = request.body
      const session = await enterGate(app, { request, reply }, token)
      return { session, device: await deviceOf(app, await app.access.holderOf(token)) }
    },
  })

  app.route({
    method: 'DELETE',
    url: '/gate/session',
    config: { access: 'public', refuses: [401] },
    schema: { hide: true, response: { 200: Message } },
    handler: async (request, reply) => {
      forget(request, reply, 'gate')
      return { message: 'This device is no longer set up' }
    },
  })
}

/** Returns the device that a session belongs to. */
async function deviceOf({ db }: Pick<App, 'db'>, { device }: Holder) {
  if (!device) return null
  const named = await db
    .selectFrom('gate_devices')
    .select(['id', 'name', 'festival_id'])
    .where('id', '=', device.id)
    .executeTakeFirst()
  return named ?? null
}
