/** The second factor of an account: offering, confirming, using and removing it (docs/contract, section 2.11). */
import { sql } from 'kysely'
import { plainCode } from '#common/codes/typed-code'
import type { Database } from '#platform/database/tables'
import { SealBroken, type Vault } from '#platform/secrets/vault'
import { renewRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts'
import { newTotpSecret, stepOf } from './totp.ts'

/** Time for which an offered secret waits for its first code, ms. */
const offerLifetimeMs = 10 * 60_000

/** The state of an account that decides if a second factor is asked for. */
export type FactorState = {
  /** when the account's app was enrolled; null: it has none */
  enrolled_at: Date | null
  isAdmin: boolean
  hasPasskeys: boolean
  recoveryCodesLeft: number
}

type FactorContext = { db: Database; vault: Vault; now: Date }

const contextOf = (userId: string) => `second factor of ${userId}`

/** Returns the state of an account's second factor. */
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
 * Returns a new secret that waits ten minutes for its first code, and replaces a waiting one. The secret in use stays
 * until then.
 */
export async function offerSecret(
  { db, vault, now }: FactorContext,
  userId: string,
): Promise<Buffer> {
  const secret = newTotpSecret()
  const offered = { offered_secret: vault.seal(secret, contextOf(userId)), offered_at: now }
  await db
    .insertInto('second_factors')
    .values({ user_id: userId, ...offered })
    .onConflict((known) => known.column('user_id').doUpdateSet(offered))
    .execute()
  return secret
}

type CodeCheck = { userId: string; code: string }

/**
 * Activates the offered secret with its first code, which proves that an app has it, and returns new recovery codes;
 * undefined for a wrong code, and if no secret waits. The caller has locked the account.
 */
export async function confirmSecret(
  { db, vault, now }: FactorContext,
  { userId, code }: CodeCheck,
): Promise<string[] | undefined> {
  const offered = await findRow(db, userId)
  const isLate =
    !offered?.offered_at || offered.offered_at.getTime() + offerLifetimeMs <= now.getTime()
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

/** Uses up a code of the app, or a recovery code. Returns false for a wrong or used one. Only one of two concurrent uses succeeds. */
export async function useFactorCode(
  { db, vault, now }: FactorContext,
  { userId, code }: CodeCheck,
): Promise<boolean> {
  const known = await findRow(db, userId)
  if (!known?.secret) return false
  const step = stepIn(vault, { userId, sealed: known.secret, code, now })
  if (step === undefined) return spendRecoveryCode(db, { userId, code, now })
  const taken = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Removes an account's app and recovery codes. Returns false if it has none. */
export async function deleteFactor(trx: Database, userId: string): Promise<boolean> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const gone = await trx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('enrolled_at')
    .executeTakeFirst()
  return gone?.enrolled_at != null
}

/** Reseals every secret that this vault can open, using its first key. Returns their number, and the users of secrets it cannot open. */
export async function resealSecondFactors({ db, vault }: Pick<FactorContext, 'db' | 'vault'>) {
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
        // A secret that was replaced in the meantime is sealed with the first key already.
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

type Sealed = CodeCheck & { sealed: Buffer | null; now: Date }

/** Returns the half minute of a code; undefined for a wrong one. No code fits a secret sealed with another SECRET_KEY. */
function stepIn(vault: Vault, { userId, sealed, code, now }: Sealed): number | undefined {
  if (sealed === null) return undefined
  try {
    return stepOf(vault.open(sealed, contextOf(userId)), plainCode(code), now)
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}
