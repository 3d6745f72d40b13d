import { sql } from 'kysely'
import { creditorReference } from '#core/banking'
import { conflict, found } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { type BankContext, importEntries } from './import.ts'

/**
 * Books a made-up entry that pays an order, as a statement of the bank would. 404 for an unknown order, 409 where real money
 * is taken.
 */
export async function simulateTransfer(context: BankContext, number: string): Promise<void> {
  const { rows } = await sql<{ cents: number; livemode: boolean }>`
    select amount_cents as cents, livemode from orders where number = ${number.toUpperCase()}`.execute(
    context.db,
  )
  const { cents, livemode } = found(rows[0], 'Order')
  if (livemode) throw conflict('This order is to be paid with real money', 'livemode')
  const reference = creditorReference(number.toUpperCase())
  const entry = {
    account: context.config.BANK_IBAN ?? '',
    currency: 'EUR',
    bookedOn: context.now().toISOString().slice(0, 10),
    cents,
    status: 'BOOK',
    key: `simulated ${newId()}`,
    references: [reference],
    endToEndIds: [],
    batchId: null,
    batchCount: null,
    name: 'Simulated payer',
    iban: 'DE02120300000000202051',
    text: reference,
    chargesCents: 0,
    isReversal: false,
    returnReason: null,
  }
  await importEntries(context, { name: 'simulated', entries: [entry] })
}
