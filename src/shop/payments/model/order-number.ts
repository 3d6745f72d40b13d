/** The numbers by which people and the processor's payouts name orders (docs/contract, section 7.10). */
import { sql } from 'kysely'
import { rowsOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { newShortCode } from '#shop/tickets'

/** Number of orders that get a number at once, so that no statement locks many for long. */
const batch = 1000

/** Makes the number of a new order: ten characters, the last of which is a check as in a short code. */
export const newOrderNumber = newShortCode

/**
 * Numbers orders that have none, a batch at a time: orders of an earlier version, also while it runs beside this one,
 * and orders with a number that another order had already. Returns how many; if there are none, it costs one look at an
 * index.
 */
export async function numberOrders(db: Database): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from orders where number is null order by id limit ${batch}`.execute(db)
  if (rows.length === 0) return 0
  const numbered = rows.map(({ id }) => ({ id, number: newOrderNumber() }))
  const { numAffectedRows = 0n } = await sql`
    with locked as (
      select o.id, n.number from orders o join ${rowsOf('n', numbered, { id: 'uuid', number: 'text' })} using (id)
      where o.number is null order by o.id for no key update of o skip locked
    )
    update orders o set number = l.number
    from locked l where o.id = l.id and o.number is null`.execute(db)
  return Number(numAffectedRows)
}
