import { transact } from '#platform/database'
import type { Floor } from '#platform/http'
import { newId } from '#platform/ids'
import { hashNew, verifyPassword } from '#platform/passwords'
import { fold } from '#platform/text'
import { writePassword } from './password.ts'

/**
 * Makes sure that an administrator with this e-mail and password exists: the account is made, or
 * promoted, and its password replaced (which ends its tokens) only when this one does not open it. A
 * suspended account stays suspended. Safe to do twice, also at once.
 */
export async function ensureAdmin(
  { db, access, config }: Pick<Floor, 'db' | 'access' | 'config'>,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const email_key = fold(email)
  const known = await db
    .selectFrom('users')
    .select(['roles', 'password_hash'])
    .where('email_key', '=', email_key)
    .executeTakeFirst()
  const opens = await verifyPassword(known?.password_hash, password)
  if (opens && known?.roles.includes('admin')) return
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
        search_name: 'festival admin',
        roles: ['admin'],
      })
      .onConflict((oc) => oc.column('email_key').doUpdateSet({ roles: ['admin'] }))
      .returning('id')
      .executeTakeFirstOrThrow()
    if (hash) await writePassword({ db: trx, access }, { id, hash })
    await access.changed(trx, { userId: id })
  })
}
