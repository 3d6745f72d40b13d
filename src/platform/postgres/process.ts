/** A process of our own PostgreSQL on its cluster, from its start until its end. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setInterval as every } from 'node:timers/promises'
import { type Runner, reasonIn, surroundings } from './binaries.ts'

/** The fields of `postmaster.pid` that we need; `text` is the whole of it. */
export type Lock = { pid: number; socketFolder: string; status: string; text: string }

/** A PostgreSQL that takes connections, or did so until it ended. */
type PostgresProcess = {
  hasEnded(): boolean
  /** 'fast' disconnects the clients, 'smart' waits for them to leave; resolves when it has ended */
  stop(mode: 'fast' | 'smart'): Promise<void>
}

type ProcessOptions = {
  /** holds the cluster as `postgres` */
  folder: string
  runner: Runner
  /** the program and its arguments */
  command: string[]
  /** the lock that an earlier process left behind */
  stale: Lock | undefined
  begun?: (() => void) | undefined
}

const LONGEST_LOG = 5_000_000

export async function readLock(cluster: string): Promise<Lock | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const [pid, socketFolder, status] = [Number(lines[0]), lines[4] ?? '', (lines[7] ?? '').trim()]
  return pid > 0 ? { pid, socketFolder, status, text } : undefined
}

/**
 * Starts the process and waits until it takes connections.
 * @throws Error with the reason it printed, if it ends before that
 */
export async function runPostgres(options: ProcessOptions): Promise<PostgresProcess> {
  const { folder, runner, command, stale, begun } = options
  const log = await openLog(join(folder, 'postgres.log'))
  const [program = '', ...args] = [...runner.prefix, ...command]
  const child = spawn(program, args, {
    uid: runner.uid,
    gid: runner.gid,
    cwd: '/',
    // PostgreSQL takes a lock for stale if its process is gone, or is a "grandparent" in its terms.
    env: { ...surroundings(), ...(stale && { PG_GRANDPARENT_PID: `${stale.pid}` }) },
    // Out of the terminal's process group: Ctrl+C must not reach it while we still drain.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  const interrupt = () => child.kill('SIGINT')
  process.once('exit', interrupt)
  const tidy = async () => {
    process.off('exit', interrupt)
    await log.close()
  }
  const ended = once(child, 'exit').then(tidy, tidy)
  begun?.()
  if (!(await isReady(child, join(folder, 'postgres'), stale))) {
    await ended
    throw new Error(await log.said())
  }
  child.unref()
  return {
    hasEnded: () => hasEnded(child),
    async stop(mode) {
      child.ref()
      child.kill(mode === 'fast' ? 'SIGINT' : 'SIGTERM')
      await ended
    },
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null

/** Watches the lock until its status is ready (true), or the process ends before that (false). */
async function isReady(child: ChildProcess, cluster: string, stale: Lock | undefined) {
  for await (const _ of every(5)) {
    const lock = await readLock(cluster)
    if (lock?.pid === child.pid && lock?.status === 'ready' && lock.text !== stale?.text)
      return true
    if (hasEnded(child)) return false
  }
  return false
}

/** PostgreSQL writes to the file by itself; we limit its size and read the lines added from now on. */
async function openLog(path: string) {
  const shorten = async () => {
    if ((await stat(path)).size > LONGEST_LOG) await truncate(path)
  }
  const handle = await open(path, 'a', 0o600)
  await shorten()
  const { size: start } = await handle.stat()
  const timer = setInterval(() => void shorten().catch(() => {}), 3_600_000).unref()
  return {
    fd: handle.fd,
    said: async () => reasonIn((await readFile(path)).subarray(start).toString()),
    close() {
      clearInterval(timer)
      return handle.close()
    },
  }
}
