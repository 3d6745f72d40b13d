import { sql } from 'kysely'
import { ofPublished } from '#catalogue/organizers'
import { type Move, moveTimes } from '#platform/database/move-times'
import { stockOf } from '#platform/database/stock'
import type { Database } from '#platform/database/tables'

/** The stock of accommodations, which payments hold, sell and release. */
export const accommodationStock = stockOf(
  'accommodations',
  ofPublished(sql`quantity - sold - held`),
)

/** Moves the arrival and departure of guests. Returns the number of accommodations moved. */
export function moveStays(db: Database, festivalId: string, move: Move): Promise<number> {
  const columns = ['check_in', 'check_out']
  return moveTimes(db, { table: 'accommodations', columns, festivalId }, move)
}
