/** Signing in to the console through the identity provider (docs/design/identity.md). */
import {
  countingWrong,
  type FactorContext,
  requireSecondFactor,
  wrongAtSignIn,
} from '#identity/auth'
import { alignRights, holdAccount, insertUser, proveEmail, recordSignIn } from '#identity/users'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { Problem } from '#platform/values/errors'
import type { Identity } from './flow.ts'
import { Refusal } from './refusal.ts'

type Context = FactorContext & Pick<Infrastructure, 'proofs'>

/** The session of a user that confirms their identity. `token` is the hash of its token. */
export type Confirming = { userId: string; token: string }

type SignIn = {
  identity: Identity
  clientId: string
  seconds: number
  /** a code of the second factor that the account has here */
  code?: string | undefined
  confirming?: Confirming | undefined
}

/**
 * Returns a user token for the user that the provider names: for the account that is joined to it, the account with the
 * same proven e-mail, or a new one. Its rights become the rights of its groups. All of this is one transaction: a
 * refusal changes nothing.
 * @throws Refusal, or Problem 401 `second_factor_required`, 401 for a wrong code, 429
 */
export function signInByProvider(
  context: Context,
  { identity, clientId, seconds, code, confirming }: SignIn,
): Promise<{ token: string; seconds: number }> {
  const { access, now } = context
  return countingWrong(context, wrongAtSignIn, () =>
    transact(context.db, async (trx) => {
      const userId = await accountOf(trx, context, identity)
      if (confirming && confirming.userId !== userId) throw new Refusal('other_account')
      await grantRightsOfGroups(trx, context, { userId, identity })
      if (!(await recordSignIn(trx, { id: userId, now: now() }))) throw new Refusal('suspended')
      const secondFactor =
        identity.hasSecondFactor ||
        (await requireSecondFactor(trx, context, { userId, clientId, code }))
      if (confirming) await access.endToken(trx, confirming.token)
      // If the provider does not state when it asked the user, this counts as long ago.
      const provenAt = new Date(Math.min(identity.provenAt ?? 0, now().getTime()))
      return access.issue(trx, { clientId, userId, seconds, secondFactor, provenAt })
    }),
  )
}

/** Returns the account of an identity. Once joined it stays joined, whatever its e-mail is here or there. */
async function accountOf(trx: Database, context: Context, identity: Identity): Promise<string> {
  const { issuer, subject, email } = identity
  const joined = await trx
    .selectFrom('openid_accounts')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (joined) return joined.user_id
  if (email === null) throw new Refusal('email_not_proven')
  const account = await holdAccount(trx, { email })
  if (account && !account.email_proven_at) throw new Refusal('account_not_proven')
  const userId = account?.id ?? (await create(trx, context, { ...identity, email }))
  const made = await trx
    .insertInto('openid_accounts')
    .values({ issuer, subject, user_id: userId, created_at: context.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  // The account belongs to another user of the provider, formerly with this e-mail.
  if (!made) throw new Refusal('other_account')
  return userId
}

/** Creates an account, without a password, for a user in one of the groups that the settings name. */
async function create(
  trx: Database,
  { proofs, access, now }: Context,
  { email, firstName, lastName, groups }: Identity & { email: string },
): Promise<string> {
  if (groups.length === 0) throw new Refusal('not_allowed')
  const proven = { password_hash: null, email_proven_at: now() }
  const made = await insertUser(trx, { email, firstName, lastName }, proven).catch(
    (error: unknown) => {
      // A concurrent sign-in has created it.
      throw error instanceof Problem ? new Refusal('over') : error
    },
  )
  await proveEmail({ db: trx, proofs, access }, { id: made.id, now: now() })
  return made.id
}

type ProviderSignIn = { userId: string; identity: Identity }

async function grantRightsOfGroups(
  trx: Database,
  { access, config }: Context,
  { userId, identity }: ProviderSignIn,
) {
  const all = (config.OIDC_GROUPS ?? []).filter(({ right }) => right !== 'account')
  const managed = all.map(({ right }) => right)
  const given = all.flatMap(({ right, group }) => (identity.groups.includes(group) ? right : []))
  await alignRights({ db: trx, access }, userId, { managed, given }).catch((error: unknown) => {
    throw error instanceof Problem ? new Refusal('account_not_proven') : error
  })
}
