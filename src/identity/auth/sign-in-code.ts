import { timingSafeEqual } from 'node:crypto'
import { holdAccount, insertUser, proveEmail, recordSignIn, writePassword } from '#identity/users'
import type { Database } from '#platform/database/tables'
import { type Transaction, transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { found, missingFields, Problem } from '#platform/values/errors'
import type { RateLimit } from '#platform/values/rate-limit'
import { addressOf, hashOf, liveSince, pairFor, validMinutes } from './code-requests.ts'
import {
  admitProven,
  type CountedKind,
  countFailure,
  failuresWith,
  leftAfter,
  pairOf,
  refusePair,
} from './failures.ts'
import {
  countingWrong,
  type FactorContext,
  requireSecondFactor,
  wrongAtSignIn,
} from './second-factor.ts'

type Context = FactorContext & Pick<Infrastructure, 'proofs'>

/** Wrong guesses after which the code of a caller ends, from all networks together. */
const mostFailures = 10
const limitOfRequest: CountedKind = {
  name: 'sign-in',
  code: 'too_many_failures',
  error: 'Too many wrong codes',
  window: validMinutes * 60_000,
}

/** Wrong guesses an hour at the codes of one e-mail without the id of a request, from all networks together. */
const mostOfOthers = 100
const limitOfOthers: CountedKind = {
  name: 'codes-of-one-email',
  code: 'too_many_failures',
  error: 'Too many wrong codes for this e-mail',
  window: 3_600_000,
  isFixed: true,
}

type Attempt = {
  clientId: string
  /** life of the token, in seconds */
  seconds: number
  email: string
  code: string
  /** the id of the request for the code, as `askForCode` returned it */
  requestId?: string | undefined
  /** the IP address of the caller */
  ip: string
  /** the names of a new account */
  names: { firstName?: string | undefined; lastName?: string | undefined }
  /** a code of the authenticator app, or a recovery code */
  secondFactor?: string | undefined
  /** finds the guest to sign in if there is no account; absent: an account is created */
  findGuest?: ((trx: Transaction, email: string) => Promise<string | undefined>) | undefined
}

/**
 * Returns a user token for the client, once, for a code from the mail. This proves the e-mail: an account that had not
 * proven it loses its password and its tokens, since another person may have registered it. If there is no account, one
 * is created, and 400 asks for the names; the code can then be sent again, as it can where a second factor was missing
 * or wrong. With `findGuest` the guest with the e-mail is signed in instead, 404 if there is none. A wrong code is 401.
 * Guesses that name no request are 429 after too many from a network, or for the e-mail.
 */
export async function signInByCode(context: Context, attempt: Attempt) {
  const { db, now, config } = context
  const isOfAsker = attempt.requestId !== undefined
  const pair = pairFor(attempt.email, attempt.ip)
  const limit = config.SIGN_IN_FAILURES
  if (!isOfAsker) await refusePair(db, pair, { limit, now: now() })
  let ownFailures = mostFailures
  const issued = await countingWrong(context, wrongAtSignIn, () =>
    transact(db, async (trx) => {
      const guess = await useCode(trx, context, attempt)
      ownFailures = guess.failures
      if (!guess.isRight) return undefined
      if (!isOfAsker) await admitProven(trx, { pair, limit, now: now() })
      return open(trx, context, attempt)
    }),
  )
  if (issued) return issued
  const rateLimit: RateLimit = isOfAsker
    ? leftAfter(ownFailures, mostFailures, limitOfRequest)
    : await countFailure(db, { pair, limit, now: now() })
  throw new Problem(401, 'The code is wrong, used or expired: request a new one', { rateLimit })
}

type Code = { id: string; pair: Buffer; hash: Buffer | null; request_id: string | null }
type Guess = {
  isRight: boolean
  /** number of wrong guesses so far by the caller that requested the code */
  failures: number
}

/**
 * Compares a guess, and if it is right uses up the code and all others of its e-mail. A guess that names its request is
 * compared with the code of that request, and a wrong one counts against it. Any other guess is compared with the
 * newest code of the e-mail, and the newest one requested from the caller's network; a wrong one counts for the e-mail,
 * and ends no code.
 */
async function useCode(trx: Database, context: Context, attempt: Attempt): Promise<Guess> {
  const now = context.now()
  const address = addressOf(attempt.email)
  // Locks all codes of the e-mail, so that guesses at it are counted one after the other.
  const live = await trx
    .selectFrom('sign_in_codes')
    .select(['id', 'pair', 'hash', 'request_id', 'failures'])
    .where('address', '=', address)
    .where('ended_at', 'is', null)
    .where('created_at', '>', liveSince(now))
    .where('failures', '<', mostFailures)
    .orderBy('id')
    .forUpdate()
    .execute()
  const hash = hashOf(context, attempt)
  const isRight = (code: Code | undefined) =>
    Boolean(code?.hash && timingSafeEqual(code.hash, hash))
  const codes = trx.updateTable('sign_in_codes')
  const endCodes = () =>
    codes.set({ ended_at: now }).where('address', '=', address).where('ended_at', 'is', null)
  if (attempt.requestId === undefined) {
    const others = { pair: pairOf(`codes of:${address.toString('hex')}`, ''), limit: mostOfOthers }
    const counted = { ...others, now, kind: limitOfOthers }
    await refusePair(trx, counted.pair, counted)
    const right = guessable(live, pairFor(attempt.email, attempt.ip)).some(isRight)
    await (right ? endCodes().execute() : failuresWith(trx, counted))
    return { isRight: right, failures: 0 }
  }
  const own = live.findLast(({ request_id }) => request_id === attempt.requestId)
  if (!own) return { isRight: false, failures: mostFailures }
  if (isRight(own)) {
    await endCodes().execute()
    return { isRight: true, failures: own.failures }
  }
  const failures = own.failures + 1
  await codes.set({ failures }).where('id', '=', own.id).execute()
  return { isRight: false, failures }
}

/** Returns the codes to compare with a guess that names no request: two at most, so that no one guesses at many. */
function guessable(live: Code[], pair: Buffer): (Code | undefined)[] {
  const mailed = live.filter(({ hash }) => hash !== null)
  return [mailed.at(-1), mailed.findLast((code) => code.pair.equals(pair))]
}

/** Opens a session of the account with the e-mail that the code proves; undefined for a suspended one. */
async function open(trx: Transaction, context: Context, attempt: Attempt) {
  const { access, proofs, now } = context
  const { clientId, seconds, email, names, findGuest } = attempt
  const account = await holdAccount(trx, { email })
  if (!account && findGuest) {
    const guest = found(await findGuest(trx, email), 'A purchase with this e-mail')
    return access.issue(trx, { clientId, userId: guest, seconds })
  }
  if (account && !account.email_proven_at) {
    await writePassword({ db: trx, access, now }, { id: account.id, hash: null })
  }
  const userId = account?.id ?? (await register(trx, { email, names, now: now() }))
  if (!(await recordSignIn(trx, { id: userId, now: now() }))) return undefined
  // Runs after the password of a stranger has ended, and with it their second factor.
  const secondFactor = await requireSecondFactor(trx, context, {
    userId,
    clientId,
    code: attempt.secondFactor,
    isMailAlone: account?.proven_before != null,
  })
  await proveEmail({ db: trx, proofs, access }, { id: userId, now: now() })
  return access.issue(trx, { clientId, userId, seconds, secondFactor })
}

async function register(
  trx: Database,
  { email, names, now }: Pick<Attempt, 'email' | 'names'> & { now: Date },
): Promise<string> {
  const { firstName, lastName } = names
  if (!firstName || lastName === undefined) {
    throw missingFields(['firstName', 'lastName'], ': there is no account with this e-mail yet')
  }
  const given = { password_hash: null, email_proven_at: now }
  return (await insertUser(trx, { firstName, lastName, email }, given)).id
}
