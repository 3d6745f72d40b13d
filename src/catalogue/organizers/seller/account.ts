import type { Party } from '#core/banking'
import type { Database } from '#platform/database/tables'

/** Returns the bank account of an organizer, which receives the payments of settlements; undefined if it has none. */
export async function readAccount(db: Database, id: string): Promise<Party | undefined> {
  const row = await db
    .selectFrom('sellers')
    .select(['account_holder', 'iban', 'bic'])
    .where('organizer_id', '=', id)
    .executeTakeFirst()
  if (!row || row.account_holder === null || row.iban === null) return undefined
  return { name: row.account_holder, iban: row.iban, bic: row.bic }
}
