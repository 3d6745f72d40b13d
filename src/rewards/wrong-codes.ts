import { type RawBuilder, sql } from 'kysely'
import { inBatches } from '#platform/database/batches'
import type { Database } from '#platform/database/tables'
import { Problem } from '#platform/values/errors'

/**
 * Wrong codes are counted per user, in the database, so that the count holds across processes. After
 * `limit` of them within ten minutes the user has to wait for ten minutes, with a right code too: else
 * guessing would go on beside it (contract, section 5).
 */
const window = 10 * 60_000

/** Refuses (429) a user who has to wait until a later time than `now`. */
export function refuseGuessing(waitUntil: Date | null | undefined, now: Date): void {
  if (!waitUntil || waitUntil <= now) return
  const retry_after = Math.ceil((waitUntil.getTime() - now.getTime()) / 1000)
  throw new Problem(429, `Too many wrong codes: try again in ${retry_after} s`, {
    code: 'too_many_wrong_codes',
    retry_after,
  })
}

/** Counts a wrong code. While others of the same moment make the user wait it is not counted, but 429. */
export async function countWrongCode(
  db: Database,
  { userId, limit, now }: { userId: string; limit: number; now: Date },
): Promise<void> {
  const old = new Date(now.getTime() - window)
  const until = new Date(now.getTime() + window)
  const failures: RawBuilder<number> = sql`(case when w.since <= ${old} then 1 else w.failures + 1 end)`
  const { rows } = await sql`
    insert into wrong_codes as w (user_id, failures, since) values (${userId}, 1, ${now})
    on conflict (user_id) do update set failures = ${failures},
      since = case when w.since <= ${old} then excluded.since else w.since end,
      wait_until = case when ${failures} >= ${limit}::int then ${until}::timestamptz end
    where w.wait_until is null or w.wait_until <= ${now}
    returning user_id`.execute(db)
  if (rows.length > 0) return
  const waiting = await db
    .selectFrom('wrong_codes')
    .select('wait_until')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  refuseGuessing(waiting?.wait_until, now)
}

/** Deletes what no longer counts at `now`. */
export async function forgetWrongCodes(db: Database, now: Date): Promise<void> {
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
