import type { Database } from '#platform/database/tables'

/** The bank account of an organizer, which receives the payments of settlements. */
export type PayeeAccount = { name: string; iban: string; bic: string | null }

/** Returns the account of an organizer; undefined if it has none. */
export async function readAccount(db: Database, id: string): Promise<PayeeAccount | undefined> {
  const row = await db
    .selectFrom('sellers')
    .select(['account_holder', 'iban', 'bic'])
    .where('organizer_id', '=', id)
    .executeTakeFirst()
  if (!row || row.account_holder === null || row.iban === null) return undefined
  return { name: row.account_holder, iban: row.iban, bic: row.bic }
}
