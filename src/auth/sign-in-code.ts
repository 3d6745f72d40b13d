import { randomInt, timingSafeEqual } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { letter } from '#mail'
import { inBatches } from '#platform/database/batches'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { post } from '#platform/outgoing/mail'
import { digest } from '#platform/secrets/tokens'
import { missingFields, Problem, tooManyRequests } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { fold } from '#platform/values/text'
import { holdAccount, insertUser, noteSignIn, proveEmail, writePassword } from '#users'
import { admitProven, countFailure, pairOf, refusePair } from './failures.ts'
import { askFactor, countingWrong, type FactorContext, wrongAtSignIn } from './second-factor.ts'

type Context = FactorContext & Pick<Infrastructure, 'proofs'>
type Post = Pick<Infrastructure, 'db' | 'mailer' | 'now' | 'vault' | 'config'> & {
  log: FastifyBaseLogger
}
/** What the job needs to mail a code. */
export type CodeDue = { id: string; email: string }

/** How long a code works, minutes. */
const minutes = 10
/** Wrong codes after which a code works no more, from whatever network they come. */
const mostFailures = 10
/** Mails an hour to one e-mail: asked for from one network, and from all together. */
const [mostOfPair, mostOfAddress] = [5, 20]
const hour = 3_600_000

/** The key under which attempts for an e-mail from an IP address are counted. */
const pairFor = (email: string, ip: string) => pairOf(`code:${fold(email)}`, ip)
const addressOf = (email: string) => digest(fold(email))
const hashOf = (
  { vault }: Pick<Context, 'vault'>,
  { email, code }: Record<'email' | 'code', string>,
) => vault.mac(`${fold(email)}\n${code}`, 'sign-in-code')

/**
 * Has a code mailed to an e-mail, whether it has an account or not (docs/contract.md, section 2.1). 429
 * `too_many_mails` for one that was mailed enough in the last hour.
 * @param ip the IP address of the caller
 */
export async function askForCode(
  { db, jobs, now }: Pick<Infrastructure, 'db' | 'jobs' | 'now'>,
  { email, ip }: { email: string; ip: string },
): Promise<void> {
  const id = newId()
  const asked = { address: addressOf(email), pair: pairFor(email, ip), now: now() }
  await transact(db, async (trx) => {
    // One at a time for an e-mail, so that concurrent wishes cannot exceed the limits.
    await sql`
      select pg_advisory_xact_lock(hashtextextended(encode(${asked.address}::bytea, 'hex'), 0))`.execute(
      trx,
    )
    const { rows } = await sql`
      insert into sign_in_codes (id, address, pair, created_at)
      select ${id}, ${asked.address}::bytea, ${asked.pair}::bytea, ${asked.now}
      from (${mailedOf(asked)}) mailed
      where mailed.to_address < ${mostOfAddress} and mailed.of_pair < ${mostOfPair}
      returning id`.execute(trx)
    if (rows.length === 0) throw await tooManyMails(trx, asked)
    await jobs.add(trx, 'sign-in-code', { id, email } satisfies CodeDue)
  })
}

type Asked = { address: Buffer; pair: Buffer; now: Date }

const mailedOf = ({ address, pair, now }: Asked) => sql`
  select count(*) as to_address, count(*) filter (where pair = ${pair}) as of_pair,
         min(created_at) as since
  from sign_in_codes where address = ${address} and created_at > ${new Date(now.getTime() - hour)}`

async function tooManyMails(db: Database, asked: Asked) {
  const { rows } = await sql<{ since: Date }>`${mailedOf(asked)}`.execute(db)
  const since = rows[0]?.since ?? asked.now
  const reset = Math.max(1, Math.ceil((since.getTime() + hour - asked.now.getTime()) / 1000))
  const limit = { name: 'mails', quota: mostOfPair, window: hour / 1000, reset }
  return tooManyRequests(
    `At most ${mostOfPair} codes an hour are mailed to one e-mail: use the latest, or ask again later`,
    { code: 'too_many_mails', limit },
    { limit: mostOfPair },
  )
}

/** The job `sign-in-code`: makes the code that was asked for and mails it. A suspended account gets none. */
export async function mailCode(context: Post, due: CodeDue): Promise<void> {
  const { db, now, vault, config } = context
  const code = `${randomInt(1_000_000)}`.padStart(6, '0')
  const { rows } = await sql<{ language: string | null }>`
    update sign_in_codes set hash = ${hashOf({ vault }, { email: due.email, code })}
    where id = ${due.id} and ended_at is null and created_at > ${sinceLive(now())}
      and not exists (
        select from users where email_key = ${fold(due.email)} and suspended_at is not null)
    returning (select language from users where email_key = ${fold(due.email)}) as language`.execute(
    db,
  )
  const [made] = rows
  if (!made) return
  // No word in it that a person could have chosen, so that it cannot carry a message of theirs.
  const params = { code, minutes: `${minutes}` }
  await post(context, letter(config, 'signInCode', { to: due.email, ...made, params }))
}

type Attempt = {
  clientId: string
  /** how long the token lives */
  seconds: number
  email: string
  code: string
  /** the IP address of the caller */
  ip: string
  /** of a new account */
  names: { firstName?: string | undefined; lastName?: string | undefined }
  /** a code of the authenticator app, or a recovery code */
  secondFactor?: string | undefined
}

/**
 * Returns a user token for the client, once, for a code from the mail. This proves the e-mail: an account that had
 * not proven it loses its password and its tokens, since another person may have registered it. Without an account
 * one is made, for which 400 asks for the names; the code can then be sent again, as it can where a second factor was
 * missing or wrong. A wrong code is 401, after too many 429.
 */
export async function signInByCode(context: Context, attempt: Attempt) {
  const { db, now, config } = context
  const pair = pairFor(attempt.email, attempt.ip)
  const limit = config.SIGN_IN_FAILURES
  await refusePair(db, pair, { limit, now: now() })
  const issued = await countingWrong(context, wrongAtSignIn, () =>
    transact(db, async (trx) => {
      if (!(await takeCode(trx, context, attempt))) return undefined
      await admitProven(trx, { pair, limit, now: now() })
      return open(trx, context, attempt)
    }),
  )
  if (issued) return issued
  const rateLimit = await countFailure(db, { pair, limit, now: now() })
  throw new Problem(401, 'The code is wrong, used or too old: ask for a new one', { rateLimit })
}

const sinceLive = (now: Date) => new Date(now.getTime() - minutes * 60_000)

/** Uses a code up, and all others of its e-mail with it; a wrong one counts against each of them. */
async function takeCode(trx: Database, context: Context, attempt: Attempt): Promise<boolean> {
  const now = context.now()
  const live = await trx
    .selectFrom('sign_in_codes')
    .select(['id', 'hash'])
    .where('address', '=', addressOf(attempt.email))
    .where('ended_at', 'is', null)
    .where('created_at', '>', sinceLive(now))
    .where('failures', '<', mostFailures)
    .orderBy('id')
    .forUpdate()
    .execute()
  const hash = hashOf(context, attempt)
  const isRight = live.some((one) => one.hash && timingSafeEqual(one.hash, hash))
  const ids = live.map(({ id }) => id)
  const codes = trx.updateTable('sign_in_codes').where('id', '=', sql<string>`any (${ids}::uuid[])`)
  if (isRight) await codes.set({ ended_at: now }).execute()
  else await codes.set((eb) => ({ failures: eb('failures', '+', 1) })).execute()
  return isRight
}

/** Opens a session of the account whose e-mail is proven now; undefined for a suspended one. */
async function open(trx: Database, context: Context, attempt: Attempt) {
  const { access, proofs, now } = context
  const { clientId, seconds, email, names } = attempt
  const account = await holdAccount(trx, { email })
  if (account && !account.email_proven_at) {
    await writePassword({ db: trx, access, now }, { id: account.id, hash: null })
  }
  const userId = account?.id ?? (await register(trx, { email, names, now: now() }))
  if (!(await noteSignIn(trx, { id: userId, now: now() }))) return undefined
  // Asked after the password of a stranger has ended, and a second factor of theirs with it.
  const secondFactor = await askFactor(trx, context, {
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
  if (!firstName || !lastName) {
    throw missingFields(['firstName', 'lastName'], ': there is no account with this e-mail yet')
  }
  const given = { password_hash: null, email_proven_at: now }
  return (await insertUser(trx, { firstName, lastName, email }, given)).id
}

/** Deletes the codes whose mails no longer count at `now`. */
export async function forgetOldCodes(db: Database, now: Date): Promise<void> {
  const old = new Date(now.getTime() - hour)
  await inBatches((limit) =>
    sql`
      delete from sign_in_codes where id = any (array(
        select id from sign_in_codes where created_at <= ${old} limit ${limit}))`.execute(db),
  )
}
