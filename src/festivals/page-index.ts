import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { type Cut, type FestivalFilter, type Key, matchingFrom, orderOf } from './queries.ts'

/**
 * The keys of every 500th row of a list, as far as somebody has asked: any page is a seek to one of them
 * and at most 500 rows from there. It grows where it ends, so that nobody walks more rows than without it.
 */
export type Ladder = {
  /** how many rungs it is going to have */
  height: number
  rungs: Key[]
  isWhole: boolean
  growth: Promise<void>
}

const step = 500

export function heightOf(total: number): number {
  return Math.ceil(total / step)
}

export function newLadder(height: number): Ladder {
  return { height, rungs: [], isWhole: false, growth: Promise.resolve() }
}

/** Where a page begins that lies so many rows behind the first of the list. */
export async function climb(
  db: Database,
  { filter, ladder }: { filter: FestivalFilter; ladder: Ladder },
  { offset, ...cut }: Cut,
): Promise<Cut> {
  const wanted = Math.floor(offset / step)
  const growth = ladder.growth.then(() => grow(db, { filter, ladder }, wanted))
  // Who comes next tries again.
  ladder.growth = growth.catch(() => {})
  await growth
  const reached = Math.min(wanted, ladder.rungs.length)
  return { ...cut, offset: offset - reached * step, from: ladder.rungs[reached - 1] }
}

/** So many rungs are made by one statement, so that none takes long. */
const atOnce = 400

async function grow(
  db: Database,
  { filter, ladder }: { filter: FestivalFilter; ladder: Ladder },
  wanted: number,
) {
  const order = orderOf(filter)
  while (ladder.rungs.length < wanted && !ladder.isWhole) {
    const due = Math.min(wanted - ladder.rungs.length, atOnce)
    const { rows } = await sql<Key>`
      select start_time, id from (
        select f.start_time, f.id, row_number() over (order by ${order}) as n
        from festivals f where ${matchingFrom(filter, ladder.rungs.at(-1))}
      ) listed
      where n % ${sql.lit(step)} = 1 and n > 1 limit ${due}`.execute(db)
    ladder.rungs.push(...rows)
    ladder.isWhole = rows.length < due
  }
}
