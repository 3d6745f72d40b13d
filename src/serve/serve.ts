import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { Access } from '#platform/access'
import { createBus } from '#platform/bus'
import { BadConfiguration, type Config, readConfig } from '#platform/config'
import { connect, connectPool } from '#platform/database'
import { createJobs } from '#platform/jobs'
import { createMailer } from '#platform/mail'
import { migrate } from '#platform/migrate'
import { diskStore, type PhotoStore, s3Store } from '#platform/photo-stores'
import { build } from '../app.ts'
import { printBanner, type Started } from './banner.ts'
import { type OpenDatabase, openDatabase } from './database.ts'
import { fillWithDemo } from './demo.ts'
import { ensureFirstAccounts, isFirstStart } from './first-start.ts'

type Options = { port?: string | undefined; withDemo: boolean }

/** Connections of the pool for jobs, migrations and imports. */
const workConnections = 4

/**
 * Starts the service, which then runs until a signal.
 * @throws Error whose message says in a sentence what stopped the start, and what to do
 */
export async function serve({ port, withDemo }: Options): Promise<void> {
  try {
    const config = readConfig({ ...process.env, ...(port !== undefined && { PORT: port }) })
    await start(config, withDemo)
  } catch (error) {
    throw new Error(explain(error), { cause: error })
  }
}

async function start(config: Config, withDemo: boolean) {
  const began = performance.now()
  const database = await openDatabase(config)
  try {
    const service = await assemble(config, database, withDemo)
    printBanner(config, { ...service.started, seconds: (performance.now() - began) / 1000 })
    stopOnSignals(service.app, async () => {
      await service.stop()
      await database.close()
    })
  } catch (error) {
    await database.close()
    throw error
  }
}

async function assemble(config: Config, database: OpenDatabase, withDemo: boolean) {
  const { connectionString } = database
  const now = () => new Date()
  const log = pino({ level: config.LOG_LEVEL })
  const working = connectPool(connectionString, { max: workConnections, purpose: 'work' })
  const migrated = await migrate(working)
  const requests = connectPool(connectionString, {
    max: config.DATABASE_CONNECTIONS,
    purpose: 'requests',
  })
  const [db, work] = [connect(requests), connect(working)]
  const isFirst = await isFirstStart(work, config, migrated.fresh)
  const filled = isFirst && withDemo ? await fillWithDemo(work, now()) : undefined
  const bus = await createBus(connectionString)
  const access = new Access({ db, bus, now, ttlDays: config.TOKEN_TTL_DAYS })
  const accounts = await ensureFirstAccounts({ db: work, access }, config, isFirst)
  const jobs = createJobs(working, (err) => log.error({ err }, 'jobs'))
  const mailer = createMailer({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    folder: `${config.DATA_DIR}/mail`,
  })
  const floor = {
    config,
    db,
    work,
    now,
    bus,
    access,
    jobs,
    mailer,
    photoStore: photoStoreOf(config),
  }
  const app = await build(floor, log)
  await app.listen({ port: config.PORT, host: config.HOST })
  jobs.start().catch((err: unknown) => log.error({ err }, 'jobs do not start'))
  const started: Omit<Started, 'seconds'> = {
    ...database,
    ...migrated,
    isFirst,
    accounts,
    demo: filled,
    port: portOf(app) ?? config.PORT,
  }
  const stop = async () => {
    await jobs.stop()
    await bus.close()
    mailer.close()
    await Promise.all([requests.end(), working.end()])
  }
  return { app, started, stop }
}

/** The port listened on, which the system chose when PORT is 0. */
function portOf(app: FastifyInstance): number | undefined {
  const address = app.server.address()
  return typeof address === 'object' ? address?.port : undefined
}

function photoStoreOf(config: Config): PhotoStore {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, DATA_DIR } =
    config
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    return diskStore(`${DATA_DIR}/photos`)
  return s3Store({
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT }),
  })
}

const patience = 10_000

/**
 * Drains on the first signal: what is being answered is answered, with `connection: close`, so that no
 * idle connection holds the process. A second signal ends at once.
 */
function stopOnSignals(app: FastifyInstance, stop: () => Promise<void>) {
  let draining = false
  app.server.on('request', (_request, response) => {
    if (draining && !response.headersSent) response.setHeader('connection', 'close')
  })
  const drain = async () => {
    if (draining) process.exit(1)
    draining = true
    setTimeout(() => process.exit(1), patience).unref()
    const closing = setInterval(() => app.server.closeIdleConnections(), 50)
    await app.close()
    clearInterval(closing)
    await stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      drain().catch((error: unknown) => {
        process.stderr.write(`${explain(error)}\n`)
        process.exit(1)
      })
    })
  }
}

/** What went wrong, and what to do next. */
function explain(error: unknown): string {
  if (error instanceof BadConfiguration) return error.message
  if (!(error instanceof Error)) return `${error}`
  const { code, port } = error as Error & { code?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken. Choose another one: npm start -- --port ${(port ?? 3000) + 1}`
  if (code === 'EACCES' && port)
    return `Port ${port} needs more rights. Choose one above 1023: npm start -- --port 3000`
  return error.message
}
