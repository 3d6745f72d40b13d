import { sql } from 'kysely'
import { forAll } from '#catalogue/festivals'
import type { Database } from '#platform/database/tables'
import { found } from '#platform/values/errors'
import { toEuros } from '#platform/values/money'
import type { TillItems } from './sale-schemas.ts'

type Item = Omit<TillItems['items'][number], 'price'> & { price_cents: number }

/** Lists the items that the till of a shift sells: tiers and places of its festival, hidden ones too, unless `at_tills` is false. */
export async function listItems(db: Database, shiftId: string, now: Date): Promise<TillItems> {
  const { rows: festivals } = await sql<TillItems['festival']>`
    select f.id, f.name, f.time_zone from till_shifts s join festivals f on f.id = s.festival_id
    where s.id = ${shiftId}`.execute(db)
  const festival = found(festivals[0], 'Shift')
  const { rows } = await sql<Item>`
    select * from (
      select 'ticket' as payment_type, t.id as entity_id, t.name, t.price_cents, ${forAll} as remaining, t.hidden,
             f.cancelled_at is null and coalesce(t.start_time <= ${now}, true) and coalesce(t.end_time >= ${now}, true) as on_sale,
             0 as kind, t.position
      from tiers t join festivals f on f.id = t.festival_id
      where t.festival_id = ${festival.id} and t.archived_at is null and t.at_tills is not false
      union all
      select 'accommodation', a.id, a.name, a.price_cents, a.quantity - a.sold - a.held, a.hidden, f.cancelled_at is null, 1, 0
      from accommodations a join festivals f on f.id = a.festival_id
      where a.festival_id = ${festival.id} and a.archived_at is null and a.at_tills is not false
    ) items order by kind, position, name, entity_id`.execute(db)
  return {
    festival,
    items: rows.map(
      ({ payment_type, entity_id, name, price_cents, remaining, hidden, on_sale }) => ({
        payment_type,
        entity_id,
        name,
        price: toEuros(price_cents),
        remaining,
        hidden,
        on_sale,
      }),
    ),
  }
}
