import { deleteUndeliverable, hastenMails } from '#messaging/mail'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { emailKey } from '#platform/values/email'

/** An account locked by the transaction that proves its e-mail. */
export type ProvenAccount = { id: string; email_key: string }
type Follow = (trx: Database, account: ProvenAccount) => Promise<void>

/** Runs the effects of proving an e-mail, in the same transaction. Modules above this one add them. */
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
    /** effects of proving an e-mail */
    proofs: Proofs
  }
}

/** The fields of an account that decide the effect of confirming its e-mail. */
export type HeldAccount = {
  id: string
  email_key: string | null
  email_proven_at: Date | null
  /** when the e-mail before the present, unproven one was proven */
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
 * Records that the e-mail of an account is confirmed, and runs the effects. The caller has locked the account in the
 * transaction `db` and checked that it still has that e-mail. The time of the first confirmation stays. Rights that
 * were inactive since a proven e-mail was replaced count again.
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
    // The subquery reads the row from before the update.
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
  await deleteUndeliverable(trx, id)
  const { email_key = null } = account ?? {}
  if (email_key === null) return
  await proofs.proven(trx, { id, email_key })
  await hastenMails(trx, { userId: id, now })
}
