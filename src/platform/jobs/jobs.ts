import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { type Database } from '#platform/database/tables'
import { afterCommit } from '#platform/database/transactions'
import { type Cause, causeOf, onBehalfOf } from '#platform/observe/cause'
import type { Labels, Metrics } from '#platform/observe/metrics'
import { type What } from '#platform/observe/span'
import { contextFrom, traced, traceparentOf } from '#platform/observe/tracing'
import { createRounds, type Round } from './rounds.ts'

/**
 * Work that outlives its request: at least once, in any process, with retries. A job is added in the
 * transaction that causes it, so it exists exactly when its cause does.
 */
export type Jobs = {
  add(db: Database, name: string, data: object): Promise<void>
  /**
   * What to do with a job; must be safe to do twice. With `keyOf` a job is not added while one with its
   * key waits to begin, since that one will find all that there is to do.
   */
  work<Data>(
    name: string,
    handler: (data: Data) => Promise<void>,
    keyOf?: (data: Data) => string,
  ): void
  /** What to do again and again; `cron` has minutes as its finest step. */
  every(name: string, cron: string, handler: () => Promise<void>): void
  /**
   * What each process does by itself every few seconds, never twice at once. `settled` waits for what it has begun,
   * where the handler does not.
   */
  often(seconds: number, handler: Round, settled?: () => Promise<unknown>): void
  /**
   * Does now what is due where the clock was moved from one instant to another: what `every` and `often` repeat, once, and
   * the jobs that wait. For a sandbox, which has one process.
   */
  pass(from: Date, to: Date): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

const jobRuns = { name: 'festival_job_runs_total', help: 'Jobs that have run, by queue and result' }

/** Where the statements of jobs go, such as a pool. */
type Statements = { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }

/** What is called with every failure, and with every run. */
type Told = { onError: (error: Error) => void; count: (labels: Labels) => void }

type Worker = {
  cron?: string
  handle: (data: object) => Promise<void>
  keyOf?: (data: object) => string
  /** what pg-boss calls it, once it works */
  id?: string
}

const queue = {
  retryLimit: 8,
  retryDelay: 5,
  retryBackoff: true,
  expireInSeconds: 300,
  // A job may name a person: it goes soon after it is done.
  deleteAfterSeconds: 3600,
}
const schema = 'jobs'
const working = { batchSize: 20, perJobResults: true } as const
/** How often a process asks for work, seconds: for what happens every few minutes more rarely. */
const [soon, later] = [0.5, 10]
/** A job whose process or database has died meanwhile is begun again after about so many seconds, or twice. */
const heartbeatSeconds = 10
/** When a start that has failed, as the database was away, is tried again, ms. */
const again = 1_000

/** `metrics`: where it is counted what becomes of jobs. */
export function createJobs(
  pool: Statements,
  onError: (error: Error) => void,
  metrics?: Metrics,
): Jobs {
  const count = (labels: Labels) => metrics?.counter(jobRuns, []).add(labels)
  const workers = new Map<string, Worker>()
  const rounds = createRounds(onError)
  let started: Promise<PgBoss> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopping = false

  /** Until it succeeds; callers that wait for it learn of each time that it does not. */
  const begin = (): Promise<PgBoss> => {
    const boss = openBoss(pool, workers, { onError, count })
    boss.catch(() => {
      timer = setTimeout(() => {
        if (!isStopping) started = begin()
      }, again).unref()
    })
    return boss
  }

  return {
    add: async (db, name, data) => {
      const boss = await started
      if (!boss) throw new Error('Jobs are added after start()')
      const { id, keyOf } = workers.get(name) ?? {}
      const once = keyOf && { singletonKey: keyOf(data) }
      if (once && (await isWaiting(boss, { db, name, key: once.singletonKey }))) return
      await boss.send(name, withCause(data), { ...once, db: within(db), heartbeatSeconds })
      // It need not wait until this process asks for work again.
      if (id !== undefined) afterCommit(db, () => boss.notifyWorker(id))
    },
    work: (name, handler, keyOf) => {
      workers.set(name, {
        handle: (data) => handler(data as never),
        ...(keyOf && { keyOf: (data) => keyOf(data as never) }),
      })
    },
    every: (name, cron, handler) => {
      workers.set(name, { cron, handle: handler })
    },
    often: rounds.add,
    pass: async (from, to) => {
      await started
      const isDue = await dueBetween(from, to)
      for (const { cron, handle } of workers.values()) {
        if (cron && isDue(cron)) await handle({}).catch((error) => onError(asError(error)))
      }
      await rounds.run()
      // Jobs leave mails and webhooks to send.
      if (await untilDone(pool, workers)) await rounds.run()
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

/** Returns what says whether a schedule comes between two instants, the later one included. */
async function dueBetween(from: Date, to: Date): Promise<(cron: string) => boolean> {
  const { CronExpressionParser } = await import('cron-parser')
  return (cron) =>
    CronExpressionParser.parse(cron, { currentDate: from, tz: 'UTC' }).next().toDate() <= to
}

/**
 * Waits until no job is left that could be done now; those that have failed wait until they are tried again. Returns
 * whether there was any.
 */
async function untilDone(pool: Statements, workers: Map<string, Worker>): Promise<boolean> {
  const names = [...workers].flatMap(([name, { cron }]) => (cron ? [] : [name]))
  const waiting = `select from ${schema}.job
    where name = any ($1) and state < 'completed' and start_after <= now() limit 1`
  let any = false
  while ((await pool.query(waiting, [names])).rows.length > 0) {
    any = true
    await pause(10)
  }
  return any
}

type Keyed = { db: Database; name: string; key: string }

/** Whether a job with this key is still to begin, also after a failure. */
async function isWaiting(boss: PgBoss, { db, name, key }: Keyed): Promise<boolean> {
  return (await boss.findJobs(name, { db: within(db), key, queued: true })).length > 0
}

/** With all workers at work. Loaded only now, so that no start of the service waits for it. */
async function openBoss(
  pool: Statements,
  workers: Map<string, Worker>,
  { onError, count }: Told,
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
      if (cron) await boss.schedule(name, cron)
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

/** Makes the tables of jobs and these queues, where they are missing, for jobs that come from a backup. */
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

type Settling = Pick<Worker, 'handle'> & Told & { name: string }

/** Each job of a batch succeeds or fails for itself, on behalf of the request that has caused it. */
async function settle(
  { id, data }: { id: string; data: object | null },
  { name, handle, onError, count }: Settling,
) {
  const { [causeKey]: cause, ...given }: Caused = data ?? {}
  const work = () =>
    traced(
      () => jobOf(name),
      () => handle(given),
    )
  const { reqId, traceparent } = cause ?? {}
  return onBehalfOf({ reqId, context: contextFrom({ traceparent }) }, async () => {
    try {
      await work()
      count({ queue: name, result: 'completed' })
      return { id, status: 'completed' as const }
    } catch (error) {
      count({ queue: name, result: 'failed' })
      onError(asError(error))
      return { id, status: 'failed' as const, output: { message: String(error) } }
    }
  })
}

const causeKey = '_cause'
type Caused = { [causeKey]?: Pick<Cause, 'reqId'> & { traceparent?: string | undefined } }

/** What a job is about, and on whose behalf it is. */
function withCause(data: object): object {
  const cause = causeOf()
  if (!cause) return data
  const { reqId, context } = cause
  return { ...data, [causeKey]: { reqId, traceparent: traceparentOf(context) } }
}

const jobOf = (name: string): What => ({
  name: `job ${name}`,
  kind: 'CONSUMER',
  attributes: { 'messaging.destination.name': name },
})

/** Not everything that is thrown is an error; the log wants its message. */
function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  const { message = thrown } = Object(thrown)
  const error = new Error(typeof message === 'string' ? message : 'A job failed without a reason')
  // pg-boss hands on copies, which still say whose failure it was.
  return typeof thrown === 'object' ? Object.assign(error, thrown) : error
}

/** A transaction of ours, as pg-boss writes into one. */
function within(db: Database) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => {
      const query = CompiledQuery.raw(text, values)
      const { rows } = await db.executeQuery<Record<string, unknown>>(query)
      return { rows }
    },
  }
}
