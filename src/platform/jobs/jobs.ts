import { CompiledQuery } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { type Database } from '#platform/database/tables'
import { afterCommit } from '#platform/database/transactions'
import type { Labels, Metrics } from '#platform/observe/metrics'
import { asError } from './as-error.ts'
import { createRounds, type Round } from './rounds.ts'
import { runDue } from './run-due.ts'
import { type RunObserver, settle, withCause } from './settle.ts'
import type { Statements, Worker } from './worker.ts'

/**
 * Work that outlives its request: at least once, in any process, with retries. A job is added in the
 * transaction that causes it, so it exists exactly when its cause does.
 */
export type Jobs = {
  add(db: Database, name: string, data: object): Promise<void>
  /**
   * Registers the handler of a job; it must be safe to run twice. With `keyOf` a job is not added while one with its
   * key waits to begin, since that one will find all that there is to do.
   */
  work<Data>(
    name: string,
    handler: (data: Data) => Promise<void>,
    keyOf?: (data: Data) => string,
  ): void
  /**
   * Schedules work by `cron`, with steps of at least a minute. If its time passed while no process ran, it is done once
   * at the next start.
   */
  cron(name: string, cron: string, handler: () => Promise<void>): void
  /**
   * Repeats work in each process every few seconds, never twice at once. `settled` waits for work that the handler
   * began but does not wait for.
   */
  everySeconds(seconds: number, handler: Round, settled?: () => Promise<unknown>): void
  /**
   * Runs everything that is due where the clock was moved from one instant to another: the work of `cron` and
   * `everySeconds`, once, and the jobs that wait. For a sandbox, which has one process.
   */
  runDue(from: Date, to: Date): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

const jobRuns = { name: 'festival_job_runs_total', help: 'Jobs that have run, by queue and result' }

/** The name under which failures of work repeated by `everySeconds` are counted: its successes are too many to be useful. */
const repeated = 'repeated'

const queue = {
  retryLimit: 8,
  retryDelay: 5,
  retryBackoff: true,
  expireInSeconds: 300,
  // A job may name a person: it is deleted soon after it is done.
  deleteAfterSeconds: 3600,
}
const schema = 'jobs'
const working = { batchSize: 20, perJobResults: true } as const
/** Intervals at which a process asks for work, seconds: the longer one for work that happens every few minutes. */
const [soon, later] = [0.5, 10]
/** A job is begun again about this many seconds, or twice as many, after its process or database has died. */
const heartbeatSeconds = 10
/** Time until a failed start is tried again, as when the database was away. */
const restartDelayMs = 1_000

/** `metrics`: counts the outcomes of jobs. */
export function createJobs(
  pool: Statements,
  onError: (error: Error) => void,
  metrics?: Metrics,
): Jobs {
  const count = (labels: Labels) => metrics?.counter(jobRuns, []).add(labels)
  const workers = new Map<string, Worker>()
  const rounds = createRounds(countingFailures({ onError, count }))
  let started: Promise<PgBoss> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopping = false

  /** Starts again until it succeeds; waiting callers get the error of each failed attempt. */
  const begin = (): Promise<PgBoss> => {
    const boss = openBoss(pool, workers, { onError, count })
    boss.catch(() => {
      timer = setTimeout(() => {
        if (!isStopping) started = begin()
      }, restartDelayMs).unref()
    })
    return boss
  }

  return {
    add: async (db, name, data) => {
      const boss = await started
      if (!boss) throw new Error('Jobs are added after start()')
      await addJob(boss, workers.get(name), { db, name, data })
    },
    work: (name, handler, keyOf) => {
      workers.set(name, {
        handle: (data) => handler(data as never),
        ...(keyOf && { keyOf: (data) => keyOf(data as never) }),
      })
    },
    cron: (name, cron, handler) => {
      workers.set(name, { cron, handle: handler })
    },
    everySeconds: rounds.add,
    runDue: async (from, to) => {
      await started
      await runDue({ pool, workers, rounds, onError }, from, to)
    },
    start: async () => {
      if (!started) {
        rounds.start()
        started = begin()
      }
      await started
    },
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      await rounds.stop()
      const boss = await started?.catch(() => undefined)
      await boss?.stop({ graceful: true, timeout: 3000 })
    },
  }
}

/** Reports failures of repeated work, and counts each. */
const countingFailures =
  ({ onError, count }: RunObserver) =>
  (error: Error) => {
    count({ queue: repeated, result: 'failed' })
    onError(error)
  }

type Added = { db: Database; name: string; data: object }

async function addJob(boss: PgBoss, worker: Worker | undefined, { db, name, data }: Added) {
  const { id, keyOf } = worker ?? {}
  const once = keyOf && { singletonKey: keyOf(data) }
  if (once && (await isWaiting(boss, { db, name, key: once.singletonKey }))) return
  await boss.send(name, withCause(data), { ...once, db: within(db), heartbeatSeconds })
  // The job then need not wait until this process asks for work again.
  if (id !== undefined) afterCommit(db, () => boss.notifyWorker(id))
}

type Keyed = { db: Database; name: string; key: string }

/** Returns true if a job with this key is still to begin, also after a failure. */
async function isWaiting(boss: PgBoss, { db, name, key }: Keyed): Promise<boolean> {
  return (await boss.findJobs(name, { db: within(db), key, queued: true })).length > 0
}

/** Opens pg-boss with all workers at work. The library is loaded only now, so that no start of the service waits for it. */
async function openBoss(
  pool: Statements,
  workers: Map<string, Worker>,
  { onError, count }: RunObserver,
): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss')
  const executeSql = (text: string, values?: unknown[]) => pool.query(text, values)
  const boss = new PgBoss({
    db: { executeSql },
    schema,
    cronMonitorIntervalSeconds: 30,
    superviseIntervalSeconds: heartbeatSeconds,
    monitorIntervalSeconds: heartbeatSeconds,
  })
  boss.on('error', (error: unknown) => onError(asError(error)))
  try {
    await boss.start()
    for (const [name, worker] of workers) {
      const { cron, handle } = worker
      await boss.createQueue(name, queue)
      // The first start after all processes were stopped does missed work once.
      if (cron) await boss.schedule(name, cron, undefined, { missed: 'once' })
      const options = { ...working, pollingIntervalSeconds: cron ? later : soon }
      worker.id = await boss.work<object>(name, options, (jobs) =>
        Promise.all(jobs.map((job) => settle(job, { name, handle, onError, count }))),
      )
    }
    return boss
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {})
    throw error
  }
}

/** Creates the tables of jobs and these queues, if they are missing, for jobs that come from a backup. */
export async function makeQueues(pool: Statements, names: string[]): Promise<void> {
  const { PgBoss } = await import('pg-boss')
  const executeSql = (text: string, values?: unknown[]) => pool.query(text, values)
  const boss = new PgBoss({ db: { executeSql }, schema, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  try {
    for (const name of names) await boss.createQueue(name, queue)
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** Returns a transaction of ours in the form that pg-boss writes into. */
function within(db: Database) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => {
      const query = CompiledQuery.raw(text, values)
      const { rows } = await db.executeQuery<Record<string, unknown>>(query)
      return { rows }
    },
  }
}
