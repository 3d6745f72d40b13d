import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '#platform/config/variables'
import type { Infrastructure } from '#platform/http/infrastructure'
import type { Metrics } from '#platform/observe/metrics'
import type { MovableClock } from '#platform/values/movable-clock'
import type { Clock } from '#platform/values/time'
import { build } from '../api/app.ts'
import { openInfrastructure, openPools } from './infrastructure.ts'
import type { Certificate } from './network/certificate.ts'
import {
  addListeners,
  allClosed,
  canShare,
  listenersOf,
  refuseShared,
} from './network/listeners.ts'
import { ownWebhooks } from './own-webhooks.ts'
import { watchPhotoFolder } from './photo-folders.ts'
import { releaseMemory } from './release-memory.ts'

/** The settings that each process needs to answer requests. */
export type ProcessSettings = {
  config: Config
  connectionString: string
  certificate: Certificate | undefined
  /** the clock of a sandbox */
  clock?: MovableClock | undefined
}

export type Open = {
  infrastructure: Infrastructure
  server: HttpServer
  /** the port for clients */
  port: number
}

type OpenOptions = {
  log: FastifyBaseLogger
  metrics?: Metrics | undefined
  pools?: ReturnType<typeof openPools>
  /** work to finish before the first request is answered; may continue while the application is built */
  ready?: Promise<unknown>
  now?: Clock
  /** changes the infrastructure before the application is built on it */
  adapt?: (infrastructure: Infrastructure) => Infrastructure
}

/** Opens the infrastructure, builds the application on it and listens. `closing` closes all of it again. */
export async function open(
  closing: AsyncDisposableStack,
  settings: ProcessSettings,
  {
    log,
    metrics,
    pools = openPools(closing, settings),
    ready,
    now,
    adapt = (given) => given,
  }: OpenOptions,
): Promise<Open> {
  const webhooks = ownWebhooks()
  const laid = await openInfrastructure(
    closing,
    { ...settings, log, metrics, deliver: webhooks.deliver, ...(now && { now }) },
    pools,
  )
  let isStarted = false
  const whenStarted = (measure: () => number) => () => (isStarted ? measure() : 0)
  const infrastructure = adapt({
    ...laid,
    // Loading the jobs blocks the event loop for a while, which is no sign of too many requests.
    waitForDatabase: whenStarted(laid.waitForDatabase),
    loopDelay: whenStarted(laid.loopDelay),
  })
  const app = await build(infrastructure, log)
  watchPhotoFolder(infrastructure, log)
  await ready
  const port = await listen(closing, app, settings)
  // Without waiting: from now on requests may add jobs.
  infrastructure.jobs
    .start()
    .catch((err: unknown) => log.error({ err }, 'jobs do not start'))
    .finally(() => {
      isStarted = true
    })
  webhooks.handTo(app)
  releaseMemory()
  return { infrastructure, server: app.server, port }
}

/** Returns the port for clients. */
async function listen(
  closing: AsyncDisposableStack,
  app: FastifyInstance,
  { config: { PORT, HOST, LOG_LEVEL, PUBLIC_URL }, certificate }: ProcessSettings,
) {
  // Loaded only on demand: its dependencies would slow down other starts.
  const listener =
    certificate &&
    (await import('./network/https.ts')).httpsListener(app.server, certificate, PUBLIC_URL)
  let over: Promise<unknown> | undefined
  closing.defer(async () => {
    const shut = listener?.listening ? once(listener, 'close') : undefined
    listener?.close()
    for (const beside of listenersOf(app.server).slice(1)) beside.close()
    await app.close()
    await Promise.all([over, shut])
  })
  // Fastify would log each of its addresses; the banner prints the address once.
  app.log.level = 'silent'
  if (listener) await app.listen({ port: 0, host: '127.0.0.1' })
  else await takePort(app, { PORT, HOST })
  app.log.level = LOG_LEVEL
  // Resolves when no connection is open any more, for whatever reason the server stopped listening.
  over = allClosed(app.server)
  if (listener) await once(listener.listen(PORT, HOST), 'listening')
  return addressOf(listener ?? app.server)?.port ?? PORT
}

async function takePort(app: FastifyInstance, { PORT, HOST }: Pick<Config, 'PORT' | 'HOST'>) {
  if (canShare) await refuseShared({ PORT, HOST })
  const place = { port: PORT, host: HOST, reusePort: canShare }
  await app.listen(place)
  const own = addressOf(app.server)
  if (own && canShare) await addListeners(app.server, own)
}

/** The address the server listens on; the system chose the port if PORT is 0. */
function addressOf(server: Server): AddressInfo | undefined {
  const address = server.address()
  return typeof address === 'object' ? (address ?? undefined) : undefined
}
