import { randomUUID } from 'node:crypto'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterCommit, type Database } from './database.ts'

const channel = 'festival'
const gathering = 5
const beat = 300
const silence = 1000
/** How long a writer waits for the echo of its own change. */
const patience = 250
/** A NOTIFY carries at most 8,000 bytes; an id is a UUID or a slug of up to 128 characters. */
const idsPerNotice = 40

type Notice = { from: string; topic: string; ids: string[] }

/**
 * Hints between processes over LISTEN/NOTIFY: "what you remember of these ids is old", "look at your
 * inbox". A hint may be lost; nothing that must happen hangs on one. Each process also listens to its
 * own heartbeat: after a second of silence the line counts as cut, and whoever remembers must forget.
 */
export class Bus {
  readonly #connectionString: string
  readonly #self = randomUUID()
  readonly #listeners = new Map<string, ((ids: string[]) => void)[]>()
  readonly #onSilence: (() => void)[] = []
  readonly #onReturn: (() => void)[] = []
  readonly #gathered = new Map<string, Set<string>>()
  #line: pg.Client | undefined
  #heardAt = performance.now()
  #isSilent = false
  #isBeating = false
  #asked: Promise<unknown> = Promise.resolve()
  #settling: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(connectionString: string) {
    this.#connectionString = connectionString
  }

  async open(): Promise<void> {
    await this.#connect()
    this.#heardAt = performance.now()
    this.#timer = setInterval(() => {
      this.#watch()
      this.#beat().catch(() => {})
    }, beat)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    const line = this.#line
    this.#line = undefined
    await line?.end().catch(() => {})
  }

  /** Calls `listener` with the ids of every hint on the topic, our own process's hints included. */
  on(topic: string, listener: (ids: string[]) => void): void {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener])
  }

  /** Calls `listener` when the line is cut: hints may have been missed. */
  onSilence(listener: () => void): void {
    this.#onSilence.push(listener)
  }

  /** Calls `listener` when the line works again: what was not heard has happened before now. */
  onReturn(listener: () => void): void {
    this.#onReturn.push(listener)
  }

  /** Whether the line works: our own heartbeat was heard within the last second. */
  isHeard(): boolean {
    return performance.now() - this.#heardAt <= silence
  }

  /** A hint about a frequent change: gathered for a few milliseconds and sent with others. */
  hint(topic: string, id: string): void {
    this.#deliver(topic, [id])
    if (this.#gathered.size === 0) setTimeout(() => this.#send(), gathering)
    this.#gathered.set(topic, (this.#gathered.get(topic) ?? new Set()).add(id))
  }

  /** A hint about a rare change: sent by its transaction, heard here when that has committed. */
  async tell(db: Database, topic: string, ids: string[]): Promise<void> {
    for (const notice of this.#notices(topic, ids)) {
      await sql`select pg_notify(${channel}, ${notice})`.execute(db)
    }
    afterCommit(db, () => this.#deliver(topic, ids))
  }

  /**
   * Resolves when the hints of all that had committed before the call were heard here: PostgreSQL hands
   * them out before its answer to the next statement of the line. A line that does not answer in time
   * counts as cut, so that nothing is remembered over it.
   */
  settled(): Promise<void> {
    this.#settling ??= this.#settle()
    return this.#settling
  }

  async #settle() {
    const line = this.#line
    const asked = this.#asked.then(() => {
      // Whoever asks from now on may have committed too late for it.
      this.#settling = undefined
      return line?.query('')
    })
    this.#asked = asked.catch(() => {})
    // A busy loop must not be taken for a dead line: what has come in by then is read first.
    const late = wait(patience, undefined, { ref: false }).then(() => turn('late'))
    const first = await Promise.race([asked.catch(() => 'late'), late])
    if (first === 'late' && line) this.#lose(line)
  }

  #deliver(topic: string, ids: string[]) {
    for (const listener of this.#listeners.get(topic) ?? []) listener(ids)
  }

  #hear({ channel: name, payload = '' }: pg.Notification) {
    if (name !== channel) {
      const isBack = !this.isHeard()
      this.#heardAt = performance.now()
      // At once, so that a line cut again right after counts as a silence of its own.
      this.#isSilent = false
      if (isBack) for (const listener of this.#onReturn) listener()
      return
    }
    const { from, topic, ids }: Notice = JSON.parse(payload)
    if (from !== this.#self) this.#deliver(topic, ids)
  }

  async #connect() {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      keepAlive: true,
      connectionTimeoutMillis: 1000,
      query_timeout: 2000,
      application_name: 'festival bus',
    })
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    client.on('notification', (notification) => this.#hear(notification))
    await client.connect()
    this.#line = client
    await client.query(`listen ${channel}; listen "${this.#self}"; notify "${this.#self}"`)
  }

  /** Hints that come before the next line is open are missed: the silence begins at once. */
  #lose(client: pg.Client) {
    if (this.#line !== client) return
    this.#line = undefined
    this.#heardAt = Number.NEGATIVE_INFINITY
    this.#watch()
    client.end().catch(() => {})
  }

  /** The heartbeat travels over the listening connection itself, so that it dies with it. */
  async #beat() {
    if (this.#isBeating) return
    this.#isBeating = true
    try {
      if (this.#line === undefined) await this.#connect()
      else await this.#ask(`notify "${this.#self}"`)
    } catch {
      if (this.#line) this.#lose(this.#line)
    } finally {
      this.#isBeating = false
    }
  }

  /** One query after the other: a connection does only one at a time. */
  #ask(text: string, values?: unknown[]): Promise<unknown> {
    const asked = this.#asked.then(() => this.#line?.query(text, values))
    this.#asked = asked.catch(() => {})
    return asked
  }

  #watch() {
    const wasSilent = this.#isSilent
    this.#isSilent = !this.isHeard()
    if (this.#isSilent && !wasSilent) for (const listener of this.#onSilence) listener()
  }

  /** A line that breaks here is found by its heartbeat. */
  #send() {
    const due = [...this.#gathered].flatMap(([topic, ids]) => this.#notices(topic, [...ids]))
    this.#gathered.clear()
    const text = 'select pg_notify($1, notice) from unnest($2::text[]) notice'
    this.#ask(text, [channel, due]).catch(() => {})
  }

  #notices(topic: string, ids: string[]): string[] {
    const parts = Array.from({ length: Math.ceil(ids.length / idsPerNotice) }, (_, part) =>
      ids.slice(part * idsPerNotice, (part + 1) * idsPerNotice),
    )
    return parts.map((part) => {
      const notice: Notice = { from: this.#self, topic, ids: part }
      return JSON.stringify(notice)
    })
  }
}

/** A bus with its line open. */
export async function createBus(connectionString: string): Promise<Bus> {
  const bus = new Bus(connectionString)
  await bus.open()
  return bus
}
