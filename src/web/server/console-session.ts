import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { plainCode } from '#common/codes/typed-code'
import { tokenOfPage, type UserCaller } from '#core/access'
import { confirmFactor, offerFactor, requestCode, signInByCode, signInUser } from '#identity/auth'
import { ensurePageClient } from '#identity/clients'
import { offerSignIn, type PasskeySignIn, signInByPasskey, siteOf } from '#identity/passkeys'
import { shownSecret } from '#identity/second-factor'
import { transact } from '#platform/database/transactions'
import { forbidden, Problem } from '#platform/values/errors'
import { clearSession, sessionOn, setSession } from './sessions.ts'

/** The length of a session of the console, a working day, in seconds. */
export const consoleSeconds = 12 * 3_600
const suspended =
  'The console is suspended. On the server, `festival client resume console` opens it again'

type App = FastifyInstance
type Visit = { request: FastifyRequest; reply: FastifyReply }
/** A confirmation. A mailed code replaces the password of an account without one. */
type Confirmation =
  | Omit<Credentials, 'email'>
  | { mailed_code: string; code?: string | undefined }
  | PasskeySignIn
type Credentials = { email: string; password: string; code?: string | undefined }

export const through = { clientId: 'console', seconds: consoleSeconds }

/** Refuses (403) while the console's client is suspended, since no token would work. */
export async function requireConsole({ db }: App): Promise<void> {
  const { suspended_at } = await ensurePageClient(db, { id: 'console', name: 'Console' })
  if (suspended_at) throw forbidden(suspended, 'suspended')
}

/**
 * Signs a user in to the console, by password and second factor, or by a passkey. Refuses like `POST /auth/user` and
 * `POST /auth/passkey`, and with 403 while the console is suspended.
 */
export async function enterConsole(
  app: App,
  { request, reply }: Visit,
  given: Credentials | PasskeySignIn,
): Promise<string> {
  await requireConsole(app)
  const { token } =
    'credential' in given
      ? await signInByPasskey(app, { ...through, ...given, site: siteOf(request) })
      : await signInUser(app, { ...through, ...given, address: request.ip })
  return setSession(request, reply, { page: 'console', token, seconds: consoleSeconds })
}

/** Returns options with which the browser signs in by a passkey, like `POST /auth/passkey/options`. */
export async function offerConsolePasskey(app: App, request: FastifyRequest): Promise<object> {
  await requireConsole(app)
  return offerSignIn(app, siteOf(request))
}

/**
 * Signs the user of a session in to it once more, and returns its new key. The new session may also do the things that
 * are denied to a session left open (docs/design/identity.md). The token is new, and the one before ends. Proof of
 * another user is refused (401).
 */
export async function confirmInConsole(
  app: App,
  { request, reply }: Visit,
  given: Confirmation,
): Promise<string> {
  await requireConsole(app)
  const user = await ownerOf(app, request)
  const { token } = await signInAgain(app, { request, user }, given)
  await transact(app.db, (trx) => app.access.endToken(trx, user.token))
  return setSession(request, reply, { page: 'console', token, seconds: consoleSeconds })
}

type Owner = { request: FastifyRequest; user: UserCaller }

async function signInAgain(app: App, { request, user }: Owner, given: Confirmation) {
  if ('credential' in given) {
    return signInByPasskey(app, { ...through, ...given, site: siteOf(request), userId: user.id })
  }
  if ('password' in given) {
    const { email } = await accountOf(app, user)
    return signInUser(app, { ...through, ...given, email, address: request.ip })
  }
  const { email } = await requireMailable(app, user)
  const code = plainCode(given.mailed_code)
  const attempt = { email, code, ip: request.ip, names: {}, secondFactor: given.code }
  return signInByCode(app, { ...through, ...attempt })
}

/** Returns the ways to confirm the user of a session, beside passkeys and the identity provider. */
export async function waysToConfirm(app: App, request: FastifyRequest) {
  const account = await accountOf(app, await ownerOf(app, request))
  return { password: account.hasPassword, mail: !account.hasPassword && account.isProven }
}

/** Mails a code by which the user of a session without a password confirms their identity. Refuses like `POST /auth/code`. */
export async function mailConfirmationCode(app: App, request: FastifyRequest): Promise<void> {
  const { email } = await requireMailable(app, await ownerOf(app, request))
  await requestCode(app, { email, ip: request.ip })
}

/** Refuses a user that a mailbox cannot confirm. @throws Problem 403 if the account has a password, or its e-mail is not proven */
async function requireMailable(app: App, user: UserCaller) {
  const account = await accountOf(app, user)
  if (!account.hasPassword && account.isProven) return account
  throw forbidden('Confirm with the password of the account')
}

/** Returns options with which the browser confirms the user of a session by one of their passkeys. */
export async function offerConsoleConfirmation(app: App, request: FastifyRequest): Promise<object> {
  return offerSignIn(app, siteOf(request), (await ownerOf(app, request)).id)
}

/** Returns the user of a session of the console, which the request has to prove with its key. @throws Problem 401 */
async function ownerOf(app: App, request: FastifyRequest): Promise<UserCaller> {
  const token = tokenOfPage(request, ['console'])
  const { user } = token?.token ? await app.access.holderOnPage(token) : { user: null }
  if (!user) throw new Problem(401, 'Invalid session')
  return user
}

async function accountOf({ db }: App, { id }: UserCaller) {
  const account = await db
    .selectFrom('users')
    .select(['email', 'password_hash', 'email_proven_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  const { email = null, password_hash = null, email_proven_at = null } = account ?? {}
  const [hasPassword, isProven] = [password_hash !== null, email_proven_at !== null]
  return { email: email ?? '', hasPassword, isProven }
}

/** Returns a secret for an authenticator app, like `POST /auth/second-factor`. */
export async function offerConsoleFactor(
  app: App,
  request: FastifyRequest,
  given: Credentials,
): Promise<{ secret: string; uri: string }> {
  await requireConsole(app)
  const user = (await sessionOn(app, request, 'console'))?.holder.user ?? null
  const secret = await offerFactor(app, { ...given, address: request.ip, user })
  return shownSecret(secret, { issuer: siteOf(request).host, label: given.email })
}

/** Activates the secret with its first code, like `PUT /auth/second-factor`, and begins a session of the console. */
export async function enrolInConsole(
  app: App,
  { request, reply }: Visit,
  given: Credentials & { code: string },
): Promise<{ key: string; recovery_codes: string[] }> {
  await requireConsole(app)
  const confirmed = { ...through, ...given, address: request.ip }
  const { token, recovery_codes } = await confirmFactor(app, confirmed)
  const key = setSession(request, reply, { page: 'console', token, seconds: consoleSeconds })
  return { key, recovery_codes }
}

/**
 * Ends the session of the console everywhere and removes the cookie. For a session that has ended already the cookie is
 * removed too, with 401.
 */
export async function leaveConsole(app: App, { request, reply }: Visit): Promise<void> {
  const token = clearSession(request, reply, 'console')
  const hash = (await app.access.holderOnPage(token)).user?.token
  if (hash) await transact(app.db, (trx) => app.access.endToken(trx, hash))
}
