import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { toEuros } from '#platform/values/money'
import type { BankEntry } from './schemas.ts'

type Query = {
  limit: number
  after: string | undefined
  state: string | undefined
  orderNumber: string | undefined
}

type Row = Omit<BankEntry, 'amount' | 'charges'> & { cents: number; charges_cents: number }

const columns = sql`
  e.id, e.booked_on, e.cents, e.name, e.iban, e.text,
  e.charges_cents, e.state, e.reason, o.number as order_number,
  o.amount_cents::float8 / 100 as order_amount, e.decision, e.decided_at, s.name as statement, s.imported_at`

/** Lists entries of statements, the newest first. */
export async function listEntries(
  db: Database,
  { limit, after, state, orderNumber }: Query,
): Promise<BankEntry[]> {
  const filters = [
    after === undefined ? sql`true` : sql`e.id < ${after}`,
    state === undefined ? sql`true` : sql`e.state = ${state}`,
    orderNumber === undefined ? sql`true` : sql`o.number = ${orderNumber.toUpperCase()}`,
  ]
  return read(db, sql`where ${sql.join(filters, sql` and `)} order by e.id desc limit ${limit}`)
}

/** Reads an entry. */
export async function findEntry(db: Database, id: string): Promise<BankEntry | undefined> {
  return (await read(db, sql`where e.id = ${id}`))[0]
}

async function read(db: Database, rest: ReturnType<typeof sql>): Promise<BankEntry[]> {
  const { rows } = await sql<Row>`
    select ${columns} from bank_entries e join bank_statements s on s.id = e.statement_id
    left join orders o on o.id = e.order_id ${rest}`.execute(db)
  return rows.map(({ cents, charges_cents, ...row }) => {
    return { ...row, amount: toEuros(cents), charges: toEuros(charges_cents) }
  })
}
