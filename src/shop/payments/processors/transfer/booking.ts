/** The charges and refunds of bank transfers, as statements of the account book them. */
import { sql } from 'kysely'
import { list, rowsOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import type { Transaction } from '#platform/database/transactions'
import { newId } from '#platform/values/ids'

/** The charge of an order that an entry names. */
export type TransferCharge = {
  order_id: string
  number: string
  /** null: the order was never to be paid by transfer, or its last attempt was another */
  key: string | null
  cents: number
  is_cancelled: boolean
  paid_at: Date | null
  /** the order is paid, in whatever way */
  is_paid: boolean
}

/** A refund that is to leave the account, or has. */
export type TransferRefund = { key: string; cents: number }

/** Locks the charges of orders, in the order of their keys, and returns them by the number of the order. */
export async function lockTransferCharges(
  trx: Transaction,
  numbers: string[],
): Promise<Map<string, TransferCharge>> {
  const named = sql`number = any (${list(numbers, 'text')})`
  await sql`
    select from bank_charges where key = any (array(select charge_id from orders where ${named}))
    order by key for update`.execute(trx)
  const { rows } = await sql<TransferCharge>`
    select o.id as order_id, o.number, c.key, coalesce(c.cents, o.amount_cents) as cents,
           coalesce(c.is_cancelled, false) as is_cancelled, c.paid_at, o.status = 'succeeded' as is_paid
    from orders o left join bank_charges c on c.key = o.charge_id where ${named}`.execute(trx)
  return new Map(rows.map((row) => [row.number, row]))
}

/** Money for a charge. `name` and `iban` are the payer's. */
type Paid = { key: string; order_id: string; name: string | null; iban: string | null }

/**
 * Books money on charges, with their locks held by the caller. Their orders are settled by the first of several: the caller
 * after its commit, or the sweeper.
 */
export async function bookTransfers(trx: Transaction, paid: Paid[], now: Date): Promise<void> {
  if (paid.length === 0) return
  const rows = rowsOf('m', paid, { key: 'uuid', order_id: 'uuid', name: 'text', iban: 'text' })
  await sql`
    with booked as (
      update bank_charges c set paid_at = ${now}, is_cancelled = false, payer_name = m.name, payer_iban = m.iban
      from ${rows} where c.key = m.key returning m.order_id
    )
    update orders o set lease_until = least(o.lease_until, ${now})
    from booked b where o.id = b.order_id and o.status = 'requires_action'`.execute(trx)
}

/** The ids of files have no dashes, as those of refunds. */
const withDashes = (id: string): string[] => {
  const parts = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/i.exec(id)
  return parts ? [parts.slice(1).join('-').toLowerCase()] : []
}

/** Locks the refunds that entries name, and those of files that they name; by their ids in files. */
export async function lockTransferRefunds(
  trx: Transaction,
  { endToEndIds, batches }: { endToEndIds: string[]; batches: string[] },
): Promise<{ refunds: Map<string, TransferRefund>; files: Map<string, TransferRefund[]> }> {
  const keys = list(endToEndIds.flatMap(withDashes), 'uuid')
  const { rows } = await sql<TransferRefund & { name: string; file: string | null }>`
    select key, cents, replace(key::text, '-', '') as name, replace(file_id::text, '-', '') as file from bank_refunds
    where key = any (${keys}) or file_id = any (${list(batches.flatMap(withDashes), 'uuid')})
    order by key for update`.execute(trx)
  const files = Map.groupBy(
    rows.filter(({ file }) => file !== null),
    ({ file }) => file as string,
  )
  return { refunds: new Map(rows.map((row) => [row.name, row])), files }
}

/** Notes that statements show refunds: they have left the account, or `returned` says why they came back. */
export async function noteTransferred(
  trx: Transaction,
  refunds: { key: string; returned: string | null }[],
  now: Date,
): Promise<void> {
  if (refunds.length === 0) return
  await sql`
    update bank_refunds b set done_at = coalesce(b.done_at, ${now}), refused = coalesce(b.refused, m.returned)
    from ${rowsOf('m', refunds, { key: 'uuid', returned: 'text' })} where b.key = m.key`.execute(
    trx,
  )
}

/** Notes money of an entry that goes back without having been booked. */
export async function returnEntry(
  trx: Transaction,
  { key, entry_id, cents, now }: { key: string; entry_id: string; cents: number; now: Date },
): Promise<void> {
  await sql`
    insert into bank_refunds (key, entry_id, cents, created_at) values (${key}, ${entry_id}, ${cents}, ${now})`.execute(
    trx,
  )
}

/** A transfer that pays a settlement. `about` is its id; the payee is as it was when the transfer was ordered. */
export type OrganizerTransfer = {
  about: string
  cents: number
  payee_name: string
  payee_iban: string
  payee_bic: string | null
  text: string
  created_at: Date
}

/** Adds a transfer to the next file for the bank. */
export async function addOrganizerTransfer(
  trx: Transaction,
  transfer: OrganizerTransfer,
): Promise<void> {
  await trx
    .insertInto('bank_refunds')
    .values({ ...transfer, key: newId() })
    .execute()
}

/** Waits for a file, is in one, has left the account, or has come back. */
export type StoredTransfer = Pick<OrganizerTransfer, 'about' | 'payee_iban' | 'created_at'> & {
  state: 'waiting' | 'ordered' | 'paid' | 'returned'
  done_at: Date | null
}

/** Returns the latest transfer of each settlement, by the settlement's id. */
export async function organizerTransfers(
  db: Database,
  about: string[],
): Promise<Map<string, StoredTransfer>> {
  const { rows } = await sql<StoredTransfer>`
    select distinct on (about) about, payee_iban, created_at, done_at,
           case when refused is not null then 'returned' when done_at is not null then 'paid'
                when file_id is not null then 'ordered' else 'waiting' end as state
    from bank_refunds where about = any (${list(about, 'uuid')})
    order by about, created_at desc, key desc`.execute(db)
  return new Map(rows.map((row) => [row.about, row]))
}

/** Notes that a file orders refunds, with their locks held by the caller. */
export async function orderRefunds(trx: Transaction, file: string, keys: string[]): Promise<void> {
  await sql`
    update bank_refunds set file_id = ${file} where key = any (${list(keys, 'uuid')})`.execute(trx)
}
