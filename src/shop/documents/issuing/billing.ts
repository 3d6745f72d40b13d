/** The details that buyers give for the documents of an order. */

import { sql } from 'kysely'
import { list } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import type { Buyer } from '../model/document.ts'

/** `name` and `country` are null if they are not given. */
export type Details = Omit<Buyer, 'email' | 'name' | 'country'> & {
  name: string | null
  country: string | null
}

/** Returns the details of orders that have some, by order. */
export async function readBilling(db: Database, orderIds: string[]): Promise<Map<string, Details>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await sql<Details & { order_id: string }>`
    select order_id, name, company, street, postcode, city, country, vat_id as "vatId",
           order_reference as "orderReference", leitweg_id as "leitwegId"
    from order_billing where order_id = any (${list(orderIds, 'uuid')})`.execute(db)
  return new Map(rows.map(({ order_id, ...details }) => [order_id, details]))
}
