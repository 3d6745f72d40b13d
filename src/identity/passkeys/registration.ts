/** Adding passkeys to accounts (docs/contract, section 2.10). */

import { holdAccount } from '#identity/users'
import { letter } from '#messaging/mail'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { post } from '#platform/outgoing/mail'
import { conflict, found, invalidField } from '#platform/values/errors'
import {
  issueChallenge,
  life,
  readChallenge,
  type SignedChallenge,
  useChallenge,
} from './challenges.ts'
import type { NewPasskey, Passkey } from './schemas.ts'
import type { Site } from './site.ts'

type Context = Pick<Infrastructure, 'db' | 'jobs' | 'vault' | 'now'>
type Owner = { id: string; email: string; firstName: string; lastName: string }

/** ES256, EdDSA and RS256, by their numbers in COSE: the algorithms of authenticators. */
const supportedAlgorithmIDs = [-7, -8, -257]
/** The most passkeys of one user. */
const most = 20

/** Returns the options with which a browser creates a passkey for a user. Existing passkeys are not created again. */
export async function offerRegistration(
  context: Pick<Context, 'db' | 'vault' | 'now'>,
  { owner, site }: { owner: Owner; site: Site },
): Promise<object> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const known = await context.db
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', owner.id)
    .execute()
  const challenge = issueChallenge(context, { userId: owner.id })
  return generateRegistrationOptions({
    rpName: site.host,
    rpID: site.host,
    userID: handleOf(owner.id),
    userName: owner.email,
    userDisplayName: `${owner.firstName} ${owner.lastName}`.trim(),
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: life,
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** The user handle for authenticators: the bytes of the id. */
export const handleOf = (userId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'))

/**
 * Adds the passkey that a browser has created, and notifies the account by e-mail. 400 for an answer to another
 * challenge, of another site or without the user's check; 409 `email_not_proven` and `too_many`. Locks the account.
 */
export async function addPasskey(
  context: Context,
  { userId, site, given }: { userId: string; site: Site; given: NewPasskey },
): Promise<Passkey> {
  const { db, jobs, now } = context
  const { credential, challenge } = await verify(context, { userId, site, given })
  const { id, publicKey, counter, transports = [] } = credential
  const passkey = { id, name: given.name, created_at: now(), last_used_at: null }
  await transact(db, async (trx) => {
    const account = found(await holdAccount(trx, { id: userId }), 'User')
    if (!(await useChallenge(trx, challenge))) throw notAnAnswer()
    if (!account.email_proven_at) {
      throw conflict('Confirm your e-mail before you add a passkey', 'email_not_proven')
    }
    await requireUnderLimit(trx, userId)
    const stored = { public_key: Buffer.from(publicKey), counter, transports: [...transports] }
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('passkeys')
      .values({ ...passkey, user_id: userId, ...stored })
      .onConflict((known) => known.column('id').doNothing())
      .executeTakeFirst()
    if (!added) throw conflict('This passkey is in use already', 'exists')
    await jobs.add(trx, 'passkey-added', { userId, id })
  })
  return passkey
}

async function requireUnderLimit(trx: Database, userId: string): Promise<void> {
  const known = await trx
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .execute()
  if (known.length >= most) throw conflict(`An account has at most ${most} passkeys`, 'too_many')
}

type NewRegistration = { userId: string; site: Site; given: NewPasskey }

/** Returns the credential that the browser made, if it answers a challenge of this user. @throws Problem 400 */
async function verify(
  context: Pick<Context, 'vault' | 'now'>,
  { userId, site, given }: NewRegistration,
) {
  let challenge: SignedChallenge | undefined
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { registrationInfo } = await verifyRegistrationResponse({
    response: given.credential as never,
    expectedChallenge: (signed) => {
      challenge = readChallenge(context, { userId, challenge: signed })
      return challenge !== undefined
    },
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    supportedAlgorithmIDs,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo || !challenge) throw notAnAnswer()
  return { credential: registrationInfo.credential, challenge }
}

const notAnAnswer = () =>
  invalidField('credential', 'is not the answer to a challenge of this account')

type Post = Pick<Infrastructure, 'db' | 'mailer' | 'config'> & Parameters<typeof post>[0]

/** The job `passkey-added`: notifies the account by e-mail of a passkey, if it still exists. */
export async function mailAddition(
  context: Post,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  const passkey = await context.db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select(['users.email', 'users.language'])
    .where('passkeys.id', '=', id)
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (!passkey?.email) return
  const { email: to, language } = passkey
  await post(context, letter(context.config, 'passkeyAdded', { to, language, params: {} }))
}
