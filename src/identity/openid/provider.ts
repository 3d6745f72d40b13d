/** The identity provider of the configuration: where it is, what keys it has, and requests to it. */
import type { Configuration } from 'openid-client'
import type { Config } from '#platform/config/variables'
import type { Clock } from '#platform/values/time'

/** How long one request may take, ms, and how much of an answer is read, bytes. */
const [patience, most] = [5_000, 1_000_000]
/** How long its discovery document is kept, ms. */
const kept = 3_600_000

export type Provider = {
  /** its metadata, which are asked for when they are needed. @throws an error of `openid-client`, or of fetch */
  configuration(): Promise<Configuration>
}

/** What the provider of the settings is called; undefined where there is none. */
export const providerName = ({ OIDC_ISSUER, OIDC_NAME }: Config): string | undefined =>
  OIDC_ISSUER && (OIDC_NAME ?? new URL(OIDC_ISSUER).host)

/** The provider of the settings; undefined where there is none. */
export function providerOf(config: Config, now: Clock): Provider | undefined {
  const { OIDC_ISSUER: issuer } = config
  if (issuer === undefined) return undefined
  let known: { at: number; found: Promise<Configuration> } | undefined
  return {
    configuration: () => {
      const at = now().getTime()
      if (known && at - known.at < kept) return known.found
      const found = discover(config, issuer)
      known = { at, found }
      found.catch(() => {
        known = undefined
      })
      return found
    },
  }
}

async function discover(config: Config, issuer: string): Promise<Configuration> {
  const { OIDC_CLIENT_ID = '', OIDC_CLIENT_SECRET = '' } = config
  const client = await import('openid-client')
  const found = await client.discovery(new URL(issuer), OIDC_CLIENT_ID, undefined, undefined, {
    [client.customFetch]: ask,
    execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
  })
  const metadata = found.serverMetadata()
  const ways = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const way = ways.includes('client_secret_basic')
    ? client.ClientSecretBasic(OIDC_CLIENT_SECRET)
    : client.ClientSecretPost(OIDC_CLIENT_SECRET)
  const configuration = new client.Configuration(metadata, OIDC_CLIENT_ID, undefined, way)
  configuration[client.customFetch] = ask
  if (issuer.startsWith('http:')) client.allowInsecureRequests(configuration)
  // Without this a signature is not looked at, as the token comes from the provider itself.
  client.enableNonRepudiationChecks(configuration)
  return configuration
}

type Asked = { method: string; headers: Record<string, string>; body?: unknown }

/** One request to the provider: in time, without redirects, and read up to a limit. */
async function ask(url: string, { method, headers, body }: Asked): Promise<Response> {
  const response = await fetch(url, {
    method,
    headers,
    body: (body ?? null) as string | null,
    redirect: 'manual',
    signal: AbortSignal.timeout(patience),
  })
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > most) throw new TypeError('The answer of the identity provider is too long')
    parts.push(part)
  }
  const { status } = response
  const hasBody = status !== 204 && status !== 304
  return new Response(hasBody ? Buffer.concat(parts) : null, { status, headers: response.headers })
}
