/** Publishes a festival, and makes it a draft again (docs/adr/0068). */
import { sql } from 'kysely'
import { isDraft } from '#catalogue/organizers'
import type { Database } from '#platform/database/tables'
import { conflict } from '#platform/values/errors'
import type { Snapshot } from './snapshot.ts'

type State = Pick<Snapshot, 'is_published'>

/** Returns the columns of a new festival, or of one that becomes published or a draft. A draft counts as deleted forever. */
export function stateColumns(now: Date, after: State, before?: State) {
  if (before?.is_published === after.is_published) return {}
  return after.is_published
    ? { published_at: now, deleted_at: null }
    : { published_at: null, deleted_at: sql<Date>`'infinity'` }
}

/**
 * Refuses (409) to make a draft of a festival that has completed or pending purchases, or waiting people, or is
 * cancelled. A purchase locks the festival by its payment: it either comes first, and is seen here, or finds the draft.
 */
export async function requireUnsold(trx: Database, { id, cancelled_at }: Snapshot): Promise<void> {
  await sql`select from festivals where id = ${id} for update`.execute(trx)
  const { rows } = await sql<{ isSold: boolean }>`
    select exists (select from payments where festival_id = ${id})
        or exists (select from waiting_entries where festival_id = ${id} and ended_at is null) as "isSold"`.execute(
    trx,
  )
  if (!cancelled_at && !rows[0]?.isSold) return
  throw conflict(
    'People have bought or wait for tickets, or were told that it is cancelled: it stays published. Cancel it instead',
    'has_sales',
  )
}

/** Refuses (409) a draft where an operation needs a published festival. */
export async function requirePublished(db: Database, id: string): Promise<void> {
  const { rows } = await sql`select from festivals f where id = ${id} and ${isDraft}`.execute(db)
  if (rows.length > 0) throw conflict('The festival is a draft: publish it first', 'draft')
}

/**
 * Returns the type of the event that applications receive for a change. A change of a draft sends none; publishing it
 * sends `festival.published`, and making it a draft again sends `festival.deleted`.
 */
export function eventOf(after: State, before: State | undefined) {
  if (after.is_published) return before?.is_published ? 'festival.updated' : 'festival.published'
  return before?.is_published ? 'festival.deleted' : undefined
}
