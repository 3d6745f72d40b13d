import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { accommodations } from '#accommodations'
import { activity } from '#activity'
import { artists } from '#artists'
import { audit } from '#audit'
import { auth } from '#auth'
import { clients } from '#clients'
import { festivals } from '#festivals'
import { gate } from '#gate'
import { gigs } from '#gigs'
import { interests } from '#interests'
import { invitations } from '#invitations'
import { mail } from '#mail'
import { me } from '#me'
import { notifications } from '#notifications'
import { organizers } from '#organizers'
import { pages, showProblem } from '#pages'
import { payments } from '#payments'
import { requireAccessOnRoutes } from '#platform/access'
import { refuseWhenBusy } from '#platform/admission'
import {
  markAnswers,
  pathIn,
  refuseAddress,
  refuseConnection,
  refuseOtherMethods,
  writeAnswers,
} from '#platform/answers'
import { noteChangesOfRoutes } from '#platform/audit'
import { bodyLimit, readBodies } from '#platform/bodies'
import { servePhotos } from '#platform/floor-routes'
import { serveHealth } from '#platform/health'
import type { Floor } from '#platform/http'
import { keepAnswers } from '#platform/kept-answers'
import { serveMetrics } from '#platform/metrics-route'
import { countRequests } from '#platform/metrics-traffic'
import { describeRoutes } from '#platform/openapi'
import { childLoggerFactory, logRequests } from '#platform/request-log'
import { waitForSlowChanges } from '#platform/slow-changes'
import { carryCauses } from '#platform/tracing-requests'
import { compileValidator } from '#platform/validation'
import { rewards } from '#rewards'
import { sales } from '#sales'
import { search } from '#search'
import { subscriptions } from '#subscriptions'
import { tickets } from '#tickets'
import { users } from '#users'
import { describedEvents, webhooks } from '#webhooks'
import { tags } from './tags.ts'

const rooms = [
  clients,
  users,
  artists,
  organizers,
  gigs,
  search,
  interests,
  notifications,
  auth,
  festivals,
  accommodations,
  subscriptions,
  rewards,
  tickets,
  payments,
  gate,
  sales,
  audit,
  activity,
  mail,
  webhooks,
  me,
  invitations,
  pages,
]

/** The whole application on a given floor: its plugins first, then the rooms, storey by storey. */
export async function build(floor: Floor, log: FastifyBaseLogger): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    childLoggerFactory,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => takenOver(headers['x-request-id']) ?? randomUUID(),
    bodyLimit,
    requestTimeout: 10_000,
    // While draining, what still comes over an open connection is answered like anything else.
    return503OnClosing: false,
    keepAliveTimeout: 5_000,
    // Longer than a stream is silent. Whoever reads nothing for so long holds what is sent to it.
    connectionTimeout: 15_000,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 8_192 },
    // Longer than any path that fits in the headers, so that a long id is 404 like any unknown one.
    routerOptions: { maxParamLength: 8_192 },
    // Given here too, so that those Fastify brings along are not loaded; their types want to be those.
    schemaController: {
      compilersFactory: {
        buildValidator: () => compileValidator as never,
        buildSerializer: () => () => JSON.stringify,
      },
    },
    rewriteUrl: ({ url = '/' }) => pathIn(url),
    trustProxy: trusted(floor.config.TRUSTED_PROXIES),
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseConnection,
  }).withTypeProvider<TypeBoxTypeProvider>()

  decorate(app, floor)
  app.decorateRequest('client', null)
  app.decorateRequest('user', null)
  app.decorateRequest('device', null)
  app.setValidatorCompiler(compileValidator)

  const routes = new Map<string, Set<string>>()
  markAnswers(app)
  await app.register(cors, corsOptions(floor.config.CORS_ORIGINS))
  requireAccessOnRoutes(app)
  noteChangesOfRoutes(app)
  writeAnswers(app, (visitor, problem) => showProblem(app, visitor, problem))
  carryCauses(app)
  logRequests(app)
  countRequests(app)
  refuseWhenBusy(app)
  app.addHook('onRequest', (request) => floor.access.admit(request))
  keepAnswers(app)
  waitForSlowChanges(app)
  await readBodies(app)
  app.addHook('onRoute', ({ url, method }) => {
    routes.set(url, (routes.get(url) ?? new Set()).union(new Set([method].flat())))
  })
  await describeRoutes(app, tags, describedEvents)
  servePhotos(app)
  serveHealth(app)
  serveMetrics(app)
  for (const room of rooms) await app.register(room)
  refuseOtherMethods(app, new Map(routes))
  return app
}

/** Rooms find the floor on the application. */
function decorate(app: FastifyInstance, floor: Floor) {
  app.decorate('config', floor.config)
  app.decorate('db', floor.db)
  app.decorate('reads', floor.reads)
  app.decorate('work', floor.work)
  app.decorate('waitForDatabase', floor.waitForDatabase)
  app.decorate('loopDelay', floor.loopDelay)
  app.decorate('now', floor.now)
  app.decorate('metrics', floor.metrics)
  app.decorate('figures', floor.figures)
  app.decorate('bus', floor.bus)
  app.decorate('access', floor.access)
  app.decorate('jobs', floor.jobs)
  app.decorate('mailer', floor.mailer)
  app.decorate('outgoing', floor.outgoing)
  app.decorate('photoStore', floor.photoStore)
  app.decorate('vault', floor.vault)
  app.decorate('processor', floor.processor)
  app.decorate('reach', floor.reach)
  app.decorate('pagesFolder', floor.pagesFolder)
}

/** Whose `X-Forwarded-…` count: the proxies of these networks, or so many as there are. */
function trusted(proxies: number | string[]) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
}

/** A caller's own request id is kept if it can stand in a header and a log. */
function takenOver(id: string | string[] | undefined): string | undefined {
  return typeof id === 'string' && /^[\x21-\x7e]{1,128}$/.test(id) ? id : undefined
}

function corsOptions(origins: string) {
  return {
    origin: origins === '*' ? origins : origins.split(',').map((origin) => origin.trim()),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: [
      'etag',
      'x-request-id',
      'retry-after',
      'link',
      'deprecation',
      'idempotent-replayed',
    ],
    maxAge: 86_400,
    strictPreflight: false,
  }
}
