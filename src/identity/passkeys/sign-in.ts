/** Signing in with a passkey (docs/contract, section 2.10). */
import { sql } from 'kysely'
import { recordSignIn } from '#identity/users'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { Problem } from '#platform/values/errors'
import {
  issueChallenge,
  life,
  readChallenge,
  type SignedChallenge,
  useChallenge,
} from './challenges.ts'
import { listPasskeys } from './queries.ts'
import { handleOf } from './registration.ts'
import type { PasskeySignIn } from './schemas.ts'
import type { Site } from './site.ts'

type Context = Pick<Infrastructure, 'db' | 'access' | 'vault' | 'now'>
type Attempt = PasskeySignIn & {
  site: Site
  clientId: string
  seconds: number
  /** the user that the passkey has to belong to; absent: any user */
  userId?: string
}

/** Returns the options with which a browser signs in: it offers its passkeys of this site, or of one user of it. */
export async function offerSignIn(
  context: Pick<Context, 'db' | 'vault' | 'now'>,
  { host }: Site,
  userId?: string,
): Promise<object> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const challenge = issueChallenge(context, { userId: null })
  return generateAuthenticationOptions({
    rpID: host,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: life,
    userVerification: 'required',
    ...(userId !== undefined && { allowCredentials: await idsOf(context.db, userId) }),
  })
}

const idsOf = async (db: Database, userId: string) =>
  (await listPasskeys(db, userId)).map(({ id }) => ({ id }))

/**
 * Returns a user token for the client, for a challenge signed by a passkey. Unknown and removed passkeys, wrong
 * signatures, other sites, challenges that were used and suspended accounts are one 401.
 */
export async function signInByPasskey(
  context: Context,
  { credential, site, clientId, seconds, userId: whose }: Attempt,
): Promise<{ token: string; seconds: number }> {
  const { db, access, now } = context
  const known = await findPasskey(db, credential.id)
  const signed = await verify(context, { credential, site, known })
  if (!known || !signed) throw refused()
  if (whose !== undefined && known.user_id !== whose) throw refused()
  return transact(db, async (trx) => {
    const { id, user_id: userId } = known
    const { challenge, counter } = signed
    if (!(await useChallenge(trx, challenge))) throw refused()
    // An authenticator with a counter has to increase it: otherwise another one has its key.
    const { rows } = await sql`
      update passkeys set counter = ${counter}, last_used_at = ${now()}
      where id = ${id} and (counter < ${counter} or ${counter}::float8 = 0) returning id`.execute(
      trx,
    )
    if (rows.length === 0 || !(await recordSignIn(trx, { id: userId, now: now() }))) throw refused()
    // The device has verified its user, so the passkey proves possession, and a biometric or a secret: two factors.
    return access.issue(trx, { clientId, userId, seconds, secondFactor: true })
  })
}

const refused = () => new Problem(401, 'This passkey is unknown: sign in another way')

type StoredPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

function findPasskey(db: Database, id: string) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'public_key', 'counter'])
    .where('id', '=', id)
    .executeTakeFirst()
}

type SignedAssertion = Pick<Attempt, 'credential' | 'site'> & { known: StoredPasskey | undefined }

/** Returns the challenge that the authenticator has signed, with its counter; undefined if the signature is not valid here. */
async function verify(
  context: Pick<Context, 'vault' | 'now'>,
  { credential, site, known }: SignedAssertion,
): Promise<{ challenge: SignedChallenge; counter: number } | undefined> {
  if (!known || !isHandle(credential.response.userHandle, known.user_id)) return undefined
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  let issued: SignedChallenge | undefined
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential as never,
    expectedChallenge: (challenge) => {
      issued = readChallenge(context, { userId: null, challenge })
      return issued !== undefined
    },
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    credential: {
      id: known.id,
      publicKey: new Uint8Array(known.public_key),
      counter: known.counter,
    },
    requireUserVerification: true,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo || !issued) return undefined
  return { challenge: issued, counter: authenticationInfo.newCounter }
}

/** Returns true if an authenticator names the owner of the passkey, or names no user. */
const isHandle = (handle: string | null | undefined, userId: string) =>
  !handle || Buffer.from(handle, 'base64url').equals(handleOf(userId))
