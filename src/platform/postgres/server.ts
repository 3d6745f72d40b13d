/**
 * Our own PostgreSQL 18, used when DATABASE_URL is not set. The cluster lies in `postgres` inside the data folder and
 * is reached over a unix socket only; the folder's rights are the password.
 *
 * The state of a folder's server is read from its `postmaster.pid`, written by PostgreSQL: process, socket folder and
 * status. That file may be stale after a crash, so a server counts as running only when its socket answers, and as
 * stopping only when its process is a PostgreSQL.
 */
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findProgram, type Runner } from './binaries.ts'
import { isPostgres, makeCluster } from './cluster.ts'
import { type Lock, readLock, runPostgres } from './process.ts'
import { chooseRunner } from './runner.ts'

/** A running PostgreSQL of ours. */
export type PostgresServer = {
  /** for `pg` and for psql: over the unix socket, user and database `festival` */
  connectionString: string
  /** true if the database was made just now */
  fresh: boolean
  /** 'fast' disconnects the clients, 'smart' waits for them to leave; resolves when it has ended */
  stop(mode?: 'fast' | 'smart'): Promise<void>
  /**
   * Starts it again, to be reached as before, if it has ended by itself. Throws `PostgresRunning` if another process
   * has started it since, or an error with the reason that it does not start.
   */
  revive(): Promise<void>
}

/** A server already runs on the folder; the error holds its connection string. */
export class PostgresRunning extends Error {
  override name = 'PostgresRunning'
  readonly connectionString: string

  constructor(folder: string, connectionString: string) {
    super(`Another process already runs the database in ${folder}`)
    this.connectionString = connectionString
  }
}

/** The shortest limit of all systems for a socket's path (macOS), in bytes. */
const LONGEST_SOCKET = 103

/**
 * Starts the PostgreSQL of a data folder, making the database when there is none. Call it from the main thread. It
 * stops when this process ends, on Linux even when killed. `durable: false` is for tests: a power cut may lose
 * everything. `connections` is the maximum number at once. Throws `PostgresRunning`, or an error with the folder and
 * instructions in its message.
 */
export async function startPostgres(options: {
  folder: string
  durable?: boolean
  connections?: number
  /** called when a process of PostgreSQL works, and there is nothing to do here but wait */
  begun?: (() => void) | undefined
}): Promise<PostgresServer> {
  const folder = resolve(options.folder)
  const { durable = true, connections = 200, begun } = options
  if (process.platform === 'win32') {
    throw new Error('On Windows, set DATABASE_URL to a PostgreSQL of yours, version 15 or newer.')
  }
  try {
    await mkdir(dirname(folder), { recursive: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const stale = await vacant(folder, Date.now() + 60_000)
    const made = await makeCluster(folder, { durable, begun })
    const runner = made ?? (await chooseRunner(folder, 'postgres'))
    const given = settings({ durable, connections })
    const server = await launch(folder, runner, { given, stale, begun })
    return { ...server, fresh: made !== undefined }
  } catch (error) {
    if (error instanceof PostgresRunning || !(error instanceof Error)) throw error
    // Another process may have started it first, and not take connections yet.
    await vacant(folder, Date.now() + 60_000)
    throw new Error(`The database in ${folder} cannot be used: ${error.message}`, { cause: error })
  }
}

/**
 * Starts the PostgreSQL of a data folder with the programs of the version that made it, in `binaries`, so that its data
 * can be read. Nothing is changed.
 */
export async function startFormer(
  dataFolder: string,
  binaries: string,
): Promise<Omit<PostgresServer, 'fresh'>> {
  const folder = resolve(dataFolder)
  const stale = await vacant(folder, Date.now() + 60_000)
  const runner = await chooseRunner(folder, 'postgres')
  const given = settings({ durable: true, connections: 20 })
  const program = join(binaries, 'postgres')
  return launch(folder, runner, { given, stale, begun: undefined, program })
}

/** Returns the connection string of the server that already runs on the folder, or undefined. */
export async function findPostgres(folder: string): Promise<string | undefined> {
  const cluster = join(resolve(folder), 'postgres')
  const lock = await readLock(cluster)
  if (!lock || lock.status === 'stopping') return undefined
  const socketFolder = resolve(cluster, lock.socketFolder)
  const socket = connect(join(socketFolder, '.s.PGSQL.5432'))
  try {
    await once(socket, 'connect')
    return connectionString(socketFolder)
  } catch {
    return undefined
  } finally {
    socket.destroy()
  }
}

/** Port and SSL are set because `pg` would take them from the environment otherwise. */
const connectionString = (socketFolder: string) =>
  `postgresql:///festival?user=festival&host=${encodeURIComponent(socketFolder)}` +
  '&port=5432&sslmode=disable'

/**
 * Waits until no server runs on the folder and returns the lock a dead one left behind. A server that lost its owner a
 * moment ago still answers, so it is checked twice.
 */
async function vacant(folder: string, deadline: number): Promise<Lock | undefined> {
  if (await findPostgres(folder)) {
    await setTimeout(100)
    const running = await findPostgres(folder)
    if (running) throw new PostgresRunning(folder, running)
  }
  const lock = await readLock(join(folder, 'postgres'))
  if (!lock || !(await isPostgres(lock.pid))) return lock
  if (Date.now() > deadline) throw new Error(`its process ${lock.pid} is still shutting down`)
  await setTimeout(20)
  return vacant(folder, deadline)
}

/** Passed as flags and not written into the cluster, so that new defaults reach old folders. */
const settings = ({ durable, connections }: { durable: boolean; connections: number }) => ({
  listen_addresses: '',
  port: '5432',
  max_connections: `${connections}`,
  shared_buffers: '128MB',
  max_wal_size: '1GB',
  wal_compression: 'on',
  jit: 'off',
  // Solid-state disks read anywhere about as fast as in order.
  random_page_cost: '1.1',
  effective_cache_size: '1GB',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A refused statement and its values may hold personal data; the sender gets the error anyway.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  // One call after a crash, and not one for each file.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
  ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
})

/** Starts the server on its cluster and waits until it takes connections. */
async function launch(
  folder: string,
  runner: Runner,
  {
    given,
    stale,
    begun,
    program = findProgram('postgres'),
  }: {
    given: Record<string, string>
    stale: Lock | undefined
    begun: (() => void) | undefined
    program?: string
  },
): Promise<Omit<PostgresServer, 'fresh'>> {
  const cluster = join(folder, 'postgres')
  const socketFolder = await chooseSocketFolder(cluster, runner)
  const tidy = async () => {
    if (socketFolder !== '.') await rm(socketFolder, { recursive: true, force: true })
  }
  const all = { ...given, unix_socket_directories: socketFolder }
  const flags = Object.entries(all).map(([key, to]) => `--${key}=${to}`)
  const command = [program, '-D', cluster, ...flags]
  const first = runPostgres({ folder, runner, command, stale, begun })
  let running = await first.catch(async (error: unknown) => {
    await tidy()
    throw error
  })
  return {
    connectionString: connectionString(resolve(cluster, socketFolder)),
    async stop(mode = 'fast') {
      await running.stop(mode)
      await tidy()
    },
    async revive() {
      if (!running.hasEnded()) return
      const left = await vacant(folder, Date.now() + 60_000)
      running = await runPostgres({ folder, runner, command, stale: left })
    },
  }
}

const fits = (folder: string) => Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= LONGEST_SOCKET

/** Returns the cluster itself, as PostgreSQL sees it, or a folder of our own if its path is too long. */
async function chooseSocketFolder(cluster: string, { uid, gid }: Runner): Promise<string> {
  if (fits(cluster)) return '.'
  const parent = fits(join(tmpdir(), 'festival-abcdef')) ? tmpdir() : '/tmp'
  const folder = await mkdtemp(join(parent, 'festival-'))
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  return folder
}
