import { existsSync } from 'node:fs'
import { readConfig } from '#platform/config/read'
import { type Config } from '#platform/config/variables'
import { warningsOf } from '#platform/config/warnings'
import { connect } from '#platform/database/connections'
import { createLog } from '#platform/observe/log'
import { Metrics } from '#platform/observe/metrics'
import { startTracing } from '#platform/observe/tracing'
import type { MovableClock } from '#platform/values/movable-clock'
import { printBanner, type Started } from './banner.ts'
import { openDatabase } from './database.ts'
import { fillWithDemo } from './demo/demo.ts'
import { drainOf } from './drain.ts'
import { explain } from './explain.ts'
import {
  type Certificate,
  networkAddresses,
  ownCertificate,
  readCertificate,
} from './network/certificate.ts'
import { tryPort } from './network/listeners.ts'
import type { Fill } from './ready.ts'
import { saveAddress } from './running.ts'
import { stopOnSignals } from './signals.ts'
import { zoneWarnings } from './zone-data.ts'

export type Options = {
  port?: string | undefined
  withDemo: boolean
  /** the sandbox, if this is one */
  sandbox?: Sandbox | undefined
  /** HTTPS with a certificate made here, or with one from two PEM files */
  https?: boolean | { cert: string; key: string } | undefined
  /** prints its messages as JSON */
  json?: boolean | undefined
}

/** A sandbox: its settings instead of the environment's, its clock, and the content of its first start. */
export type Sandbox = {
  env: Record<string, string | undefined>
  clock: MovableClock
  fill: Fill
}

/**
 * Starts the service, which then runs until a signal, or until another one has taken over its data folder.
 * @throws Error with a sentence that states the cause and the next step
 */
export async function serve(options: Options): Promise<void> {
  const { port, sandbox } = options
  try {
    const env = sandbox?.env ?? process.env
    const config = readConfig({ ...env, ...(port !== undefined && { PORT: port }) })
    await start(config, options)
  } catch (error) {
    throw new Error(explain(error), { cause: error })
  }
}

async function start(config: Config, options: Options) {
  // Everything opened here registers how to close it: a start that fails half-way leaves nothing behind.
  await using closing = new AsyncDisposableStack()
  const { server, started, lost } = await assemble(closing, config, options)
  const { DRAIN_DELAY_SECONDS: delaySeconds } = config
  const drain = drainOf(closing.move(), server, { explain, delaySeconds })
  stopOnSignals(() => drain(0))
  const isPlain = options.json !== true && config.NODE_ENV === 'development'
  printBanner({ ...started, seconds: performance.now() / 1000 }, isPlain)
  const { message } = await lost
  process.stderr.write(`${message}\n`)
  drain(1)
}

async function assemble(closing: AsyncDisposableStack, config: Config, options: Options) {
  // Does not create a data folder for a start that will fail; if there is one, its database may report a better reason.
  if (!existsSync(config.DATA_DIR)) await tryPort(config)
  const certificate = await certificateOf(options, config)
  const load = async () =>
    config.WORKERS === 1
      ? (await import('./workers/alone.ts')).runAlone
      : (await import('./workers/workers.ts')).runTogether
  const log = createLog(config.LOG_LEVEL, { isoTimes: config.LOG_ISO_TIMES })
  closing.defer(await startTracing(config))
  const begun = () => void load().catch(() => {})
  const metrics = new Metrics()
  const database = await openDatabase(config, { log, metrics, begun })
  closing.defer(() => database.close())
  const { connectionString, place, warning, lost } = database
  const run = await load()
  if (warning !== undefined) log.warn(warning)
  for (const told of warningsOf(config)) log.warn(told)
  for (const told of await zoneWarnings()) log.warn(told)
  const { clock, fill = withDemo } = options.sandbox ?? {}
  const ground = { config, connectionString, certificate, clock }
  const { readied, accounts, port, server } = await run(closing, ground, {
    log,
    metrics,
    fill: options.withDemo ? fill : undefined,
  })
  const local = localAddress(port, certificate !== undefined)
  closing.defer(await saveAddress(config.DATA_DIR, local))
  const started: Omit<Started, 'seconds'> = {
    ...readied,
    place,
    accounts,
    clock: clock?.now(),
    ...addressesOf(config, port, certificate !== undefined),
  }
  return { server, started, lost }
}

const withDemo: Fill = (working, now) => fillWithDemo(connect(working), now)

async function certificateOf(
  { https }: Options,
  { DATA_DIR }: Config,
): Promise<Certificate | undefined> {
  if (!https) return undefined
  return https === true
    ? ownCertificate(DATA_DIR, new Date())
    : readCertificate(https.cert, https.key)
}

const localAddress = (port: number, isSecure: boolean) =>
  `${isSecure ? 'https' : 'http'}://localhost:${port}`

/** Returns the addresses of the service: for this machine and, with HTTPS, for telephones in the same network. */
function addressesOf({ PUBLIC_URL, HOST }: Config, port: number, isSecure: boolean) {
  const isOpen = isSecure && ['0.0.0.0', '::'].includes(HOST)
  const [address] = isOpen ? networkAddresses() : []
  return {
    url: PUBLIC_URL ?? localAddress(port, isSecure),
    nearby: address === undefined ? undefined : `https://${address}:${port}`,
  }
}
