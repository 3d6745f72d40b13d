import { type RawBuilder, sql } from 'kysely'
import { iso } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { found } from '#platform/values/errors'
import { toEuros } from '#platform/values/money'
import type { ShiftRow } from './rights.ts'
import type { Shift } from './schemas.ts'

type Means = 'cash' | 'terminal' | 'complimentary'
type Sold = { means: Means; count: number; cents: number }
type Returned = Pick<Sold, 'means' | 'cents'>
type MovementRow = {
  id: string
  kind: 'drop' | 'addition' | 'hand_over'
  amount_cents: number | null
  counted_cents: number | null
  reason: string | null
  seller: string
  at: string
}
type Row = ShiftRow & {
  last_seen_at: Date | null
  sold: Sold[]
  returned: Returned[]
  moved: MovementRow[]
}

/** Reads the shifts with their books that `where` selects from `s`, newest first. */
async function readShifts(db: Database, where: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select s.id, s.festival_id, s.till, s.seller, s.float_cents, s.receipts, s.opened_at, s.closed_at, s.counted_cents,
           s.expected_cents, d.last_seen_at,
           (select coalesce(jsonb_agg(b), '[]') from (
              select means, count(*)::int as count, sum(amount_cents)::int as cents
              from till_sales where shift_id = s.id and receipt is not null group by means) b) as sold,
           (select coalesce(jsonb_agg(b), '[]') from (
              select means, sum(amount_cents)::int as cents from till_refunds where shift_id = s.id group by means) b) as returned,
           (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'amount_cents', m.amount_cents,
                'counted_cents', m.counted_cents, 'reason', m.reason, 'seller', m.seller, 'at', ${iso('m.at')}) order by m.at, m.id), '[]')
            from till_movements m where m.shift_id = s.id) as moved
    from till_shifts s join gate_devices d on d.id = s.id
    ${where} order by s.opened_at desc, s.id`.execute(db)
  return rows
}

/** Returns the shifts of a festival with their books, newest first. */
export async function listShifts(db: Database, festivalId: string): Promise<Shift[]> {
  return (await readShifts(db, sql`where s.festival_id = ${festivalId}`)).map(toShift)
}

/** Returns a shift with its books. 404 for an unknown one. */
export async function readShift(db: Database, id: string): Promise<Shift> {
  return toShift(found((await readShifts(db, sql`where s.id = ${id}`))[0], 'Shift'))
}

/** Returns the cash that must be in the drawer now, in cents. */
export async function expectedCents(db: Database, id: string): Promise<number> {
  return expectedOf(found((await readShifts(db, sql`where s.id = ${id}`))[0], 'Shift'))
}

const amountOf = (rows: Returned[], wanted: Means) =>
  rows.find(({ means }) => means === wanted)?.cents ?? 0

const movementsOf = (rows: MovementRow[], wanted: MovementRow['kind']) =>
  rows.reduce((sum, { kind, amount_cents }) => sum + (kind === wanted ? (amount_cents ?? 0) : 0), 0)

function expectedOf({ float_cents, sold, returned, moved }: Row): number {
  const taken = amountOf(sold, 'cash') - amountOf(returned, 'cash')
  return float_cents + taken + movementsOf(moved, 'addition') - movementsOf(moved, 'drop')
}

const euros = (cents: number | null) => (cents === null ? null : toEuros(cents))

function toShift(row: Row): Shift {
  const { float_cents, counted_cents, expected_cents, sold, returned, moved, ...shift } = row
  const salesBy = (wanted: Means) => ({
    count: sold.find(({ means }) => means === wanted)?.count ?? 0,
    amount: toEuros(amountOf(sold, wanted)),
  })
  const isCounted = counted_cents !== null && expected_cents !== null
  return {
    ...shift,
    float: toEuros(float_cents),
    counted: euros(counted_cents),
    difference: isCounted ? toEuros(counted_cents - expected_cents) : null,
    books: {
      cash: salesBy('cash'),
      terminal: salesBy('terminal'),
      complimentary: salesBy('complimentary'),
      refunded_cash: toEuros(amountOf(returned, 'cash')),
      refunded_terminal: toEuros(amountOf(returned, 'terminal')),
      drops: toEuros(movementsOf(moved, 'drop')),
      additions: toEuros(movementsOf(moved, 'addition')),
      expected_cash: toEuros(expectedOf(row)),
    },
    movements: moved.map(({ amount_cents, counted_cents: counted, at, ...rest }) => ({
      ...rest,
      amount: euros(amount_cents),
      counted: euros(counted),
      at: new Date(at),
    })),
  }
}
