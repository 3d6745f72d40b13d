import { type RawBuilder, sql } from 'kysely'
import { allOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { cut } from '#platform/http/cursors'
import { toEuros } from '#platform/values/money'
import type { EntriesSearch, Entry, Payout } from './schemas.ts'

type After = { limit: number; after?: string | undefined }

/**
 * An entry `e` is in an order, refund or dispute of ours: found by the processor's id, with the same amount. What came
 * back of a refund or dispute has the opposite one.
 */
export const isKnown = sql<boolean>`
  case e.kind
    when 'charge' then exists (
      select from orders o
      where o.processor_id = e.charge and o.status = 'succeeded' and o.amount_cents = e.cents and e.currency = 'eur')
    when 'refund' then exists (
      select from refunds r where r.processor_id = e.source and r.amount_cents = abs(e.cents) and e.currency = 'eur')
    when 'dispute' then exists (select from disputes d where d.processor_id = e.source)
    when 'other' then false
    else true end`

type PayoutRow = Record<'amount' | 'charges' | 'refunds' | 'disputes' | 'fees' | 'other', number> &
  Omit<Payout, 'amount' | 'charges' | 'refunds' | 'disputes' | 'fees' | 'other' | 'difference'>

const summed = (kind: string) => sql`coalesce(sum(cents) filter (where kind = ${kind}), 0)::float8`

/** Returns payouts, newest first, with the sums of their entries, and the cursor of the next page; null on the last page. */
export async function listPayouts(db: Database, { limit, after }: After) {
  const { rows } = await sql<PayoutRow>`
    select p.id, processor, status, failure, p.created_at, p.arrives_on::text, upper(p.currency) as currency,
           p.cents::float8 as amount,
           case when itemized_at is not null then 'known' when is_automatic then 'pending' else 'unassigned' end as entries,
           s.charges, s.refunds, s.disputes, s.fees, s.other, s.unknown
    from (
      select * from payouts
      where ${after === undefined ? sql`true` : sql`(created_at, id) < (select created_at, id from payouts where id = ${after})`}
      order by created_at desc, id desc limit ${limit + 1}
    ) p
    cross join lateral (
      select ${summed('charge')} as charges, ${summed('refund')} as refunds, ${summed('dispute')} as disputes,
             (-sum(fee_cents) + coalesce(sum(cents) filter (where kind = 'fee'), 0))::float8 as fees,
             coalesce(sum(cents) filter (where kind in ('other', 'payout')), 0)::float8 as other,
             count(*) filter (where not known)::int as unknown
      from (select e.kind, e.cents, e.fee_cents, ${isKnown} as known from balance_entries e where e.payout_id = p.id) each
    ) s
    order by p.created_at desc, p.id desc`.execute(db)
  const { items, next_after } = cut(rows, limit, ({ id }) => id)
  return { payouts: items.map(toPayout), next_after }
}

function toPayout({
  amount,
  charges,
  refunds,
  disputes,
  fees,
  other,
  ...payout
}: PayoutRow): Payout {
  const sum = charges + refunds + disputes + fees + other
  return {
    ...payout,
    amount: toEuros(amount),
    charges: toEuros(charges),
    refunds: toEuros(refunds),
    disputes: toEuros(disputes),
    fees: toEuros(fees),
    other: toEuros(other),
    difference: payout.entries === 'known' ? toEuros(amount - sum) : 0,
  }
}

/** Returns when the books of each processor were read last, and how that ended. */
export async function readSyncs(db: Database) {
  const processors = await db
    .selectFrom('payout_syncs')
    .select(['processor', 'began_at', 'ended_at', 'failure'])
    .orderBy('processor')
    .execute()
  return { processors }
}

type EntryRow = Omit<Entry, 'amount' | 'fee' | 'net'> & { cents: number; fee_cents: number }

/** Returns entries that match, newest first, and the cursor of the next page; null on the last page. */
export async function listEntries(db: Database, query: EntriesSearch & After) {
  const rows = await readEntries(db, query)
  const { items, next_after } = cut(rows, query.limit, ({ id }) => id)
  return { entries: items, next_after }
}

/** Reads one entry more than `limit`. */
export async function readEntries(
  db: Database,
  { payout, unknown, limit, after }: EntriesSearch & After,
): Promise<Entry[]> {
  const { rows } = await sql<EntryRow>`
    select e.id, e.payout_id as payout, e.kind, e.category, e.created_at, upper(e.currency) as currency,
           e.cents::float8 as cents, e.fee_cents::float8 as fee_cents, e.source, e.description,
           o.id as order_id, o.number as order_number, ${isKnown} as known
    from balance_entries e left join orders o on o.processor_id = e.charge
    where ${allOf([
      payout === undefined ? undefined : ofPayout(payout),
      unknown ? sql`not ${isKnown}` : undefined,
      after === undefined
        ? undefined
        : sql`(e.created_at, e.id) < (select created_at, id from balance_entries where id = ${after})`,
    ])}
    order by e.created_at desc, e.id desc limit ${limit + 1}`.execute(db)
  return rows.map(({ cents, fee_cents, ...entry }) => ({
    ...entry,
    amount: toEuros(cents),
    fee: toEuros(fee_cents),
    net: toEuros(cents - fee_cents),
  }))
}

const ofPayout = (payout: string): RawBuilder<unknown> =>
  payout === 'none' ? sql`e.payout_id is null` : sql`e.payout_id = ${payout}`
