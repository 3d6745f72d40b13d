import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import cors from '@fastify/cors'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  LogController,
} from 'fastify'
import {
  auditChangesOfRoutes,
  closeRightsToGuests,
  closeRightsToPublishable,
  confirmOnRoutes,
  requireAccessOnRoutes,
  waitForSlowChanges,
} from '#core/access'
import { originsOfClients } from '#identity/clients'
import { describedEvents } from '#office/webhooks'
import { markAnswers, writeAnswers } from '#platform/http/answers/answers'
import { pathIn } from '#platform/http/answers/origin'
import {
  connectionRefuser,
  refuseAddress,
  refuseOtherMethods,
} from '#platform/http/answers/refusals'
import { cacheResponses } from '#platform/http/answers/response-cache'
import { serveHealth } from '#platform/http/health'
import type { Infrastructure } from '#platform/http/infrastructure'
import { serveMetrics } from '#platform/http/metrics-route'
import { servePhotos } from '#platform/http/photos-route'
import { bodyLimit, readBodies } from '#platform/http/requests/bodies'
import { nameUnknown } from '#platform/http/requests/unknown'
import { compileValidator } from '#platform/http/requests/validation'
import { refuseWhenBusy } from '#platform/jobs/admission'
import { childLoggerFactory, logRequests } from '#platform/observe/log'
import { carryCauses } from '#platform/observe/traced-requests'
import { countRequests } from '#platform/observe/traffic'
import { pageAddress, showProblem } from '#web'
import { modules } from './modules.ts'
import { describeRoutes } from './openapi/describe.ts'
import { tags } from './openapi/tags.ts'

/** Builds the whole application on a given infrastructure: first its plugins, then the modules, layer by layer. */
export async function build(
  infrastructure: Infrastructure,
  log: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const app = Fastify(serverOptions(infrastructure, log)).withTypeProvider<TypeBoxTypeProvider>()

  decorate(app, infrastructure)
  app.decorateRequest('client', null)
  app.decorateRequest('user', null)
  app.decorateRequest('device', null)
  app.setValidatorCompiler(compileValidator)

  const routes = new Map<string, Set<string>>()
  markAnswers(app)
  await app.register(cors, corsOptions(infrastructure))
  requireAccessOnRoutes(app)
  closeRightsToPublishable(app)
  closeRightsToGuests(app)
  auditChangesOfRoutes(app)
  confirmOnRoutes(app, infrastructure)
  writeAnswers(app, (visitor, problem) => showProblem(app, visitor, problem))
  carryCauses(app)
  logRequests(app)
  countRequests(app)
  refuseWhenBusy(app)
  app.addHook('onRequest', (request) => infrastructure.access.admit(request))
  nameUnknown(app)
  cacheResponses(app)
  waitForSlowChanges(app)
  await readBodies(app)
  app.addHook('onRoute', ({ url, method }) => {
    routes.set(url, (routes.get(url) ?? new Set()).union(new Set([method].flat())))
  })
  await describeRoutes(app, tags, describedEvents)
  servePhotos(app)
  serveHealth(app)
  serveMetrics(app)
  for (const module of modules) await app.register(module)
  refuseOtherMethods(app, new Map(routes))
  return app
}

function serverOptions({ config }: Infrastructure, log: FastifyBaseLogger) {
  return {
    loggerInstance: log,
    childLoggerFactory,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => givenRequestId(headers['x-request-id']) ?? randomUUID(),
    bodyLimit,
    requestTimeout: 10_000,
    // While draining, requests on open connections are answered as usual.
    return503OnClosing: false,
    keepAliveTimeout: 5_000,
    // Longer than the silence of a stream. If a client reads nothing for this long, the data sent to it stays in
    // memory.
    connectionTimeout: 15_000 * config.TIMEOUT_SCALE,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 8_192 },
    // Longer than any path that fits in the headers, so that a long id is 404 like any unknown one.
    routerOptions: { maxParamLength: 8_192 },
    // Set here too, so that Fastify does not load its own compilers; its types demand them (`as never`).
    schemaController: {
      compilersFactory: {
        buildValidator: () => compileValidator as never,
        buildSerializer: () => () => JSON.stringify,
      },
    },
    rewriteUrl: (request) => pageAddress(request) ?? pathIn(request.url ?? '/'),
    trustProxy: trusted(config.TRUSTED_PROXIES),
    frameworkErrors: refuseAddress,
    clientErrorHandler: connectionRefuser(log),
  } satisfies FastifyHttpOptions<Server>
}

/** Makes the infrastructure available to modules on the application. */
function decorate(app: FastifyInstance, infrastructure: Infrastructure) {
  app.decorate('config', infrastructure.config)
  app.decorate('db', infrastructure.db)
  app.decorate('reads', infrastructure.reads)
  app.decorate('work', infrastructure.work)
  app.decorate('waitForDatabase', infrastructure.waitForDatabase)
  app.decorate('loopDelay', infrastructure.loopDelay)
  app.decorate('now', infrastructure.now)
  app.decorate('clock', infrastructure.clock)
  app.decorate('metrics', infrastructure.metrics)
  app.decorate('figures', infrastructure.figures)
  app.decorate('bus', infrastructure.bus)
  app.decorate('outages', infrastructure.outages)
  app.decorate('access', infrastructure.access)
  app.decorate('proofs', infrastructure.proofs)
  app.decorate('mailWriters', infrastructure.mailWriters)
  app.decorate('festivalMoves', infrastructure.festivalMoves)
  app.decorate('wallets', infrastructure.wallets)
  app.decorate('jobs', infrastructure.jobs)
  app.decorate('mailer', infrastructure.mailer)
  app.decorate('outgoing', infrastructure.outgoing)
  app.decorate('photoStore', infrastructure.photoStore)
  app.decorate('vault', infrastructure.vault)
  app.decorate('processors', infrastructure.processors)
  app.decorate('failpoint', infrastructure.failpoint)
  app.decorate('pagesFolder', infrastructure.pagesFolder)
}

/** Returns the trusted proxies for `X-Forwarded-…`: the given networks, or the given number of hops. */
function trusted(proxies: number | string[]) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
}

/** Uses the caller's own request id if it is valid in a header and a log. */
function givenRequestId(id: string | string[] | undefined): string | undefined {
  return typeof id === 'string' && /^[\x21-\x7e]{1,128}$/.test(id) ? id : undefined
}

/** CORS: allows the pages of CORS_ORIGINS and of publishable clients. */
function corsOptions(infrastructure: Infrastructure) {
  const { CORS_ORIGINS } = infrastructure.config
  const named = CORS_ORIGINS.split(',').map((origin) => origin.trim())
  const ofClients = originsOfClients(infrastructure)
  return {
    origin:
      CORS_ORIGINS === '*'
        ? CORS_ORIGINS
        : async (origin?: string) => (origin ? [...named, ...(await ofClients())] : named),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: [
      'etag',
      'x-request-id',
      'retry-after',
      'ratelimit',
      'ratelimit-policy',
      'link',
      'deprecation',
      'idempotent-replayed',
      'x-ignored',
      'preference-applied',
    ],
    maxAge: 86_400,
    strictPreflight: false,
  }
}
