/** Our own PostgreSQL in a data folder, which at most one service may run. */
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Client, openClient, withClient } from '#platform/database/client'
import { PostgresRunning, type PostgresServer, startPostgres } from '#platform/postgres/server'

type Options = Parameters<typeof startPostgres>[0]

type OwnDatabase = {
  connectionString: string
  /** resolves with the reason when another service has taken over the folder */
  lost: Promise<Error>
  close(): Promise<void>
}

/** The advisory lock of a data folder's only service; nothing else in the database uses this number. */
const serviceLock = 7_241_504
const patience = 5_000
/** The pause before the server is restarted, ms: it doubles while the server does not live for `life`. */
const [shortest, longest, life] = [100, 5_000, 1_000]

type KeeperOptions = {
  log: FastifyBaseLogger
  /** called after each restart of the server */
  revived: () => void
  folder: string
  signal: AbortSignal
}

/** The connection that holds the lock, and a promise that resolves when it ends. */
type LockHolder = { client: Client; ended: Promise<void> }

/**
 * Starts the server, and restarts it whenever it ends by itself, until it is closed. Its address stays the same;
 * `revived` is called after each restart.
 * @throws Error with the next step, if another service or a command runs it
 */
export async function openOwnDatabase(
  options: Options,
  log: FastifyBaseLogger,
  revived: () => void = () => {},
): Promise<OwnDatabase> {
  const server = await startOurs(options)
  const first = await holdLock(server.connectionString)
  const closing = new AbortController()
  const keeper = new Keeper(server, {
    log,
    revived,
    folder: options.folder,
    signal: closing.signal,
  })
  const { promise: lost, resolve } = Promise.withResolvers<Error>()
  const kept = keeper.keep(first).catch(resolve)
  const close = async () => {
    closing.abort()
    await keeper.letGo()
    await kept
    await server.stop()
  }
  return { connectionString: server.connectionString, lost, close }
}

/** Watches the server through the connection of the lock, which ends whenever the server does. */
class Keeper {
  readonly #server: PostgresServer
  readonly #log: FastifyBaseLogger
  readonly #revived: () => void
  readonly #folder: string
  readonly #signal: AbortSignal
  #held: LockHolder | undefined

  constructor(server: PostgresServer, { log, revived, folder, signal }: KeeperOptions) {
    this.#server = server
    this.#log = log
    this.#revived = revived
    this.#folder = folder
    this.#signal = signal
  }

  /** @throws Error if another service has the folder */
  async keep(first: LockHolder): Promise<void> {
    this.#held = first
    let pause = shortest
    while (this.#held) {
      const from = performance.now()
      if (this.#signal.aborted) await this.letGo()
      await this.#held.ended
      if (this.#signal.aborted) return
      if (performance.now() - from > life) pause = shortest
      this.#log.error({ pause }, 'the database has ended')
      pause = await this.#again(pause)
    }
  }

  async letGo(): Promise<void> {
    await this.#held?.client.end().catch(() => {})
  }

  /** Tries until the server runs and the lock is held again; returns the next pause. */
  async #again(pause: number): Promise<number> {
    this.#held = undefined
    await wait(pause, undefined, { signal: this.#signal }).catch(() => {})
    if (this.#signal.aborted) return pause
    const next = Math.min(pause * 2, longest)
    try {
      await this.#server.revive()
      this.#held = await holdLock(this.#server.connectionString)
      this.#revived()
      this.#log.warn('the database runs again')
      return next
    } catch (err) {
      if (await isTaken(err)) throw taken(this.#folder, err)
      this.#log.error({ err, pause: next }, 'the database does not start')
      return this.#again(next)
    }
  }
}

const taken = (folder: string, cause: unknown) =>
  new Error(
    `Another service already runs on ${folder}. Stop it first, or give this one a DATA_DIR of its own.`,
    { cause },
  )

/** Waits a little before giving up: a service that is stopping, or a command, may still run the server. */
async function startOurs(options: Options): Promise<PostgresServer> {
  const { folder } = options
  const until = Date.now() + patience
  for (;;) {
    try {
      return await startPostgres(options)
    } catch (error) {
      if (!(error instanceof PostgresRunning)) throw error
      if (await isTaken(error)) throw taken(folder, error)
      if (Date.now() > until) {
        throw new Error(
          `A command still works on the database in ${folder}. Start again when it is done.`,
          { cause: error },
        )
      }
      await wait(100)
    }
  }
}

async function holdLock(connectionString: string): Promise<LockHolder> {
  const client = await openClient({
    connectionString,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    application_name: 'festival service',
  })
  const ended = new Promise<void>((resolve) => client.on('end', resolve))
  try {
    await client.query('select pg_advisory_lock($1)', [serviceLock])
    return { client, ended }
  } catch (error) {
    void client.end()
    throw error
  }
}

/** Returns true if a start failed because another service runs on the folder. */
async function isTaken(failure: unknown): Promise<boolean> {
  if (!(failure instanceof PostgresRunning)) return false
  const { connectionString } = failure
  const text = 'select pg_try_advisory_lock($1) as free'
  try {
    return await withClient({ connectionString, connectionTimeoutMillis: 1000 }, async (client) => {
      const { rows } = await client.query<{ free: boolean }>(text, [serviceLock])
      return rows[0]?.free === false
    })
  } catch {
    // The server is stopping, or not accepting connections yet: it will soon be gone, or answer.
    return false
  }
}
