/** Imports statements: each entry once, whatever file it comes with. */
import { sql } from 'kysely'
import { bodyOfReference, type StatementEntry } from '#core/banking'
import { rowsOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { type Transaction, transact } from '#platform/database/transactions'
import { newId } from '#platform/values/ids'
import type { Clock } from '#platform/values/time'
import {
  bookTransfers,
  lockTransferCharges,
  lockTransferRefunds,
  noteTransferred,
  type TransferCharge,
} from '#shop/payments'
import { type BankSettings, requireAccount } from './account.ts'
import { type Books, type Match, match } from './matching.ts'

/** Entries that are written and matched in one statement. */
const chunk = 500

export type BankContext = { db: Database; now: Clock; config: BankSettings }

export type SkipReason = 'not_booked' | 'other_account' | 'other_currency' | 'no_amount'

/** The outcome of the entries of a file. */
export type ImportResult = {
  /** all that the file has */
  entries: number
  /** imported before */
  known: number
  booked: number
  open: number
  /** money that left the account, and is not ours */
  ignored: number
  /** not for us: still to be booked, of another account or currency, or of no amount */
  skipped: { reason: SkipReason; entries: number }[]
}

type Imported = ImportResult & {
  /** the orders that the new entries pay */
  paid: string[]
}

type ImportRequest = {
  /** named in refusals and in the list */
  name: string
  onProgress?: ((done: number, all: number) => void) | undefined
}

/** Imports the entries that `read` returns. */
export async function importStatement(
  context: BankContext,
  { read, ...request }: ImportRequest & { read: () => Promise<StatementEntry[]> },
): Promise<Imported> {
  requireAccount(context.config)
  return importEntries(context, { ...request, entries: await read() })
}

/**
 * Imports entries in one transaction. The orders that they pay are settled afterwards: by the caller, or within a second
 * by the sweeper of any process.
 */
export async function importEntries(
  context: BankContext,
  { name, entries, onProgress }: ImportRequest & { entries: StatementEntry[] },
): Promise<Imported> {
  const { iban } = requireAccount(context.config)
  const reasons = entries.map((entry) => skipReason(entry, iban))
  const ours = entries.filter((_, nth) => reasons[nth] === undefined)
  const written = await transact(context.db, async (trx) => {
    const statement = newId()
    const now = context.now()
    // One import at a time: entries of two files would wait for each other in a circle.
    await sql`select pg_advisory_xact_lock(hashtextextended('bank statements', 0))`.execute(trx)
    await sql`
      insert into bank_statements (id, name, imported_at) values (${statement}, ${name}, ${now})`.execute(
      trx,
    )
    const matches: Match[] = []
    for (let at = 0; at < ours.length; at += chunk) {
      const part = ours.slice(at, at + chunk)
      matches.push(...(await importChunk(trx, part, { statement, now })))
      onProgress?.(at + part.length, ours.length)
    }
    if (matches.length === 0)
      await sql`delete from bank_statements where id = ${statement}`.execute(trx)
    return matches
  })
  const count = (state: Match['state']) => written.filter((one) => one.state === state).length
  const skipped = Map.groupBy(
    reasons.flatMap((reason) => reason ?? []),
    (reason) => reason,
  )
  return {
    entries: entries.length,
    known: ours.length - written.length,
    booked: count('booked'),
    open: count('open'),
    ignored: count('ignored'),
    skipped: [...skipped].map(([reason, { length }]) => ({ reason, entries: length })),
    paid: written.flatMap(({ reason, charge }) =>
      reason === 'paid' && charge ? charge.order_id : [],
    ),
  }
}

function skipReason(
  { status, account, currency, cents }: StatementEntry,
  iban: string,
): SkipReason | undefined {
  if (status !== 'BOOK') return 'not_booked'
  if (account !== iban) return 'other_account'
  if (currency !== 'EUR') return 'other_currency'
  return cents === 0 ? 'no_amount' : undefined
}

/** Writes the new ones of some entries, matched under the locks of the charges and refunds that they name. */
async function importChunk(
  trx: Transaction,
  entries: StatementEntry[],
  { statement, now }: { statement: string; now: Date },
): Promise<Match[]> {
  const ids = await insertEntries(trx, entries, statement)
  const fresh = entries.filter(({ key }) => ids.has(key))
  const books = await readBooks(trx, fresh)
  const matched = fresh.map((entry) => {
    const found = match(entry, books)
    // The next entry for the same order is one too many.
    if (found.reason === 'paid' && found.charge) found.charge.paid_at = now
    return { id: ids.get(entry.key) ?? '', entry, found }
  })
  await writeMatches(trx, matched, now)
  return matched.map(({ found }) => found)
}

/** Inserts the entries that are new, and returns their ids by key. */
async function insertEntries(
  trx: Transaction,
  entries: StatementEntry[],
  statement: string,
): Promise<Map<string, string>> {
  const rows = [...new Map(entries.map((entry) => [entry.key, entry])).values()].map((entry) => {
    const { key, bookedOn, cents, name, iban, text, chargesCents, isReversal, returnReason } = entry
    return {
      id: newId(),
      key,
      bookedOn,
      cents,
      name,
      iban,
      text,
      chargesCents,
      isReversal,
      returnReason,
    }
  })
  const columns = {
    id: 'uuid',
    key: 'text',
    bookedOn: 'text',
    cents: 'float8',
    name: 'text',
    iban: 'text',
    text: 'text',
    chargesCents: 'float8',
    isReversal: 'bool',
    returnReason: 'text',
  } as const
  const { rows: added } = await sql<{ id: string; key: string }>`
    insert into bank_entries (id, key, statement_id, booked_on, cents, name, iban, text, charges_cents, is_reversal,
                              return_reason, state, reason)
    select id, key, ${statement}::uuid, "bookedOn", cents, name, iban, text, "chargesCents",
           "isReversal", "returnReason", 'open', 'unknown'
    from ${rowsOf('e', rows, columns)} 
    on conflict (key) do nothing returning id, key`.execute(trx)
  return new Map(added.map(({ id, key }) => [key, id]))
}

async function readBooks(trx: Transaction, entries: StatementEntry[]): Promise<Books> {
  const references = [...new Set(entries.flatMap((entry) => entry.references))]
  const charges = await lockTransferCharges(trx, references.map(bodyOfReference))
  const byReference = references.flatMap((reference): [string, TransferCharge][] => {
    const charge = charges.get(bodyOfReference(reference))
    return charge ? [[reference, charge]] : []
  })
  const named = await lockTransferRefunds(trx, {
    endToEndIds: entries.flatMap(({ endToEndIds }) => endToEndIds),
    batches: entries.flatMap(({ batchId }) => batchId ?? []),
  })
  return { charges: new Map(byReference), ...named }
}

type Matched = { id: string; entry: StatementEntry; found: Match }

async function writeMatches(trx: Transaction, matched: Matched[], now: Date): Promise<void> {
  const rows = matched.map(({ id, found: { state, reason, charge } }) => {
    return { id, state, reason, order_id: charge?.order_id ?? null }
  })
  await sql`
    update bank_entries e set state = m.state, reason = m.reason, order_id = m.order_id
    from ${rowsOf('m', rows, { id: 'uuid', state: 'text', reason: 'text', order_id: 'uuid' })}
    where e.id = m.id`.execute(trx)
  const paid = matched.flatMap(({ entry: { name, iban }, found: { reason, charge } }) =>
    reason === 'paid' && charge?.key ? [{ ...charge, key: charge.key, name, iban }] : [],
  )
  await bookTransfers(trx, paid, now)
  const refunds = matched.flatMap(({ entry, found: { reason, refunds: keys = [] } }) => {
    const returned = reason === 'refund' ? null : `returned: ${entry.returnReason ?? 'reversed'}`
    return keys.map((key) => ({ key, returned }))
  })
  await noteTransferred(trx, refunds, now)
}
