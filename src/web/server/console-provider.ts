/** Sign-in to the console by the identity provider of the settings (docs/design/identity.md). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setCookie, tokensIn } from '#core/access'
import {
  type Begun,
  beginSignIn,
  type Confirming,
  finishSignIn,
  type Identity,
  type Provider,
  Refusal,
  signInByProvider,
} from '#identity/openid'
import { siteOf } from '#identity/passkeys'
import { Problem } from '#platform/values/errors'
import { consoleSeconds, requireConsole, through } from './console-session.ts'
import { isSecure, sessionOn, setSession } from './sessions.ts'

/** The time a user has, at the provider and for a code here, in s. */
const patience = 600
/** The content of the cookie is sealed for one of these two steps. */
const [away, back] = ['openid sign-in', 'openid second factor'] as const

type App = FastifyInstance
type Visit = { request: FastifyRequest; reply: FastifyReply }
type Common = { next: string; until: number; confirming?: Confirming | undefined }
type Away = Common & { begun: Begun }
type Back = Common & { identity: Identity }

const callback = '/console/provider/callback'

/** Sends the browser to the provider. `isAnew`: the provider asks the user of the session to sign in again. */
export async function leaveForProvider(
  app: App,
  provider: Provider,
  visit: Visit & { next: string; isAnew: boolean },
): Promise<string> {
  const { request, next, isAnew } = visit
  const confirming = isAnew ? await confirmingOn(app, request) : undefined
  const redirectUri = siteOf(request).origin + callback
  const context = { provider, config: app.config, log: request.log }
  const { url, begun } = await beginSignIn(context, { redirectUri, isAnew })
  remember(app, visit, { step: away, begun, next, confirming })
  return url
}

async function confirmingOn(app: App, request: FastifyRequest): Promise<Confirming | undefined> {
  const { user } = (await sessionOn(app, request, 'console'))?.holder ?? {}
  return user ? { userId: user.id, token: user.token } : undefined
}

/**
 * Signs in the user that the provider has sent back, and returns the address where the browser goes on. If the account
 * has a second factor here, its code is required first. @throws Refusal
 */
export async function returnFromProvider(
  app: App,
  provider: Provider,
  visit: Visit,
): Promise<string> {
  const { request } = visit
  const left = recall<Away>(app, request, away)
  // The attempt is over, whatever its result.
  clearReturn(visit)
  if (!left) throw new Refusal('over')
  const { begun, next, confirming } = left
  const url = new URL(request.url, siteOf(request).origin)
  const context = { provider, config: app.config, log: request.log, now: app.now }
  const identity = await finishSignIn(context, { url, begun })
  try {
    await enter(app, visit, { identity, confirming })
  } catch (error) {
    if (!(error instanceof Problem) || error.facts?.['enrolled'] === undefined) throw error
    if (error.facts['enrolled'] === false) throw new Refusal('second_factor_needed')
    remember(app, visit, { step: back, identity, next, confirming })
    return '/console'
  }
  return next
}

/** Returns true if the provider has sent back a user who must still enter a code of the second factor. */
export const needsCode = (app: App, request: FastifyRequest): boolean =>
  recall<Back>(app, request, back) !== undefined

/** Completes the sign-in with that code, and begins the session; returns its key. @throws Problem as `POST /auth/user` does, or Refusal */
export async function completeWithCode(app: App, visit: Visit, code: string): Promise<string> {
  const waiting = recall<Back>(app, visit.request, back)
  if (!waiting) throw new Problem(401, 'The sign-in has expired: start again')
  const { identity, confirming } = waiting
  const key = await enter(app, visit, { identity, confirming, code })
  clearReturn(visit)
  return key
}

type Entering = { identity: Identity; confirming?: Confirming | undefined; code?: string }

async function enter(app: App, { request, reply }: Visit, entering: Entering): Promise<string> {
  await requireConsole(app)
  const { token } = await signInByProvider(app, { ...through, ...entering })
  return setSession(request, reply, { page: 'console', token, seconds: consoleSeconds })
}

type Remembered = { step: string } & (Omit<Away, 'until'> | Omit<Back, 'until'>)

function remember(app: App, { request, reply }: Visit, { step, ...what }: Remembered) {
  const until = app.now().getTime() + patience * 1000
  const token = app.vault.seal(JSON.stringify({ ...what, until }), step).toString('base64url')
  setCookie(reply, 'openid', { token, seconds: patience, isSecure: isSecure(request) })
}

function clearReturn({ request, reply }: Visit) {
  setCookie(reply, 'openid', { token: '', seconds: 0, isSecure: isSecure(request) })
}

/** Returns the data stored in the browser for this step; undefined if there is none or it is too old. */
function recall<What extends Common>(
  { vault, now }: App,
  request: FastifyRequest,
  step: string,
): What | undefined {
  for (const token of tokensIn(request, 'openid')) {
    try {
      const what: What = JSON.parse(`${vault.open(Buffer.from(token, 'base64url'), step)}`)
      if (what.until > now().getTime()) return what
    } catch {
      // The cookie is of another step, changed, or sealed with a key that is gone.
    }
  }
  return undefined
}
