/**
 * Rules about several variables, and what production refuses or warns of. Every message starts with the
 * variable it is about; `variables.test.ts` has a case for each.
 */

import { hostsOf } from '#platform/values/hosts'
import { isGuessable } from './guessable.ts'
import { type Config, settings } from './variables.ts'

/** The variables read so far. A variable whose value was refused is absent. */
type Read = Partial<Config>

/** Returns all faults, not only the first. */
export function faultsIn(config: Read): string[] {
  return [
    ...lonely(config),
    ...unpaired(config),
    ...open(config),
    ...(isProduction(config) ? refused(config) : []),
  ]
}

/** Returns warnings: settings that work, but are not recommended in production or leave the shop without sales. */
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

/** The settings that name the operator, without which the service's own pages sell nothing for real money. */
export function missingOfOperator({
  IMPRINT_URL,
  PRIVACY_URL,
}: Pick<Read, 'IMPRINT_URL' | 'PRIVACY_URL'>): ('IMPRINT_URL' | 'PRIVACY_URL')[] {
  return [
    ...(IMPRINT_URL ? [] : (['IMPRINT_URL'] as const)),
    ...(PRIVACY_URL ? [] : (['PRIVACY_URL'] as const)),
  ]
}

/** Returns true for a secret key of Stripe with which real money moves. */
export const isLiveKey = (secretKey: string): boolean => !/^[rs]k_test_/.test(secretKey)

function closedShop(config: Config): string[] {
  const missing = missingOfOperator(config)
  const { STRIPE_SECRET_KEY } = config
  if (STRIPE_SECRET_KEY === undefined || !isLiveKey(STRIPE_SECRET_KEY) || missing.length === 0)
    return []
  const names = `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set`
  return [
    `${names}: the guide and its checkout sell nothing. Set the addresses of the pages that say who runs the service, and what it does with personal data`,
  ]
}

/** Whether X-Forwarded-For and X-Forwarded-Proto are read. */
export const isBehindProxies = ({ TRUSTED_PROXIES = 0 }: Read): boolean => TRUSTED_PROXIES !== 0

const needsUrl = 'PUBLIC_URL must be set behind proxies: only it says what clients call'

/** 0.0.0.0, :: and other forms of all addresses. */
const isOpen = (host: string) => /^[0.:]+$/.test(host)

const when = (is: boolean, sentence: string): string[] => (is ? [sentence] : [])

const isProduction = ({ NODE_ENV }: Read) => NODE_ENV === 'production'

/** Variables that need another one. */
function lonely(config: Read): string[] {
  const needed = [
    ['DATABASE_DIRECT_URL', 'DATABASE_URL'],
    ['DATABASE_REPLICA_URLS', 'DATABASE_URL'],
    ['SECRET_KEY_OTHER', 'SECRET_KEY'],
  ] as const
  return needed
    .filter(([name, other]) => config[name] !== undefined && config[other] === undefined)
    .map(([name, other]) => `${name} needs ${other}`)
}

/** Variables that must be set together. */
function unpaired(config: Read): string[] {
  const together = [
    ...accounts,
    ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    ['STRIPE_SECRET_KEY', 'STRIPE_PUBLIC_KEY', 'STRIPE_WEBHOOK_SECRET'],
    ['APPLE_WALLET_CERTIFICATE', 'APPLE_WALLET_KEY', 'APPLE_WALLET_ISSUER'],
    ['GOOGLE_WALLET_KEY', 'GOOGLE_WALLET_ISSUER'],
    ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ] as const
  return together.flatMap((names) => {
    const missing = names.filter((name) => config[name] === undefined)
    if (missing.length === 0 || missing.length === names.length) return []
    const given = names.filter((name) => config[name] !== undefined)
    return [`${missing.join(' and ')} must be set together with ${given.join(' and ')}`]
  })
}

/** An identity provider that is reached without TLS could be anybody. */
const open = ({ OIDC_ISSUER }: Read) =>
  when(
    OIDC_ISSUER?.startsWith('http:') === true && !isHere(OIDC_ISSUER),
    'OIDC_ISSUER must start with https://, but on this machine',
  )

/** Settings that production refuses. */
function refused(config: Read): string[] {
  return [
    ...missing(config),
    ...unsendable(config),
    ...weak(config),
    ...equal(config),
    ...pretended(config),
  ]
}

/** Accounts that are created at start. Both variables are required. */
const accounts = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['CLIENT_ID', 'CLIENT_SECRET'],
] as const

function missing(config: Read): string[] {
  const { DATABASE_URL, SECRET_KEY, STRIPE_SECRET_KEY, ALLOW_SIMULATED_PAYMENTS } = config
  // If only one of the two is set, `unpaired` asks for the other.
  const required = accounts.filter((names) => names.every((name) => config[name] === undefined))
  return [
    ...required.flat().map((name) => `${name} must be set in production`),
    ...when(
      DATABASE_URL !== undefined && SECRET_KEY === undefined,
      'SECRET_KEY must be set in production when DATABASE_URL is',
    ),
    ...when(isBehindProxies(config) && config.PUBLIC_URL === undefined, needsUrl),
    ...when(
      STRIPE_SECRET_KEY === undefined && ALLOW_SIMULATED_PAYMENTS === false,
      'STRIPE_SECRET_KEY must be set in production, or ALLOW_SIMULATED_PAYMENTS=true',
    ),
  ]
}

/** The default sender's domain exists nowhere, so mail servers refuse what it sends. */
const unsendable = ({ SMTP_URL, MAIL_FROM }: Read) =>
  when(
    SMTP_URL !== undefined && MAIL_FROM === settings.MAIL_FROM.absent,
    'MAIL_FROM must be set in production when SMTP_URL is: the sender of mails, at a domain of yours, such as Festival <tickets@your-domain.example>',
  )

const shortestPassword = 12

function weak(config: Read): string[] {
  const random = 'must be random in production: openssl rand -base64 32 makes one'
  const { ADMIN_PASSWORD: password, PUBLIC_URL } = config
  // SECRET_KEY_OTHER may be older than this rule, and is only used to decrypt.
  const secrets = (['SECRET_KEY', 'CLIENT_SECRET', 'METRICS_TOKEN'] as const).filter((name) =>
    isGuessable(config[name] ?? random),
  )
  return [
    ...secrets.map((name) => `${name} ${random}`),
    ...when(
      password !== undefined && (password.length < shortestPassword || isGuessable(password)),
      `ADMIN_PASSWORD must have at least ${shortestPassword} characters in production, and be no usual one`,
    ),
    ...when(
      PUBLIC_URL?.startsWith('http:') === true && !isHere(PUBLIC_URL),
      'PUBLIC_URL must start with https:// in production: tokens travel in headers',
    ),
  ]
}

/** A secret that leaks must not reveal others. */
function equal(config: Read): string[] {
  const names = [
    'CLIENT_ID',
    'ADMIN_EMAIL',
    'CLIENT_SECRET',
    'ADMIN_PASSWORD',
    'SECRET_KEY',
    'METRICS_TOKEN',
  ] as const
  return names.flatMap((name, nth) => {
    const other = names.slice(0, nth).find((before) => config[before] === config[name])
    return other === undefined || config[name] === undefined
      ? []
      : [`${name} must not be the same as ${other}`]
  })
}

/** Payments that move no money. */
function pretended({ STRIPE_SECRET_KEY, ALLOW_SIMULATED_PAYMENTS, SIMULATED_PROCESSOR }: Read) {
  const isTest = /^[sr]k_test_/.test(STRIPE_SECRET_KEY ?? '')
  return [
    ...when(
      isTest && ALLOW_SIMULATED_PAYMENTS !== true,
      "STRIPE_SECRET_KEY is one of Stripe's test mode, in which no money moves: production needs a live one, or ALLOW_SIMULATED_PAYMENTS=true",
    ),
    ...when(
      SIMULATED_PROCESSOR !== undefined,
      'SIMULATED_PROCESSOR makes payments fail on purpose: production must not have it',
    ),
  ]
}

/** Whether the connection crosses a network and is not certain to use TLS. */
function isReadable(connectionString: string): boolean {
  return hostsOf(connectionString).some((address) => {
    const { hostname, searchParams } = new URL(address)
    const host = searchParams.get('host') ?? hostname
    const mode = searchParams.get('sslmode') ?? ''
    const isSafe = ['require', 'verify-ca', 'verify-full'].includes(mode)
    return !isLocal(host) && !isSafe && searchParams.get('ssl') !== 'true'
  })
}

const isHere = (url: string) => isLocal(URL.parse(url)?.hostname ?? '')

/** Whether a host is this machine, by loopback or a Unix socket. */
const isLocal = (host: string) =>
  host === '' ||
  host.startsWith('/') ||
  /^(localhost|127\.[\d.]+|\[?::1\]?|.+\.localhost)$/.test(host)
