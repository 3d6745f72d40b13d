import { requireRight } from '#catalogue/organizers'
import type { UserCaller } from '#core/access'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { toCents, toEuros } from '#platform/values/money'
import type { SettlementTerms, SettlementTermsChange } from './schemas.ts'

/** Terms as they are stored: hundredths of a percent, and cents. */
export type StoredTerms = {
  commission_percent: number
  commission_cents: number
  commission_vat_percent: number
  passes_fees: boolean
}

const none: StoredTerms = {
  commission_percent: 0,
  commission_cents: 0,
  commission_vat_percent: 0,
  passes_fees: false,
}

/** Refuses like `requireRight`. */
export const requireReader = (db: Database, user: UserCaller, id: string): Promise<void> =>
  requireRight(db, user, {
    id,
    right: 'read_money',
    action: 'see what it is paid',
    permission: 'manage_money',
  })

export async function readTerms(db: Database, organizer: string): Promise<StoredTerms> {
  const row = await db
    .selectFrom('settlement_terms')
    .select(['commission_percent', 'commission_cents', 'commission_vat_percent', 'passes_fees'])
    .where('organizer_id', '=', organizer)
    .executeTakeFirst()
  return row ?? none
}

/** Changes terms for the statements that are still to be made. */
export async function changeTerms(
  db: Database,
  organizer: string,
  change: SettlementTermsChange,
): Promise<StoredTerms> {
  const { commission_percent, commission_per_unit, commission_vat_percent, passes_fees } = change
  const terms = {
    ...(commission_percent !== undefined && { commission_percent: toCents(commission_percent) }),
    ...(commission_per_unit !== undefined && { commission_cents: toCents(commission_per_unit) }),
    ...(commission_vat_percent !== undefined && {
      commission_vat_percent: toCents(commission_vat_percent),
    }),
    ...(passes_fees !== undefined && { passes_fees }),
  }
  return transact(db, async (trx) => {
    await trx
      .insertInto('settlement_terms')
      .values({ organizer_id: organizer, ...terms })
      .onConflict((oc) =>
        oc.column('organizer_id').doUpdateSet({ organizer_id: organizer, ...terms }),
      )
      .execute()
    return readTerms(trx, organizer)
  })
}

/** Converts terms to the form of the API. */
export const toTerms = (terms: StoredTerms): SettlementTerms => ({
  commission_percent: toEuros(terms.commission_percent),
  commission_per_unit: toEuros(terms.commission_cents),
  commission_vat_percent: toEuros(terms.commission_vat_percent),
  passes_fees: terms.passes_fees,
})
