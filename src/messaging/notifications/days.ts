import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'

/** Limits per UTC day of an organizer that staff have not approved. */
export const mostADay = { people: 100, requests: 10 }

type DailyLimit = { people: number; requests: number }

/**
 * Returns the remaining limits of an organizer on the UTC day of `now`. Its row is locked until the commit, so that two
 * concurrent requests do not use the same room. A day never goes back, whatever the clocks of processes say.
 */
export async function lockDailyLimit(
  trx: Database,
  organizerId: string,
  now: Date,
): Promise<DailyLimit> {
  const day = new Date(Math.floor(now.getTime() / 86_400_000) * 86_400_000)
  const { rows } = await sql<DailyLimit>`
    insert into organizer_days as d (organizer_id, day) values (${organizerId}, ${day})
    on conflict (organizer_id) do update
    set day = greatest(d.day, excluded.day),
        people = case when d.day < excluded.day then 0 else d.people end,
        requests = case when d.day < excluded.day then 0 else d.requests end
    returning people, requests`.execute(trx)
  const [{ people, requests } = mostADay] = rows
  return { people: mostADay.people - people, requests: mostADay.requests - requests }
}

/** Counts the use of a day's limits, under the lock that `roomOfDay` took. */
export async function countDailyUse(
  trx: Database,
  organizerId: string,
  { people = 0, requests = 0 }: Partial<DailyLimit>,
): Promise<void> {
  await trx
    .updateTable('organizer_days')
    .set((eb) => ({
      people: eb('people', '+', people),
      requests: eb('requests', '+', requests),
    }))
    .where('organizer_id', '=', organizerId)
    .execute()
}
