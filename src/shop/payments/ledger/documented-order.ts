import { sql } from 'kysely'

/** The order that has the documents of a payment `p`: of a sale of a till the first, as leased tickets have an order each. */
export const documentedOrder = sql<string>`coalesce((
  select first.id from orders o join orders first on first.sale_id = o.sale_id
  where o.id = p.order_id order by first.id limit 1), p.order_id)`
