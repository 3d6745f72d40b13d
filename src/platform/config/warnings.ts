/** Settings that work, but are not recommended in production, or leave the shop without sales. */
import { hostsOf } from '#platform/values/hosts'
import { missingOfOperator, missingOfSeller, mustBeComplete } from './operator.ts'
import { isBehindProxies, isHere, isLocal, isProduction, needsUrl, when } from './rules.ts'
import { type Config } from './variables.ts'

/** Returns a sentence for each such setting, which starts with its variable. */
export function warningsOf(config: Config): string[] {
  if (!isProduction(config)) {
    return [...when(isBehindProxies(config) && !config.PUBLIC_URL, needsUrl), ...closedShop(config)]
  }
  const { PUBLIC_URL, HOST, TRUSTED_PROXIES, LOG_LEVEL, STRIPE_API_BASE, S3_ENDPOINT } = config
  const { ALLOW_SIMULATED_PAYMENTS, SECRET_KEY_OTHER, DATABASE_URL } = config
  const isUntold = PUBLIC_URL?.startsWith('https:') === true && !isBehindProxies(config)
  return [
    ...when(
      PUBLIC_URL === undefined,
      'PUBLIC_URL is not set: mails lead nowhere, and photo addresses follow what each request says of its host',
    ),
    ...when(
      isUntold,
      'TRUSTED_PROXIES is 0: behind a proxy every request counts as one address, and limits meet all at once',
    ),
    ...when(
      isBehindProxies(config) && typeof TRUSTED_PROXIES === 'number' && isOpen(HOST),
      `TRUSTED_PROXIES counts proxies while HOST is ${HOST}: a caller who reaches the port directly chooses its own address. Name the proxies instead, as in 10.0.0.5,10.1.0.0/16`,
    ),
    ...when(
      DATABASE_URL !== undefined && isReadable(DATABASE_URL),
      'DATABASE_URL crosses a network without TLS: add ?sslmode=require, or verify-full with sslrootcert',
    ),
    ...when(
      S3_ENDPOINT?.startsWith('http:') === true && !isHere(S3_ENDPOINT),
      'S3_ENDPOINT crosses a network without TLS',
    ),
    ...closedShop(config),
    ...when(ALLOW_SIMULATED_PAYMENTS, 'ALLOW_SIMULATED_PAYMENTS hands out tickets for no money'),
    ...when(
      STRIPE_API_BASE !== undefined,
      'STRIPE_API_BASE leads payments to another server than Stripe',
    ),
    ...when(
      SECRET_KEY_OTHER !== undefined,
      'SECRET_KEY_OTHER is set: after `festival keys reseal` it is needed no longer',
    ),
    ...when(
      ['debug', 'trace'].includes(LOG_LEVEL),
      `LOG_LEVEL is ${LOG_LEVEL}: it writes too much`,
    ),
    ...when(LOG_LEVEL === 'silent', 'LOG_LEVEL is silent: what goes wrong is seen nowhere'),
  ]
}

function closedShop(config: Config): string[] {
  if (!mustBeComplete(config)) return []
  const plans = when(
    missingOfSeller(config).length > 0,
    'SELLER_NAME and the other settings of the seller are not set: no membership is sold, since its invoice would name no seller',
  )
  return [...withoutPages(config), ...plans]
}

function withoutPages(config: Config): string[] {
  const missing = missingOfOperator(config)
  if (missing.length === 0) return []
  const names = `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set`
  return [
    `${names}: the guide and its checkout sell nothing. Set the addresses of the pages that say who runs the service, and what it does with personal data`,
  ]
}

/** 0.0.0.0, :: and other forms of all addresses. */
const isOpen = (host: string) => /^[0.:]+$/.test(host)

/** Returns true if a connection crosses a network and is not certain to use TLS. */
function isReadable(connectionString: string): boolean {
  return hostsOf(connectionString).some((address) => {
    const { hostname, searchParams } = new URL(address)
    const host = searchParams.get('host') ?? hostname
    const mode = searchParams.get('sslmode') ?? ''
    const isSafe = ['require', 'verify-ca', 'verify-full'].includes(mode)
    return !isLocal(host) && !isSafe && searchParams.get('ssl') !== 'true'
  })
}
