/**
 * The charges and refunds of the simulated processor. They are stored in the database, so that any process that goes on
 * with a payment finds the state left by another one, and so does one that starts again.
 */
import { sql } from 'kysely'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { microbatch } from '#platform/jobs/microbatch'
import type { Charge, ProcessorRefund, Refund } from '../processor.ts'
import { fateOf } from './test-methods.ts'

/** A charge in its current state. `reason`: why it is declined, at the latest after the buyer's action. */
export type Entry = {
  key: string
  cents: number
  reason: string | null
  /** its refunds fail after they succeeded */
  refuses_refund: boolean
  /** its refunds are pending at first */
  delays_refund: boolean
  /** time when the buyer approves; null: at once */
  approves_at: Date | null
  is_cancelled: boolean
}

/** A new charge, and the time when the buyer approves it, if approval is required. */
type NewEntry = { charge: Charge; method: string; approvesAt: Date }

/** A refund as stored. `reason`: why it fails; `ends_at`: the time from which it has its last state. */
type RefundEntry = { key: string; cents: number; reason: string | null; ends_at: Date | null }

const columns = sql`key, cents, reason, refuses_refund, delays_refund, approves_at, is_cancelled`

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

    /** Approves for the buyer; undefined if there is nothing to approve any more. */
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

    /** Refunds money, once for each key. `endsLater`: it was made just now, and its state will change at `endsAt`. */
    refund: (refund: Refund, at: { now: Date; endsAt: Date }) =>
      transact(db, (trx) => giveBack(trx, refund, at)),

    /** Ends a refund. */
    endRefund: async (key: string, now: Date): Promise<ProcessorRefund | undefined> => {
      const { rows } = await sql<RefundEntry>`
        update simulated_refunds set ends_at = least(ends_at, ${now})
        where key = ${key} returning key, cents, reason, ends_at`.execute(db)
      return rows.map((entry) => toRefund(entry, now))[0]
    },

    refundsOf: async ({ key }: Charge, now: Date) =>
      (await readRefunds(db, key)).map((entry) => toRefund(entry, now)),
  }
}

/**
 * Charges all entries in one statement. It waits for the disk, as a processor does: a charge that was answered stays
 * recorded, also if PostgreSQL is killed and started again in between.
 */
async function charge(db: Database, entries: NewEntry[]) {
  const drafts = entries.map(({ charge: { key, cents }, method, approvesAt }) => {
    const { needsBuyer, declined, failsRefund, delaysRefund } = fateOf(method)
    return {
      key,
      cents,
      reason: declined,
      failsRefund,
      delaysRefund,
      approvesAt: needsBuyer ? approvesAt : null,
    }
  })
  const { rows } = await sql<Entry & { isNew: boolean }>`
    insert into simulated_charges (key, cents, reason, refuses_refund, delays_refund, approves_at)
    select d.* from unnest(
      ${drafts.map(({ key }) => key)}::uuid[], ${drafts.map(({ cents }) => cents)}::int[],
      ${drafts.map(({ reason }) => reason ?? null)}::text[],
      ${drafts.map(({ failsRefund }) => failsRefund)}::boolean[],
      ${drafts.map(({ delaysRefund }) => delaysRefund)}::boolean[],
      ${drafts.map(({ approvesAt }) => approvesAt)}::timestamptz[]
    ) as d (key, cents, reason, refuses_refund, delays_refund, approves_at)
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

/** @throws if the key is requested with another amount than it was charged with, as elsewhere */
function requireAmount<Known extends Entry | undefined>(entry: Known, cents: number): Known {
  if (entry && entry.cents !== cents) throw otherAmount()
  return entry
}

/** The same key is never given back twice, and never more than was charged. */
async function giveBack(
  trx: Database,
  { charge: { key: charge, cents: charged }, key, cents }: Refund,
  { now, endsAt }: { now: Date; endsAt: Date },
): Promise<ProcessorRefund & { endsLater: boolean }> {
  const { rows } = await sql<Entry>`
    select ${columns} from simulated_charges where key = ${charge} for update`.execute(trx)
  const entry = requireAmount(rows[0], charged)
  const known = await readRefunds(trx, charge)
  const before = known.find((refund) => refund.key === key)
  if (before) return { ...toRefund(before, now), endsLater: false }
  const given = known
    .filter((refund) => toRefund(refund, now).state !== 'refused')
    .reduce((sum, refund) => sum + refund.cents, 0)
  const refusal = reasonAgainst(entry, given + cents, now)
  const endsLater =
    refusal === null && (entry?.refuses_refund === true || entry?.delays_refund === true)
  const refund = {
    key,
    cents,
    reason: refusal ?? (entry?.refuses_refund ? 'expired_or_canceled_card' : null),
    ends_at: endsLater ? endsAt : null,
  }
  await sql`
    insert into simulated_refunds (key, charge, cents, reason, ends_at)
    values (${key}, ${charge}, ${cents}, ${refund.reason}, ${refund.ends_at})`.execute(trx)
  return { ...toRefund(refund, now), endsLater }
}

async function readRefunds(db: Database, charge: string): Promise<RefundEntry[]> {
  const { rows } = await sql<RefundEntry>`
    select key, cents, reason, ends_at from simulated_refunds where charge = ${charge}`.execute(db)
  return rows
}

/** Returns a refund as it stands at `now`: before its end a failing one has succeeded, and any other is pending. */
function toRefund({ key, cents, reason, ends_at }: RefundEntry, now: Date): ProcessorRefund {
  const about = { id: `re_${key}`, key, cents }
  if (ends_at !== null && ends_at > now) {
    return reason === null ? { ...about, state: 'pending' } : { ...about, state: 'refunded' }
  }
  return reason === null ? { ...about, state: 'refunded' } : { ...about, state: 'refused', reason }
}

/** Returns the reason against a refund. An unknown charge, such as one from before this book, is refunded all the same. */
function reasonAgainst(entry: Entry | undefined, cents: number, now: Date): string | null {
  if (!entry) return null
  if (!hasSucceeded(entry, now)) return 'charge_not_found'
  return cents > entry.cents ? 'charge_already_refunded' : null
}

/** Returns true if the processor still waits for the buyer at `now`. */
export const isWaiting = ({ approves_at, is_cancelled }: Entry, now: Date): boolean =>
  !is_cancelled && approves_at !== null && approves_at > now

const hasSucceeded = (entry: Entry, now: Date): boolean =>
  !entry.is_cancelled && entry.reason === null && !isWaiting(entry, now)
