/** Files of transfers, which the operator hands in at the bank: they give money back and pay organizers. */
import { sql } from 'kysely'
import { writePain001 } from '#core/banking'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { conflict, found } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import type { Clock } from '#platform/values/time'
import { orderRefunds } from '#shop/payments'
import { type BankSettings, requireAccount } from './account.ts'

type Context = {
  db: Database
  now: Clock
  config: BankSettings
}

export type BankFile = {
  id: string
  created_at: Date
  handed_in_at: Date | null
  transfers: number
  cents: number
  /** transfers that a statement has shown, and those that came back */
  done: number
  returned: number
}

type Waiting = {
  key: string
  cents: number
  name: string | null
  iban: string
  bic: string | null
  text: string
}

const mostTransfers = 10_000
const columns = sql`f.id, f.created_at, f.handed_in_at, f.transfers, f.cents,
  (select count(*)::int from bank_refunds b where b.file_id = f.id and b.done_at is not null and b.refused is null) as done,
  (select count(*)::int from bank_refunds b where b.file_id = f.id and b.refused is not null) as returned`

/** Lists files, the newest first, and counts what waits for the next one. */
export async function listFiles(db: Database) {
  const { rows: files } = await sql<BankFile>`
    select ${columns} from bank_files f order by f.id desc limit 100`.execute(db)
  const { rows } = await sql<{ transfers: number; cents: number }>`
    select count(*)::int as transfers, coalesce(sum(cents), 0)::float8 as cents
    from bank_refunds where file_id is null and refused is null and done_at is null`.execute(db)
  return { files, waiting: rows[0] ?? { transfers: 0, cents: 0 } }
}

/** Returns a file with its content. */
export async function readFile(db: Database, id: string): Promise<BankFile & { content: string }> {
  const { rows } = await sql<BankFile & { content: string }>`
    select ${columns}, f.content from bank_files f where f.id = ${id}`.execute(db)
  return found(rows[0], 'File')
}

/** Gathers the transfers that no file has yet into a new one. */
export async function makeFile({ db, now, config }: Context) {
  const debtor = requireAccount(config)
  const [id, createdAt] = [newId(), now()]
  await transact(db, async (trx) => {
    const { rows } = await sql<Waiting>`
      select b.key, b.cents, coalesce(b.payee_name, c.payer_name, e.name) as name,
             coalesce(b.payee_iban, c.payer_iban, e.iban) as iban, b.payee_bic as bic,
             coalesce(b.text, (select 'Refund ' || number from orders o where o.charge_id = b.charge),
                      'Returned transfer') as text
      from bank_refunds b left join bank_charges c on c.key = b.charge left join bank_entries e on e.id = b.entry_id
      where b.file_id is null and b.refused is null and b.done_at is null
        and coalesce(b.payee_iban, c.payer_iban, e.iban) is not null
      order by b.created_at limit ${mostTransfers} for update of b`.execute(trx)
    if (rows.length === 0) throw conflict('Nothing waits to be transferred', 'nothing_to_transfer')
    const content = writePain001({
      id: id.replaceAll('-', ''),
      createdAt,
      executedOn: createdAt.toISOString().slice(0, 10),
      debtor,
      transfers: rows.map((row) => ({
        endToEndId: row.key.replaceAll('-', ''),
        cents: row.cents,
        name: row.name ?? 'Unknown',
        iban: row.iban,
        bic: row.bic,
        text: row.text,
      })),
    })
    const cents = rows.reduce((sum, row) => sum + row.cents, 0)
    await sql`
      insert into bank_files (id, created_at, transfers, cents, content)
      values (${id}, ${createdAt}, ${rows.length}, ${cents}, ${content})`.execute(trx)
    await orderRefunds(
      trx,
      id,
      rows.map(({ key }) => key),
    )
  })
  return readFile(db, id)
}

/** Marks a file as handed in; repeating it changes nothing. */
export async function handIn({ db, now }: Context, id: string) {
  await transact(db, (trx) =>
    sql`
      update bank_files set handed_in_at = ${now()} where id = ${id} and handed_in_at is null`.execute(
      trx,
    ),
  )
  return readFile(db, id)
}
