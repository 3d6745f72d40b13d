import { sql } from 'kysely'
import { list, rowsOf } from '#platform/database/sql'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { newId } from '#platform/values/ids'

/** Points that pay for something. Payments without points are not included. */
export type PaidPoints = { payment_id: string; user_id: string; points: number }

type PointsContext = { db: Database; now: Date }

/** The points that count for the level of the balance `p`: points earned, less the points that a refund could not take back. */
export const standing = sql<number>`(p.earned - p.owed - p.kept)`

/**
 * Holds the balances of these users until the commit, in the order of their ids, so that two batches never wait for
 * each other; a missing balance begins at zero. A caller that changes points several times in one transaction holds all
 * of the balances first.
 */
export async function lockBalances(db: Database, userIds: string[]): Promise<void> {
  // The update changes nothing: it waits for the transaction that holds the row, and locks it.
  await sql`
    insert into points as p (user_id)
    select distinct user_id from unnest(${list(userIds, 'uuid')}) user_id order by user_id
    on conflict (user_id) do update set available = p.available where false`.execute(db)
}

/**
 * Sets points aside for payments, in their order, while a user has enough of them. Returns the ids of the payments with
 * enough points. The ledger does not record it yet (contract, section 7).
 */
export async function reservePoints(db: Database, wanted: PaidPoints[]): Promise<Set<string>> {
  if (wanted.length === 0) return new Set()
  return transact(db, async (trx) => {
    const userIds = wanted.map(({ user_id }) => user_id)
    await lockBalances(trx, userIds)
    const { rows: balances } = await sql<{ user_id: string; available: number }>`
      select user_id, available from points where user_id = any (${list(userIds, 'uuid')})`.execute(
      trx,
    )
    const left = new Map(balances.map(({ user_id, available }) => [user_id, available]))
    const fitting = wanted.filter(({ user_id, points }) => {
      const available = left.get(user_id) ?? 0
      if (points > available) return false
      left.set(user_id, available - points)
      return true
    })
    await sql`
      update points p set available = available - w.points, reserved = reserved + w.points
      from (${sumOf(fitting)}) w where p.user_id = w.user_id`.execute(trx)
    return new Set(fitting.map(({ payment_id }) => payment_id))
  })
}

/**
 * Settles points that were set aside. Spent points are noted once for a payment in the ledger; released points become
 * available again, less the points owed.
 */
export async function settlePoints(
  { db, now }: PointsContext,
  settled: (PaidPoints & { spent: boolean })[],
): Promise<void> {
  if (settled.length === 0) return
  await transact(db, async (trx) => {
    await lockBalances(
      trx,
      settled.map(({ user_id }) => user_id),
    )
    const spent = settled.filter((paid) => paid.spent)
    const noted = await note({ db: trx, now }, spent, { kind: 'spent', sign: -1 })
    const released = settled.filter((paid) => !paid.spent)
    await sql`
      update points p set reserved = reserved - w.points
      from (${sumOf([...noted, ...released])}) w where p.user_id = w.user_id`.execute(trx)
    await creditPoints({ db: trx, now }, released.map(toReturnedPoints('released')))
  })
}

/** Returns spent points after a refund, once for a payment, less the points owed. */
export async function returnPoints(
  { db, now }: PointsContext,
  returned: PaidPoints[],
): Promise<void> {
  if (returned.length === 0) return
  await transact(db, async (trx) => {
    await lockBalances(
      trx,
      returned.map(({ user_id }) => user_id),
    )
    const noted = await note({ db: trx, now }, returned, { kind: 'returned', sign: 1 })
    await creditPoints({ db: trx, now }, noted.map(toReturnedPoints('returned')))
  })
}

/** Points that become available again; `source` identifies the entry of the ledger, one for each. */
type ReturnedPoints = { source: string; user_id: string; points: number }

const toReturnedPoints =
  (kind: 'released' | 'returned') =>
  ({ payment_id, user_id, points }: PaidPoints): ReturnedPoints => ({
    source: `payment:${payment_id}:${kind}`,
    user_id,
    points,
  })

/**
 * Makes points available again. First pays the shortfall of reversals that came while the points were unavailable:
 * `<source>:owed` in the ledger, once. The caller holds the balances.
 */
export async function creditPoints(
  { db, now }: PointsContext,
  back: ReturnedPoints[],
): Promise<void> {
  if (back.length === 0) return
  const entries = back.map((one) => ({ ...one, id: newId(), source: `${one.source}:owed` }))
  await sql`
    with back as (
      select b.*, p.owed, sum(b.points) over (partition by user_id order by place)::int as by_then
      from ${rowsOf('b', entries, entryColumns)}
      join points p using (user_id)
    ), due as (
      select *, least(owed, by_then) - least(owed, by_then - points) as points_due from back
    ), entries as (
      insert into point_entries (id, user_id, kind, delta, shortfall, source, created_at)
      select id, user_id, 'reversed', -points_due, -points_due, source, ${now} from due where points_due > 0
      on conflict (source) do nothing
      returning user_id, -delta as points
    ), paid as (
      select user_id, sum(points)::int as points from entries group by user_id
    )
    update points p set available = available + w.points - coalesce(paid.points, 0),
      earned = earned - coalesce(paid.points, 0), owed = owed - coalesce(paid.points, 0)
    from (${sumOf(back)}) w left join paid using (user_id)
    where p.user_id = w.user_id`.execute(db)
}

const entryColumns = { id: 'uuid', user_id: 'uuid', points: 'int', source: 'text' } as const

/** Writes `payment:<id>:<kind>` into the ledger. Returns the payments that were not in it before. */
async function note(
  { db, now }: PointsContext,
  paid: PaidPoints[],
  { kind, sign }: { kind: 'spent' | 'returned'; sign: 1 | -1 },
): Promise<PaidPoints[]> {
  if (paid.length === 0) return []
  const bySource = new Map(paid.map((one) => [`payment:${one.payment_id}:${kind}`, one]))
  const entries = [...bySource].map(([source, { user_id, points }]) => {
    return { id: newId(), user_id, points, source }
  })
  const { rows } = await sql<{ source: string }>`
    insert into point_entries (id, user_id, kind, delta, source, created_at)
    select id, user_id, ${kind}, ${sign}::int * points, source, ${now}
    from ${rowsOf('entry', entries, entryColumns)}
    on conflict (source) do nothing
    returning source`.execute(db)
  return rows.flatMap(({ source }) => bySource.get(source) ?? [])
}

function sumOf(paid: Omit<PaidPoints, 'payment_id'>[]) {
  return sql`
    select user_id, sum(points)::int as points
    from ${rowsOf('paid', paid, { user_id: 'uuid', points: 'int' })}
    group by user_id`
}
