import type pg from 'pg'
import type { Check } from './machine.ts'

/** A draw that should be known by now. `is_fixed`: its entries are fixed, and only the round of drand is missing. */
export type OverdueDraw = {
  festival: string
  draw_at: Date
  round: number | null
  is_fixed: boolean
}

/** Finds queues that are not drawn three minutes after their time: a round of drand arrives a minute after it. */
export async function findOverdueDraws(client: pg.ClientBase, now: Date): Promise<OverdueDraw[]> {
  const { rows } = await client.query<OverdueDraw>(
    `select f.name as festival, q.draw_at, q.round, d.queue_id is not null as is_fixed
     from queues q join festivals f on f.id = q.festival_id left join queue_draws d on d.queue_id = q.id
     where q.cancelled_at is null and d.seed is null and q.draw_at < $1::timestamptz - interval '3 minutes'
     order by q.draw_at, q.id`,
    [now],
  )
  return rows
}

/** Reports overdue draws and the reason of each. */
export function checkQueues(overdue: OverdueDraw[]): Check {
  const name = 'Queues'
  if (overdue.length === 0) return { name, ok: true, detail: 'no draw is overdue' }
  const waitsForDrand = overdue.some(({ is_fixed, round }) => is_fixed && round !== null)
  const advice = waitsForDrand
    ? 'The service has to reach DRAND_URL: a round that is missed for 15 minutes leaves a draw not proven'
    : 'A running service draws by itself: start it, or look at its log'
  const faults = overdue.map(
    ({ festival, draw_at, ...draw }) => `${festival}, ${draw_at.toISOString()}: ${missing(draw)}`,
  )
  return { name, ok: false, detail: `${overdue.length} not drawn in time`, advice, faults }
}

function missing({ is_fixed, round }: Pick<OverdueDraw, 'is_fixed' | 'round'>): string {
  if (!is_fixed) return 'its entries are not fixed'
  return round === null ? 'its order is not drawn' : `round ${round} of drand is missing`
}
