/** Reads the payouts of the processors, and what is in them, into our tables. Each step is safe to repeat. */
import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Clock } from '#platform/values/time'
import type { BalanceEntry, PayoutSource, Processor, ProcessorPayout } from '#shop/payments'

type Books = { name: string; books: PayoutSource }
type Syncing = {
  db: Database
  now: Clock
  /** called after each part, with the completed share, 0 to 1, and the number of entries read so far */
  onPart?: (share: number, entries: number) => void
}

/** The result of a sync: numbers of entries and payouts. */
export type Synced = { processor: string; entries: number; payouts: number }

const day = 86_400_000
/** The processor writes entries in order of their time; a day for clocks that differ. */
const overlapMs = day
/** A payout may fail until some business days after it was paid, and its entries are known some hours after it is made. */
const openMs = 40 * day
const windowMs = 7 * day

const hasBooks = (processor: Processor): processor is Processor & Pick<Books, 'books'> =>
  'books' in processor && processor.books !== undefined

/** Returns true if a processor has books. The simulated one has none. */
export const canSync = (processors: readonly Processor[]): boolean => processors.some(hasBooks)

/** Reads the books of every processor that has some. @throws if one cannot be read: then the others have been */
export async function syncAll(
  syncing: Syncing,
  processors: readonly Processor[],
): Promise<Synced[]> {
  const synced: Synced[] = []
  const failures: unknown[] = []
  for (const { name, books } of processors.filter(hasBooks)) {
    try {
      synced.push(await noted(syncing, { name, books }))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return synced
}

/** Reads the books of a processor, and notes how that ended. */
async function noted(syncing: Syncing, { name, books }: Books): Promise<Synced> {
  const { db, now } = syncing
  const began = { began_at: now(), ended_at: null, failure: null }
  await db
    .insertInto('payout_syncs')
    .values({ processor: name, ...began })
    .onConflict((oc) => oc.column('processor').doUpdateSet(began))
    .execute()
  const end = (failure: string | null) =>
    db
      .updateTable('payout_syncs')
      .set({ ended_at: now(), failure })
      .where('processor', '=', name)
      .execute()
  try {
    const synced = await sync(syncing, { name, books })
    await end(null)
    return synced
  } catch (error) {
    await end(failureOf(error))
    throw error
  }
}

/** The kind of a failure, which unlike its message holds no part of a key. */
const failureOf = (error: unknown) =>
  error instanceof Error && 'type' in error ? `${error.type}` : 'It could not be read'

async function sync(syncing: Syncing, { name, books }: Books): Promise<Synced> {
  const { db, now, onPart } = syncing
  const until = now()
  const first = await firstOf(db, name, until)
  let entries = 0
  for (let from = first; from < until; ) {
    const to = new Date(Math.min(from.getTime() + windowMs, until.getTime()))
    for await (const batch of batches(books.entries({ from, to }))) {
      await saveEntries(db, { name, entries: batch })
      entries += batch.length
    }
    await db
      .updateTable('payout_syncs')
      .set({ read_until: to })
      .where('processor', '=', name)
      .execute()
    onPart?.((to.getTime() - first.getTime()) / (until.getTime() - first.getTime()), entries)
    from = to
  }
  const since = new Date(Math.min(first.getTime(), until.getTime() - openMs))
  const payouts = await savePayouts(db, { name, books }, { from: since, to: until })
  return { processor: name, entries, payouts }
}

/** The time from which entries are read: where the last sync ended, else from before the first order. */
async function firstOf(db: Database, name: string, now: Date): Promise<Date> {
  const { rows } = await sql<{ from: Date | null }>`
    select coalesce(
      (select read_until from payout_syncs where processor = ${name}),
      (select min(created_at) from orders)) as "from"`.execute(db)
  return new Date((rows[0]?.from ?? now).getTime() - overlapMs)
}

async function savePayouts(
  db: Database,
  { name, books }: Books,
  between: { from: Date; to: Date },
) {
  let payouts = 0
  for await (const payout of books.payouts(between)) {
    payouts++
    if (!(await savePayout(db, name, payout)) || !payout.isItemized) continue
    const entries: BalanceEntry[] = []
    for await (const entry of books.entriesOf(payout.id)) entries.push(entry)
    // All of them, or none: a half would look like money that is missing.
    await transact(db, async (trx) => {
      await saveEntries(trx, { name, entries, payout: payout.id })
      await sql`update payouts set itemized_at = ${between.to} where id = ${payout.id}`.execute(trx)
    })
  }
  return payouts
}

/** Saves a payout in its current state. Returns true if its entries are still to be read. */
async function savePayout(db: Database, name: string, payout: ProcessorPayout): Promise<boolean> {
  const { id, cents, currency, status, isAutomatic, createdAt, arrivesOn, failure } = payout
  const { rows } = await sql<{ is_open: boolean }>`
    insert into payouts (id, processor, cents, currency, status, is_automatic, created_at, arrives_on, failure)
    values (${id}, ${name}, ${cents}, ${currency}, ${status}, ${isAutomatic}, ${createdAt}, ${arrivesOn}, ${failure})
    on conflict (id) do update set status = excluded.status, arrives_on = excluded.arrives_on, failure = excluded.failure
    returning itemized_at is null as is_open`.execute(db)
  return rows[0]?.is_open === true
}

type Saved = { name: string; entries: BalanceEntry[]; payout?: string }

async function saveEntries(db: Database, { name, entries, payout }: Saved): Promise<void> {
  for (let n = 0; n < entries.length; n += batchSize) {
    const rows = JSON.stringify(entries.slice(n, n + batchSize))
    await sql`
      insert into balance_entries (id, processor, payout_id, kind, category, cents, fee_cents, currency, created_at,
                                   source, charge, description)
      select id, ${name}, ${payout ?? null}, kind, category, cents, "feeCents", currency, "createdAt",
             source, charge, left(description, 300)
      from json_to_recordset(${rows}) e (id text, kind text, category text, cents bigint, "feeCents" bigint,
        currency text, "createdAt" timestamptz, source text, charge text, description text)
      on conflict (id) do update set payout_id = coalesce(excluded.payout_id, balance_entries.payout_id)`.execute(
      db,
    )
  }
}

const batchSize = 500

async function* batches(entries: AsyncIterable<BalanceEntry>): AsyncIterable<BalanceEntry[]> {
  let batch: BalanceEntry[] = []
  for await (const entry of entries) {
    batch.push(entry)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
