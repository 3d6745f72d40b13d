import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { found } from '#platform/values/errors'
import type { Passkey } from './schemas.ts'

/** The passkeys of a user, oldest first. */
export function listPasskeys(db: Database, userId: string): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Removes a passkey of a user, which then no longer signs in. @throws Problem 404 */
export async function removePasskey(
  db: Database,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  await transact(db, async (trx) => {
    const gone = await trx
      .deleteFrom('passkeys')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    found(gone, 'Passkey')
  })
}
