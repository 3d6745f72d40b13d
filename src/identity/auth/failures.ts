import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { inBatches } from '#platform/database/batches'
import type { Database } from '#platform/database/tables'
import { networkOf, publicNetworkOf } from '#platform/outgoing/network'
import { tooManyRequests } from '#platform/values/errors'
import type { RateLimit } from '#platform/values/rate-limit'

/**
 * Limits of wrong passwords. They are counted per pair of account and address, in the database, so that the count holds
 * across processes. After `limit` of them within 15 minutes the pair has to wait: a second, and twice as long after
 * each further one, a minute at most. No other caller has to wait: not the account from another address, not another
 * account from this one.
 */
const usual = { window: 15 * 60_000, longest: 60 }
/** The longest window in which failures of any kind are counted, ms. */
const longestWindow = 24 * 3_600_000

/** Returns the key for counting a pair's failures: it holds no personal data. */
export function pairOf(account: string, address: string): Buffer {
  return createHash('sha256')
    .update(`${account}\n${networkOf(address)}`)
    .digest()
}

/** A kind of counted event for a pair, and the refusal while the pair has to wait. */
export type CountedKind = {
  name: string
  code: 'too_many_failures' | 'too_many_requests' | 'too_many_mails'
  error: string
  /** the window in which they are counted, ms, and the longest wait, seconds; absent: as for passwords */
  window?: number
  longest?: number
  /** true: the wait lasts until the window ends; absent: it starts at a second */
  isFixed?: boolean
}
const wrong: CountedKind = {
  name: 'sign-in',
  code: 'too_many_failures',
  error: 'Too many wrong passwords or codes',
}

/** Returns the number of wrong passwords that a pair may still try after `failures`, for the headers. */
export function leftAfter(failures: number, quota: number, kind = wrong): RateLimit {
  const { name, window = usual.window } = kind
  const remaining = Math.max(0, quota - failures)
  return { name, quota, window: window / 1000, remaining }
}

type Limit = { limit: number; now: Date; kind?: CountedKind }

/** Refuses (429) a pair if `waitUntil` is later than `now`. */
export function refuseWaiting(
  waitUntil: Date | null | undefined,
  { limit, now, kind = wrong }: Limit,
): void {
  if (!waitUntil || waitUntil <= now) return
  const reset = Math.ceil((waitUntil.getTime() - now.getTime()) / 1000)
  throw tooManyRequests(`${kind.error}: try again in ${reset} s`, {
    code: kind.code,
    limit: { ...leftAfter(limit, limit, kind), reset },
  })
}

/** Refuses (429) a pair that has to wait at `now`. */
export async function refusePair(db: Database, pair: Buffer, limit: Limit): Promise<void> {
  refuseWaiting(await waitOf(db, pair), limit)
}

/**
 * Counts a failure, and returns the remaining attempts. While concurrent failures make the pair wait, it is not
 * counted, but refused (429).
 */
export async function countFailure(
  db: Database,
  counted: Limit & { pair: Buffer },
): Promise<RateLimit> {
  return leftAfter(await failuresWith(db, counted), counted.limit, counted.kind)
}

/** Counts a failure as `countFailure` does, and returns the number of failures. */
export async function failuresWith(
  db: Database,
  { pair, limit, now, kind = wrong }: Limit & { pair: Buffer },
): Promise<number> {
  const { window, longest, isFixed } = { isFixed: false, ...usual, ...kind }
  const old = new Date(now.getTime() - window)
  const wait = (failures: RawBuilder<number>, since: RawBuilder<Date>) => sql`
    case when ${failures} >= ${limit}::int then ${
      isFixed
        ? sql`${since} + make_interval(secs => ${window / 1000}::int)`
        : sql`${now}::timestamptz
            + make_interval(secs => least(${longest}::int, 2 ^ least(${failures} - ${limit}::int, 10)))`
    } end`
  const failures = sql<number>`(case when f.since <= ${old} then 1 else f.failures + 1 end)`
  const since = sql<Date>`(case when f.since <= ${old} then excluded.since else f.since end)`
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_failures as f (pair, failures, since, wait_until)
    values (${pair}, 1, ${now}, ${wait(sql<number>`1`, sql<Date>`${now}::timestamptz`)})
    on conflict (pair) do update
      set failures = ${failures}, wait_until = ${wait(failures, since)}, since = ${since}
    where f.wait_until is null or f.wait_until <= ${now}
    returning f.failures`.execute(db)
  const [counted] = rows
  if (!counted) await refusePair(db, pair, { limit, now, kind })
  return counted?.failures ?? limit
}

/**
 * Limits an action, such as having mails sent, for a public network: so many in 15 minutes, and then at growing
 * intervals of a minute at most: 429. A limit of 0, and callers of a private network, are not counted.
 */
export async function countOfNetwork(
  db: Database,
  { ip, kind, ...counted }: { ip: string; limit: number; now: Date; kind: CountedKind },
): Promise<void> {
  if (counted.limit === 0 || publicNetworkOf(ip) === null) return
  await countFailure(db, { ...counted, kind, pair: pairOf(kind.name, ip) })
}

/**
 * Deletes the failures of a pair that gave the right password. A pair that concurrent failures made wait is still
 * refused (429): otherwise a burst of guesses would learn more than the same guesses in sequence.
 */
export async function admitProven(
  db: Database,
  { pair, limit, now, kind }: Limit & { pair: Buffer },
): Promise<void> {
  const { rows } = await sql<{ wait_until: Date }>`
    with forgotten as (
      delete from sign_in_failures
      where pair = ${pair} and (wait_until is null or wait_until <= ${now})
    )
    select wait_until from sign_in_failures where pair = ${pair} and wait_until > ${now}`.execute(
    db,
  )
  refuseWaiting(rows[0]?.wait_until, { limit, now, ...(kind && { kind }) })
}

/** Deletes the failures of a pair, even while it has to wait. */
export async function deleteFailures(db: Database, pair: Buffer): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('pair', '=', pair).execute()
}

/** Deletes failures that no longer count at `now`. */
export async function deleteOldFailures(db: Database, now: Date): Promise<void> {
  const old = new Date(now.getTime() - longestWindow)
  await inBatches((limit) =>
    sql`
      delete from sign_in_failures where pair = any (array(
        select pair from sign_in_failures where since <= ${old} limit ${limit}))`.execute(db),
  )
}

async function waitOf(db: Database, pair: Buffer): Promise<Date | null | undefined> {
  const row = await db
    .selectFrom('sign_in_failures')
    .select('wait_until')
    .where('pair', '=', pair)
    .executeTakeFirst()
  return row?.wait_until
}
