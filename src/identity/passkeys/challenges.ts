import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { inBatches } from '#platform/database/batches'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'

/** Time that a browser has to sign a challenge, ms. */
export const life = 5 * 60_000

type Context = Pick<Infrastructure, 'vault' | 'now'>
/** The user that a passkey is added for; null for a sign-in. */
type For = { userId: string | null }
/** A challenge that an authenticator has signed. `mac` identifies it. */
export type SignedChallenge = { mac: Buffer; expiresAt: Date }

const randomLength = 16
/** The random bytes, then the end in ms since 1970 as an unsigned integer of 48 bits. */
const headLength = randomLength + 6
const macLength = 32

/**
 * Returns a new challenge, base64url: 16 random bytes, its end and an HMAC of both for this user. It is stored only
 * when it is used, so that a caller fills no table by asking for challenges.
 */
export function issueChallenge({ vault, now }: Context, { userId }: For): string {
  const head = Buffer.alloc(headLength)
  randomBytes(randomLength).copy(head)
  head.writeUIntBE(now().getTime() + life, randomLength, 6)
  return Buffer.concat([head, vault.mac(textOf(head), contextOf(userId))]).toString('base64url')
}

/** Reads a challenge that was issued for this user and has not ended; undefined for any other. */
export function readChallenge(
  { vault, now }: Context,
  { userId, challenge }: For & { challenge: string },
): SignedChallenge | undefined {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== headLength + macLength) return undefined
  const [head, mac] = [bytes.subarray(0, headLength), bytes.subarray(headLength)]
  if (!vault.isMac(mac, textOf(head), contextOf(userId))) return undefined
  const expiresAt = new Date(head.readUIntBE(randomLength, 6))
  return expiresAt > now() ? { mac, expiresAt } : undefined
}

/**
 * Marks a challenge as used, in the transaction of the change that its signature permits. Returns false if it was used
 * before: the later of two concurrent requests waits for the first to commit.
 */
export async function useChallenge(
  trx: Database,
  { mac, expiresAt }: SignedChallenge,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await trx
    .insertInto('passkey_challenges')
    .values({ hash: mac, expires_at: expiresAt })
    .onConflict((used) => used.column('hash').doNothing())
    .executeTakeFirst()
  return inserted === 1n
}

/** Deletes used challenges that have ended: no signature can use them again. Safe to repeat. */
export function deleteEndedChallenges(db: Database, now: Date): Promise<void> {
  return inBatches((limit) =>
    sql`
      delete from passkey_challenges where hash = any (array(
        select hash from passkey_challenges where expires_at <= ${now} limit ${limit}))`.execute(
      db,
    ),
  )
}

const textOf = (head: Buffer) => head.toString('base64url')
const contextOf = (userId: string | null) => `passkey challenge ${userId ?? 'of a sign-in'}`
