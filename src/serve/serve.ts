import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { BadConfiguration, type Config, readConfig } from '#platform/config'
import { connect } from '#platform/database'
import { migrate } from '#platform/migrate'
import { createLog } from '#platform/request-log'
import { build } from '../app.ts'
import { printBanner, type Started } from './banner.ts'
import { openDatabase } from './database.ts'
import { fillWithDemo } from './demo.ts'
import { ensureFirstAccounts, isFirstStart } from './first-start.ts'
import { layFloor, openPools } from './floor.ts'
import { ownWebhooks } from './own-webhooks.ts'

type Options = { port?: string | undefined; withDemo: boolean }

/**
 * Starts the service, which then runs until a signal, or until a database of ours is gone.
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
  // What is opened says how it is closed: a start that fails half-way leaves nothing behind.
  await using closing = new AsyncDisposableStack()
  const { app, started, lost } = await assemble(closing, config, withDemo)
  const drain = drainOf(app, closing.move())
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => drain(0))
  printBanner(config, { ...started, seconds: performance.now() / 1000 })
  await lost
  process.stderr.write('The database has ended. Whoever started the service must start it again.\n')
  drain(1)
}

async function assemble(closing: AsyncDisposableStack, config: Config, withDemo: boolean) {
  const database = await openDatabase(config)
  closing.defer(() => database.close())
  const log = createLog(config.LOG_LEVEL)
  const webhooks = ownWebhooks()
  const { connectionString } = database
  const ground = { config, connectionString, log, deliver: webhooks.deliver }
  const pools = openPools(closing, ground)
  const migrated = await migrate(pools.working)
  const work = connect(pools.working)
  const isFirst = await isFirstStart(work, config, migrated.fresh)
  const demo = isFirst && withDemo ? await fillWithDemo(work, new Date()) : undefined
  const floor = await layFloor(closing, ground, pools)
  const app = await build(floor, log)
  closing.defer(() => app.close())
  await listen(app, config)
  // At once: from now on requests may add jobs.
  floor.jobs.start().catch((err: unknown) => log.error({ err }, 'jobs do not start'))
  // Only now: secrets are shown once, and not by a start that a taken port stops.
  const accounts = await ensureFirstAccounts(floor, config, isFirst)
  const address = addressOf(app)
  if (address) webhooks.listenAt(address)
  const port = address?.port ?? config.PORT
  const started: Omit<Started, 'seconds'> = {
    ...database,
    ...migrated,
    isFirst,
    accounts,
    demo,
    port,
  }
  return { app, started, lost: database.lost }
}

/** Fastify would log each of its addresses; the banner says it once. */
async function listen(app: FastifyInstance, { PORT, HOST, LOG_LEVEL }: Config) {
  app.log.level = 'silent'
  await app.listen({ port: PORT, host: HOST })
  app.log.level = LOG_LEVEL
}

/** Where we listen; the system chose the port when PORT is 0. */
function addressOf(app: FastifyInstance): AddressInfo | undefined {
  const address = app.server.address()
  return typeof address === 'object' ? (address ?? undefined) : undefined
}

const [patience, grace] = [10_000, 200]

/**
 * Ends the process with a code: what is being answered is answered, with `connection: close`, so that
 * no idle connection holds it. Asked a second time, it ends at once.
 */
function drainOf(app: FastifyInstance, closing: AsyncDisposableStack): (code: number) => void {
  let draining = false
  app.server.on('request', (_request, response) => {
    if (draining && !response.headersSent) response.setHeader('connection', 'close')
  })
  const drain = async (code: number) => {
    // What has just arrived is still answered; an idle connection is cut only after that.
    await wait(grace)
    setInterval(() => app.server.closeIdleConnections(), 50).unref()
    await closing.disposeAsync()
    process.exit(code)
  }
  return (code) => {
    if (draining) process.exit(1)
    draining = true
    setTimeout(() => process.exit(1), patience).unref()
    drain(code).catch((error: unknown) => {
      process.stderr.write(`${explain(error)}\n`)
      process.exit(1)
    })
  }
}

/** What went wrong, and what to do next. */
function explain(error: unknown): string {
  if (error instanceof BadConfiguration) return error.message
  if (!(error instanceof Error)) return `${error}`
  const { code, port } = error as Error & { code?: string; port?: number }
  if (code === 'ECONNREFUSED')
    return `The database of DATABASE_URL does not answer: ${error.message}`
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken. Choose another one: npm start -- --port ${(port ?? 3000) + 1}`
  if (code === 'EACCES' && port)
    return `Port ${port} needs more rights. Choose one above 1023: npm start -- --port 3000`
  return error.message
}
