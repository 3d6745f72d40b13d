import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { BadConfiguration, type Config, readConfig } from '#platform/config'
import { connect } from '#platform/database'
import { migrate } from '#platform/migrate'
import { createLog } from '#platform/request-log'
import { build } from '../app.ts'
import { printBanner, type Started } from './banner.ts'
import {
  type Certificate,
  networkAddresses,
  ownCertificate,
  readCertificate,
} from './certificate.ts'
import { openDatabase } from './database.ts'
import { fillWithDemo } from './demo.ts'
import { ensureFirstAccounts, isFirstStart } from './first-start.ts'
import { layFloor, openPools } from './floor.ts'
import { secureDoor } from './https.ts'
import { ownWebhooks } from './own-webhooks.ts'
import { keepAddress } from './running.ts'

export type Options = {
  port?: string | undefined
  withDemo: boolean
  /** HTTPS with a certificate made here, or with one from two PEM files */
  https?: boolean | { cert: string; key: string } | undefined
  /** says what it has to say as JSON */
  json?: boolean | undefined
}

/**
 * Starts the service, which then runs until a signal, or until a database of ours is gone.
 * @throws Error whose message says in a sentence what stopped the start, and what to do
 */
export async function serve(options: Options): Promise<void> {
  const { port } = options
  try {
    const config = readConfig({ ...process.env, ...(port !== undefined && { PORT: port }) })
    await start(config, options)
  } catch (error) {
    throw new Error(explain(error), { cause: error })
  }
}

async function start(config: Config, options: Options) {
  // What is opened says how it is closed: a start that fails half-way leaves nothing behind.
  await using closing = new AsyncDisposableStack()
  const { app, started, lost } = await assemble(closing, config, options)
  const drain = drainOf(app, closing.move())
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => drain(0))
  const isPlain = options.json !== true && config.NODE_ENV === 'development'
  printBanner({ ...started, seconds: performance.now() / 1000 }, isPlain)
  await lost
  process.stderr.write('The database has ended. Whoever started the service must start it again.\n')
  drain(1)
}

async function assemble(closing: AsyncDisposableStack, config: Config, options: Options) {
  // A folder is not made for nothing; where there is one, its database may know better why.
  if (!existsSync(config.DATA_DIR)) await tryPort(config)
  const certificate = await certificateOf(options, config)
  const database = await openDatabase(config)
  closing.defer(() => database.close())
  const log = createLog(config.LOG_LEVEL)
  const webhooks = ownWebhooks()
  const { connectionString } = database
  const ground = { config, connectionString, log, deliver: webhooks.deliver }
  const pools = openPools(closing, ground)
  const migrated = await migrate(pools.working)
  const databaseSeconds = performance.now() / 1000
  const work = connect(pools.working)
  const isFirst = await isFirstStart(work, config, migrated.fresh)
  const demo = isFirst && options.withDemo ? await fillWithDemo(work, new Date()) : undefined
  const floor = await layFloor(closing, ground, pools)
  const app = await build(floor, log)
  const { port, own } = await listen(closing, app, { config, certificate })
  // At once: from now on requests may add jobs.
  floor.jobs.start().catch((err: unknown) => log.error({ err }, 'jobs do not start'))
  // Only now: secrets are shown once, and not by a start that a taken port stops.
  const accounts = await ensureFirstAccounts(floor, config, isFirst)
  if (own) webhooks.listenAt(own)
  const local = localAddress(port, certificate !== undefined)
  closing.defer(await keepAddress(config.DATA_DIR, local))
  const started: Omit<Started, 'seconds'> = {
    ...migrated,
    place: database.place,
    databaseSeconds,
    isFirst,
    accounts,
    demo,
    ...addressesOf(config, port, certificate !== undefined),
  }
  return { app, started, lost: database.lost }
}

async function certificateOf(
  { https }: Options,
  { DATA_DIR }: Config,
): Promise<Certificate | undefined> {
  if (!https) return undefined
  return https === true
    ? ownCertificate(DATA_DIR, new Date())
    : readCertificate(https.cert, https.key)
}

type Listening = { config: Config; certificate: Certificate | undefined }

/** Gives the port people come to, and where the service itself listens, which may lie behind a door. */
async function listen(
  closing: AsyncDisposableStack,
  app: FastifyInstance,
  { config: { PORT, HOST, LOG_LEVEL, PUBLIC_URL }, certificate }: Listening,
) {
  const door = certificate && secureDoor(app.server, certificate, PUBLIC_URL)
  closing.defer(async () => {
    const shut = door?.listening ? once(door, 'close') : undefined
    door?.close()
    await app.close()
    await shut
  })
  // Fastify would log each of its addresses; the banner says it once.
  app.log.level = 'silent'
  await app.listen(door ? { port: 0, host: '127.0.0.1' } : { port: PORT, host: HOST })
  app.log.level = LOG_LEVEL
  if (door) await once(door.listen(PORT, HOST), 'listening')
  return { port: addressOf(door ?? app.server)?.port ?? PORT, own: addressOf(app.server) }
}

/** Where it listens; the system chose the port when PORT is 0. */
function addressOf(server: Server): AddressInfo | undefined {
  const address = server.address()
  return typeof address === 'object' ? (address ?? undefined) : undefined
}

/** @throws what listening on the port would throw */
async function tryPort({ PORT, HOST }: Config): Promise<void> {
  const server = createServer().listen(PORT, HOST)
  await once(server, 'listening')
  await once(server.close(), 'close')
}

const localAddress = (port: number, isSecure: boolean) =>
  `${isSecure ? 'https' : 'http'}://localhost:${port}`

/** Where people find the service: from here, and with HTTPS from their telephones. */
function addressesOf({ PUBLIC_URL, HOST }: Config, port: number, isSecure: boolean) {
  const isOpen = isSecure && ['0.0.0.0', '::'].includes(HOST)
  const [address] = isOpen ? networkAddresses() : []
  return {
    url: PUBLIC_URL ?? localAddress(port, isSecure),
    nearby: address === undefined ? undefined : `https://${address}:${port}`,
  }
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
  const { code = '', port, path } = error as Error & Where
  const known: Record<string, string | false> = {
    ECONNREFUSED: `The database of DATABASE_URL does not answer: ${error.message}`,
    EADDRINUSE: `Port ${port} is taken. Choose another one: npm start -- --port ${(port ?? 3000) + 1}`,
    EACCES: port !== undefined && needsRights(port),
    ENOENT: path !== undefined && `${path} does not exist: give the PEM files of a certificate`,
  }
  const isNoCertificate = /^ERR_OSSL|^ERR_SSL/.test(code)
  if (isNoCertificate) return `This is no certificate with its key, in PEM: ${error.message}`
  return known[code] || error.message
}

type Where = { code?: string; port?: number; path?: string }

const needsRights = (port: number) =>
  `Port ${port} needs more rights. Choose one above 1023: npm start -- --port 3000`
