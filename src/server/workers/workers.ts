/**
 * Several processes that serve the port together. The first one accepts the connections and distributes them: if
 * the kernel chose, one process would get nearly all of 32 simultaneous connections, and an open connection stays
 * with its process. The first process answers no requests, so that it is there to start another worker when one
 * ends.
 */
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { Access } from '#core/access'
import { connect, connectPool } from '#platform/database/connections'
import { ownProcess } from '#platform/http/metrics-route'
import type { Counter } from '#platform/observe/metrics'
import { createBus } from '#platform/sync/bus'
import { passFiguresOn } from '../figures.ts'
import { ensureFirstAccounts } from '../first-start.ts'
import { directOf } from '../network/connections.ts'
import type { ProcessSettings } from '../open.ts'
import { makeReady, type ReadyOptions, type Running } from '../ready.ts'
import { restarts } from '../restarts.ts'
import { handOverAgain } from './cluster-accept-fix.ts'
import type { WorkerMessage } from './run-worker.ts'

/** The pause before a worker is replaced, ms: it doubles while workers live for less than a minute. */
const [shortest, longest, life] = [100, 10_000, 60_000]

/** Prepares the database, starts `WORKERS` workers, waits until all listen, and replaces them when they end. */
export async function runTogether(
  closing: AsyncDisposableStack,
  settings: ProcessSettings,
  { log, metrics, fill }: ReadyOptions,
): Promise<Running> {
  const { config } = settings
  const direct = directOf(config, settings.connectionString)
  await using own = new AsyncDisposableStack()
  const pool = connectPool(direct, { max: 2, purpose: 'work' })
  own.defer(() => pool.end())
  const readied = await makeReady(pool, settings, fill)
  metrics.add(ownProcess())
  passFiguresOn(metrics)
  const workers = new Workers(settings, { log, ended: metrics.counter(restarts.worker) })
  closing.defer(() => workers.close())
  const port = await workers.open()
  const bus = await createBus(direct)
  own.defer(() => bus.close())
  const db = connect(pool)
  const now = () => new Date()
  const access = new Access({ db, bus, now, ttlDays: config.TOKEN_TTL_DAYS })
  // Last, because secrets are shown only once: a start that fails on a taken port must not show them.
  const accounts = await ensureFirstAccounts({ db, access, now }, config, readied.isFirst)
  return { readied, accounts, port, server: undefined }
}

class Workers {
  readonly #settings: ProcessSettings
  readonly #log: FastifyBaseLogger
  readonly #ended: Counter
  readonly #alive = new Set<Worker>()
  #port = 0
  #isClosing = false

  constructor(
    settings: ProcessSettings,
    { log, ended }: { log: FastifyBaseLogger; ended: Counter },
  ) {
    this.#settings = settings
    this.#log = log
    this.#ended = ended
    cluster.schedulingPolicy = cluster.SCHED_RR
    cluster.setupPrimary({
      exec: fileURLToPath(new URL('./worker.ts', import.meta.url)),
      args: [],
      serialization: 'advanced',
    })
  }

  /** Starts all workers, and returns the port they listen on. */
  async open(): Promise<number> {
    const { WORKERS } = this.#settings.config
    const ports = await Promise.all(Array.from({ length: WORKERS }, () => this.#start()))
    this.#port = ports[0] ?? this.#settings.config.PORT
    return this.#port
  }

  /** Ends all workers; each first answers the requests it has begun. */
  async close(): Promise<void> {
    this.#isClosing = true
    const ended = [...this.#alive].map((worker) => once(worker, 'exit'))
    for (const worker of this.#alive) worker.process.kill('SIGTERM')
    await Promise.all(ended)
  }

  /** Starts a worker, and returns the port it listens on. From then on it is replaced when it ends. */
  async #start(pause = shortest): Promise<number> {
    const worker = cluster.fork()
    handOverAgain(worker)
    const begun = performance.now()
    this.#alive.add(worker)
    const ended = once(worker, 'exit').then(([code, signal]) => {
      this.#alive.delete(worker)
      return `${signal ?? code}`
    })
    worker.send(this.#settings)
    const said = once(worker, 'message') as Promise<[WorkerMessage]>
    const [first] = await Promise.race([said, ended.then(unsaid)])
    if ('failed' in first) {
      await ended
      throw Object.assign(new Error(first.failed.message), first.failed)
    }
    void ended.then((how) => this.#replace(worker, { how, pause, begun }))
    return first.port
  }

  async #replace(
    { id, process: { pid } }: Worker,
    { how, pause, begun }: { how: string; pause: number; begun: number },
  ): Promise<void> {
    if (this.#isClosing) return
    const next = performance.now() - begun > life ? shortest : pause
    this.#log.error({ worker: id, pid, ended: how, pause: next }, 'a worker has ended')
    this.#ended.add()
    await this.#startAgain(next)
  }

  /** Retries until a worker starts. If all workers have ended at once, the new ones use the same port again. */
  async #startAgain(pause: number): Promise<void> {
    await wait(pause)
    if (this.#isClosing) return
    if (this.#alive.size === 0) this.#settings.config.PORT = this.#port
    const next = Math.min(pause * 2, longest)
    try {
      await this.#start(next)
    } catch (err) {
      this.#log.error({ err, pause: next }, 'a worker does not start')
      await this.#startAgain(next)
    }
  }
}

const unsaid = (how: string): [WorkerMessage] => [
  { failed: { message: `A worker ended (${how}) before it was ready` } },
]
