/**
 * The charges and refunds of the simulated processor. They lie in the database, so that whichever process
 * goes on with a payment finds what another one did, and so does one that starts again.
 */
import { sql } from 'kysely'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { microbatch } from '#platform/jobs/microbatch'
import type { Charge, Refund } from './processor.ts'
import { fateOf } from './test-methods.ts'

/** A charge as it stands. `reason`: why it is declined, at the latest when the buyer was there. */
export type Entry = {
  key: string
  cents: number
  reason: string | null
  refuses_refund: boolean
  /** when the buyer approves; null: at once */
  approves_at: Date | null
  is_cancelled: boolean
}

/** What is to be charged, and when the buyer approves if that is wanted. */
type NewEntry = { charge: Charge; method: string; approvesAt: Date }

export type Refunded = { state: 'refunded' } | { state: 'refused'; reason: string }

const columns = sql`key, cents, reason, refuses_refund, approves_at, is_cancelled`

export function openBook(db: Database) {
  return {
    /** Decides a charge, once for its key. `isNew`: it was decided just now. */
    charge: microbatch({
      run: (entries: NewEntry[]) => charge(db, entries),
      keyOf: ({ charge: { key } }) => key,
    }),

    find: async ({ key, cents }: Charge): Promise<Entry | undefined> => {
      const { rows } = await sql<Entry>`
        select ${columns} from simulated_charges where key = ${key}`.execute(db)
      return requireAmount(rows[0], cents)
    },

    /** The buyer approves; undefined when there is nothing to approve any more. */
    approve: async (key: string, now: Date): Promise<Entry | undefined> => {
      const { rows } = await sql<Entry>`
        update simulated_charges set approves_at = least(approves_at, ${now})
        where key = ${key} and not is_cancelled returning ${columns}`.execute(db)
      return rows[0]
    },

    /** Fences a key, unless its charge is decided. */
    cancel: async ({ key, cents }: Charge, now: Date): Promise<Entry> => {
      const { rows } = await sql<Entry>`
        insert into simulated_charges as c (key, cents, refuses_refund, is_cancelled)
        values (${key}, ${cents}, false, true)
        on conflict (key) do update
          set is_cancelled = c.is_cancelled or coalesce(c.approves_at > ${now}, false)
          where c.cents = excluded.cents
        returning ${columns}`.execute(db)
      const [entry] = rows
      if (!entry) throw otherAmount()
      return entry
    },

    refund: (refund: Refund, now: Date) => transact(db, (trx) => giveBack(trx, refund, now)),
  }
}

/**
 * One statement for all. It waits for the disk, as a processor does: the process that has heard of a charge writes it down
 * also when PostgreSQL was killed and started again between.
 */
async function charge(db: Database, entries: NewEntry[]) {
  const drafts = entries.map(({ charge: { key, cents }, method, approvesAt }) => {
    const { needsBuyer, declined, refusesRefund } = fateOf(method)
    return {
      key,
      cents,
      reason: declined,
      refusesRefund,
      approvesAt: needsBuyer ? approvesAt : null,
    }
  })
  const { rows } = await sql<Entry & { isNew: boolean }>`
    insert into simulated_charges (key, cents, reason, refuses_refund, approves_at)
    select d.* from unnest(
      ${drafts.map(({ key }) => key)}::uuid[], ${drafts.map(({ cents }) => cents)}::int[],
      ${drafts.map(({ reason }) => reason ?? null)}::text[],
      ${drafts.map(({ refusesRefund }) => refusesRefund)}::boolean[],
      ${drafts.map(({ approvesAt }) => approvesAt)}::timestamptz[]
    ) as d (key, cents, reason, refuses_refund, approves_at)
    order by d.key
    on conflict (key) do update set key = excluded.key
    returning ${columns}, xmax = 0 as "isNew"`.execute(db)
  const found = new Map(rows.map((row) => [row.key, row]))
  return drafts.map(({ key, cents }) => {
    const entry = found.get(key)
    if (entry?.cents === cents) return { value: entry }
    return { error: otherAmount() }
  })
}

const otherAmount = () => new Error('This key was used for another amount')

/** @throws where the key is asked for with another amount than it was charged with, as elsewhere */
function requireAmount<Known extends Entry | undefined>(entry: Known, cents: number): Known {
  if (entry && entry.cents !== cents) throw otherAmount()
  return entry
}

/** The same key is never given back twice, and never more than was charged. */
async function giveBack(
  trx: Database,
  { charge: { key: charge, cents: charged }, key, cents }: Refund,
  now: Date,
): Promise<Refunded> {
  const { rows: entries } = await sql<Entry>`
    select ${columns} from simulated_charges where key = ${charge} for update`.execute(trx)
  requireAmount(entries[0], charged)
  const { rows: known } = await sql<{ key: string; cents: number; reason: string | null }>`
    select key, cents, reason from simulated_refunds where charge = ${charge}`.execute(trx)
  const before = known.find((refund) => refund.key === key)
  if (before) return toRefunded(before.reason)
  const given = known.reduce((sum, refund) => sum + (refund.reason === null ? refund.cents : 0), 0)
  const reason = reasonAgainst(entries[0], given + cents, now)
  await sql`
    insert into simulated_refunds (key, charge, cents, reason)
    values (${key}, ${charge}, ${cents}, ${reason}) on conflict (key) do nothing`.execute(trx)
  return toRefunded(reason)
}

const toRefunded = (reason: string | null): Refunded =>
  reason === null ? { state: 'refunded' } : { state: 'refused', reason }

/** An unknown charge, such as one from before there was this book, is given back all the same. */
function reasonAgainst(entry: Entry | undefined, cents: number, now: Date): string | null {
  if (!entry) return null
  if (!hasSucceeded(entry, now)) return 'charge_not_found'
  if (entry.refuses_refund) return 'refund_failed'
  return cents > entry.cents ? 'charge_already_refunded' : null
}

/** Whether the buyer is still waited for at `now`. */
export const isWaiting = ({ approves_at, is_cancelled }: Entry, now: Date): boolean =>
  !is_cancelled && approves_at !== null && approves_at > now

const hasSucceeded = (entry: Entry, now: Date): boolean =>
  !entry.is_cancelled && entry.reason === null && !isWaiting(entry, now)
