import { type RawBuilder, sql } from 'kysely'
import { inBatches } from '#platform/database/batches'
import type { Database } from '#platform/database/tables'
import { tooManyRequests } from '#platform/values/errors'
import type { RateLimit } from '#platform/values/rate-limit'

/**
 * Wrong codes are counted per user, in the database, so that the count holds across processes. After `limit` of them
 * within ten minutes the user has to wait for ten minutes, even with a correct code: otherwise guessing would go on
 * beside it (contract, section 5).
 */
const window = 10 * 60_000

/** Returns the rate limit of a user after this many failures, with the number of wrong codes that remain. */
function leftAfter(failures: number, quota: number): RateLimit {
  const remaining = Math.max(0, quota - failures)
  return { name: 'codes', quota, window: window / 1000, remaining }
}

/** Refuses (429) a user if `waitUntil` is later than `now`. */
export function requireFewWrongCodes(
  waitUntil: Date | null | undefined,
  { limit, now }: { limit: number; now: Date },
): void {
  if (!waitUntil || waitUntil <= now) return
  const reset = Math.ceil((waitUntil.getTime() - now.getTime()) / 1000)
  const error = `Too many wrong codes: try again in ${reset} s`
  throw tooManyRequests(error, {
    code: 'too_many_wrong_codes',
    limit: { ...leftAfter(limit, limit), reset },
  })
}

/**
 * Counts a wrong code, and returns the remaining tries. If concurrent wrong codes have made the user wait meanwhile,
 * this one is refused (429) and not counted.
 */
export async function countWrongCode(
  db: Database,
  { userId, limit, now }: { userId: string; limit: number; now: Date },
): Promise<RateLimit> {
  const old = new Date(now.getTime() - window)
  const until = new Date(now.getTime() + window)
  const failures: RawBuilder<number> = sql`(case when w.since <= ${old} then 1 else w.failures + 1 end)`
  const { rows } = await sql<{ failures: number }>`
    insert into wrong_codes as w (user_id, failures, since) values (${userId}, 1, ${now})
    on conflict (user_id) do update set failures = ${failures},
      since = case when w.since <= ${old} then excluded.since else w.since end,
      wait_until = case when ${failures} >= ${limit}::int then ${until}::timestamptz end
    where w.wait_until is null or w.wait_until <= ${now}
    returning w.failures`.execute(db)
  const [counted] = rows
  if (counted) return leftAfter(counted.failures, limit)
  await refuseWaiting(db, { userId, limit, now })
  return leftAfter(limit, limit)
}

/**
 * Refuses (429) a user that other codes of the same moment made wait: else a burst of guesses would learn more than a
 * line of them.
 */
export async function refuseWaiting(
  db: Database,
  { userId, ...at }: { userId: string; limit: number; now: Date },
): Promise<void> {
  const waiting = await db
    .selectFrom('wrong_codes')
    .select('wait_until')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  requireFewWrongCodes(waiting?.wait_until, at)
}

/** Deletes the records that no longer count at `now`. */
export async function deleteOldWrongCodes(db: Database, now: Date): Promise<void> {
  const old = new Date(now.getTime() - window)
  await inBatches((limit) =>
    sql`
      delete from wrong_codes where user_id = any (array(
        select user_id from wrong_codes
        where since <= ${old} and (wait_until is null or wait_until <= ${now}) limit ${limit}))`.execute(
      db,
    ),
  )
}
