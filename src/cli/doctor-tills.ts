import type pg from 'pg'
import type { Check } from './doctor-machine.ts'

/** Leases and shifts that someone has to end. */
export type Forgotten = { leases: string[]; shifts: string[] }

/** How many are named; the rest is counted. */
const most = 5

/**
 * Finds leases whose time is over and that are neither reported as done nor written off, and shifts that are open longer than a
 * day after their festival.
 */
export async function findForgotten(client: pg.ClientBase, now: Date): Promise<Forgotten> {
  const { rows: leases } = await client.query<{ what: string }>(
    `select s.till || ', ' || f.name || ': lease ' || l.id as what
     from till_leases l join till_shifts s on s.id = l.shift_id join festivals f on f.id = l.festival_id
     where l.ended_at is null and l.expires_at < $1 order by l.expires_at, l.id`,
    [now],
  )
  const { rows: shifts } = await client.query<{ what: string }>(
    `select s.till || ', ' || f.name || ': shift ' || s.id as what
     from till_shifts s join festivals f on f.id = s.festival_id
     where s.closed_at is null and coalesce(f.end_time, f.start_time) < $1::timestamptz - interval '1 day'
     order by s.opened_at, s.id`,
    [now],
  )
  return { leases: leases.map(({ what }) => what), shifts: shifts.map(({ what }) => what) }
}

/** What of the tills is to be ended; nothing where there are no migrations for them. */
export function checkTills(forgotten: Forgotten | undefined): Check[] {
  if (!forgotten) return []
  const { leases, shifts } = forgotten
  const name = 'Tills'
  if (leases.length + shifts.length === 0) {
    return [{ name, ok: true, detail: 'no lease and no shift is left open' }]
  }
  const detail = `${leases.length} leases are over and not reported, ${shifts.length} shifts open a day after their festival`
  const advice = 'Managers end them in the console: leases hold stock until they are written off'
  const all = [...leases, ...shifts]
  const rest = all.length > most ? [`and ${all.length - most} more`] : []
  return [{ name, ok: false, detail, advice, faults: [...all.slice(0, most), ...rest] }]
}
