import type { Database } from '#platform/database/tables'
import { fold } from '#platform/values/text'

/** Of an account: what decides what a proof of its e-mail changes. */
export type HeldAccount = {
  id: string
  email_key: string | null
  email_proven_at: Date | null
  suspended_at: Date | null
}

/**
 * The account with this id, or with this e-mail, held until the commit so that its e-mail stays what it is;
 * undefined when there is none. An erased one has no e-mail.
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
 * Notes that the e-mail of an account is its owner's. Runs in the transaction `trx`, whose caller has held
 * the account and seen that it still has the e-mail that was proven. The first proof counts.
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
