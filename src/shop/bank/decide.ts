/** Decisions of people about entries that no rule could book. */
import { sql } from 'kysely'
import type { Transaction } from '#platform/database/transactions'
import { transact } from '#platform/database/transactions'
import { conflict, found, missingFields } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import {
  bookTransfers,
  lockTransferCharges,
  returnEntry,
  type TransferCharge,
} from '#shop/payments'
import type { BankContext } from './import.ts'

export type Decision = 'accept' | 'book_on' | 'give_back' | 'dismiss'
type Request = { id: string; decision: Decision; orderNumber: string | undefined }

type Entry = {
  id: string
  cents: number
  name: string | null
  iban: string | null
  state: string
  order_number: string | null
}

/**
 * Decides about an open entry, once. `accept` pays the order that it names, whatever the amount: what is too much goes
 * back. Returns the order that is paid now, which the caller settles.
 */
export function decide(
  { db, now }: BankContext,
  { id, decision, orderNumber }: Request,
): Promise<{ paid: string | undefined }> {
  return transact(db, async (trx) => {
    const { rows } = await sql<Entry>`
      select e.id, e.cents, e.name, e.iban, e.state, o.number as order_number
      from bank_entries e left join orders o on o.id = e.order_id where e.id = ${id} for update of e`.execute(
      trx,
    )
    const entry = found(rows[0], 'Entry')
    if (entry.state !== 'open') throw conflict('This entry is not open any more', 'not_open')
    const at = { trx, now: now() }
    const charge = await carryOut(at, entry, { decision, orderNumber })
    const order_id = charge?.order_id ?? null
    await sql`
      update bank_entries
      set state = 'decided', decision = ${decision}, decided_at = ${at.now}, order_id = coalesce(${order_id}, order_id)
      where id = ${id}`.execute(trx)
    return { paid: charge?.order_id }
  })
}

type At = { trx: Transaction; now: Date }

async function carryOut(
  at: At,
  entry: Entry,
  { decision, orderNumber }: Omit<Request, 'id'>,
): Promise<TransferCharge | undefined> {
  if (decision === 'dismiss') return undefined
  if (entry.cents < 0) throw conflict('This money left the account', 'not_incoming')
  if (decision === 'give_back') {
    await giveBack(at, entry, entry.cents)
    return undefined
  }
  const number = decision === 'accept' ? entry.order_number : orderNumber
  if (number === undefined) throw missingFields(['order_number'])
  if (number === null) throw conflict('It names no order: book it on one', 'no_order')
  const charge = (await lockTransferCharges(at.trx, [number.toUpperCase()])).get(
    number.toUpperCase(),
  )
  const key = requirePayable(found(charge, 'Order'))
  const { order_id, cents } = key
  const { name, iban } = entry
  await bookTransfers(at.trx, [{ key: key.key, order_id, name, iban }], at.now)
  if (entry.cents > cents && iban !== null) await giveBack(at, entry, entry.cents - cents)
  return key
}

function requirePayable(charge: TransferCharge): TransferCharge & { key: string } {
  const { key, paid_at, is_paid } = charge
  if (is_paid || paid_at !== null) throw conflict('This order is paid already', 'already_paid')
  if (key === null) throw conflict('This order was not to be paid by transfer', 'no_order')
  return { ...charge, key }
}

async function giveBack({ trx, now }: At, { id: entry_id, iban }: Entry, cents: number) {
  if (iban === null)
    throw conflict('The statement names no account of the payer: transfer it by hand', 'no_account')
  await returnEntry(trx, { key: newId(), entry_id, cents, now })
}
