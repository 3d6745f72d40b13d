/** The sign-in at the identity provider: authorization code with PKCE, state and nonce (OpenID Connect Core). */
import type { FastifyBaseLogger } from 'fastify'
import { isEmail } from '#identity/users'
import type { Config } from '#platform/config/variables'
import type { Clock } from '#platform/values/time'
import type { Provider } from './provider.ts'
import { Refusal, type RefusalCode } from './refusal.ts'

/** The state of a sign-in that the browser holds, sealed, until it comes back. */
export type Begun = {
  state: string
  nonce: string
  verifier: string
  /** true if the provider has to ask the user again, since this confirms their identity */
  isAnew: boolean
}

/** The user that the provider names, with the claims that count here. */
export type Identity = {
  issuer: string
  subject: string
  /** null: the provider gives none, or has not proven it */
  email: string | null
  firstName: string
  lastName: string
  /** groups of the user that the settings name */
  groups: string[]
  hasSecondFactor: boolean
  /** when the provider asked the user, ms; null: not stated */
  provenAt: number | null
}

/** Longest time since the provider asked the user, s: as long as a session of the console lasts. Longer ago, it asks again. */
const longest = 12 * 3_600
/** The same where users confirm their identity: the time they need to answer, s. */
const longestAnew = 300

type Begin = { redirectUri: string; isAnew: boolean }

/** Returns the address the browser is sent to, and the state it has to bring back. @throws Refusal */
export async function beginSignIn(
  { provider, config, log }: Omit<Context, 'now'>,
  { redirectUri, isAnew }: Begin,
): Promise<{ url: string; begun: Begun }> {
  const client = await import('openid-client')
  const configuration = await provider.configuration().catch(refuseWith(log))
  const [state, nonce] = [client.randomState(), client.randomNonce()]
  const verifier = client.randomPKCECodeVerifier()
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: config.OIDC_SCOPES,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    max_age: `${isAnew ? longestAnew : longest}`,
    ...(isAnew && { prompt: 'login' }),
  })
  return { url: url.href, begun: { state, nonce, verifier, isAnew } }
}

type Context = { provider: Provider; config: Config; log: FastifyBaseLogger; now: Clock }

/** Returns the user that the provider names, from the address to which it sent the browser back. @throws Refusal */
export async function finishSignIn(
  { provider, config, log, now }: Context,
  { url, begun }: { url: URL; begun: Begun },
): Promise<Identity> {
  // This browser has begun another sign-in since, or this sign-in was begun in another browser.
  if (url.searchParams.get('state') !== begun.state) throw new Refusal('over')
  const client = await import('openid-client')
  try {
    const configuration = await provider.configuration()
    const tokens = await client.authorizationCodeGrant(configuration, url, {
      expectedState: begun.state,
      expectedNonce: begun.nonce,
      pkceCodeVerifier: begun.verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Refusal('provider_wrong')
    if (begun.isAnew) requireAnew(claims, now())
    // Many providers give the e-mail and the groups only here. The subject has to be the same user.
    const more = configuration.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : {}
    return identityOf(config, { ...more, ...claims })
  } catch (error) {
    return refuseWith(log)(error)
  }
}

/** Refuses an identity if the provider has not asked the user just now. Some providers do not state the time. */
function requireAnew({ auth_time }: { auth_time?: number }, now: Date): void {
  if (auth_time === undefined) throw new Refusal('no_auth_time')
  if (auth_time * 1000 < now.getTime() - longestAnew * 1000) throw new Refusal('provider_wrong')
}

type Claims = Record<string, unknown> & { iss: string; sub: string }

function identityOf(config: Config, claims: Claims): Identity {
  const { iss: issuer, sub: subject, email, email_verified, auth_time, acr } = claims
  const named = new Set(config.OIDC_GROUPS?.map(({ group }) => group))
  const factors = new Set([...listOf(acr), ...listOf(claims['amr'])])
  const isProven = typeof email === 'string' && isEmail(email) && isVerified(config, email_verified)
  return {
    issuer,
    subject,
    email: isProven ? email : null,
    ...namesOf(claims),
    groups: listOf(claims[config.OIDC_GROUPS_CLAIM]).filter((group) => named.has(group)),
    hasSecondFactor: config.OIDC_SECOND_FACTOR?.some((value) => factors.has(value)) ?? false,
    provenAt: typeof auth_time === 'number' ? auth_time * 1000 : null,
  }
}

/**
 * Returns true if the provider has proven an e-mail. Microsoft Entra ID leaves the claim out, or sends it as text: with
 * `OIDC_TRUST_EMAILS` the operator vouches for the e-mail instead. An explicit no counts in any case.
 */
function isVerified({ OIDC_TRUST_EMAILS }: Config, claim: unknown): boolean {
  if (claim === true) return true
  return OIDC_TRUST_EMAILS && (claim === undefined || claim === null || claim === 'true')
}

/** Returns the names of a new account: a first name that the provider does not give is taken from other claims. */
function namesOf({ given_name, family_name, name, email }: Claims) {
  const [first, last] = [textOf(given_name) || textOf(name), textOf(family_name)]
  return {
    firstName: first || textOf(`${email}`.split('@', 1)[0]) || 'Staff',
    lastName: last,
  }
}

const listOf = (claim: unknown): string[] => [claim].flat().filter((one) => typeof one === 'string')

/** Returns a name in a plain form: one line of at most 100 characters. */
const textOf = (claim: unknown): string =>
  typeof claim === 'string'
    ? claim
        .replaceAll(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, 100)
        .trim()
    : ''

/** Turns an error of the sign-in into a refusal. Logs give the reason, and nothing about the user. */
function refuseWith(log: FastifyBaseLogger) {
  return (error: unknown): never => {
    if (error instanceof Refusal) throw error
    const { name, code, error: said } = Object(error) as Record<string, unknown>
    log.warn({ reason: [name, code, said].filter(Boolean).join(' ') }, 'The identity provider')
    throw new Refusal(reasonOf(error))
  }
}

/** Errors of `openid-client` have codes; errors of fetch are of the network. */
function reasonOf(error: unknown): RefusalCode {
  const { name, code, error: said, cause } = Object(error) as Record<string, unknown>
  if (name === 'AuthorizationResponseError') return 'denied'
  if (name === 'ResponseBodyError') return said === 'invalid_grant' ? 'over' : 'provider_wrong'
  const names = [name, Object(cause).name]
  if (names.includes('TimeoutError') || code === 'OAUTH_TIMEOUT') return 'provider_away'
  if (typeof code === 'string' && code.startsWith('OAUTH_')) return 'provider_wrong'
  return name === 'TypeError' ? 'provider_away' : 'provider_wrong'
}
