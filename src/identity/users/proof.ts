import { forgetUndeliverable, hastenMails } from '#messaging/mail'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { emailKey } from '#platform/values/email'

/** An account whose e-mail is proven in a transaction, which has locked it. */
export type ProvenAccount = { id: string; email_key: string }
type Follow = (trx: Database, account: ProvenAccount) => Promise<void>

/** What follows when an e-mail is proven, in the same transaction: modules above this one add it. */
export class Proofs {
  readonly #follows: Follow[] = []

  onProof(follow: Follow): void {
    this.#follows.push(follow)
  }

  async proven(trx: Database, account: ProvenAccount): Promise<void> {
    for (const follow of this.#follows) await follow(trx, account)
  }
}

declare module '#platform/http/infrastructure' {
  interface Infrastructure {
    /** what follows when an e-mail is proven */
    proofs: Proofs
  }
}

/** What of an account decides the effect of confirming its e-mail. */
export type HeldAccount = {
  id: string
  email_key: string | null
  email_proven_at: Date | null
  /** when the e-mail was proven that the present one, which is not, has replaced */
  proven_before: Date | null
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
    .select(['id', 'email_key', 'email_proven_at', 'proven_before', 'suspended_at'])
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('email_key', '=', emailKey(by.email))))
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Records that the e-mail of an account is confirmed, with what follows from it. The caller has locked the account in
 * the transaction `db` and checked that it still has that e-mail. The time of the first confirmation is kept. Rights that
 * have rested since a proven e-mail was replaced count again.
 */
export async function proveEmail(
  { db: trx, proofs, access }: Pick<Infrastructure, 'db' | 'proofs' | 'access'>,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  const account = await trx
    .updateTable('users')
    .set((eb) => ({ email_proven_at: eb.fn.coalesce('email_proven_at', eb.val(now)) }))
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    // The subquery reads the row as it was before.
    .returning((eb) => [
      'id',
      'email_key',
      eb
        .selectFrom('users as before')
        .whereRef('before.id', '=', 'users.id')
        .select('before.proven_before')
        .as('rested_since'),
    ])
    .executeTakeFirst()
  if (account?.rested_since) await access.changed(trx, { userId: id })
  await forgetUndeliverable(trx, id)
  const { email_key = null } = account ?? {}
  if (email_key === null) return
  await proofs.proven(trx, { id, email_key })
  await hastenMails(trx, { userId: id, now })
}
