import type { Place } from './queries.ts'

/** A place as the id of a message. */
export function toEventId({ at, snapshot }: Place): string {
  return `${at.getTime()}~${snapshot}`
}

const form = /^(\d{1,15})~(\d{1,18}):(\d{1,18}):((?:\d{1,18}(?:,\d{1,18})*)?)$/

/** The place a reader names; undefined for what is none, so that no id can break the statement. */
export function readEventId(id: string | undefined): Place | undefined {
  const parts = form.exec(id ?? '')
  if (!parts) return undefined
  const [, time, first = '', end = '', running = ''] = parts
  const ids = running === '' ? [] : running.split(',')
  return isSnapshot(BigInt(first), BigInt(end), ids.map(BigInt))
    ? { at: new Date(Number(time)), snapshot: `${first}:${end}:${running}` }
    : undefined
}

/** Processes may disagree on the time by as much, in ms. */
const skew = 15_000

/**
 * Where a reader continues: at the place it names; at the present when it names none, or one that lies in the
 * future, as after the database was restored from a backup.
 */
export function startOf(id: string | undefined, present: Place): Place {
  const place = readEventId(id)
  if (!place || place.at.getTime() > present.at.getTime() + skew) return present
  return endOf(place) > endOf(present) ? present : place
}

/** The first transaction that is still to come at a place. */
function endOf({ snapshot }: Place): bigint {
  return BigInt(snapshot.split(':')[1] ?? '')
}

/** What PostgreSQL takes: the transactions that ran, rising, between the first of them and the next to come. */
function isSnapshot(first: bigint, end: bigint, running: bigint[]): boolean {
  const isRising = running.every((id, index) => id > (running[index - 1] ?? first - 1n))
  return first > 0n && first <= end && isRising && running.every((id) => id < end)
}
