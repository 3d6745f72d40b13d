/** Asking for a second factor, after the first was right, in the transaction that signs in (docs/contract, section 2.11). */

import { findFactor, useFactorCode } from '#identity/second-factor'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { Problem } from '#platform/values/errors'
import type { RateLimit } from '#platform/values/rate-limit'
import {
  admitProven,
  type CountedKind,
  failuresWith,
  leftAfter,
  pairOf,
  refusePair,
} from './failures.ts'

export type FactorContext = Pick<
  Infrastructure,
  'db' | 'access' | 'now' | 'config' | 'vault' | 'jobs'
>

/** Events of a second factor that are mailed to the account. */
export type FactorNews = 'added' | 'removed' | 'codes' | 'guessed'

/**
 * Wrong second factors are counted for the account, from all addresses: a guesser already knows the first factor. The
 * window is a day, so that a hundred guesses of a million are the most that one day allows.
 */
const wrongFactor: CountedKind = {
  name: 'second-factor',
  code: 'too_many_failures',
  error: 'Too many wrong second factors',
  window: 24 * 3_600_000,
  longest: 900,
}

/** Thrown by `useFactor`, so that the transaction is rolled back; `countingWrong` counts it. */
class WrongFactor extends Error {
  readonly userId: string

  constructor(userId: string) {
    super('Wrong second factor')
    this.userId = userId
  }
}

type CodeCheck = { userId: string; code: string }

const limitOf = ({ config, now }: Pick<FactorContext, 'config' | 'now'>, userId: string) => ({
  pair: pairOf(`second factor:${userId}`, ''),
  limit: config.SIGN_IN_FAILURES,
  now: now(),
  kind: wrongFactor,
})

/** Runs the check of a code, unless too many were wrong (429). Call it within `countingWrong`. */
export async function checkFactor<T>(
  trx: Database,
  context: FactorContext,
  { userId, check }: { userId: string; check: () => Promise<T | undefined | false> },
): Promise<T> {
  const counted = limitOf(context, userId)
  await refusePair(trx, counted.pair, counted)
  const right = await check()
  if (right === undefined || right === false) throw new WrongFactor(userId)
  await admitProven(trx, counted)
  return right
}

/** Uses up a code of the app, or a recovery code. Call it within `countingWrong`. */
export async function useFactor(
  trx: Database,
  context: FactorContext,
  { userId, code }: CodeCheck,
): Promise<void> {
  const at = { db: trx, vault: context.vault, now: context.now() }
  await checkFactor(trx, context, { userId, check: () => useFactorCode(at, { userId, code }) })
}

/**
 * Runs `work`. Counts a wrong second factor, after its transaction was rolled back, and refuses it by `refused`. The
 * account is notified by e-mail when its failures reach the limit.
 */
export async function countingWrong<T>(
  context: FactorContext,
  refused: (left: RateLimit) => Problem,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof WrongFactor)) throw error
    const { userId } = error
    const counted = limitOf(context, userId)
    const failures = await transact(context.db, async (trx) => {
      const failures = await failuresWith(trx, counted)
      if (failures === counted.limit)
        await notifyFactorChange(trx, context, { userId, news: 'guessed' })
      return failures
    })
    throw refused(factorsLeft(failures, counted.limit))
  }
}

/** Returns the number of wrong second factors that may still be tried after `failures`, for the headers. */
export const factorsLeft = (failures: number, limit: number) =>
  leftAfter(failures, limit, wrongFactor)

/** Adds the job that notifies an account by e-mail about its second factor. */
export function notifyFactorChange(
  trx: Database,
  { jobs }: Pick<FactorContext, 'jobs'>,
  change: { userId: string; news: FactorNews },
): Promise<void> {
  return jobs.add(trx, 'second-factor-news', change)
}

/** The refusal of a sign-in with a wrong second factor. */
export const wrongAtSignIn = (rateLimit: RateLimit) =>
  new Problem(401, 'The second factor is wrong or was used', { rateLimit })

/** The refusal of a sign-in that lacks a second factor. */
export const factorRequired = (enrolled: boolean) =>
  new Problem(
    401,
    enrolled
      ? 'A second factor is required: a code of the authenticator app, or a recovery code'
      : 'A second factor is required, and the account has none: POST /auth/second-factor adds one',
    { code: 'second_factor_required', enrolled },
  )

type SignIn = {
  userId: string
  code: string | undefined
  /** the client of the session that begins; absent: none begins */
  clientId?: string
  /** true if a mail is the only proof given: on an account with stronger proof before, a passkey then counts as a second factor as well */
  isMailAlone?: boolean
}

/**
 * Returns true if a sign-in gives a second factor. The transaction has locked the account, and the first factor was
 * right. 401 `second_factor_required` where the account or the settings require one that is missing.
 */
export async function requireSecondFactor(
  trx: Database,
  context: FactorContext,
  { userId, clientId, code, isMailAlone }: SignIn,
): Promise<boolean> {
  const { enrolled_at, hasPasskeys, isAdmin } = await findFactor(trx, userId)
  if (!enrolled_at) {
    if (isMailAlone && hasPasskeys) throw passkeyRequired()
    if (clientId !== undefined && context.access.requiresFactor({ isAdmin }, clientId)) {
      throw factorRequired(false)
    }
    return false
  }
  if (code === undefined) throw factorRequired(true)
  await useFactor(trx, context, { userId, code })
  return true
}

const passkeyRequired = () =>
  Object.assign(factorRequired(true), {
    message: 'The account has a passkey: sign in by it, and go on in that session',
  })
