/** Charges and refunds by bank transfer, as rows that any process reads and settles. */
import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Charge, ProcessorRefund, Refund } from '../processor.ts'

export type BankCharge = {
  key: string
  cents: number
  is_cancelled: boolean
  /** when an entry of a statement was booked on it; null: no money has come */
  paid_at: Date | null
  payer_iban: string | null
}

type RefundRow = { key: string; cents: number; done_at: Date | null; refused: string | null }

const columns = sql`key, cents, is_cancelled, paid_at, payer_iban`

export function openBankBook(db: Database) {
  return {
    /** Notes a charge, once for its key. */
    charge: ({ key, cents }: Charge) => upsert(db, { key, cents, is_cancelled: false }),
    /** Cancels a charge, unless it is paid. */
    cancel: ({ key, cents }: Charge) => upsert(db, { key, cents, is_cancelled: true }),
    refund: (refund: Refund, now: Date) => transact(db, (trx) => noteRefund(trx, refund, now)),
    refundsOf: async (charge: string) => (await readRefunds(db, charge)).map(toRefund),
  }
}

/** @throws Error if the key was used with another amount */
async function upsert(
  db: Database,
  { key, cents, is_cancelled }: Pick<BankCharge, 'key' | 'cents' | 'is_cancelled'>,
): Promise<BankCharge> {
  const { rows } = await sql<BankCharge>`
    insert into bank_charges as c (key, cents, is_cancelled) values (${key}, ${cents}, ${is_cancelled})
    on conflict (key) do update
      set is_cancelled = c.is_cancelled or excluded.is_cancelled and c.paid_at is null
      where c.cents = excluded.cents
    returning ${columns}`.execute(db)
  const [charge] = rows
  if (!charge) throw new Error('This key was used for another amount')
  return charge
}

/** Notes a refund to be transferred, once for its key, and never more than was paid. */
async function noteRefund(
  trx: Database,
  { charge: { key: charge }, key, cents }: Refund,
  now: Date,
): Promise<ProcessorRefund> {
  const { rows } = await sql<BankCharge>`
    select ${columns} from bank_charges where key = ${charge} for update`.execute(trx)
  const before = await readRefunds(trx, charge)
  const known = before.find((refund) => refund.key === key)
  if (known) return toRefund(known)
  const given = before.reduce(
    (sum, refund) => sum + (refund.refused === null ? refund.cents : 0),
    0,
  )
  const refused = reasonAgainst(rows[0], given + cents)
  if (rows[0]) {
    await sql`
      insert into bank_refunds (key, charge, cents, created_at, refused)
      values (${key}, ${charge}, ${cents}, ${now}, ${refused})`.execute(trx)
  }
  return toRefund({ key, cents, done_at: null, refused })
}

function reasonAgainst(charge: BankCharge | undefined, cents: number): string | null {
  if (!charge || charge.paid_at === null) return 'charge_not_found'
  if (cents > charge.cents) return 'charge_already_refunded'
  return charge.payer_iban === null
    ? 'no_account: the statement named none, transfer it by hand'
    : null
}

async function readRefunds(db: Database, charge: string): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    select key, cents, done_at, refused from bank_refunds where charge = ${charge}`.execute(db)
  return rows
}

/** Returns a refund in its state: done once a statement shows it, refused if it came back. */
function toRefund({ key, cents, done_at, refused }: RefundRow): ProcessorRefund {
  const about = { id: endToEndIdOf(key), key, cents }
  if (refused !== null) return { ...about, state: 'refused', reason: refused }
  return { ...about, state: done_at === null ? 'pending' : 'refunded' }
}

/** Returns the id of a refund in files of the bank, which have at most 35 characters. */
export const endToEndIdOf = (key: string): string => key.replaceAll('-', '')
