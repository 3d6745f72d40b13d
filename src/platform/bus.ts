import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterCommit, type Database } from './database.ts'

/**
 * Hints between processes over LISTEN/NOTIFY: "what you remember of these ids is old", "look at your
 * inbox". A hint may be lost; nothing that must happen hangs on one. Each process also listens to its
 * own heartbeat: after a second of silence the line counts as cut, and whoever remembers must forget.
 */
export type Bus = {
  /** Calls `listener` with the ids of every hint on the topic, our own process's hints included. */
  on(topic: string, listener: (ids: string[]) => void): void
  /** Calls `listener` when the line is cut: hints may have been missed. */
  onSilence(listener: () => void): void
  /** A hint of no consequence: gathered for a few milliseconds and sent with others. */
  hint(topic: string, id: string): void
  /** A hint that belongs to a rare change: sent by its transaction, heard here when it has committed. */
  tell(db: Database, topic: string, ids: string[]): Promise<void>
  /** Whether the line works: our own heartbeat was heard within the last second. */
  isHeard(): boolean
  close(): Promise<void>
}

const channel = 'festival'
const gathering = 5
const beat = 300
const silence = 1000
/** A NOTIFY carries at most 8,000 bytes; ids are UUIDs or slugs of up to 128 characters. */
const idsPerNotice = 40

type Notice = { from: string; topic: string; ids: string[] }

export async function createBus(connectionString: string): Promise<Bus> {
  const self = randomUUID()
  const listeners = new Map<string, ((ids: string[]) => void)[]>()
  const silenceListeners: (() => void)[] = []
  const pending = new Map<string, Set<string>>()
  let line: pg.Client | undefined
  let heardAt = 0
  let closed = false

  const deliver = (topic: string, ids: string[]) => {
    for (const listener of listeners.get(topic) ?? []) listener(ids)
  }

  const heard = ({ channel: name, payload = '' }: pg.Notification) => {
    if (name !== channel) {
      heardAt = performance.now()
      return
    }
    const notice: Notice = JSON.parse(payload)
    if (notice.from !== self) deliver(notice.topic, notice.ids)
  }

  const connectLine = async () => {
    const client = new pg.Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: 1000,
      query_timeout: 2000,
      application_name: 'festival bus',
    })
    client.on('error', () => {})
    client.on('notification', heard)
    await client.connect()
    await client.query(`listen ${channel}; listen "${self}"; notify "${self}"`)
    line = client
  }

  // The heartbeat travels over the listening connection itself, so that it dies with it.
  const keepLine = async () => {
    try {
      if (line === undefined) await connectLine()
      else await line.query(`notify "${self}"`)
    } catch {
      line?.end().catch(() => {})
      line = undefined
    }
  }

  let silent = false
  const watch = () => {
    const quiet = performance.now() - heardAt > silence
    if (quiet && !silent) for (const listener of silenceListeners) listener()
    silent = quiet
  }

  const send = async () => {
    const due = [...pending].flatMap(([topic, ids]) => notices(topic, [...ids]))
    pending.clear()
    const client = line
    if (client === undefined) return
    try {
      for (const notice of due)
        client.query('select pg_notify($1, $2)', [channel, notice]).catch(() => {})
    } catch {
      // A line that breaks here is found by its heartbeat.
    }
  }

  const notices = (topic: string, ids: string[]) => {
    const parts = Array.from({ length: Math.ceil(ids.length / idsPerNotice) }, (_, part) =>
      ids.slice(part * idsPerNotice, (part + 1) * idsPerNotice),
    )
    return parts.map((part) => JSON.stringify({ from: self, topic, ids: part } satisfies Notice))
  }

  await connectLine()
  heardAt = performance.now()
  let beating = false
  const timer = setInterval(() => {
    watch()
    if (beating || closed) return
    beating = true
    keepLine().finally(() => {
      beating = false
    })
  }, beat)

  return {
    on: (topic, listener) => {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    },
    onSilence: (listener) => {
      silenceListeners.push(listener)
    },
    hint: (topic, id) => {
      deliver(topic, [id])
      if (pending.size === 0) setTimeout(send, gathering)
      pending.set(topic, (pending.get(topic) ?? new Set()).add(id))
    },
    tell: async (db, topic, ids) => {
      for (const notice of notices(topic, ids))
        await sql`select pg_notify(${channel}, ${notice})`.execute(db)
      afterCommit(db, () => deliver(topic, ids))
    },
    isHeard: () => performance.now() - heardAt <= silence,
    close: async () => {
      closed = true
      clearInterval(timer)
      await line?.end().catch(() => {})
    },
  }
}
