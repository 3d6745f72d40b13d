import { sql } from 'kysely'
import type { Database } from '#platform/database'
import type { Taking } from './hold.ts'
import type { Status } from './states.ts'

/** A payment as it is locked while it moves. */
export type Locked = Taking & {
  festival_id: string | null
  amount_cents: number
  refunded_cents: number
  status: Status
  is_fenced: boolean
  is_shared: boolean
  needs_review: string | null
}

/** Locks payments, in the order of their ids: the first of all locks. Unknown ones are left out. */
export async function lockPayments(db: Database, ids: string[]): Promise<Map<string, Locked>> {
  const { rows } = await sql<Locked>`
    select id, user_id, payment_type, entity_id, festival_id, points_used, amount_cents, refunded_cents,
           status, is_fenced, client_secret is not null as is_shared, needs_review
    from payments where id = any (${ids}::uuid[]) order by id for no key update`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
