import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { parseEnv } from 'node:util'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { docsTexts } from './docs-texts.ts'
import { sendText, withoutSlash } from './page.ts'

const Known = Type.Union([Type.String(), Type.Null()])
const DemoClient = Type.Object({ client_id: Known, client_secret: Known })

/** Serves `GET /docs/contract` and the other texts beside the reference. */
export function serveTexts(app: FastifyInstance): void {
  for (const { name } of docsTexts) {
    const url = `/docs/${name}`
    withoutSlash(app, url)
    app.route({
      method: 'GET',
      url,
      config: { access: 'public' },
      schema: { hide: true },
      handler: (_request, reply) => sendText(app, reply, name),
    })
  }
}

/**
 * `GET /docs/demo-client`: during development, the client of the first start, for the reference in a browser on the
 * same machine. null in production, and for other machines, other pages and other host names.
 */
export function serveDemoClient(app: FastifyInstance): void {
  app.route({
    method: 'GET',
    url: '/docs/demo-client',
    config: { access: 'public' },
    schema: { hide: true, response: { 200: DemoClient } },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { NODE_ENV, DATA_DIR } = app.config
      const mayKnow = NODE_ENV === 'development' && isOurPageHere(request)
      const kept = mayKnow ? await readFirstStart(DATA_DIR) : {}
      return { client_id: kept['CLIENT_ID'] ?? null, client_secret: kept['CLIENT_SECRET'] ?? null }
    },
  })
}

async function readFirstStart(folder: string): Promise<Record<string, string | undefined>> {
  return parseEnv(await readFile(`${folder}/first-start.env`, 'utf8').catch(() => ''))
}

/**
 * Returns true if one of our pages, or a user, sends the request from this machine: not through a proxy, by a name of
 * this machine alone (any other could be made to point here), and not from another site.
 */
function isOurPageHere({ socket, headers, hostname }: FastifyRequest): boolean {
  const foreign = ['x-forwarded-for', 'forwarded', 'via', 'origin']
  const site = headers['sec-fetch-site'] ?? 'none'
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    (hostname === 'localhost' || isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'))) &&
    foreign.every((name) => headers[name] === undefined) &&
    (site === 'same-origin' || site === 'none')
  )
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '')
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'))
}
