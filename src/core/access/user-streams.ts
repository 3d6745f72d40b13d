import { sql } from 'kysely'
import type { Infrastructure } from '#platform/http/infrastructure'
import { toleranceOf } from '#platform/jobs/admission'
import { batchedLookup } from '#platform/jobs/batched-lookup'
import { tooManyRequests } from '#platform/values/errors'

/** Delay before a count that could not be written is written again, ms. */
const retryMs = 1_000

type StreamContext = Pick<Infrastructure, 'db' | 'bus' | 'now' | 'config'>

/** The live processes, by the locks that their bus connections hold. */
const alive = sql`
  select ((classid::bigint << 32) | objid::bigint)::text as process from pg_locks
  where locktype = 'advisory' and objsubid = 1
    and database = (select oid from pg_database where datname = current_database())`

/**
 * Counts the live streams of one kind that each user has open, over all processes: no more than STREAMS_PER_USER. A
 * process writes its number of a user's streams, not each change, so writing again is safe. Streams of a process that
 * dies no longer count once PostgreSQL knows that its connection is gone.
 */
export class UserStreams {
  readonly #given: StreamContext
  readonly #kind: string
  readonly #most: number
  /** number of a user's streams on this process, including requested ones */
  readonly #held = new Map<string, number>()
  /** writes the number of a user's streams, and returns the number of them that there is room for */
  readonly #write: (userId: string) => Promise<number>

  constructor(context: StreamContext, kind: 'notifications' | 'activity') {
    this.#given = context
    this.#kind = kind
    this.#most = context.config.STREAMS_PER_USER
    this.#write = batchedLookup({
      find: (userIds: string[]) => this.#writeAll(userIds),
      tolerance: toleranceOf(context.config.BUSY_AFTER_MS, context.now),
    })
    // While the connection was cut, other processes have left out the streams of this one.
    context.bus.onReturn(() => {
      for (const userId of this.#held.keys()) this.#update(userId)
    })
  }

  /**
   * Takes the place of one more stream, which `release` gives back, and opens it.
   * @param open opens the stream at once; returns false, or throws a refusal, where that is impossible
   * @returns the result of `open`
   * @throws Problem 429 `too_many_streams`
   */
  async take(userId: string, open: () => boolean): Promise<boolean> {
    const mine = this.#add(userId, 1)
    try {
      const granted = mine > this.#most ? 0 : await this.#write(userId)
      if (mine > granted) throw this.#tooMany()
      const isOpen = open()
      if (!isOpen) this.release(userId)
      return isOpen
    } catch (error) {
      this.release(userId)
      throw error
    }
  }

  #tooMany() {
    const error = `At most ${this.#most} streams at once, close one of them first`
    const limit = { name: this.#kind, quota: this.#most, reset: 3 }
    return tooManyRequests(error, { code: 'too_many_streams', limit })
  }

  /** Releases the place of a stream. */
  release(userId: string): void {
    this.#add(userId, -1)
    this.#update(userId)
  }

  #add(userId: string, change: number): number {
    const held = (this.#held.get(userId) ?? 0) + change
    if (held > 0) this.#held.set(userId, held)
    else this.#held.delete(userId)
    return held
  }

  #update(userId: string) {
    const later = () => setTimeout(() => this.#update(userId), retryMs).unref()
    this.#write(userId).catch(later)
  }

  async #writeAll(userIds: string[]): Promise<number[]> {
    const { db, bus } = this.#given
    const most = sql`${this.#most}::integer`
    const own = sql`${bus.lock}::text`
    const counts = userIds.map((id) => this.#held.get(id) ?? 0)
    const { rows } = await sql<{ user_id: string; granted: number }>`
      with alive as materialized (${alive})
      insert into live_streams as s (kind, user_id, processes)
      select ${this.#kind}, user_id, array_fill(${own}, array[least(streams, ${most})])
      from unnest(${userIds}::uuid[], ${counts}::integer[]) wanted (user_id, streams)
      order by user_id
      on conflict (kind, user_id) do update set processes = (
        select others || array_fill(${own}, array[greatest(0, least(
          cardinality(excluded.processes), ${most} - cardinality(others)))])
        from (
          select coalesce(array_agg(process), '{}') as others from unnest(s.processes) process
          where process <> ${own} and process in (select a.process from alive a)
        ) counted)
      returning user_id, cardinality(array_positions(processes, ${own})) as granted`.execute(db)
    const granted = new Map(rows.map(({ user_id, granted }) => [user_id, granted]))
    const none = userIds.filter((_, index) => counts[index] === 0)
    if (none.length > 0) await this.#forget(none)
    return userIds.map((id) => granted.get(id) ?? 0)
  }

  async #forget(userIds: string[]) {
    await this.#given.db
      .deleteFrom('live_streams')
      .where('kind', '=', this.#kind)
      .where('user_id', 'in', userIds)
      .where('processes', '=', sql<string[]>`'{}'`)
      .execute()
  }
}

/** Deletes the counts of dead processes. Safe to repeat. */
export async function deleteDeadStreams(db: Infrastructure['db']): Promise<void> {
  await sql`
    with alive as materialized (${alive})
    delete from live_streams where not exists (
      select from unnest(processes) process where process in (select a.process from alive a))`.execute(
    db,
  )
}
