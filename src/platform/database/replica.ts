import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { openClient } from './client.ts'
import { connectPool } from './connections.ts'

/**
 * Intervals between checks of a replica against the primary, the usual one and the one while it is behind, and the rest
 * of a replica that failed, ms.
 */
const [interval, nearly, rest] = [250, 10, 3_000]

/** A connection for queries with a one-row result, opened again when it is lost. */
export class Line {
  readonly #connectionString: string
  #client: Promise<pg.Client> | undefined

  constructor(connectionString: string) {
    this.#connectionString = connectionString
  }

  /** @throws when there is no answer in time */
  async ask<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row> {
    try {
      this.#client ??= this.#open()
      const { rows } = await (await this.#client).query<Row>(text, values)
      const [row] = rows
      if (!row) throw new Error('No answer')
      return row
    } catch (error) {
      // A server that does not answer may not close the connection either.
      void this.close()
      throw error
    }
  }

  async close(): Promise<void> {
    const opened = this.#client
    this.#client = undefined
    await opened?.then((client) => client.end()).catch(() => {})
  }

  #open() {
    return openClient({
      connectionString: this.#connectionString,
      keepAlive: true,
      connectionTimeoutMillis: 500,
      query_timeout: 500,
      application_name: 'festival follower',
    })
  }
}

type ReplicaOptions = {
  /** address of the replica, not the primary */
  url: string
  /** connections for reads */
  max: number
  /** returns the primary's write position */
  primary: () => Promise<string>
}

/**
 * A streaming replica, and its progress: a few times a second it is asked whether it has replayed everything that the
 * primary had written a moment ago.
 */
export class Replica {
  readonly pool: pg.Pool
  readonly #line: Line
  readonly #primary: ReplicaOptions['primary']
  /** Everything committed before this instant, of `performance.now()`, is visible here. */
  #upTo = Number.NEGATIVE_INFINITY
  #changedAt = Number.NEGATIVE_INFINITY
  #restsUntil = Number.NEGATIVE_INFINITY
  #stopping = new AbortController()
  #waiting = new AbortController()
  #following: Promise<void> | undefined

  constructor({ url, max, primary }: ReplicaOptions) {
    this.pool = connectPool(url, { max, purpose: 'reads' })
    this.#line = new Line(url)
    this.#primary = primary
  }

  /** Returns true if the replica shows everything up to the last reported change, and is at most `age` ms behind. */
  isFresh(age: number): boolean {
    const now = performance.now()
    return this.#upTo > this.#changedAt && now - this.#upTo < age && now >= this.#restsUntil
  }

  /** Number of reads that are under way or wait here. */
  get load(): number {
    return this.pool.totalCount - this.pool.idleCount + this.pool.waitingCount
  }

  /** Records a change on the primary: the known state of this replica does not cover it. */
  changed(): void {
    this.#changedAt = performance.now()
    this.#waiting.abort()
  }

  /** Records that the replica did not answer a read that the primary did. */
  fail(): void {
    this.#restsUntil = performance.now() + rest
  }

  follow(): void {
    this.#following = this.#follow()
  }

  async end(): Promise<void> {
    this.#stopping.abort()
    this.#waiting.abort()
    await this.#following
    await Promise.all([this.pool.end(), this.#line.close()])
  }

  async #follow() {
    while (!this.#stopping.signal.aborted) {
      // While the primary or this replica is away nothing gets fresher, and reads go elsewhere.
      await this.#catchUp().catch(() => {})
      this.#waiting = new AbortController()
      const isBehind = this.#changedAt > this.#upTo
      const { signal } = this.#waiting
      await wait(isBehind ? nearly : interval, undefined, { signal }).catch(() => {})
    }
  }

  async #catchUp() {
    const at = performance.now()
    const place = await this.#primary()
    while (performance.now() - at < interval && this.#changedAt <= at) {
      const { isThere } = await this.#line.ask<{ isThere: boolean }>(
        'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as "isThere"',
        [place],
      )
      if (isThere) {
        this.#upTo = at
        return
      }
      await wait(nearly)
    }
  }
}
