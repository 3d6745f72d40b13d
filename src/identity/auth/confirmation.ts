import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { UserCaller } from '#core/access'
import { holdAccount, proveEmail, requireOwner } from '#identity/users'
import { amount, letter } from '#messaging/mail'
import { inBatches } from '#platform/database/batches'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { post } from '#platform/outgoing/mail'
import { digest, isSecret, newSecret } from '#platform/secrets/tokens'
import { conflict, forbidden, found, invalidField, tooManyRequests } from '#platform/values/errors'

type Post = Pick<Infrastructure, 'db' | 'mailer' | 'now' | 'config'> & { log: FastifyBaseLogger }

const hours = 24
/** Most live tokens of one account, and to one address, so that no mailbox is flooded through us. */
const atOnce = 5

/**
 * The job `email-confirmation`: mails a token to the e-mail of an account, unless it is proven or has had enough mails.
 * Suspended and erased accounts get none.
 */
export async function mailConfirmation(
  { db, mailer, now, config, log }: Post,
  userId: string,
): Promise<void> {
  const account = await findMailable(db, userId)
  if (!account?.email || !account.email_key || account.email_proven_at) return
  const token = newSecret('fst_confirm')
  const made = { hash: sealed(token, account.email_key), userId, email_key: account.email_key }
  if (!(await addConfirmation(db, { ...made, now: now() }))) return
  try {
    // Contains no text that the requester could choose, so the mail cannot carry a message of theirs.
    const { email: to, language } = account
    const mail = { to, language, params: { token, hours: amount(hours) } }
    await post({ mailer, log }, letter(config, 'confirmEmail', mail))
  } catch (error) {
    await db.deleteFrom('email_confirmations').where('hash', '=', made.hash).execute()
    throw error
  }
}

/** The job `email-changed`: notifies the e-mail that an account has left. */
export async function mailChange(
  { db, mailer, config, log }: Post,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const account = await findMailable(db, userId)
  if (!account) return
  const mail = { to: email, language: account.language, params: {} }
  await post({ mailer, log }, letter(config, 'emailChanged', mail))
}

/**
 * Refuses a mail that `mailConfirmation` would not send: 404 for an unknown account, 403 for another's, 409 for an
 * e-mail that is proven, 429 for one that got enough mails.
 */
export async function requireMailable(
  { db, now }: Pick<Infrastructure, 'db' | 'now'>,
  { id, user }: { id: string; user: UserCaller },
): Promise<void> {
  const account = found(await findMailable(db, id), 'User')
  if (account.id !== user.id) {
    throw forbidden('Only its owner may ask for the confirmation of an e-mail')
  }
  if (account.email_proven_at) {
    throw conflict('The e-mail of this account is already confirmed', 'already_confirmed')
  }
  const email_key = account.email_key ?? ''
  const retry_after = await waitOf(db, { userId: user.id, email_key, now: now() })
  if (retry_after === undefined) return
  const limit = { name: 'mails', quota: atOnce, window: hours * 3_600, reset: retry_after }
  throw tooManyRequests(
    `At most ${atOnce} mails to confirm an e-mail are sent a day: use the latest, or ask again later`,
    { code: 'too_many_mails', limit },
    { limit: atOnce },
  )
}

/**
 * Proves the e-mail of the signed-in user with a token that was mailed to it: once, within 24 hours. Password and
 * tokens stay, since the holder of the session also holds the mailbox. Anything else is 400; 403 `sign_in_again` where
 * the e-mail has replaced a proven one, under the rules of `requireOwner`.
 */
export async function confirmEmail(
  { db, proofs, access, now }: Pick<Infrastructure, 'db' | 'proofs' | 'access' | 'now'>,
  user: UserCaller,
  token: string,
): Promise<void> {
  if (!isSecret(token, 'fst_confirm')) throw refused()
  await transact(db, async (trx) => {
    const account = await holdAccount(trx, user)
    if (!account?.email_key) throw refused()
    if (account.proven_before) await requireOwner({ db: trx, now }, user)
    const { numDeletedRows } = await trx
      .deleteFrom('email_confirmations')
      .where('hash', '=', sealed(token, account.email_key))
      .where('user_id', '=', user.id)
      .where('expires_at', '>', now())
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw refused()
    await proveEmail({ db: trx, proofs, access }, { id: user.id, now: now() })
  })
}

/** Deletes the tokens that have expired at `now`. */
export async function deleteOldConfirmations(db: Database, now: Date): Promise<void> {
  await inBatches((limit) =>
    sql`
      delete from email_confirmations where hash = any (array(
        select hash from email_confirmations where expires_at <= ${now} limit ${limit}))`.execute(
      db,
    ),
  )
}

const refused = () =>
  invalidField(
    'token',
    'is wrong, used, expired or for another e-mail: ask for a new confirmation mail',
  )

function findMailable(db: Database, userId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'email_key', 'email_proven_at', 'language'])
    .where('id', '=', userId)
    .where('suspended_at', 'is', null)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
}

/** Returns the stored form of a token. The e-mail is sealed in, so that it proves no other one. */
function sealed(token: string, emailKey: string): Buffer {
  return digest(`${token}\n${emailKey}`)
}

type Count = { userId: string; email_key: string; now: Date }

/** Recent mails to an account, and to an address through any account. */
const live = ({ userId, email_key, now }: Count) => sql`
  select expires_at from email_confirmations
  where user_id = ${userId} and expires_at > ${now}
  union all
  select expires_at from email_confirmations
  where address = ${digest(email_key)} and user_id <> ${userId} and expires_at > ${now}`

/** Locks the account, so that concurrent mails cannot exceed the limit. */
function addConfirmation(db: Database, { hash, ...count }: Count & { hash: Buffer }) {
  const expiresAt = new Date(count.now.getTime() + hours * 3_600_000)
  return transact(db, async (trx) => {
    await holdAccount(trx, { id: count.userId })
    const { rows } = await sql`
      insert into email_confirmations (hash, user_id, address, expires_at)
      select ${hash}::bytea, ${count.userId}::uuid, ${digest(count.email_key)}::bytea,
             ${expiresAt}::timestamptz
      where ${atOnce} > (select count(*) from (${live(count)}) l)
      returning hash`.execute(trx)
    return rows.length > 0
  })
}

/** Returns the seconds until another mail may be sent; undefined if it may be sent now. */
async function waitOf(db: Database, count: Count): Promise<number | undefined> {
  const { rows } = await sql<{ expires_at: Date }>`
    select expires_at from (${live(count)}) l order by expires_at desc
    offset ${atOnce - 1} limit 1`.execute(db)
  const [last] = rows
  return last && Math.ceil((last.expires_at.getTime() - count.now.getTime()) / 1000)
}
