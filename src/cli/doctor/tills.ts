import type pg from 'pg'
import type { Check } from './machine.ts'

/** Leases and shifts that a person has to end, and shifts that paid out more than their refunds. */
export type Forgotten = { leases: string[]; shifts: string[]; overpaid: string[] }

/** Number of records that are named; the rest is counted. */
const most = 5

/**
 * Finds leases past their end that are neither reported as done nor written off, and shifts open for longer than a
 * day after their festival. Also finds shifts with books that gave back more than their refunds in the ledger.
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
  const { rows: overpaid } = await client.query<{ what: string }>(
    `select s.till || ', ' || f.name || ': shift ' || s.id || ' gave back ' || round(t.cents / 100.0, 2) || ' EUR, but its refunds are of '
            || round(t.due / 100.0, 2) || ' EUR' as what
     from (
       select t.shift_id, sum(t.amount_cents) as cents, coalesce(sum(r.amount_cents), 0) as due
       from till_refunds t left join refunds r on r.id = t.id and r.done_at is not null group by t.shift_id
     ) t join till_shifts s on s.id = t.shift_id join festivals f on f.id = s.festival_id
     where t.cents > t.due order by s.opened_at, s.id`,
  )
  const named = (rows: { what: string }[]) => rows.map(({ what }) => what)
  return { leases: named(leases), shifts: named(shifts), overpaid: named(overpaid) }
}

/** Reports the leases and shifts that a person has to end or explain. */
export function checkTills(forgotten: Forgotten): Check {
  const { leases, shifts, overpaid } = forgotten
  const name = 'Tills'
  const all = [...overpaid, ...leases, ...shifts]
  if (all.length === 0) {
    return { name, ok: true, detail: 'no lease and no shift is left open' }
  }
  const counts = [
    ...(overpaid.length > 0 ? [`${overpaid.length} shifts gave back more than their refunds`] : []),
    `${leases.length} leases are over and not reported`,
    `${shifts.length} shifts open a day after their festival`,
  ]
  const detail = counts.join(', ')
  const advice =
    overpaid.length > 0
      ? 'Cash left the drawer of a shift twice: `festival doctor --ledger` names the refunds'
      : 'Managers end them in the console: leases hold stock until they are written off'
  const rest = all.length > most ? [`and ${all.length - most} more`] : []
  return { name, ok: false, detail, advice, faults: [...all.slice(0, most), ...rest] }
}
