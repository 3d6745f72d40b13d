import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '#platform/database/tables'
import type { Figure, Metrics, Sample } from '#platform/observe/metrics'
import type { Bus } from './bus.ts'

/** Maximum age of cached figures, and maximum duration of a read, ms. */
const [freshness, patience] = [3_000, 1_000]

/** A gauge or a counter stored in the database, read by a statement that is cheap at any size. */
export type Reading = Pick<Figure, 'name' | 'help' | 'type'> & {
  read: (db: Database) => Promise<Sample[]>
}

/**
 * Figures that modules read from the database for the metrics: once for all processes, at most every three seconds,
 * over the connections for work. Figures that take longer than a second are left out.
 */
export class DatabaseFigures {
  readonly #work: Database
  readonly #isThere: () => boolean
  readonly #readings: Reading[] = []
  #kept: Figure[] = []
  #readAt = Number.NEGATIVE_INFINITY
  #looking: Promise<void> | undefined

  constructor(work: Database, { metrics, bus }: { metrics: Metrics; bus: Bus }) {
    this.#work = work
    this.#isThere = () => !bus.reachability.isUnavailable()
    metrics.addShared(() => this.#look())
    metrics.gauge(
      {
        name: 'festival_database_up',
        help: 'Whether the database could be reached at the last attempt, 1 or 0',
        aggregator: 'min',
      },
      () => Number(this.#isThere()),
    )
  }

  add(reading: Reading): void {
    this.#readings.push(reading)
  }

  async #look(): Promise<Figure[]> {
    if (!this.#isThere()) return []
    this.#looking ??= this.#read().finally(() => {
      this.#looking = undefined
    })
    await Promise.race([this.#looking, wait(patience, undefined, { ref: false })])
    return performance.now() - this.#readAt < freshness ? this.#kept : []
  }

  async #read() {
    if (performance.now() - this.#readAt < freshness) return
    const figures: Figure[] = []
    for (const { read, ...reading } of this.#readings) {
      // One read may fail, such as the one of the jobs before they have started, or all, when the database is away.
      const values = await read(this.#work).catch(() => undefined)
      if (values) figures.push({ ...reading, aggregator: 'first', values })
    }
    this.#kept = figures
    this.#readAt = performance.now()
  }
}

/** Adds the figures that PostgreSQL and pg-boss count by themselves. */
export function readDatabase(figures: DatabaseFigures): void {
  figures.add({
    name: 'festival_jobs',
    help: 'Jobs by queue and state, as pg-boss counts them every ten seconds',
    type: 'gauge',
    read: async (db) => {
      const { rows } = await sql<{ name: string; [state: string]: number | string }>`
        select name, ready_count as waiting, deferred_count as deferred,
               active_count as active, failed_count as failed
        from jobs.queue where name not like '\\_\\_%'`.execute(db)
      return rows.flatMap(({ name, ...counts }) =>
        Object.entries(counts).map(([state, count]) => ({
          labels: { queue: name, state },
          value: Number(count),
        })),
      )
    },
  })
  figures.add({
    name: 'festival_database_size_bytes',
    help: 'How large the database is',
    type: 'gauge',
    read: async (db) => {
      const { rows } = await sql<{ size: string }>`
        select pg_database_size(current_database()) as size`.execute(db)
      return rows.map(({ size }) => ({ labels: {}, value: Number(size) }))
    },
  })
}

/** Measures the connections of each pool, and the callers that wait for one. */
export function watchPools(metrics: Metrics, pools: Record<string, pg.Pool>): void {
  const each = (read: (pool: pg.Pool) => Record<string, number>) => () =>
    Object.entries(pools).flatMap(([pool, connections]) =>
      Object.entries(read(connections)).map(([state, value]) => ({
        labels: state === '' ? { pool } : { pool, state },
        value,
      })),
    )
  metrics.gauge(
    { name: 'festival_database_connections', help: 'Connections by pool: in use, or idle' },
    each(({ totalCount, idleCount }) => ({ busy: totalCount - idleCount, idle: idleCount })),
  )
  metrics.gauge(
    { name: 'festival_database_connections_max', help: 'Connections that a pool may have' },
    each(({ options }) => ({ '': options.max ?? 0 })),
  )
  metrics.gauge(
    { name: 'festival_database_waiting', help: 'Who waits for a connection, by pool' },
    each(({ waitingCount }) => ({ '': waitingCount })),
  )
}
