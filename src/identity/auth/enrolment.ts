/** Adding a second factor, and replacing it (docs/contract, section 2.11). */
import type { UserCaller } from '#core/access'
import { confirmSecret, findFactor, offerSecret } from '#identity/second-factor'
import { requireOwner } from '#identity/users'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { invalidField } from '#platform/values/errors'
import type { RateLimit } from '#platform/values/rate-limit'
import {
  checkFactor,
  countingWrong,
  type FactorContext,
  factorRequired,
  notifyFactorChange,
  useFactor,
  wrongAtSignIn,
} from './second-factor.ts'
import { enter, type PasswordClaim, proveClaim } from './sign-in.ts'

type Context = FactorContext & Pick<Infrastructure, 'metrics'>

type EnrolmentRequest = PasswordClaim & {
  /** a code of the present second factor */
  code?: string | undefined
  /** the user signed in during enrolment */
  user: UserCaller | null
}

/**
 * Returns a new secret for an authenticator app, which waits ten minutes for its first code. A user with a second
 * factor gives a code of it, or, where it is a passkey, is signed in by it: otherwise a password alone could replace
 * it. Refuses as `POST /auth/user` does.
 */
export async function offerFactor(context: Context, request: EnrolmentRequest): Promise<Buffer> {
  const account = await proveClaim(context, request)
  const { code, user } = request
  return countingWrong(context, wrongAtSignIn, () =>
    transact(context.db, async (trx) => {
      await enter(trx, context, account)
      const { enrolled_at, hasPasskeys } = await findFactor(trx, account.id)
      const isProven = user?.id === account.id && user.hasSecondFactor
      if (enrolled_at && code === undefined) throw factorRequired(true)
      if (enrolled_at && code) await useFactor(trx, context, { userId: account.id, code })
      if (!enrolled_at && hasPasskeys) {
        if (!isProven) throw byPasskey()
        await requireOwner({ db: trx, now: context.now }, user)
      }
      return offerSecret({ db: trx, vault: context.vault, now: context.now() }, account.id)
    }),
  )
}

const byPasskey = () =>
  Object.assign(factorRequired(false), {
    message: 'The account has a passkey: sign in by it first, and send that user token along',
  })

const wrongCode = (rateLimit: RateLimit) =>
  Object.assign(
    invalidField('code', 'is wrong, or its secret has waited ten minutes: ask for a new secret'),
    { rateLimit },
  )

type Confirmed = PasswordClaim & { code: string; clientId: string; seconds: number }

/**
 * Activates the secret with its first code. Returns a user token, which is then the account's only one, and recovery
 * codes. Notifies the account by e-mail. A wrong code is 400, after too many 429.
 */
export async function confirmFactor(context: Context, confirmed: Confirmed) {
  const { access, vault, now } = context
  const { code, clientId, seconds } = confirmed
  const account = await proveClaim(context, confirmed)
  const userId = account.id
  return countingWrong(context, wrongCode, () =>
    transact(context.db, async (trx) => {
      await enter(trx, context, account)
      const at = { db: trx, vault, now: now() }
      const check = () => confirmSecret(at, { userId, code })
      const recovery_codes = await checkFactor(trx, context, { userId, check })
      await access.endUser(trx, userId)
      await notifyFactorChange(trx, context, { userId, news: 'added' })
      const issued = await access.issue(trx, { clientId, userId, seconds, secondFactor: true })
      return { ...issued, recovery_codes }
    }),
  )
}
