import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { Client, refused } from '#platform/database/client'

/** Maximum number of ids in a notification: a NOTIFY carries at most 8,000 bytes, and an id is a UUID or a slug of up to 128 characters. */
const idsPerNotice = 40

export type Notice = { from: string; topic: string; ids: string[] }

/** Returns the notifications with the hints of one process on a topic. */
export function noticesOf(from: string, topic: string, ids: string[]): string[] {
  const parts = Array.from({ length: Math.ceil(ids.length / idsPerNotice) }, (_, part) =>
    ids.slice(part * idsPerNotice, (part + 1) * idsPerNotice),
  )
  return parts.map((part) => JSON.stringify({ from, topic, ids: part } satisfies Notice))
}

export const databaseUnavailable = () => refused('The database does not answer')

/** Waits this many ms, and until input that arrived by then is read: a busy loop is no dead line. */
export async function late(ms: number, turns = 1): Promise<'late'> {
  await wait(ms, undefined, { ref: false })
  for (let left = turns; left > 0; left--) await turn()
  return 'late'
}

/** A connection is opened in several steps, each of which needs a turn of the event loop. */
const steps = 10

type Events = {
  lost: (line: pg.Client) => void
  heard: (notification: pg.Notification) => void
}

/**
 * Opens a connection that can listen, within `patience` ms.
 * @throws Error of the server that refuses it, or when there is no answer in time
 */
export async function openLine(
  connectionString: string,
  { lost, heard }: Events,
  patience: number,
): Promise<pg.Client> {
  const line = new Client({
    connectionString,
    keepAlive: true,
    connectionTimeoutMillis: Math.max(1000, patience),
    query_timeout: Math.max(2000, 2 * patience),
    application_name: 'festival bus',
  })
  line.on('error', () => lost(line))
  line.on('end', () => lost(line))
  line.on('notification', heard)
  const connected: Promise<unknown> = line.connect()
  const first = await Promise.race([connected, late(patience, steps)])
  if (first !== 'late') return line
  connected.then(() => line.end()).catch(() => {})
  line.connection.stream.destroy()
  throw databaseUnavailable()
}
