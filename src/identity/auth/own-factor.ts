/** The signed-in user's own second factor: enrolling, using and removing it (docs/contract, section 2.11). */
import type { UserCaller } from '#core/access'
import {
  deleteFactor,
  findFactor,
  renewRecoveryCodes,
  type SecondFactor,
} from '#identity/second-factor'
import { holdAccount } from '#identity/users'
import { letter } from '#messaging/mail'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { post } from '#platform/outgoing/mail'
import { conflict, invalidField } from '#platform/values/errors'
import type { RateLimit } from '#platform/values/rate-limit'
import {
  countingWrong,
  type FactorContext,
  type FactorNews,
  notifyFactorChange,
  useFactor,
} from './second-factor.ts'

type Own = { user: UserCaller; clientId: string }

/** The second factor as its user reads it. */
export async function findOwnFactor(
  { db, access }: Pick<Infrastructure, 'db' | 'access'>,
  { user, clientId }: Own,
): Promise<SecondFactor> {
  const { enrolled_at, recoveryCodesLeft, isAdmin } = await findFactor(db, user.id)
  return {
    enabled: enrolled_at !== null,
    enabled_at: enrolled_at,
    recovery_codes_left: recoveryCodesLeft,
    required: access.requiresFactor({ isAdmin }, clientId),
  }
}

const wrongCode = (rateLimit: RateLimit) =>
  Object.assign(invalidField('code', 'is wrong or was used'), { rateLimit })

/** Gives a user new recovery codes, in exchange for a code of the second factor. 400 for a wrong one, after too many 429. */
export function renewOwnCodes(
  context: FactorContext,
  { user, code }: { user: UserCaller; code: string },
): Promise<string[]> {
  return countingWrong(context, wrongCode, () =>
    transact(context.db, async (trx) => {
      await holdAccount(trx, user)
      await useFactor(trx, context, { userId: user.id, code })
      await notifyFactorChange(trx, context, { userId: user.id, news: 'codes' })
      return renewRecoveryCodes(trx, user.id)
    }),
  )
}

/**
 * Removes a user's second factor, in exchange for a code of it. 409 `needed` where the user has to have one, else the
 * refusals of `renewOwnCodes`.
 */
export function removeOwnFactor(
  context: FactorContext,
  { user, clientId, code }: Own & { code: string },
): Promise<void> {
  return countingWrong(context, wrongCode, () =>
    transact(context.db, async (trx) => {
      await holdAccount(trx, user)
      const { isAdmin } = await findFactor(trx, user.id)
      if (context.access.requiresFactor({ isAdmin }, clientId)) throw requireFactorInUse()
      await useFactor(trx, context, { userId: user.id, code })
      await deleteFactor(trx, user.id)
      await notifyFactorChange(trx, context, { userId: user.id, news: 'removed' })
    }),
  )
}

const requireFactorInUse = () =>
  conflict(
    'Your account requires a second factor: add another one before you remove this one',
    'needed',
  )

type Post = Pick<Infrastructure, 'db' | 'mailer' | 'config'> & Parameters<typeof post>[0]

const mailNames = {
  added: 'secondFactorAdded',
  removed: 'secondFactorRemoved',
  codes: 'recoveryCodesRenewed',
  guessed: 'secondFactorGuessed',
} as const

/** The job `second-factor-news`: notifies an account by e-mail about its second factor. */
export async function mailFactorChange(
  context: Post,
  { userId, news }: { userId: string; news: FactorNews },
): Promise<void> {
  const account = await context.db
    .selectFrom('users')
    .select(['email', 'language'])
    .where('id', '=', userId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (!account?.email) return
  const { email: to, language } = account
  await post(context, letter(context.config, mailNames[news], { to, language, params: {} }))
}
