/**
 * Catalogue reads may come from a streaming replica, as long as the answer is the same. A replica is asked when it
 * shows everything that was committed before the last hint about the catalogue, and before a second ago, whichever is
 * later: so a process that was notified of a change, or made it, reads it, and nothing old is cached. Otherwise, or
 * when it fails, the primary is asked, at once.
 */
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { sqlState } from '#platform/database/failures'
import { Line, Replica } from '#platform/database/replica'
import type { Bus } from './bus.ts'

/** Maximum age of data shown without a hint, ms: the same as that of a cache while the bus is silent. */
const oldest = 1000

type ReplicasOptions = {
  /** the address of each replica */
  urls: string[]
  /** connections to each */
  max: number
  /** the primary itself, never a pooler */
  direct: string
  bus: Bus
  onFailure: (error: unknown) => void
}

type Question = [text: string, values: readonly unknown[]]
type AskAgain = (error: unknown, question: Question) => Promise<pg.QueryResult>

/** Connections for reads, each to a server that can answer; `primary` is the pool of requests. */
export class Replicas implements PostgresPool {
  readonly options: object
  readonly #primary: pg.Pool
  readonly #replicas: Replica[]
  readonly #line: Line
  readonly #bus: Bus
  readonly #onFailure: ReplicasOptions['onFailure']

  constructor(primary: pg.Pool, { urls, max, direct, bus, onFailure }: ReplicasOptions) {
    this.options = primary.options
    this.#primary = primary
    this.#bus = bus
    this.#onFailure = onFailure
    this.#line = new Line(direct)
    this.#replicas = urls.map(
      (url) => new Replica({ url, max, primary: () => placeOf(this.#line) }),
    )
    const changed = () => {
      for (const replica of this.#replicas) replica.changed()
    }
    bus.on('catalogue', changed)
    bus.onReturn(changed)
    for (const replica of this.#replicas) replica.follow()
  }

  async connect(): Promise<PostgresPoolClient> {
    const replica = this.#choose()
    if (!replica) return this.#primary.connect()
    try {
      const client = await replica.pool.connect()
      return new Reading(client, (error, question) => this.#askAgain(replica, error, question))
    } catch (error) {
      this.#fail(replica, error)
      return this.#primary.connect()
    }
  }

  /** Number of replicas that are fresh enough for reads. */
  get usable(): number {
    return this.#replicas.filter((replica) => replica.isFresh(oldest)).length
  }

  async end(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.end()))
    await this.#line.close()
  }

  #choose(): Replica | undefined {
    if (!this.#bus.isHeard()) return undefined
    const [first, ...others] = this.#replicas.filter((replica) => replica.isFresh(oldest))
    return others.reduce((best, one) => (best && best.load <= one.load ? best : one), first)
  }

  /** Asks the primary after a replica failed. If the primary answers, it was the replica's fault. */
  async #askAgain(replica: Replica, error: unknown, [text, values]: Question) {
    const result = await this.#primary.query(text, [...values])
    // Changes that the replica replays may conflict with a read: this is no fault.
    if (sqlState(error) !== '40001') this.#fail(replica, error)
    return result
  }

  #fail(replica: Replica, error: unknown) {
    replica.fail()
    this.#onFailure(error)
  }
}

/** Returns the position at which the primary writes: a replica that has replayed up to here has everything that was committed before. */
async function placeOf(line: Line): Promise<string> {
  const { place } = await line.ask<{ place: string }>(
    'select pg_current_wal_insert_lsn()::text as place',
  )
  return place
}

/** Errors that the primary would return too: the statement or its input is at fault, or it writes. */
const sameEverywhere = /^(22|23|25006|42)/

/** A connection to a replica. A transaction stays there; any other statement that fails is repeated on the primary. */
class Reading implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #askAgain: AskAgain
  #isInTransaction = false
  #isBroken = false

  constructor(client: pg.PoolClient, askAgain: AskAgain) {
    this.#client = client
    this.#askAgain = askAgain
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(query: unknown, values: readonly unknown[] = []): unknown {
    return typeof query === 'string'
      ? this.#ask(query, values)
      : Reflect.apply(this.#client.query, this.#client, [query])
  }

  async #ask(text: string, values: readonly unknown[]) {
    try {
      const result = await this.#client.query(text, [...values])
      if (/^(begin|start)\b/i.test(text)) this.#isInTransaction = true
      return result
    } catch (error) {
      if (this.#isInTransaction || sameEverywhere.test(sqlState(error))) throw error
      this.#isBroken = sqlState(error) === ''
      return this.#askAgain(error, [text, values])
    }
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#isBroken)
  }
}
