import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { Access } from '#platform/access'
import { createBus } from '#platform/bus'
import type { Config } from '#platform/config'
import { connect, connectPool } from '#platform/database'
import type { Floor } from '#platform/http'
import { createJobs } from '#platform/jobs'
import { createMailer } from '#platform/mail'
import { diskStore, type PhotoStore, s3Store } from '#platform/photo-stores'
import type { Processor } from '#platform/processors/processor'
import { type Deliver, simulated } from '#platform/processors/simulated'
import { stripeProcessor } from '#platform/processors/stripe'
import type { Clock } from '#platform/time'
import { createVault, secretKeyOf } from '#platform/vault'

/** Connections of the pool for jobs, migrations and imports. */
const workConnections = 4

type Ground = {
  config: Config
  connectionString: string
  log: FastifyBaseLogger
  now?: Clock
  /** how the simulated processor's webhooks reach us */
  deliver?: Deliver
}

/** The pool of requests and that for work. `closing` closes what is opened, the last first. */
export function openPools(closing: AsyncDisposableStack, { config, connectionString }: Ground) {
  const max = config.DATABASE_CONNECTIONS
  const requests = connectPool(connectionString, { max, purpose: 'requests' })
  const working = connectPool(connectionString, { max: workConnections, purpose: 'work' })
  closing.defer(async () => {
    await Promise.all([requests.end(), working.end()])
  })
  return { requests, working }
}

/** Everything the rooms stand on, on a database that is up to date. */
export async function layFloor(
  closing: AsyncDisposableStack,
  { config, connectionString, log, deliver, now = () => new Date() }: Ground,
  { requests, working }: { requests: pg.Pool; working: pg.Pool },
): Promise<Floor> {
  const [db, work] = [connect(requests), connect(working)]
  const vault = createVault(await secretKeyOf(config))
  const bus = await createBus(connectionString)
  closing.defer(() => bus.close())
  const access = new Access({ db, bus, now, ttlDays: config.TOKEN_TTL_DAYS })
  const mailer = createMailer({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    folder: `${config.DATA_DIR}/mail`,
  })
  closing.defer(() => mailer.close())
  const jobs = createJobs(working, (err) => log.error({ err }, 'jobs'))
  closing.defer(() => jobs.stop())
  return {
    config,
    db,
    work,
    now,
    bus,
    access,
    jobs,
    mailer,
    photoStore: photoStoreOf(config),
    vault,
    processor: processorOf({ config, deliver, now }),
    reach: () => {},
    pagesFolder: fileURLToPath(new URL('../../pages/dist', import.meta.url)),
  }
}

type Paying = { config: Config; deliver: Deliver | undefined; now: Clock }

function processorOf({ config, deliver, now }: Paying): Processor {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLIC_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE } = config
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLIC_KEY || !STRIPE_WEBHOOK_SECRET) {
    return simulated({ now, deliver, faults: config.SIMULATED_PROCESSOR ?? {} })
  }
  return stripeProcessor({
    secretKey: STRIPE_SECRET_KEY,
    publicKey: STRIPE_PUBLIC_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiBase: STRIPE_API_BASE,
    // Two thirds of the lease, as long as whoever asks waits for the answer.
    patience: config.PAYMENT_LEASE_SECONDS * 666,
    now,
  })
}

function photoStoreOf(config: Config): PhotoStore {
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
