import { sql } from 'kysely'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { type PassageText, passagesOf, validatedZoneOf } from './passages.ts'

/** A ticket that was changed since it was issued; only the codes of `revision` and later ones admit. */
export type ChangedTicket = {
  payment_id: string
  validated_at: Date | null
  validated_zone: string | null
  revoked: boolean
  revision: number
  /** the latest passages in the zone, in order of time */
  passages: PassageText[]
}

type Reading = { festivalId: string; zone: string; since: number; limit: number }
type Read = { tickets: ChangedTicket[]; cursor: number; hasMore: boolean }

/** Matches the condition of the index. Changes by an earlier version do not set `was_changed`. */
const isUnnumbered = sql`
  change is null and (was_changed or validated_at is not null or revoked_at is not null)`

/** The most passages of a ticket in each direction that a gate receives: the latest way in counts, however many ways out follow. */
const mostPassages = 10

/** The most changes that are numbered at once. */
const most = 5_000

/**
 * Returns the tickets of a festival that were used, revoked or transferred after the cursor `since`, in the order in
 * which that became known; at most `limit`. A caller that continues from `cursor` misses nothing.
 */
export async function changedTickets(
  db: Database,
  { festivalId, zone, since, limit }: Reading,
): Promise<Read> {
  const wasFull = await numberChanges(db, festivalId)
  const { rows } = await sql<ChangedTicket & { change: number }>`
    select payment_id, validated_at, ${validatedZoneOf('tickets')} as validated_zone, coalesce(revoked_at, blocked_at) is not null as revoked, revision, change,
           ${passagesOf('tickets', { zone, most: mostPassages })} as passages
    from tickets
    where festival_id = ${festivalId}
      -- A cursor from beyond the last number is of a database that was restored: begin again.
      and change > case when ${since} <= coalesce(
        (select last from ticket_changes where festival_id = ${festivalId}), 0) then ${since}::int else 0 end
    order by change limit ${limit + 1}`.execute(db)
  const page = rows.slice(0, limit)
  return {
    tickets: page.map(({ change: _, ...ticket }) => ticket),
    cursor: page.at(-1)?.change ?? since,
    hasMore: rows.length > limit || wasFull,
  }
}

/**
 * Numbers the changes since the last call. Two concurrent calls number different tickets, and the second takes its
 * numbers when the first has committed: it waits for the festival's row. A ticket that another transaction has locked
 * is numbered the next time. Returns true if there may be more.
 */
async function numberChanges(db: Database, festivalId: string): Promise<boolean> {
  if (!(await hasUnnumbered(db, festivalId))) return false
  return transact(db, async (trx) => {
    await sql`
      insert into ticket_changes (festival_id, last) values (${festivalId}, 0)
      on conflict (festival_id) do nothing`.execute(trx)
    const { rows } = await sql`
      with changed as (
        select payment_id from tickets
        where festival_id = ${festivalId} and ${isUnnumbered}
        order by payment_id limit ${most} for no key update skip locked
      ), numbered as (
        select payment_id, row_number() over () as place from changed
      ), counted as (
        update ticket_changes set last = last + (select count(*) from changed)
        where festival_id = ${festivalId}
        returning last - (select count(*) from changed) as before
      )
      update tickets t set change = before + place
      from numbered n cross join counted where t.payment_id = n.payment_id
      returning t.payment_id`.execute(trx)
    return rows.length === most
  })
}

async function hasUnnumbered(db: Database, festivalId: string): Promise<boolean> {
  const { rows } = await sql`
    select from tickets
    where festival_id = ${festivalId} and ${isUnnumbered}
    -- In the order of the index, so that no plan looks at tickets that have their number.
    order by payment_id limit 1`.execute(db)
  return rows.length > 0
}
