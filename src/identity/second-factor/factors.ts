/** The second factor of an account: offered, confirmed, used and removed (docs/contract.md, section 2.11). */
import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { SealBroken, type Vault } from '#platform/secrets/vault'
import { renewRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts'
import { newTotpSecret, stepOf } from './totp.ts'

/** How long an offered secret waits for its first code. */
const patience = 10 * 60_000

/** What of an account decides whether a second factor is asked for. */
export type FactorState = {
  /** since when an app counts codes for it; null: none does */
  enrolled_at: Date | null
  isAdmin: boolean
  hasPasskeys: boolean
  recoveryCodesLeft: number
}

type At = { db: Database; vault: Vault; now: Date }

const contextOf = (userId: string) => `second factor of ${userId}`

/** What is known of an account's second factor. */
export async function findFactor(db: Database, userId: string): Promise<FactorState> {
  const { rows } = await sql<FactorState>`
    select f.enrolled_at, coalesce('admin' = any (u.roles), false) as "isAdmin",
           exists (select from passkeys where user_id = u.id) as "hasPasskeys",
           (select count(*) from recovery_codes where user_id = u.id and used_at is null)::int
             as "recoveryCodesLeft"
    from (select ${userId}::uuid as id) asked
    left join users u on u.id = asked.id
    left join second_factors f on f.user_id = asked.id`.execute(db)
  return rows[0] ?? { enrolled_at: null, isAdmin: false, hasPasskeys: false, recoveryCodesLeft: 0 }
}

/**
 * Returns a new secret that waits ten minutes for its first code, in place of one that waits already. The secret in
 * use stays until then.
 */
export async function offerSecret({ db, vault, now }: At, userId: string): Promise<Buffer> {
  const secret = newTotpSecret()
  const offered = { offered_secret: vault.seal(secret, contextOf(userId)), offered_at: now }
  await db
    .insertInto('second_factors')
    .values({ user_id: userId, ...offered })
    .onConflict((known) => known.column('user_id').doUpdateSet(offered))
    .execute()
  return secret
}

type Given = { userId: string; code: string }

/**
 * Puts the offered secret to use, which its first code shows to be in an app, and returns new recovery codes; undefined
 * for a wrong code, and where no secret waits. The caller has locked the account.
 */
export async function confirmSecret(
  { db, vault, now }: At,
  { userId, code }: Given,
): Promise<string[] | undefined> {
  const offered = await findRow(db, userId)
  const isLate = !offered?.offered_at || offered.offered_at.getTime() + patience <= now.getTime()
  const sealed = isLate ? null : offered.offered_secret
  const step = stepIn(vault, { userId, sealed, code, now })
  if (sealed === null || step === undefined) return undefined
  const confirmed = { secret: sealed, enrolled_at: now, last_step: step }
  await db
    .updateTable('second_factors')
    .set({ ...confirmed, offered_secret: null, offered_at: null })
    .where('user_id', '=', userId)
    .execute()
  return renewRecoveryCodes(db, userId)
}

/** Uses up a code of the app, or a recovery code; false for one that is wrong or was used. Of two at once, one. */
export async function takeFactor(
  { db, vault, now }: At,
  { userId, code }: Given,
): Promise<boolean> {
  const known = await findRow(db, userId)
  if (!known?.secret) return false
  const step = stepIn(vault, { userId, sealed: known.secret, code, now })
  if (step === undefined) return takeRecoveryCode(db, { userId, code, now })
  const taken = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Removes an account's app and recovery codes; false where it has none. */
export async function forgetFactor(trx: Database, userId: string): Promise<boolean> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const gone = await trx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('enrolled_at')
    .executeTakeFirst()
  return gone?.enrolled_at != null
}

/** Seals every secret that this vault can open with the first of its keys; returns how many, and of which users it cannot. */
export async function resealSecondFactors({ db, vault }: Pick<At, 'db' | 'vault'>) {
  const report: { resealed: number; lost: string[] } = { resealed: 0, lost: [] }
  const rows = await db
    .selectFrom('second_factors')
    .select(['user_id', 'secret', 'offered_secret'])
    .execute()
  for (const { user_id, ...kept } of rows) {
    for (const column of ['secret', 'offered_secret'] as const) {
      const sealed = kept[column]
      try {
        const anew = sealed && vault.reseal(sealed, contextOf(user_id))
        if (!anew) continue
        // One that was exchanged meanwhile is sealed with the first key already.
        await db
          .updateTable('second_factors')
          .set({ [column]: anew })
          .where('user_id', '=', user_id)
          .where(column, '=', sealed)
          .execute()
        report.resealed++
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error
        report.lost.push(user_id)
      }
    }
  }
  return report
}

function findRow(db: Database, userId: string) {
  return db
    .selectFrom('second_factors')
    .select(['secret', 'offered_secret', 'offered_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

type Sealed = Given & { sealed: Buffer | null; now: Date }

/** The half minute of a code; undefined for a wrong one. A secret of another SECRET_KEY has no codes. */
function stepIn(vault: Vault, { userId, sealed, code, now }: Sealed): number | undefined {
  if (sealed === null) return undefined
  try {
    return stepOf(vault.open(sealed, contextOf(userId)), code.replace(' ', ''), now)
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}
