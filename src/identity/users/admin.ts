import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { hashNew, verifyPassword } from '#platform/secrets/passwords'
import { emailKey } from '#platform/values/email'
import { newId } from '#platform/values/ids'
import { searchName } from '#platform/values/names'
import { writePassword } from './password.ts'

/**
 * Ensures that an administrator with this e-mail and password exists. Creates the account or gives it the role, and
 * replaces its password only if it differs; each of these ends its tokens. The e-mail counts as confirmed, since the
 * operator gives it. A suspended account stays suspended. Idempotent, also concurrently.
 */
export async function ensureAdmin(
  { db, access, config, now }: Pick<Infrastructure, 'db' | 'access' | 'config' | 'now'>,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const email_key = emailKey(email)
  const known = await db
    .selectFrom('users')
    .select(['roles', 'password_hash', 'email_proven_at'])
    .where('email_key', '=', email_key)
    .executeTakeFirst()
  const opens = await verifyPassword(known?.password_hash, password)
  const isAdmin = known?.roles.includes('admin')
  if (opens && isAdmin && known?.email_proven_at) return
  const hash = opens
    ? undefined
    : await hashNew(config, { name: 'ADMIN_PASSWORD', password, about: [email] })
  await transact(db, async (trx) => {
    const { id } = await trx
      .insertInto('users')
      .values({
        id: newId(),
        first_name: 'Festival',
        last_name: 'Admin',
        email,
        email_key,
        search_name: searchName('Festival Admin'),
        roles: ['admin'],
        email_proven_at: now(),
      })
      .onConflict((oc) =>
        oc.column('email_key').doUpdateSet((eb) => ({
          roles: ['admin'],
          email_proven_at: eb.fn.coalesce('users.email_proven_at', 'excluded.email_proven_at'),
        })),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    if (hash) await writePassword({ db: trx, access, now }, { id, hash })
    else if (!isAdmin) await access.endUser(trx, id)
  })
}
