import type { Database } from '#platform/database/tables'
import type { ReaderLanguage } from '#platform/values/reader-languages'

/** Stores the language in which a user reads the pages, if they have chosen none. */
export async function saveLanguage(
  db: Database,
  id: string,
  language: ReaderLanguage,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ language })
    .where('id', '=', id)
    .where('language', 'is', null)
    .execute()
}
