import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { holdAccount, proveEmail, writePassword } from '#identity/users'
import { amount, letter } from '#messaging/mail'
import { inBatches } from '#platform/database/batches'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { post } from '#platform/outgoing/mail'
import { hashNew } from '#platform/secrets/passwords'
import { digest, isSecret, newSecret } from '#platform/secrets/tokens'
import { emailKey } from '#platform/values/email'
import { invalidField } from '#platform/values/errors'
import { deleteFailures } from './failures.ts'
import type { PasswordReset } from './schemas.ts'
import {
  countingWrong,
  type FactorContext,
  requireSecondFactor,
  wrongAtSignIn,
} from './second-factor.ts'
import { signInPair } from './sign-in.ts'

type Post = Pick<Infrastructure, 'db' | 'mailer' | 'now' | 'config'> & { log: FastifyBaseLogger }

const minutes = 60
/** Most live reset tokens of one account, so that no mailbox can be flooded. */
const atOnce = 5

/**
 * The job `password-reset`: mails a reset token to the account with this e-mail, if there is one that may sign in.
 * Doing this in the job, not in the request, keeps the request from showing if an account exists.
 */
export async function mailReset(
  { db, mailer, now, config, log }: Post,
  email: string,
): Promise<void> {
  const [account] = await accounts(db, email).execute()
  if (!account?.email) return
  const token = newSecret('fst_reset')
  const hash = sealed(token, account)
  if (!(await addReset(db, { userId: account.id, hash, now: now() }))) return
  try {
    // The e-mail is the only text here that the requester could choose, so the mail cannot carry a message of theirs.
    const params = { token, email: account.email, minutes: amount(minutes) }
    const { email: to, language } = account
    await post({ mailer, log }, letter(config, 'resetPassword', { to, language, params }))
  } catch (error) {
    await db.deleteFrom('password_resets').where('hash', '=', hash).execute()
    throw error
  }
}

/**
 * Sets a new password with a token from the reset mail: once, within 60 minutes, with the e-mail it was sent to, which
 * this proves. All tokens of the user end: a person that registered another's address retains nothing of it. Anything
 * else is 400. Where the e-mail has replaced a proven one, a second factor is asked for, under the rules of
 * `askFactor`.
 */
export async function resetPassword(
  context: FactorContext & Pick<Infrastructure, 'proofs'>,
  { email, token, newPassword, second_factor: code }: PasswordReset,
  address: string,
): Promise<void> {
  const { db, access, proofs, now, config } = context
  const [known = noAccount] = await accounts(db, email).execute()
  if (!isSecret(token, 'fst_reset')) throw refused()
  // Runs for an unknown e-mail too, so that the response time does not show if an account exists.
  if (!(await isLive(db, sealed(token, known), now()))) throw refused()
  const chosen = { name: 'newPassword', password: newPassword, about: [email] }
  const hash = await hashNew(config, chosen)
  const work = async (trx: Database) => {
    // Locked first, so that the second of two requests with the same token finds another password. No stronger lock:
    // sales of the account refer to it while they hold rows that a proof of its e-mail may take over.
    const [account] = await accounts(trx, email).forNoKeyUpdate().execute()
    if (!account || !(await useReset(trx, sealed(token, account), now()))) throw refused()
    await writePassword({ db: trx, access, now }, { id: account.id, hash })
    // The second factor of a stranger that registered the e-mail has ended with the password.
    if (!account.email_proven_at) {
      await requireSecondFactor(trx, context, { userId: account.id, code, isMailAlone: true })
    }
    await proveEmail({ db: trx, proofs, access }, { id: account.id, now: now() })
    await deleteFailures(trx, signInPair(email, address))
  }
  await countingWrong(context, wrongAtSignIn, () => transact(db, work))
}

/** Deletes the reset tokens that have expired at `now`. */
export async function deleteOldResets(db: Database, now: Date): Promise<void> {
  await inBatches((limit) =>
    sql`
      delete from password_resets where hash = any (array(
        select hash from password_resets where expires_at <= ${now} limit ${limit}))`.execute(db),
  )
}

const refused = () =>
  invalidField('token', 'is wrong, used, expired or for another e-mail: ask for a new reset mail')

type Account = { email_key: string | null; password_hash: string | null }
const noAccount: Account = { email_key: null, password_hash: null }

function accounts(db: Database, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'email_key', 'email_proven_at', 'password_hash', 'language'])
    .where('email_key', '=', emailKey(email))
    .where('suspended_at', 'is', null)
}

/**
 * Returns the stored form of a token. E-mail and password are sealed in, so that a change of either ends all the tokens
 * that were mailed before it.
 */
function sealed(token: string, { email_key, password_hash }: Account): Buffer {
  return digest([token, email_key, password_hash].join('\n'))
}

/** Locks the account, so that concurrent mails cannot exceed the limit. */
function addReset(
  db: Database,
  { userId, hash, now }: { userId: string; hash: Buffer; now: Date },
) {
  const expiresAt = new Date(now.getTime() + minutes * 60_000)
  return transact(db, async (trx) => {
    await holdAccount(trx, { id: userId })
    const { rows } = await sql`
      insert into password_resets (hash, user_id, expires_at)
      select ${hash}::bytea, ${userId}::uuid, ${expiresAt}::timestamptz
      where ${atOnce} > (
        select count(*) from password_resets where user_id = ${userId} and expires_at > ${now}
      )
      returning hash`.execute(trx)
    return rows.length > 0
  })
}

async function isLive(db: Database, hash: Buffer, now: Date): Promise<boolean> {
  const reset = await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return reset !== undefined
}

/** Uses a token up. Returns false if it is not live. */
async function useReset(trx: Database, hash: Buffer, now: Date): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('password_resets')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
