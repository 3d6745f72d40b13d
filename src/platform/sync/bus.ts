import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Database } from '#platform/database/tables'
import { afterCommit } from '#platform/database/transactions'
import { Heartbeat } from './heartbeat.ts'
import { databaseUnavailable, late, type Notice, noticesOf, openLine } from './line.ts'
import { Reachability } from './reachability.ts'

const channel = 'festival'
const gathering = 5
/**
 * The line commits hints alone, which need not wait for a disk or a standby. PostgreSQL detects a machine that is gone
 * without a word within seconds, and not after two hours, the default of systems.
 */
const lineSettings = `set synchronous_commit = off; set tcp_keepalives_idle = 5;
  set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3`
/** Time that a writer waits for the echo of its own change, and time for the first line to open, ms. */
const [patience, opening] = [250, 1000]

type BusOptions = {
  /** like the option of `Reachability`, true where absent */
  isOnlyWay?: boolean | undefined
  /** factor on all time limits, 1 where absent */
  timeoutScale?: number | undefined
}

/**
 * Hints between processes over LISTEN/NOTIFY: "your cache of these ids is old", "look at your inbox". A hint may be
 * lost; nothing that must happen depends on one. Each process also listens to its own heartbeat: after a second of
 * silence the line counts as cut, and caches must be dropped. But while no process can connect to the database, nothing
 * changes: then cached values stay true.
 */
export class Bus {
  /** the number of the advisory lock that the line holds: it shows others that this process lives */
  readonly lock = (randomBytes(8).readBigUInt64BE() >> 2n).toString()
  /** shows whether the database can be reached at all */
  readonly reachability: Reachability<pg.Client>
  readonly #connectionString: string
  readonly #self = randomUUID()
  readonly #listeners = new Map<string, ((ids: string[]) => void)[]>()
  readonly #heartbeat: Heartbeat
  readonly #gathered = new Map<string, Set<string>>()
  #line: pg.Client | undefined
  #asked: Promise<unknown> = Promise.resolve()
  #settling: Promise<void> | undefined
  /** factor on all time limits */
  readonly timeoutScale: number

  constructor(connectionString: string, { isOnlyWay = true, timeoutScale = 1 }: BusOptions) {
    this.#connectionString = connectionString
    this.timeoutScale = timeoutScale
    this.reachability = new Reachability({
      dial: (most) => this.#dial(most),
      found: (client) => this.#found(client),
      isSought: () => this.#heartbeat.isRunning() && this.#heartbeat.isMissing(),
      isOnlyWay,
    })
    this.#heartbeat = new Heartbeat({
      send: () => this.#beat(),
      isOpen: () => this.#line !== undefined,
      missing: () => this.#seek(),
      isMissed: () => this.reachability.isMissed(),
      timeoutScale,
    })
  }

  async open(): Promise<void> {
    await this.#take(await this.#dial(opening))
    this.#heartbeat.start()
  }

  async close(): Promise<void> {
    this.#heartbeat.stop()
    const line = this.#line
    this.#line = undefined
    await line?.end().catch(() => {})
  }

  /** Calls `listener` with the ids of every hint on the topic, our own process's hints included. */
  on(topic: string, listener: (ids: string[]) => void): void {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener])
  }

  /** Calls `listener` when hints may have been missed: the line is cut, and the database is there. */
  onSilence(listener: () => void): void {
    this.#heartbeat.onSilence(listener)
  }

  /** Calls `listener` when the line works again: all missed hints are of changes before now. */
  onReturn(listener: () => void): void {
    this.#heartbeat.onReturn(listener)
  }

  /** Returns true if the line works: our own heartbeat was heard within the last second. */
  isHeard(): boolean {
    return this.#heartbeat.isHeard()
  }

  /** Returns true if nothing can have changed without a hint: the line works, or the database is away. */
  knowsAll(): boolean {
    return this.isHeard() || this.reachability.isMissed()
  }

  /** Sends a hint about a frequent change: gathered for a few milliseconds and sent with others. */
  hint(topic: string, id: string): void {
    this.#deliver(topic, [id])
    if (this.#gathered.size === 0) setTimeout(() => this.#send(), gathering)
    this.#gathered.set(topic, (this.#gathered.get(topic) ?? new Set()).add(id))
  }

  /** Sends a hint about a rare change by its transaction; heard here when that has committed. */
  async tell(db: Database, topic: string, ids: string[]): Promise<void> {
    for (const notice of noticesOf(this.#self, topic, ids)) {
      await sql`select pg_notify(${channel}, ${notice})`.execute(db)
    }
    afterCommit(db, () => this.#deliver(topic, ids))
  }

  /**
   * Resolves when the hints of all transactions that had committed before the call were heard here: PostgreSQL delivers
   * them before its answer to the next statement of the line. A line that does not answer in time counts as cut, and
   * the caches are emptied: they are older than the writer.
   * @throws Error when the database is away: caches stay, so the change may not be confirmed
   */
  settled(): Promise<void> {
    this.#settling ??= this.#settle()
    return this.#settling
  }

  async #settle() {
    const line = this.#line
    const asked = this.#asked.then(() => {
      // A later caller may have committed too late for this answer.
      this.#settling = undefined
      return line?.query('')
    })
    this.#asked = asked.catch(() => {})
    const first = await Promise.race([
      asked.catch(() => 'late'),
      late(patience * this.timeoutScale),
    ])
    if (line && first !== 'late') return
    if (line) this.#lose(line)
    if (await this.reachability.verdict()) throw databaseUnavailable()
    this.#heartbeat.announceSilence()
  }

  #deliver(topic: string, ids: string[]) {
    for (const listener of this.#listeners.get(topic) ?? []) listener(ids)
  }

  #hear({ channel: name, payload = '' }: pg.Notification) {
    if (name !== channel) {
      this.reachability.seen()
      this.#heartbeat.heard()
      return
    }
    const { from, topic, ids }: Notice = JSON.parse(payload)
    if (from !== this.#self) this.#deliver(topic, ids)
  }

  #dial(most: number): Promise<pg.Client> {
    const lost = (line: pg.Client) => this.#lose(line)
    const heard = (notification: pg.Notification) => this.#hear(notification)
    return openLine(this.#connectionString, { lost, heard }, most * this.timeoutScale)
  }

  async #found(client: pg.Client): Promise<boolean> {
    this.#heartbeat.watch()
    // The line was only slow, or is not needed any more.
    const isSuperfluous = !this.#heartbeat.isRunning() || (this.#line && this.isHeard())
    const work = isSuperfluous ? client.end() : this.#take(client)
    return work.then(
      () => true,
      () => false,
    )
  }

  async #take(client: pg.Client) {
    this.#line?.connection.stream.destroy()
    this.#line = client
    const own = `"${this.#self}"`
    try {
      await client.query(
        `${lineSettings}; select pg_advisory_lock_shared(${this.lock});
         listen ${channel}; listen ${own}; notify ${own}`,
      )
    } catch (error) {
      this.#lose(client)
      throw error
    }
  }

  /** Drops the line. Hints that come before the next one is open are missed. */
  #lose(client: pg.Client) {
    if (this.#line !== client) return
    this.#line = undefined
    this.#heartbeat.lost()
    client.connection.stream.destroy()
    this.#seek()
  }

  #seek() {
    void this.reachability.seek(this.#heartbeat.isSilent())
  }

  /** Sends the heartbeat over the listening connection itself, so that it dies with it. */
  async #beat() {
    const line = this.#line
    await this.#ask(`notify "${this.#self}"`).catch(() => line && this.#lose(line))
  }

  /** Runs one query after the other: a connection does only one at a time. */
  #ask(text: string, values?: unknown[]): Promise<unknown> {
    const asked = this.#asked.then(() => this.#line?.query(text, values))
    this.#asked = asked.catch(() => {})
    return asked
  }

  /** Sends the gathered hints. A line that breaks here is detected by its heartbeat. */
  #send() {
    const due = [...this.#gathered].flatMap(([topic, ids]) =>
      noticesOf(this.#self, topic, [...ids]),
    )
    this.#gathered.clear()
    const text = 'select pg_notify($1, notice) from unnest($2::text[]) notice'
    this.#ask(text, [channel, due]).catch(() => {})
  }
}

/** A bus with its line open. */
export async function createBus(connectionString: string, options: BusOptions = {}): Promise<Bus> {
  const bus = new Bus(connectionString, options)
  await bus.open()
  return bus
}
