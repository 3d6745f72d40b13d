import { sql } from 'kysely'
import { refusals } from '#common/gate/admission'
import type { Infrastructure } from '#platform/http/infrastructure'
import type { Counter } from '#platform/observe/metrics'

/** The time for which a festival's zones are shown after its end, ms. */
const lingers = 86_400_000

/** Counts the scans that this process has answered, by outcome. */
export function countScans({ metrics }: Pick<Infrastructure, 'metrics'>): Counter {
  return metrics.counter(
    {
      name: 'festival_scans_total',
      help: 'Answers to scans of gates, by what became of each: let in for the first time or again, let out, or why not',
    },
    ['admitted', 'readmitted', 'left', ...refusals].map((outcome) => ({ outcome })),
  )
}

/** Reports the people inside each zone, for `GET /metrics`, at festivals that are not over. */
export function showInside({ figures, now }: Pick<Infrastructure, 'figures' | 'now'>): void {
  figures.add({
    name: 'festival_zone_inside',
    help: 'People inside a zone of a festival, as far as its gates have reported',
    type: 'gauge',
    read: async (db) => {
      const since = new Date(now().getTime() - lingers)
      const { rows } = await sql<{ festival: string; zone: string; inside: number }>`
        select z.festival_id as festival, z.zone, z.inside from gate_zones z join festivals f on f.id = z.festival_id
        where z.inside > 0 and coalesce(f.end_time, f.start_time) > ${since}
        order by z.festival_id, z.zone limit 200`.execute(db)
      return rows.map(({ inside, ...labels }) => ({ labels, value: inside }))
    },
  })
}
