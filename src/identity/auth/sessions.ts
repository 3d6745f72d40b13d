/** The sessions of a user: listing the valid tokens, and ending them. */
import { sql } from 'kysely'
import type { UserCaller } from '#core/access'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { found } from '#platform/values/errors'
import type { SignedIn } from './schemas.ts'

/** Most sessions in the list. */
const most = 100

/** The public id of a session. Its token cannot be found from it. */
const idOf = sql<string>`encode(sha256(t.hash), 'hex')`

/** Returns the sessions of a user, newest first; a hundred at most. */
export async function listSessions(
  { db, now }: { db: Database; now: Date },
  user: UserCaller,
): Promise<SignedIn[]> {
  const { rows } = await sql<SignedIn>`
    select ${idOf} as id, c.name as client_name, t.created_at,
           to_char(coalesce(t.last_used_on, t.created_at) at time zone 'UTC', 'YYYY-MM-DD') as last_used_on,
           t.expires_at, t.second_factor, t.hash = ${Buffer.from(user.token, 'base64url')} as current
    from tokens t join clients c on c.id = t.client_id
    where t.user_id = ${user.id} and t.expires_at > ${now}
    order by t.created_at desc, t.hash limit ${most}`.execute(db)
  return rows
}

/** Ends a session of a user, on every process. @throws Problem 404 */
export function endSession(
  { db, access }: Pick<Infrastructure, 'db' | 'access'>,
  { user, id }: { user: UserCaller; id: string },
): Promise<void> {
  return transact(db, async (trx) => {
    const { rows } = await sql<{ hash: Buffer }>`
      select t.hash from tokens t where t.user_id = ${user.id} and ${idOf} = ${id}`.execute(trx)
    const { hash } = found(rows[0], 'Session')
    await access.endToken(trx, hash.toString('base64url'))
  })
}
