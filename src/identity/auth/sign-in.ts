import { type RawBuilder, sql } from 'kysely'
import type { UserCaller } from '#core/access'
import { recordSignIn, requireOwner, writePassword } from '#identity/users'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { hashNew, verifyPassword } from '#platform/secrets/passwords'
import { emailKey } from '#platform/values/email'
import { invalidField, Problem } from '#platform/values/errors'
import type { RateLimit } from '#platform/values/rate-limit'
import { admitProven, countFailure, pairOf, refuseWaiting } from './failures.ts'
import type { PasswordChange } from './schemas.ts'
import {
  countingWrong,
  type FactorContext,
  requireSecondFactor,
  wrongAtSignIn,
} from './second-factor.ts'

type Context = Pick<Infrastructure, 'db' | 'access' | 'now' | 'config' | 'metrics'>
type SignInContext = Context & FactorContext
type Issued = { token: string; seconds: number }

export const wrongPasswords = {
  name: 'festival_wrong_passwords_total',
  help: 'Sign-ins and changes of a password with a wrong one, or for an unknown account',
}

const refused = (rateLimit?: RateLimit) =>
  new Problem(401, 'Invalid credentials', rateLimit && { rateLimit })
const wrongPassword = (rateLimit?: RateLimit) =>
  Object.assign(invalidField('currentPassword', 'is wrong'), { rateLimit })

/** Returns the key of the failures for this e-mail from this address; `address` is the caller's IP. */
export function signInPair(email: string, address: string): Buffer {
  return pairOf(`email:${emailKey(email)}`, address)
}

export type PasswordClaim = {
  email: string
  password: string
  /** the IP address of the caller */
  address: string
}
/** An account that gave the right password, and the pair that counts wrong ones. */
export type Proven = Account & { pair: Buffer }

/** Returns the account with this e-mail and password. Wrong, unknown, suspended and erased are one 401; too many are 429. */
export async function proveClaim(
  context: Context,
  { email, password, address }: PasswordClaim,
): Promise<Proven> {
  const pair = signInPair(email, address)
  const is = sql<boolean>`u.email_key = ${emailKey(email)}`
  return { ...(await prove(context, { pair, password, is, refused })), pair }
}

/**
 * Locks an account that gave the right password until the commit, and records the sign-in. Refuses an account that
 * changed in the meantime in the same way as a wrong password.
 */
export async function enter(
  trx: Database,
  { config, now }: Pick<Context, 'config' | 'now'>,
  { pair, ...account }: Proven,
): Promise<void> {
  await admitProven(trx, { pair, limit: config.SIGN_IN_FAILURES, now: now() })
  if (!(await recordSignIn(trx, { ...account, now: now() }))) throw refused()
}

/**
 * Returns a user token for the client, valid for so many seconds, for an e-mail and a password, and a second factor if
 * one is asked for. Wrong, unknown, suspended and erased are one 401, and take the same time; too many failures are
 * 429.
 */
export async function signInUser(
  context: SignInContext,
  claim: PasswordClaim & { clientId: string; code?: string | undefined; seconds: number },
): Promise<Issued> {
  const { clientId, code, seconds } = claim
  const account = await proveClaim(context, claim)
  return countingWrong(context, wrongAtSignIn, () =>
    transact(context.db, async (trx) => {
      await enter(trx, context, account)
      const asked = { userId: account.id, clientId, code }
      const secondFactor = await requireSecondFactor(trx, context, asked)
      return context.access.issue(trx, { clientId, userId: account.id, seconds, secondFactor })
    }),
  )
}

/**
 * Changes the password of a user that gives the current one (else 400, after too many failures 429), as `requireOwner`
 * allows. All tokens of the user end, except the one of the request.
 */
export async function changePassword(
  context: Context,
  user: UserCaller,
  { currentPassword, newPassword }: PasswordChange,
): Promise<void> {
  const { db, access, now } = context
  await requireOwner({ db, now }, user)
  const pair = pairOf(`user:${user.id}`, '')
  const is = sql<boolean>`u.id = ${user.id}`
  const account = await prove(context, {
    pair,
    password: currentPassword,
    is,
    refused: wrongPassword,
  })
  const about = await knownOf(db, user.id)
  const change = {
    id: user.id,
    hash: await hashNew(context.config, { name: 'newPassword', password: newPassword, about }),
    replaces: account.password_hash,
    keep: user.token,
  }
  await transact(db, async (trx) => {
    await admitProven(trx, { pair, limit: context.config.SIGN_IN_FAILURES, now: now() })
    if (!(await writePassword({ db: trx, access, now }, change))) throw wrongPassword()
  })
}

/** Returns facts that others know of a user: they make no good password. */
async function knownOf(db: Database, id: string): Promise<(string | null)[]> {
  const known = db.selectFrom('users').select(['email', 'first_name', 'last_name'])
  const { email, first_name, last_name } = await known
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [email, first_name, last_name]
}

type Account = { id: string; password_hash: string }
type Claim = {
  pair: Buffer
  password: string
  is: RawBuilder<boolean>
  refused: (left: RateLimit) => Problem
}

/** Returns the account with this password. Any other password counts as a failure, and is refused. */
async function prove(
  { db, now, config, metrics }: Context,
  { pair, password, is, refused }: Claim,
): Promise<Account> {
  const { rows } = await sql<
    { wait_until: Date | null } & { [K in keyof Account]: Account[K] | null }
  >`
    select f.wait_until, u.id, u.password_hash
    from (select ${pair}::bytea as pair) p
    left join sign_in_failures f on f.pair = p.pair
    left join users u on ${is} and u.suspended_at is null and u.erased_at is null`.execute(db)
  const [known] = rows
  const limit = config.SIGN_IN_FAILURES
  refuseWaiting(known?.wait_until, { limit, now: now() })
  const { id = null, password_hash = null } = known ?? {}
  const right = await verifyPassword(password_hash, password)
  if (right && id !== null && password_hash !== null) return { id, password_hash }
  metrics.counter(wrongPasswords).add()
  throw refused(await countFailure(db, { pair, limit, now: now() }))
}
