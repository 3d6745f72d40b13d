import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import type { TierWaiting, WaitingEntry } from './schemas.ts'

/** Reads entries `e` as their users see them. */
async function read(db: Database, rest: RawBuilder<unknown>): Promise<WaitingEntry[]> {
  const { rows } = await sql<WaitingEntry>`
    select e.id, e.festival_id, e.tier_id as entity_id, e.quantity, e.status, e.expires_at, e.created_at,
           case when e.status = 'waiting' then (
             select 1 + count(*)::int from waiting_entries w
             where w.tier_id = e.tier_id and w.status = 'waiting' and w.id < e.id) end as position
    from waiting_entries e ${rest}`.execute(db)
  return rows
}

/** Returns an entry of a user; another user's is undefined, as if unknown. */
export async function findEntry(
  db: Database,
  { id, userId }: { id: string; userId: string },
): Promise<WaitingEntry | undefined> {
  const [entry] = await read(db, sql`where e.id = ${id} and e.user_id = ${userId}`)
  return entry
}

type Part = { userId: string; after: string | undefined; limit: number }

/** Returns the entries of a user, newest first: ids are in the order of time. */
export function listEntries(db: Database, { userId, after, limit }: Part): Promise<WaitingEntry[]> {
  const place = after === undefined ? sql`` : sql`and e.id < ${after}`
  return read(db, sql`where e.user_id = ${userId} ${place} order by e.id desc limit ${limit}`)
}

/** Counts the people and units that wait for each tier of a festival, and its offers by outcome. */
export async function findFigures(db: Database, festivalId: string): Promise<TierWaiting[]> {
  const { rows } = await sql<TierWaiting>`
    select t.id as entity_id, t.name, e.people, e.units, e.offers_open, e.offers_taken, e.offers_lapsed
    from (
      select tier_id, count(*) filter (where status = 'waiting')::int as people,
             coalesce(sum(quantity) filter (where status = 'waiting'), 0)::int as units,
             count(*) filter (where status = 'offered')::int as offers_open,
             count(*) filter (where status = 'taken')::int as offers_taken,
             count(*) filter (where status = 'lapsed')::int as offers_lapsed
      from waiting_entries where festival_id = ${festivalId} group by tier_id
    ) e join tiers t on t.id = e.tier_id
    order by t.position, t.id`.execute(db)
  return rows
}
