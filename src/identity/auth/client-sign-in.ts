import { requireOrigin, type SharedTokens } from '#core/access'
import { checkClientSecret } from '#identity/clients'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { forbidden, invalidField, missingFields, Problem } from '#platform/values/errors'
import type { ClientCredentials } from './schemas.ts'

type Context = Pick<Infrastructure, 'db' | 'access' | 'now'>
type Headers = Parameters<typeof requireOrigin>[1]

/** Life of the client token of a publishable client: an hour, of which the caller gets half at least, in seconds. */
export const publishableLife = { seconds: 3_600, least: 1_800 }

const refused = () => new Problem(401, 'Invalid credentials')

/**
 * Returns a client token for a client's id and secret; for the id alone, the token of a publishable client
 * (docs/contract, section 2.1).
 * @param shared the tokens of publishable clients
 * @throws Problem 401 for wrong credentials, 403 for a scope that the client lacks and an origin that is not its own
 */
export async function signInClient(
  context: Context,
  shared: SharedTokens,
  { credentials, headers }: { credentials: ClientCredentials; headers: Headers },
): Promise<{ token: string; seconds: number }> {
  const { client_id: id, client_secret: secret, scopes, expires_in: seconds } = credentials
  const { db, access, now } = context
  if (secret === undefined) return signInPublishable(context, shared, { credentials, headers })
  if (seconds !== undefined && seconds > access.seconds) {
    throw invalidField('expires_in', `must be at most ${access.seconds}`, 'too_large')
  }
  return transact(db, async (trx) => {
    if (!(await checkClientSecret(trx, { id, secret, now: now() }))) throw refused()
    if (scopes) await requireScopes(trx, id, scopes)
    return access.issue(trx, { clientId: id, scopes, seconds })
  })
}

/** Returns the shared token: any caller can ask for it, any number of times. */
async function signInPublishable(
  { db, access }: Context,
  shared: SharedTokens,
  { credentials, headers }: { credentials: ClientCredentials; headers: Headers },
) {
  const { client_id: id, scopes, expires_in } = credentials
  if (scopes || expires_in !== undefined) {
    throw missingFields(['client_secret'], ' where a token is narrowed by scopes or expires_in')
  }
  const issue = (seconds: number) =>
    transact(db, async (trx) => {
      if (!(await isPublishable(trx, id))) throw refused()
      return (await access.issue(trx, { clientId: id, seconds })).token
    })
  const { token, client, secondsLeft } = await shared.get(id, issue)
  requireOrigin(client, headers)
  return { token, seconds: secondsLeft }
}

/** Returns true if a publishable client with this id may call. Locks it until its token is stored. */
async function isPublishable(trx: Database, id: string): Promise<boolean> {
  const client = await trx
    .selectFrom('clients')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', 'publishable')
    .where('suspended_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return client !== undefined
}

async function requireScopes(trx: Database, id: string, asked: string[]): Promise<void> {
  const { scopes } = await trx
    .selectFrom('clients')
    .select('scopes')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const lacking = asked.find((scope) => !scopes.includes(scope))
  if (lacking) throw forbidden(`Missing client scope: ${lacking}`, 'missing_scope')
}
