/** An identity provider (OpenID Connect) on this machine: `oidc-provider`, which can be made slow and made to lie. */
import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { after } from 'node:test'
// @ts-expect-error: it has no types
import { Provider } from 'oidc-provider'

/** Claims of a user, and how they signed in there. */
export type ProviderUser = {
  email?: string
  /** as text and absent as well, as Microsoft Entra ID has it */
  email_verified?: boolean | string | undefined
  given_name?: string
  family_name?: string
  groups?: string[]
  /** how they signed in; none: by a password */
  amr?: string[]
  /** when, in Unix seconds; absent: now */
  ts?: number
}
type Body = Record<string, any>
/** Changes an answer, or keeps it for ever. */
type Fault = ((body: Body) => Body) | 'silent' | 'broken'

const key = {
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid: 'one',
  use: 'sig',
  alg: 'RS256',
}

/** Starts it; users sign in once `serve` has said where they come from. */
export async function anIdentityProvider() {
  const users = new Map<string, ProviderUser>()
  const faults = new Map<string, Fault>()
  let provider: any
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://x').pathname
    const fault = faults.get(path)
    if (fault === 'silent') return
    if (typeof fault === 'function') distort(response, fault)
    if (fault === 'broken') response.writeHead(502).end('<html>')
    else if (path.startsWith('/interaction/')) void interact({ provider, users }, request, response)
    else provider.callback()(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    issuer,
    users,
    faults,
    /** what the service has to be told */
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'festival',
      OIDC_CLIENT_SECRET: 'a secret of it',
    },
    serve: (origin: string) => {
      provider = open(issuer, origin, users)
    },
    /** A new user. */
    aUser: (providerUser: ProviderUser = {}) => {
      const id = randomUUID()
      users.set(id, { email: `${id}@people.example`, email_verified: true, ...providerUser })
      return { id, ...users.get(id), email: users.get(id)?.email ?? '' }
    },
    /** The same claims, but those that are given, signed by the provider's key or another. */
    signed,
    walk: (url: string, id: string, cookies = new Map<string, string>()) =>
      walk(url, id, { cookies, issuer }),
  }
}

function open(issuer: string, origin: string, users: Map<string, ProviderUser>) {
  return new Provider(issuer, {
    clients: [
      {
        client_id: 'festival',
        client_secret: 'a secret of it',
        redirect_uris: [`${origin}/console/provider/callback`],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['a key'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    claims: {
      acr: null,
      auth_time: null,
      iss: null,
      sid: null,
      openid: ['sub', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'groups'],
    },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...users.get(id) }),
    }),
    // Staff are not asked whether their own service may know them.
    loadExistingGrant: async ({ oidc }: any) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
}

/** Its page: a caller who sends the name of a user is that user. */
async function interact(
  { provider, users }: { provider: any; users: Map<string, ProviderUser> },
  request: IncomingMessage,
  response: ServerResponse,
) {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html')
    response.end(
      '<form method="post"><label>User <input name="user"></label><button>Sign in</button></form>',
    )
    return
  }
  const body = Buffer.concat(await request.toArray()).toString()
  const accountId = new URLSearchParams(body).get('user') ?? ''
  if (accountId === '') {
    const refused = { error: 'access_denied', error_description: 'Not today' }
    await provider.interactionFinished(request, response, refused)
    return
  }
  const { amr, ts } = users.get(accountId) ?? {}
  const login = { accountId, remember: true, ...(amr && { amr }), ...(ts && { ts }) }
  await provider.interactionFinished(
    request,
    response,
    { login },
    { mergeWithLastSubmission: false },
  )
}

function distort(response: ServerResponse, fault: (body: Body) => Body) {
  const end = response.end.bind(response) as (text: string) => ServerResponse
  Object.assign(response, {
    end: (text: unknown) => {
      const changed = JSON.stringify(fault(JSON.parse(`${text}`)))
      response.setHeader('content-length', Buffer.byteLength(changed))
      return end(changed)
    },
  })
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const another = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

/** An ID token with other claims; `how`: by the key of the provider, by another, or by none. */
function signed(token: string, claims: Body, how: 'right' | 'foreign' | 'none' = 'right'): string {
  const [, payload = ''] = token.split('.')
  const known = JSON.parse(`${Buffer.from(payload, 'base64url')}`)
  const head = how === 'none' ? { alg: 'none' } : { alg: 'RS256', kid: key.kid }
  const text = `${encoded(head)}.${encoded({ ...known, ...claims })}`
  if (how === 'none') return `${text}.`
  const by = how === 'right' ? createPrivateKey({ key, format: 'jwk' }) : another
  return `${text}.${sign('sha256', Buffer.from(text), by).toString('base64url')}`
}

type Walking = { cookies: Map<string, string>; issuer: string }

/** Goes through the provider as a browser does that signs in as a user; returns where it leads back to. */
async function walk(url: string, id: string, { cookies, issuer }: Walking): Promise<string> {
  let next = url
  for (let steps = 0; steps < 10 && next.startsWith(issuer); steps++) {
    let answer = await ask(next, cookies)
    // It shows its page, and the user says who they are.
    if (answer.status === 200) answer = await ask(next, cookies, new URLSearchParams({ user: id }))
    if (answer.status >= 400) throw new Error(`${next}: ${await answer.text()}`)
    next = new URL(answer.headers.get('location') ?? '', next).href
  }
  return next
}

async function ask(url: string, cookies: Map<string, string>, body?: URLSearchParams) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const form = body && { method: 'POST', body }
  const answer = await fetch(url, { redirect: 'manual', headers: { cookie }, ...form })
  for (const set of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
    if (value === '') cookies.delete(name)
    else cookies.set(name, value)
  }
  return answer
}
