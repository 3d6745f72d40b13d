import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { type BuiltPage, notBuilt } from './page.ts'

/** Lets `reply.sendFile` send the built files, in the smallest form that the browser accepts. */
export async function readyFiles(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: app.pagesFolder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  })
}

const assetName = /^[\w-]+(\.[\w-]+)+$/
/** Caching headers for existing files. A missing file must not be cached as missing: an update may add it. */
const forEver = { cacheControl: true, immutable: true, maxAge: '1y' }

/** `/<page>/assets/…`: the name contains a hash of the content, so the file may be cached for ever. */
export function serveAssets(app: FastifyInstance, page: BuiltPage): void {
  app.route({
    method: 'GET',
    url: `/${page}/assets/*`,
    config: { access: 'public' },
    schema: { hide: true },
    handler: (request, reply) => {
      const { '*': name } = request.params as { '*': string }
      if (!assetName.test(name)) return reply.callNotFound()
      reply.header('cross-origin-resource-policy', 'same-origin')
      return reply.sendFile(`${page}/assets/${name}`, forEver)
    },
  })
}

/** A single file under its own name, which is revalidated each time. */
export function serveFile(
  app: FastifyInstance,
  page: BuiltPage,
  { name, headers = {} }: { name: string; headers?: Record<string, string> },
): void {
  app.route({
    method: 'GET',
    url: `/${page}/${name}`,
    config: { access: 'public' },
    schema: { hide: true },
    handler: (_request, reply) =>
      reply.headers({ 'cache-control': 'no-cache', ...headers }).sendFile(`${page}/${name}`),
  })
}

/** `/client.tgz`: the npm package of the client, which npm installs from this address. */
export function serveClient(app: FastifyInstance): void {
  app.route({
    method: 'GET',
    url: '/client.tgz',
    config: { access: 'public' },
    schema: { hide: true },
    handler: (_request, reply) => {
      if (!existsSync(`${app.pagesFolder}/client.tgz`)) throw notBuilt()
      reply.headers({ 'cache-control': 'public, no-cache', 'content-type': 'application/gzip' })
      return reply.sendFile('client.tgz', { contentType: false })
    },
  })
}
