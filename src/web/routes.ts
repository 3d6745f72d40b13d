import { type Module } from '#platform/http/infrastructure'
import { guide } from './guide-routes.ts'
import { serveConsoleProvider } from './server/console-provider-routes.ts'
import { serveConsoleSession } from './server/console-routes.ts'
import { serveDevicePage } from './server/devices.ts'
import { serveDemoClient, serveTexts } from './server/docs.ts'
import { serveFanSession } from './server/fan-routes.ts'
import { readyFiles, serveAssets, serveClient } from './server/files.ts'
import { type BuiltPage, readPage, sendPage, withoutSlash } from './server/page.ts'

type App = Parameters<Module>[0]

/** The pages `/console`, `/gate`, `/box-office`, `/docs` and the guide at `/`, and the npm package of the client (docs/contract, 9). */
export const pages: Module = async (app) => {
  await readyFiles(app)
  for (const page of ['console', 'gate', 'box-office', 'guide', 'docs'] as const)
    serveAssets(app, page)
  shell(app, 'console', '/console')
  // The browser handles addresses inside the console, such as /console/clients.
  shell(app, 'console', '/console/*')
  shell(app, 'docs', '/docs')
  for (const url of ['/gate', '/box-office', '/docs']) withoutSlash(app, url)
  serveClient(app)
  serveTexts(app)
  serveDemoClient(app)
  serveConsoleSession(app)
  serveConsoleProvider(app)
  for (const page of ['gate', 'box-office'] as const) {
    shell(app, page, `/${page}`)
    serveDevicePage(app, page)
  }
  serveFanSession(app)
  await app.register(guide)
}

/** Sends a page that is the same for all users. It requests its content itself. */
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
