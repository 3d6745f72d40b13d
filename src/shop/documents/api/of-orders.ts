/** Reads the documents of several orders of one buyer, for pages that list orders. */
import { sql } from 'kysely'
import { list } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { isIssuable } from '../mails/due.ts'
import type { DocumentKind } from '../model/document.ts'

/** An invoice that is replaced, since the buyer's details have changed, is cancelled. */
export type OrderDocument = {
  id: string
  kind: DocumentKind
  number: string
  /** YYYY-MM-DD */
  issued_on: string
  gross_cents: number
  is_cancelled: boolean
}

/** The documents of an order, the oldest first. `is_awaited`: an invoice is being made. */
export type OfOrder = { documents: OrderDocument[]; is_awaited: boolean }

/** Time after which an invoice that is not there is not announced any more, ms. */
const announcedMs = 3_600_000

/** Returns the documents of orders that belong to a user, by order, in one statement. */
export async function findOfOrders(
  db: Database,
  { userId, orderIds }: { userId: string; orderIds: string[] },
  now: Date,
): Promise<Map<string, OfOrder>> {
  if (orderIds.length === 0) return new Map()
  const since = new Date(now.getTime() - announcedMs)
  const { rows } = await sql<OfOrder & { id: string }>`
    select o.id, coalesce((
        select json_agg(json_build_object(
          'id', d.id, 'kind', d.kind, 'number', d.number, 'issued_on', d.issued_on, 'gross_cents', d.gross_cents,
          'is_cancelled', d.kind = 'invoice' and exists (
            select from documents c where c.order_id = o.id and c.corrects = d.id and c.reason = 'changed'))
          order by d.issued_at, d.year, d.sequence)
        from documents d where d.order_id = o.id and d.rendered_at is not null), '[]') as documents,
      exists (
        select from documents_due q
        where q.about = o.id and q.kind in ('sale', 'changed') and q.next_at > ${since} and q.next_at = q.settled_at
          and ${isIssuable(sql`p.order_id = o.id`)})
      or exists (
        select from documents d
        where d.order_id = o.id and d.kind = 'invoice' and d.rendered_at is null and d.issued_at > ${since})
      as is_awaited
    from orders o where o.id = any (${list(orderIds, 'uuid')}) and o.user_id = ${userId}`.execute(
    db,
  )
  return new Map(rows.map(({ id, ...found }) => [id, found]))
}
