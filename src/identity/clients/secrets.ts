import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { digest, newSecret } from '#platform/secrets/tokens'
import { newId } from '#platform/values/ids'

/** Stores the hash of a secret for the client, by default of a new one. Returns the secret. */
export async function addSecret(
  db: Database,
  { id, secret = newSecret('fst_secret'), now }: { id: string; secret?: string; now: Date },
): Promise<string> {
  await db
    .insertInto('client_secrets')
    .values({
      id: newId(),
      client_id: id,
      hash: digest(secret),
      last_four: secret.slice(-4),
      created_at: now,
    })
    .execute()
  return secret
}

/** Ends the client's secrets at `end`, unless they end earlier. */
export async function endSecrets(db: Database, clientId: string, end: Date): Promise<void> {
  await db
    .updateTable('client_secrets')
    .set({ ends_at: end })
    .where('client_id', '=', clientId)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', end)]))
    .execute()
}

/** Returns true if the client has or had this secret. */
export async function hasHadSecret(
  db: Database,
  clientId: string,
  secret: string,
): Promise<boolean> {
  const known = await db
    .selectFrom('client_secrets')
    .select('id')
    .where('client_id', '=', clientId)
    .where('hash', '=', digest(secret))
    .executeTakeFirst()
  return known !== undefined
}

/**
 * Returns true if the secret is valid for the client at `now`, compared in constant time. False if the secret has ended
 * or the client is suspended. In a transaction, the client is locked against suspension and deletion, so that these
 * also end tokens that the transaction issues.
 */
export async function checkClientSecret(
  db: Database,
  { id, secret, now }: { id: string; secret: string; now: Date },
): Promise<boolean> {
  const given = digest(secret)
  const { rows } = await sql<{ id: string; hash: Buffer }>`
    select s.id, s.hash
    from clients c join client_secrets s on s.client_id = c.id
    where c.id = ${id} and c.suspended_at is null and (s.ends_at is null or s.ends_at > ${now})
    for share of c`.execute(db)
  const match = rows.find(({ hash }) => timingSafeEqual(hash, given))
  if (!match) return false
  await recordUse(db, match.id, now)
  return true
}

/** Records the use of a secret at most once a minute, so that a busy client does not wait for its own row. */
async function recordUse(db: Database, id: string, now: Date): Promise<void> {
  const minuteAgo = new Date(now.getTime() - 60_000)
  await db
    .updateTable('client_secrets')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', minuteAgo)]))
    .execute()
}
