import { type RawBuilder, sql } from 'kysely'
import type { UserCaller } from '#access'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { hashNew, verifyPassword } from '#platform/secrets/passwords'
import { invalidField, Problem } from '#platform/values/errors'
import type { RateLimit } from '#platform/values/rate-limit'
import { fold } from '#platform/values/text'
import { noteSignIn, writePassword } from '#users'
import { admitProven, countFailure, pairOf, refuseWaiting } from './failures.ts'
import type { PasswordChange } from './schemas.ts'

type Context = Pick<Infrastructure, 'db' | 'access' | 'now' | 'config' | 'metrics'>
type Issued = { token: string; seconds: number }

export const wrongPasswords = {
  name: 'festival_wrong_passwords_total',
  help: 'Sign-ins and changes of a password with a wrong one, or for an unknown account',
}

const refused = (rateLimit?: RateLimit) =>
  new Problem(401, 'Invalid credentials', rateLimit && { rateLimit })
const wrongPassword = (rateLimit?: RateLimit) =>
  Object.assign(invalidField('currentPassword', 'is wrong'), { rateLimit })

/** The failures for this e-mail from this address; `address` is the caller's IP. */
export function signInPair(email: string, address: string): Buffer {
  return pairOf(`email:${fold(email)}`, address)
}

/**
 * An e-mail and a password → a user token for the client, for so many seconds, else the usual. Wrong, unknown, suspended and erased are
 * one 401, and take the same time; too many failures 429.
 */
export async function signInUser(
  context: Context,
  {
    clientId,
    email,
    password,
    address,
    seconds,
  }: {
    clientId: string
    email: string
    password: string
    address: string
    seconds: number
  },
): Promise<Issued> {
  const { db, access, now, config } = context
  const pair = signInPair(email, address)
  const is = sql<boolean>`u.email_key = ${fold(email)}`
  const account = await prove(context, { pair, password, is, refused })
  const limit = config.SIGN_IN_FAILURES
  return transact(db, async (trx) => {
    await admitProven(trx, { pair, limit, now: now() })
    if (!(await noteSignIn(trx, { ...account, now: now() }))) throw refused()
    return access.issue(trx, { clientId, userId: account.id, seconds })
  })
}

/**
 * Changes the password of a user who gives the current one (else 400, after too many failures 429). All
 * tokens of the user end, but the one that asks.
 */
export async function changePassword(
  context: Context,
  user: UserCaller,
  { currentPassword, newPassword }: PasswordChange,
): Promise<void> {
  const { db, access, now } = context
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
    if (!(await writePassword({ db: trx, access }, change))) throw wrongPassword()
  })
}

/** What others know of a user: no good password. */
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

/** The account whose password this is. Any other counts as a failure, and is refused. */
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
