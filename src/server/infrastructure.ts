import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { Access, requiredFactors } from '#core/access'
import { Proofs } from '#identity/users'
import type { Config } from '#platform/config/variables'
import { connect, connectPool } from '#platform/database/connections'
import { type Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { waitFor, watchLoop } from '#platform/jobs/admission'
import { createJobs } from '#platform/jobs/jobs'
import { watchDisk } from '#platform/observe/disk'
import { Metrics } from '#platform/observe/metrics'
import { createMailer } from '#platform/outgoing/mail'
import { createOutgoing } from '#platform/outgoing/requests'
import { diskStore, type PhotoStore, s3Store } from '#platform/photos/stores'
import { createVault, otherKeyOf, secretKeyOf } from '#platform/secrets/vault'
import { type Bus, createBus } from '#platform/sync/bus'
import { Outages, reporting } from '#platform/sync/failure-log'
import { DatabaseFigures, readDatabase, watchPools } from '#platform/sync/figures'
import { cut, refusing } from '#platform/sync/pool-guard'
import { Replicas } from '#platform/sync/replicas'
import type { MovableClock } from '#platform/values/movable-clock'
import type { Clock } from '#platform/values/time'
import { readWallets } from '#shop/tickets'
import type { Deliver } from '../shop/payments/processors/processor.ts'
import { openProcessors } from '../shop/payments/processors/registry.ts'
import { directOf, workConnections } from './network/connections.ts'

type InfrastructureOptions = {
  config: Config
  connectionString: string
  log: FastifyBaseLogger
  now?: Clock
  /** the clock of a sandbox, which `now` then reads */
  clock?: MovableClock | undefined
  /** includes figures counted before the infrastructure existed */
  metrics?: Metrics | undefined
  /** delivers the simulated processor's webhooks to this service */
  deliver?: Deliver
}

/** Opens the pools for requests and for work, which `closing` closes again. */
export function openPools(
  closing: AsyncDisposableStack,
  { config, connectionString }: Pick<InfrastructureOptions, 'config' | 'connectionString'>,
) {
  const max = config.DATABASE_CONNECTIONS
  const timeoutScale = config.TIMEOUT_SCALE
  const isPooled = config.DATABASE_DIRECT_URL !== undefined
  const direct = directOf(config, connectionString)
  const requests = connectPool(connectionString, {
    max,
    purpose: 'requests',
    isPooled,
    timeoutScale,
  })
  const working = connectPool(direct, { max: workConnections, purpose: 'work', timeoutScale })
  closing.defer(async () => {
    await Promise.all([requests.end(), working.end()])
  })
  return { requests, working }
}

async function openBus(closing: AsyncDisposableStack, config: Config, connectionString: string) {
  const bus = await createBus(directOf(config, connectionString), {
    isOnlyWay: config.DATABASE_DIRECT_URL === undefined,
    timeoutScale: config.TIMEOUT_SCALE,
  })
  closing.defer(() => bus.close())
  return bus
}

function openMailer(closing: AsyncDisposableStack, config: Config) {
  const mailer = createMailer({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    folder: `${config.DATA_DIR}/mail`,
    timeoutScale: config.TIMEOUT_SCALE,
  })
  closing.defer(() => mailer.close())
  return mailer
}

/** Opens the parts that all modules share, on a database that is up to date. */
export async function openInfrastructure(
  closing: AsyncDisposableStack,
  { config, connectionString, log, deliver, clock, ...others }: InfrastructureOptions,
  { requests, working }: ReturnType<typeof openPools>,
): Promise<Infrastructure> {
  const { metrics = new Metrics(), now = clock?.now ?? (() => new Date()) } = others
  const secretKey = await secretKeyOf(config)
  const otherKey = await otherKeyOf(config)
  const vault = createVault(secretKey, otherKey)
  const bus = await openBus(closing, config, connectionString)
  const outages = new Outages({ log, bus })
  for (const pool of [requests, working]) bus.reachability.onUnavailable(() => cut(pool))
  const guarded = refusing(working, bus)
  const [db, work] = [connect(refusing(requests, bus)), connect(guarded)]
  watchPools(metrics, { requests, work: working })
  const figures = new DatabaseFigures(work, { metrics, bus })
  readDatabase(figures)
  watchDisk(metrics, config.DATA_DIR)
  const reads = readsOf(closing, { config, connectionString, log, bus, metrics }, requests) ?? db
  const wallets = await readWallets(config)
  for (const fault of wallets.faults) log.warn(`a wallet is not offered: ${fault}`)
  const requires = requiredFactors(config)
  const access = new Access({ db, bus, now, ttlDays: config.TOKEN_TTL_DAYS, requires })
  const mailer = openMailer(closing, config)
  const jobs = createJobs(guarded, reporting({ log, outages }, 'jobs'), metrics)
  closing.defer(() => jobs.stop())
  return {
    config,
    db,
    reads,
    work,
    waitForDatabase: waitFor(requests),
    loopDelay: watchLoop(closing),
    now,
    clock,
    metrics,
    figures,
    bus,
    outages,
    access,
    proofs: new Proofs(),
    mailWriters: {},
    festivalMoves: [],
    jobs,
    mailer,
    outgoing: createOutgoing({
      toPrivate: config.WEBHOOKS_TO_PRIVATE_ADDRESSES,
      timeoutScale: config.TIMEOUT_SCALE,
    }),
    photoStore: photoStoreOf(config),
    vault,
    wallets,
    processors: openProcessors({ config, db, secretKey, otherKey, deliver, now }),
    failpoint: () => {},
    pagesFolder: fileURLToPath(new URL('../../pages/dist', import.meta.url)),
  }
}

type Reading = Pick<InfrastructureOptions, 'config' | 'connectionString' | 'log'> & {
  bus: Bus
  metrics: Metrics
}

const usableReplicas = {
  name: 'festival_replicas_usable',
  help: 'Read replicas that are as far as the primary; of several processes the least',
  aggregator: 'min' as const,
}

/** Returns undefined if there is no replica. */
function readsOf(
  closing: AsyncDisposableStack,
  { config, connectionString, log, bus, metrics }: Reading,
  requests: pg.Pool,
): Database | undefined {
  const urls = config.DATABASE_REPLICA_URLS
  if (!urls) return undefined
  const max = config.DATABASE_CONNECTIONS
  const direct = directOf(config, connectionString)
  const onFailure = (err: unknown) => log.warn({ err }, 'a replica does not respond')
  const replicas = new Replicas(requests, { urls, max, direct, bus, onFailure })
  closing.defer(() => replicas.end())
  metrics.gauge(usableReplicas, () => replicas.usable)
  return connect(replicas)
}

export function photoStoreOf(config: Config): PhotoStore {
  const { S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    return diskStore(`${config.DATA_DIR}/photos`)
  }
  return s3Store({
    bucket: S3_BUCKET,
    region: config.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT }),
  })
}
