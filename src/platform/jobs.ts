import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Database } from './database.ts'

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
  start(): Promise<void>
  stop(): Promise<void>
}

type Worker = { cron?: string; handle: (data: object) => Promise<void> }

const queue = {
  retryLimit: 8,
  retryDelay: 5,
  retryBackoff: true,
  expireInSeconds: 300,
  // A job may name a person: it goes soon after it is done.
  deleteAfterSeconds: 3600,
}
const working = { pollingIntervalSeconds: 0.5, batchSize: 20, perJobResults: true } as const

/** Each job of a batch succeeds or fails for itself. */
async function settle({ id, data }: { id: string; data: object }, handle: Worker['handle']) {
  try {
    await handle(data)
    return { id, status: 'completed' as const }
  } catch (error) {
    return { id, status: 'failed' as const, output: { message: `${error}` } }
  }
}

export function createJobs(pool: pg.Pool, onError: (error: Error) => void): Jobs {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'jobs',
    cronMonitorIntervalSeconds: 30,
  })
  boss.on('error', onError)
  const workers = new Map<string, Worker>()
  let ready: Promise<void> | undefined

  const begin = async () => {
    await boss.start()
    for (const [name, { cron, handle }] of workers) {
      await boss.createQueue(name, queue)
      if (cron) await boss.schedule(name, cron)
      await boss.work<object>(name, working, (jobs) =>
        Promise.all(jobs.map((job) => settle(job, handle))),
      )
    }
  }

  return {
    add: async (db, name, data) => {
      await ready
      const executeSql = async (text: string, values: unknown[] = []) => {
        const { rows } = await db.executeQuery<Record<string, unknown>>(
          CompiledQuery.raw(text, values),
        )
        return { rows }
      }
      await boss.send(name, data, { db: { executeSql } })
    },
    work: (name, handler) => {
      workers.set(name, { handle: (data) => handler(data as never) })
    },
    every: (name, cron, handler) => {
      workers.set(name, { cron, handle: handler })
    },
    start: () => (ready ??= begin()),
    stop: async () => {
      await ready?.catch(() => {})
      await boss.stop({ graceful: true, timeout: 3000 })
    },
  }
}
