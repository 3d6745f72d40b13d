/** The festival that an edition follows (docs/contract, section 4.16). */
import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { invalidField } from '#platform/values/errors'

const field = 'previous_edition_id'

/**
 * The id of the previous edition of `festivals f`. A festival that was deleted, or has moved to another organizer
 * since, does not count: so a link never shows the sales of another organizer, whatever happened after it was made.
 */
export const previousEdition = sql<string | null>`(
  select e.id from festivals e
  where e.id = f.previous_edition_id and e.organizer_id = f.organizer_id
    and (e.deleted_at is null or e.deleted_at = 'infinity'))`

type Edition = { id: string; organizer: { id: string } | null }

/**
 * Refuses (400) a previous edition that is no other festival of the organizer, or that follows this one already. `to`
 * is the id that a change gives; null and undefined name none.
 */
export async function requirePrevious(
  trx: Database,
  { id, organizer }: Edition,
  to: string | null | undefined,
): Promise<void> {
  if (to === null || to === undefined) return
  const organizerId = organizer?.id ?? null
  // Runs one change at a time, so that concurrent ones cannot close a circle.
  await sql`select pg_advisory_xact_lock(hashtext('editions'), hashtext(${organizerId}))`.execute(
    trx,
  )
  const { rows } = await sql<{ is_known: boolean; is_later: boolean }>`
    with recursive earlier as (
      select id, previous_edition_id from festivals where id = ${to}
      union
      select f.id, f.previous_edition_id from festivals f join earlier on f.id = earlier.previous_edition_id
    )
    select exists (
        select from festivals where id = ${to} and organizer_id = ${organizerId}
          and (deleted_at is null or deleted_at = 'infinity')
      ) as is_known, exists (select from earlier where id = ${id}) as is_later`.execute(trx)
  const [found] = rows
  if (!found?.is_known)
    throw invalidField(field, 'is not the id of another festival of its organizer')
  if (found.is_later) throw invalidField(field, 'is this festival, or an edition that follows it')
}
