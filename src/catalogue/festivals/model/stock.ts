import { sql } from 'kysely'
import { ofPublished } from '#catalogue/organizers'
import { rowsOf } from '#platform/database/sql'
import { stockOf } from '#platform/database/stock'
import type { Transaction } from '#platform/database/transactions'

/** The quantity of a tier that everybody may buy: none while a waiting person's quantity is free. */
export const forAll = sql<number>`
  case when waiting <= quantity - sold - held then 0 else quantity - sold - held end`

/** True if the tier `t` of the festival `f` is no longer sold. */
export const isOver = (now: Date) => sql<boolean>`(
  t.archived_at is not null or t.end_time <= ${now} or f.end_time <= ${now}
  or f.cancelled_at is not null or f.deleted_at is not null)`

/**
 * True while a queue sells the tier with the id `tier` and has not served all of its people: released tickets are for
 * them, and the waiting list is closed (docs/design/queue.md).
 */
export const isQueued = (tier: string) => sql<boolean>`exists (
  select from queue_tiers qt left join queue_draws qd on qd.queue_id = qt.queue_id
  where qt.tier_id = ${sql.ref(tier)} and coalesce(qd.has_unserved, true))`

/**
 * 1 if a person waits again for the tier `tier`, since the returned ticket that was offered to them is gone, but the
 * next round has not put them back in line yet; else null.
 */
const waitsAgain = (tier: string) => sql<number | null>`(
  select 1 from waiting_entries e join ticket_returns r on r.id = e.return_id
  where e.tier_id = ${sql.ref(tier)} and e.ended_at is null and e.status = 'offered' and e.ordered = 0
    and r.ended_at is not null and not ${isQueued(tier)} limit 1)`

/** The stock of a tier, which payments hold, sell and release. */
export const tierStock = stockOf(
  'tiers',
  ofPublished(forAll),
  sql`, waiting = case when moved.held + moved.sold < 0 then least(s.waiting, ${waitsAgain('s.id')}) else s.waiting end`,
)

/** The quantity that offers to waiting people hold (more than 0) or release. */
export type Offering = { tier_id: string; held: number }

/**
 * Holds pieces for offers, or releases them, and updates the quantity that people wait for. Takes the locks first, so
 * that it sees earlier writes of others. Returns the number of tiers with enough pieces: the others are unchanged.
 */
export async function moveOffered(db: Transaction, offering: Offering[]): Promise<number> {
  if (offering.length === 0) return 0
  const tiers = offering.map(({ tier_id }) => tier_id)
  await tierStock.lock(db, tiers)
  const { numAffectedRows = 0n } = await sql`
    update tiers t
    set held = t.held + o.held,
        waiting = least(${waitsAgain('t.id')}, (
          select min(e.quantity) from waiting_entries e
          where e.tier_id = t.id and e.status = 'waiting' and not ${isQueued('t.id')}))
    from ${rowsOf('o', offering, { tier_id: 'uuid', held: 'int' })}
    where t.id = o.tier_id
      and (o.held <= 0 or t.archived_at is null and t.quantity - t.sold - t.held >= o.held)`.execute(
    db,
  )
  return Number(numAffectedRows)
}
