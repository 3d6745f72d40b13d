import { randomInt, randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { amount, letter } from '#messaging/mail'
import { inBatches } from '#platform/database/batches'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { post } from '#platform/outgoing/mail'
import { digest } from '#platform/secrets/tokens'
import { emailKey } from '#platform/values/email'
import { tooManyRequests } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import type { ReaderLanguage } from '#platform/values/reader-languages'
import { type CountedKind, countOfNetwork, pairOf } from './failures.ts'

type Post = Pick<Infrastructure, 'db' | 'mailer' | 'now' | 'vault' | 'config'> & {
  log: FastifyBaseLogger
}
/** The data of the job that mails a code. */
export type CodeDue = { id: string; email: string; language?: ReaderLanguage }

/** Time for which a code is valid, minutes. */
export const validMinutes = 10
/** Limits of mails an hour to one e-mail: from one network, and from all together. */
const [mostOfPair, mostOfAddress] = [5, 20]
const hourMs = 3_600_000

/** Returns the key for counting attempts for an e-mail from an IP address. */
export const pairFor = (email: string, ip: string) => pairOf(`code:${emailKey(email)}`, ip)
export const addressOf = (email: string) => digest(emailKey(email))
export const hashOf = (
  { vault }: Pick<Infrastructure, 'vault'>,
  { email, code }: Record<'email' | 'code', string>,
) => vault.mac(`${emailKey(email)}\n${code}`, 'sign-in-code')

const mailing: CountedKind = {
  name: 'mails-from-one-network',
  code: 'too_many_mails',
  error: 'Too many mails were asked for from your network',
}

/**
 * Counts a mail that any caller may request for any e-mail (a code or a reset) against the budget of the caller's
 * network (`MAILS_PER_NETWORK`). 429 `too_many_mails` beyond it.
 */
export const countMailOfNetwork = (
  { db, now, config }: Pick<Infrastructure, 'db' | 'now' | 'config'>,
  ip: string,
): Promise<void> =>
  countOfNetwork(db, { ip, limit: config.MAILS_PER_NETWORK, now: now(), kind: mailing })

type CodeRequest = {
  email: string
  /** the IP address of the caller */
  ip: string
  /** the id of an earlier request by the same caller; its code ends */
  requestId?: string | undefined
  /** the language of the page, for an e-mail without an account */
  language?: ReaderLanguage | undefined
}

/**
 * Has a code mailed to an e-mail, with or without an account (docs/contract, section 2.1). Returns the id of the
 * request, which separates the guesses of its caller from all others: the given id, if it was for this e-mail. 429
 * `too_many_mails` for an e-mail with enough mails in the last hour, and for a network that asked too often.
 */
export async function requestCode(
  context: Pick<Infrastructure, 'db' | 'jobs' | 'now' | 'config'>,
  { email, ip, requestId, language }: CodeRequest,
): Promise<string> {
  const { db, jobs, now } = context
  await countMailOfNetwork(context, ip)
  const id = newId()
  const asked = { address: addressOf(email), pair: pairFor(email, ip), now: now() }
  return transact(db, async (trx) => {
    // Locks the e-mail, so that concurrent requests cannot exceed the limits.
    await sql`
      select pg_advisory_xact_lock(hashtextextended(encode(${asked.address}::bytea, 'hex'), 0))`.execute(
      trx,
    )
    const { rows } = await sql<{ request_id: string }>`
      insert into sign_in_codes (id, address, pair, created_at, request_id)
      select ${id}, ${asked.address}::bytea, ${asked.pair}::bytea, ${asked.now},
             coalesce((select request_id from sign_in_codes
                       where address = ${asked.address} and request_id = ${requestId ?? null}::uuid limit 1),
                      ${randomUUID()}::uuid)
      from (${mailedOf(asked)}) mailed
      where mailed.to_address < ${mostOfAddress} and mailed.of_pair < ${mostOfPair}
      returning request_id`.execute(trx)
    const [made] = rows
    if (!made) throw await tooManyMails(trx, asked)
    await endEarlier(trx, { ...asked, id, requestId: made.request_id })
    await jobs.add(trx, 'sign-in-code', {
      id,
      email,
      ...(language && { language }),
    } satisfies CodeDue)
    return made.request_id
  })
}

type MailLimitKeys = { address: Buffer; pair: Buffer; now: Date }

/** Ends the codes that were mailed for the same caller before: only the newest is valid. */
const endEarlier = (
  trx: Database,
  { address, now, id, requestId }: MailLimitKeys & { id: string; requestId: string },
) =>
  trx
    .updateTable('sign_in_codes')
    .set({ ended_at: now })
    .where('address', '=', address)
    .where('request_id', '=', requestId)
    .where('id', '<>', id)
    .where('ended_at', 'is', null)
    .execute()

const mailedOf = ({ address, pair, now }: MailLimitKeys) => sql`
  select count(*) as to_address, count(*) filter (where pair = ${pair}) as of_pair,
         min(created_at) as since
  from sign_in_codes where address = ${address} and created_at > ${new Date(now.getTime() - hourMs)}`

async function tooManyMails(db: Database, mailLimitKeys: MailLimitKeys) {
  const { rows } = await sql<{ since: Date }>`${mailedOf(mailLimitKeys)}`.execute(db)
  const since = rows[0]?.since ?? mailLimitKeys.now
  const reset = Math.max(
    1,
    Math.ceil((since.getTime() + hourMs - mailLimitKeys.now.getTime()) / 1000),
  )
  const limit = { name: 'mails', quota: mostOfPair, window: hourMs / 1000, reset }
  return tooManyRequests(
    `At most ${mostOfPair} codes an hour are mailed to one e-mail: use the latest, or ask again later`,
    { code: 'too_many_mails', limit },
    { limit: mostOfPair },
  )
}

export const liveSince = (now: Date) => new Date(now.getTime() - validMinutes * 60_000)

/**
 * The job `sign-in-code`: creates the requested code and mails it, in the language of the account, else of the newest
 * guest with the e-mail, else of the page. A suspended account gets none.
 */
export async function mailCode(context: Post, due: CodeDue): Promise<void> {
  const { db, now, vault, config } = context
  const key = emailKey(due.email)
  const code = `${randomInt(1_000_000)}`.padStart(6, '0')
  const { rows } = await sql<{ language: string | null }>`
    update sign_in_codes set hash = ${hashOf({ vault }, { email: due.email, code })}
    where id = ${due.id} and ended_at is null and created_at > ${liveSince(now())}
      and not exists (
        select from users where email_key = ${key} and suspended_at is not null)
    returning (
      select language from users
      where email_key = ${key} or guest_email_key = ${key}
      order by email_key nulls last, id desc limit 1) as language`.execute(db)
  const [made] = rows
  if (!made) return
  // Contains no text that the requester could choose, so the mail cannot carry a message of theirs.
  const params = { code, minutes: amount(validMinutes) }
  const language = made.language ?? due.language ?? null
  await post(context, letter(config, 'signInCode', { to: due.email, language, params }))
}

/** Deletes codes with mails that no longer count at `now`. */
export async function deleteOldCodes(db: Database, now: Date): Promise<void> {
  const old = new Date(now.getTime() - hourMs)
  await inBatches((limit) =>
    sql`
      delete from sign_in_codes where id = any (array(
        select id from sign_in_codes where created_at <= ${old} limit ${limit}))`.execute(db),
  )
}
