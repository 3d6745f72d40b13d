/** The identity provider of the configuration: its addresses, its keys, and requests to it. */
import type { Configuration } from 'openid-client'
import type { Config } from '#platform/config/variables'
import type { Clock } from '#platform/values/time'

/** Time limit of a request, ms, and the most that is read of an answer, bytes. */
const [patience, most] = [5_000, 1_000_000]
/** Time for which its discovery document is cached, ms. */
const discoveryLifetimeMs = 3_600_000

export type Provider = {
  /** the provider's metadata, requested when needed. @throws an error of `openid-client`, or of fetch */
  configuration(): Promise<Configuration>
}

/** Returns the display name of the provider in the settings; undefined without a provider. */
export const providerName = ({ OIDC_ISSUER, OIDC_NAME }: Config): string | undefined =>
  OIDC_ISSUER && (OIDC_NAME ?? new URL(OIDC_ISSUER).host)

/** Returns the provider of the settings; undefined without one. */
export function providerOf(config: Config, now: Clock): Provider | undefined {
  const { OIDC_ISSUER: issuer } = config
  if (issuer === undefined) return undefined
  let known: { at: number; found: Promise<Configuration> } | undefined
  return {
    configuration: () => {
      const at = now().getTime()
      if (known && at - known.at < discoveryLifetimeMs) return known.found
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
    [client.customFetch]: fetchFromProvider,
    execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
  })
  const metadata = found.serverMetadata()
  const ways = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const way = ways.includes('client_secret_basic')
    ? client.ClientSecretBasic(OIDC_CLIENT_SECRET)
    : client.ClientSecretPost(OIDC_CLIENT_SECRET)
  const configuration = new client.Configuration(metadata, OIDC_CLIENT_ID, undefined, way)
  configuration[client.customFetch] = fetchFromProvider
  if (issuer.startsWith('http:')) client.allowInsecureRequests(configuration)
  // Without this the signature is not checked, as the token comes from the provider itself.
  client.enableNonRepudiationChecks(configuration)
  return configuration
}

type ProviderRequest = { method: string; headers: Record<string, string>; body?: unknown }

/** Sends one request to the provider: with a time limit, without redirects, and read up to a size limit. */
async function fetchFromProvider(
  url: string,
  { method, headers, body }: ProviderRequest,
): Promise<Response> {
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
