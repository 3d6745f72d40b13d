import type { FeedPosition } from './queries.ts'

/** Writes a position as the id of a message. */
export function toEventId({ at, snapshot }: FeedPosition): string {
  return `${at.getTime()}~${snapshot}`
}

const form = /^(\d{1,15})~(\d{1,18}):(\d{1,18}):((?:\d{1,18}(?:,\d{1,18})*)?)$/

/**
 * Reads the position that a client sends. Returns undefined for an invalid one, so that no id can break
 * the statement.
 */
export function readEventId(id: string | undefined): FeedPosition | undefined {
  const parts = form.exec(id ?? '')
  if (!parts) return undefined
  const [, time, first = '', end = '', running = ''] = parts
  const ids = running === '' ? [] : running.split(',')
  return isSnapshot(BigInt(first), BigInt(end), ids.map(BigInt))
    ? { at: new Date(Number(time)), snapshot: `${first}:${end}:${running}` }
    : undefined
}

/** The maximum difference between the clocks of two processes, in ms. */
const skew = 15_000

/**
 * Returns the position where a reader continues: the one it names; the present if it names none, or one that lies in
 * the future, as after the database was restored from a backup.
 */
export function startOf(id: string | undefined, present: FeedPosition): FeedPosition {
  const place = readEventId(id)
  if (!place || place.at.getTime() > present.at.getTime() + skew) return present
  return endOf(place) > endOf(present) ? present : place
}

/** Returns the first transaction that had not begun at a position. */
function endOf({ snapshot }: FeedPosition): bigint {
  return BigInt(snapshot.split(':')[1] ?? '')
}

/**
 * Returns true if PostgreSQL accepts the numbers as a snapshot: the running transactions are ascending, between the
 * oldest of them and the next to begin.
 */
function isSnapshot(first: bigint, end: bigint, running: bigint[]): boolean {
  const isRising = running.every((id, index) => id > (running[index - 1] ?? first - 1n))
  return first > 0n && first <= end && isRising && running.every((id) => id < end)
}
