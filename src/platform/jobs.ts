import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { PgBoss } from 'pg-boss'
import { afterCommit, type Database } from './database.ts'
import { createRounds } from './rounds.ts'

/**
 * Work that outlives its request: at least once, in any process, with retries. A job is added in the
 * transaction that causes it, so it exists exactly when its cause does.
 */
export type Jobs = {
  add(db: Database, name: string, data: object): Promise<void>
  /** What to do with a job; must be safe to do twice. */
  work<Data>(name: string, handler: (data: Data) => Promise<void>): void
  /** What to do again and again; `cron` has minutes as its finest step. */
  every(name: string, cron: string, handler: () => Promise<void>): void
  /** What each process does by itself every few seconds, never twice at once. */
  often(seconds: number, handler: () => Promise<unknown>): void
  start(): Promise<void>
  stop(): Promise<void>
}

type Worker = {
  cron?: string
  handle: (data: object) => Promise<void>
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
const working = { batchSize: 20, perJobResults: true } as const
/** How often a process asks for work, seconds: for what happens every few minutes more rarely. */
const [soon, later] = [0.5, 10]
/** A job whose process or database has died meanwhile is begun again after about so many seconds, or twice. */
const heartbeatSeconds = 10
/** When a start that has failed, as the database was away, is tried again, ms. */
const again = 1_000

export function createJobs(pool: pg.Pool, onError: (error: Error) => void): Jobs {
  const workers = new Map<string, Worker>()
  const rounds = createRounds(onError)
  let started: Promise<PgBoss> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopping = false

  /** Until it succeeds; who waits for it is told each time that it does not. */
  const begin = (): Promise<PgBoss> => {
    const boss = openBoss(pool, workers, onError)
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
      await boss.send(name, data, { db: within(db), heartbeatSeconds })
      const { id } = workers.get(name) ?? {}
      // It need not wait until this process asks for work again.
      if (id !== undefined) afterCommit(db, () => boss.notifyWorker(id))
    },
    work: (name, handler) => {
      workers.set(name, { handle: (data) => handler(data as never) })
    },
    every: (name, cron, handler) => {
      workers.set(name, { cron, handle: handler })
    },
    often: rounds.add,
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

/** With all workers at work. Loaded only now, so that no start of the service waits for it. */
async function openBoss(
  pool: pg.Pool,
  workers: Map<string, Worker>,
  onError: (error: Error) => void,
): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss')
  const executeSql = (text: string, values?: unknown[]) => pool.query(text, values)
  const boss = new PgBoss({
    db: { executeSql },
    schema: 'jobs',
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
        Promise.all(jobs.map((job) => settle(job, { handle, onError }))),
      )
    }
    return boss
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {})
    throw error
  }
}

type Settling = Pick<Worker, 'handle'> & { onError: (error: Error) => void }

/** Each job of a batch succeeds or fails for itself. */
async function settle({ id, data }: { id: string; data: object }, { handle, onError }: Settling) {
  try {
    await handle(data)
    return { id, status: 'completed' as const }
  } catch (error) {
    onError(asError(error))
    return { id, status: 'failed' as const, output: { message: String(error) } }
  }
}

/** Not everything that is thrown is an error; the log wants its message. */
function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  const { message = thrown } = Object(thrown)
  return new Error(typeof message === 'string' ? message : 'A job failed without saying why')
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
