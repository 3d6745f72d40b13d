import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Holder } from '#core/access'
import { Message } from '#platform/http/paging'
import { Nullable, Uuid } from '#platform/values/shapes'
import { serveFile } from './files.ts'
import { clearSession, type DevicePage, enterDevice, sessionOn } from './sessions.ts'

type App = Parameters<FastifyPluginAsyncTypebox>[0]

const DeviceSession = Type.Object({
  session: Nullable(Type.String()),
  device: Type.Union([
    Type.Object({ id: Uuid, name: Type.String(), festival_id: Uuid }),
    Type.Null(),
  ]),
})

/**
 * Serves the parts of a device page beside the page: the files to install it and run it offline, and its session, with
 * its device and festival (docs/contract, 9). The device of the box office is a shift.
 */
export function serveDevicePage(app: App, page: DevicePage): void {
  // The worker is below /gate/, and serves /gate as well.
  serveFile(app, page, { name: 'sw.js', headers: { 'service-worker-allowed': `/${page}` } })
  serveFile(app, page, { name: 'manifest.webmanifest' })
  for (const name of ['icon-192.png', 'icon-512.png', 'icon-maskable.png']) {
    serveFile(app, page, { name })
  }
  readingSession(app, page)
  settingUp(app, page)
}

function readingSession(app: App, page: DevicePage) {
  app.route({
    method: 'GET',
    url: `/${page}/session`,
    config: { access: 'public' },
    schema: { hide: true, response: { 200: DeviceSession } },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const session = await sessionOn(app, request, page)
      if (!session) return { session: null, device: null }
      return { session: session.key, device: await deviceOf(app, session.holder) }
    },
  })
}

function settingUp(app: App, page: DevicePage) {
  app.route({
    method: 'POST',
    url: `/${page}/session`,
    config: { access: 'public', refuses: [401] },
    schema: {
      hide: true,
      body: Type.Object({ token: Type.String() }),
      response: { 200: DeviceSession },
    },
    handler: async (request, reply) => {
      const { token } = request.body
      const session = await enterDevice(app, { request, reply }, { page, token })
      return { session, device: await deviceOf(app, await app.access.holderOf(token)) }
    },
  })

  app.route({
    method: 'DELETE',
    url: `/${page}/session`,
    config: { access: 'public', refuses: [401] },
    schema: { hide: true, response: { 200: Message } },
    handler: async (request, reply) => {
      clearSession(request, reply, page)
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
