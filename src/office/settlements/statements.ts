import { type RawBuilder, sql } from 'kysely'
import { requireOver } from '#core/billing'
import { allOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { cut } from '#platform/http/cursors'
import { conflict, found } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { toEuros } from '#platform/values/money'
import { organizerTransfers, type StoredTransfer } from '#shop/payments'
import type { Settlement, SettlementsQuery } from './schemas.ts'
import { type FestivalLine, readFees, readLines, type Sums, settle } from './sums.ts'
import { readTerms, type StoredTerms, toTerms } from './terms.ts'

type Row = Sums & {
  id: string
  organizer_id: string
  month: string
  year: number
  sequence: number
  terms: StoredTerms
  lines: FestivalLine[]
  created_at: Date
}

const columns = sql`id, organizer_id, month, year, sequence, sold, sales_cents::float8, refunds_cents::float8,
  fees_cents::float8, commission_cents::float8, commission_vat_cents::float8, terms, lines, created_at`

type New = { organizer: string; month: string; now: Date }

/**
 * Makes the statement of a month, or returns the one that was made. Refuses a month like `requireOver`, and with 409
 * `payouts_not_read` one whose fees are not known yet.
 */
export async function makeSettlement(
  db: Database,
  { organizer, month, now }: New,
): Promise<Settlement> {
  requireOver(month, now)
  return transact(db, async (trx) => {
    // One statement at a time, of all organizers: numbers have no gap.
    await sql`lock table settlements in share row exclusive mode`.execute(trx)
    const known = await readOne(trx, organizer, month)
    if (known) return known
    const terms = await readTerms(trx, organizer)
    if (terms.passes_fees) await requireFees(trx, month)
    const lines = await readLines(trx, { organizer, month })
    const fees = terms.passes_fees ? await readFees(trx, { organizer, month }) : 0
    const year = now.getUTCFullYear()
    await sql`
      insert into settlements (id, organizer_id, month, year, sequence, sold, sales_cents, refunds_cents, fees_cents,
                               commission_cents, commission_vat_cents, terms, lines, created_at)
      select ${newId()}, ${organizer}, ${month}, ${year}, coalesce(max(sequence), 0) + 1, ${sql.join(
        Object.values(settle(lines, fees, terms)),
      )}, ${JSON.stringify(terms)}, ${JSON.stringify(lines)}, ${now}
      from settlements where year = ${year}`.execute(trx)
    const made = await readOne(trx, organizer, month)
    if (!made) throw new Error('The settlement was not stored')
    return made
  })
}

async function requireFees(db: Database, month: string): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`
    select coalesce(bool_and(read_until > ${`${month}-01T00:00:00Z`}::timestamptz + interval '1 month'), false) as known from payout_syncs`.execute(
    db,
  )
  if (!rows[0]?.known) {
    throw conflict(
      'The fees of this month are not known yet: read the payouts of the processor first',
      'payouts_not_read',
    )
  }
}

async function readOne(db: Database, organizer: string, month: string) {
  const [row] = await read(db, sql`organizer_id = ${organizer} and month = ${month}`)
  return row
}

/** Returns a statement; 404 for an unknown one. */
export async function findSettlement(db: Database, id: string): Promise<Settlement> {
  const [row] = await read(db, sql`id = ${id}`)
  return found(row, 'Settlement')
}

/** Reads statements with their transfers, newest first. */
async function read(db: Database, where: RawBuilder<unknown>, limit = 1): Promise<Settlement[]> {
  const { rows } = await sql<Row>`
    select ${columns} from settlements where ${where} order by created_at desc, id desc limit ${limit}`.execute(
    db,
  )
  const transfers = await organizerTransfers(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...toSettlement(row), payment: toPayment(transfers.get(row.id)) }))
}

/** Returns statements, newest first, and the cursor of the next page; null on the last page. */
export async function listSettlements(db: Database, { organizer, after, limit }: SettlementsQuery) {
  const where = allOf([
    organizer === undefined ? undefined : sql`organizer_id = ${organizer}`,
    after === undefined
      ? undefined
      : sql`(created_at, id) < (select created_at, id from settlements where id = ${after})`,
  ])
  const { items, next_after } = cut(await read(db, where, limit + 1), limit, ({ id }) => id)
  return { settlements: items, next_after }
}

const toPayment = (transfer: StoredTransfer | undefined): Settlement['payment'] =>
  transfer
    ? {
        state: transfer.state,
        iban: transfer.payee_iban,
        ordered_at: transfer.created_at,
        paid_at: transfer.state === 'paid' ? transfer.done_at : null,
      }
    : null

function toSettlement({ year, sequence, terms, lines, ...row }: Row): Omit<Settlement, 'payment'> {
  const { id, organizer_id, month, created_at, sold } = row
  const { sales_cents, refunds_cents, fees_cents, commission_cents, commission_vat_cents } = row
  const due = sales_cents - refunds_cents - fees_cents - commission_cents - commission_vat_cents
  return {
    id,
    number: `S-${year}-${`${sequence}`.padStart(6, '0')}`,
    organizer_id,
    month,
    created_at,
    currency: 'EUR',
    sold_count: sold,
    sales: toEuros(sales_cents),
    refunds: toEuros(refunds_cents),
    fees: toEuros(fees_cents),
    commission: toEuros(commission_cents),
    commission_vat: toEuros(commission_vat_cents),
    due: toEuros(due),
    terms: toTerms(terms),
    festivals: lines.map((line) => ({
      festival_id: line.festival_id,
      name: line.name,
      sold_count: line.sold,
      sales: toEuros(line.sales_cents),
      refunds: toEuros(line.refunds_cents),
    })),
  }
}
