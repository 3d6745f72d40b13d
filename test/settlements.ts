/** Statements of organizers, as if their months had been settled. */
import { newId } from '#platform/values/ids'
import type { World } from './world.ts'

/** Stores a statement that owes an organizer, which has a bank account, 100 euros. */
export async function aSettlement({ db }: World, organizer_id: string): Promise<{ id: string }> {
  const id = newId()
  const account = { account_holder: 'Harbour Nights GmbH', iban: 'DE02120300000000202051' }
  await db
    .insertInto('sellers')
    .values({ organizer_id, ...account })
    .onConflict((oc) => oc.column('organizer_id').doUpdateSet(account))
    .execute()
  const none = {
    refunds_cents: '0',
    fees_cents: '0',
    commission_cents: '0',
    commission_vat_cents: '0',
  }
  await db
    .insertInto('settlements')
    .values({
      id,
      organizer_id,
      ...none,
      sold: 0,
      sales_cents: '10000',
      month: '2001-01',
      year: 2001,
      sequence: Number.parseInt(id.slice(-7), 16),
      terms: JSON.stringify({
        commission_percent: 0,
        commission_cents: 0,
        commission_vat_percent: 0,
        passes_fees: false,
      }),
      lines: '[]',
      created_at: new Date('2001-02-01T00:00:00Z'),
    })
    .execute()
  return { id }
}
