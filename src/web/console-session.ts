import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tokenOfPage, type UserCaller } from '#access'
import { confirmFactor, offerFactor, signInUser } from '#auth'
import { ensurePageClient } from '#clients'
import { offerSignIn, type PasskeySignIn, signInByPasskey, siteOf } from '#passkeys'
import { transact } from '#platform/database/transactions'
import { forbidden, Problem } from '#platform/values/errors'
import { shownSecret } from '#second-factor'
import { forget, keep, sessionOn } from './sessions.ts'

/** A working day in the console, in seconds. */
export const consoleSeconds = 12 * 3_600
const suspended =
  'The console is suspended. On the server, `festival client resume console` opens it again'

type App = FastifyInstance
type Visit = { request: FastifyRequest; reply: FastifyReply }
type Confirmation = Omit<Credentials, 'email'> | PasskeySignIn
type Credentials = { email: string; password: string; code?: string | undefined }

export const through = { clientId: 'console', seconds: consoleSeconds }

/** Refuses (403) while the console's client is suspended, as no token would work. */
export async function requireConsole({ db }: App): Promise<void> {
  const { suspended_at } = await ensurePageClient(db, { id: 'console', name: 'Console' })
  if (suspended_at) throw forbidden(suspended, 'suspended')
}

/**
 * Signs a user in to the console, by password and second factor, or by a passkey. Refusals are those of `POST
 * /auth/user` and `POST /auth/passkey`, and 403 while the console is suspended.
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
  return keep(request, reply, { page: 'console', token, seconds: consoleSeconds })
}

/** Options with which the browser signs in by a passkey, as `POST /auth/passkey/options` gives them. */
export async function offerConsolePasskey(app: App, request: FastifyRequest): Promise<object> {
  await requireConsole(app)
  return offerSignIn(app, siteOf(request))
}

/**
 * Signs the user of a session in to it once more, and returns its new key: what a session that was left open may not do is
 * open then (docs/adr/0095). The token is new, and the one before ends. Another user's proof is none: 401.
 */
export async function confirmInConsole(
  app: App,
  { request, reply }: Visit,
  given: Confirmation,
): Promise<string> {
  await requireConsole(app)
  const user = await ownerOf(app, request)
  const { token } =
    'credential' in given
      ? await signInByPasskey(app, {
          ...through,
          ...given,
          site: siteOf(request),
          userId: user.id,
        })
      : await signInUser(app, {
          ...through,
          ...given,
          email: await emailOf(app, user),
          address: request.ip,
        })
  await transact(app.db, (trx) => app.access.endToken(trx, user.token))
  return keep(request, reply, { page: 'console', token, seconds: consoleSeconds })
}

/** Options with which the browser confirms the user of a session by one of their passkeys. */
export async function offerConsoleConfirmation(app: App, request: FastifyRequest): Promise<object> {
  return offerSignIn(app, siteOf(request), (await ownerOf(app, request)).id)
}

/** The user of a session of the console, which the request has to prove with its key. @throws Problem 401 */
async function ownerOf(app: App, request: FastifyRequest): Promise<UserCaller> {
  const token = tokenOfPage(request, ['console'])
  const { user } = token?.token ? await app.access.holderOnPage(token) : { user: null }
  if (!user) throw new Problem(401, 'Invalid session')
  return user
}

async function emailOf({ db }: App, { id }: UserCaller): Promise<string> {
  const account = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirst()
  return account?.email ?? ''
}

/** A secret for an authenticator app, as `POST /auth/second-factor` gives it. */
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

/** Puts the secret to use with its first code, as `PUT /auth/second-factor` does, and begins a session of the console. */
export async function enrolInConsole(
  app: App,
  { request, reply }: Visit,
  given: Credentials & { code: string },
): Promise<{ key: string; recovery_codes: string[] }> {
  await requireConsole(app)
  const confirmed = { ...through, ...given, address: request.ip }
  const { token, recovery_codes } = await confirmFactor(app, confirmed)
  const key = keep(request, reply, { page: 'console', token, seconds: consoleSeconds })
  return { key, recovery_codes }
}

/**
 * Ends the session of the console everywhere and removes the cookie, also of a session that has ended
 * already, which is then 401.
 */
export async function leaveConsole(app: App, { request, reply }: Visit): Promise<void> {
  const token = forget(request, reply, 'console')
  const hash = (await app.access.holderOnPage(token)).user?.token
  if (hash) await transact(app.db, (trx) => app.access.endToken(trx, hash))
}
