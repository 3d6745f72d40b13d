import type { Database } from '#platform/database/tables'
import { fold } from '#platform/values/text'

/** What of an account decides the effect of confirming its e-mail. */
export type HeldAccount = {
  id: string
  email_key: string | null
  email_proven_at: Date | null
  suspended_at: Date | null
}

/**
 * Returns the account with this id or e-mail, locked until the commit so that its e-mail cannot change;
 * undefined if there is none. Erased accounts have no e-mail.
 */
export function holdAccount(
  trx: Database,
  by: { id: string } | { email: string },
): Promise<HeldAccount | undefined> {
  return trx
    .selectFrom('users')
    .select(['id', 'email_key', 'email_proven_at', 'suspended_at'])
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('email_key', '=', fold(by.email))))
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Records that the e-mail of an account is confirmed. The caller has locked the account in the transaction `trx`
 * and checked that it still has that e-mail. The time of the first confirmation is kept.
 */
export async function proveEmail(
  trx: Database,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ email_proven_at: eb.fn.coalesce('email_proven_at', eb.val(now)) }))
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .execute()
}
