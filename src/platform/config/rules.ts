/**
 * What variables have to do with each other, and what production refuses or warns of. Every sentence begins
 * with the variable it is about; `test` beside this file has one case for each.
 */

import { hostsOf } from '#platform/values/hosts'
import { isGuessable } from './guessable.ts'
import type { Config } from './variables.ts'

/** As it was read so far: one whose text was refused is absent. */
type Read = Partial<Config>

/** Everything that is wrong, not only the first of it. */
export function faultsIn(config: Read): string[] {
  return [...lonely(config), ...unpaired(config), ...(isProduction(config) ? refused(config) : [])]
}

/** What production runs with, but better would not. */
export function warningsOf(config: Config): string[] {
  if (!isProduction(config)) return when(isBehindProxies(config) && !config.PUBLIC_URL, needsUrl)
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
      `LOG_LEVEL is ${LOG_LEVEL}: it writes more than anybody reads`,
    ),
    ...when(LOG_LEVEL === 'silent', 'LOG_LEVEL is silent: what goes wrong is seen nowhere'),
  ]
}

/** What callers write in X-Forwarded-For and -Proto is read. */
export const isBehindProxies = ({ TRUSTED_PROXIES = 0 }: Read): boolean => TRUSTED_PROXIES !== 0

const needsUrl = 'PUBLIC_URL must be set behind proxies: only it says what clients call'

/** 0.0.0.0, ::, and what else stands for all addresses. */
const isOpen = (host: string) => /^[0.:]+$/.test(host)

const when = (is: boolean, sentence: string): string[] => (is ? [sentence] : [])

const isProduction = ({ NODE_ENV }: Read) => NODE_ENV === 'production'

/** Those that mean something only beside another. */
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

/** Those that make sense together alone. */
function unpaired(config: Read): string[] {
  const together = [
    ...accounts,
    ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    ['STRIPE_SECRET_KEY', 'STRIPE_PUBLIC_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ] as const
  return together.flatMap((names) => {
    const missing = names.filter((name) => config[name] === undefined)
    if (missing.length === 0 || missing.length === names.length) return []
    const given = names.filter((name) => config[name] !== undefined)
    return [`${missing.join(' and ')} must be set together with ${given.join(' and ')}`]
  })
}

/** What production must not do by mistake. */
function refused(config: Read): string[] {
  return [...missing(config), ...weak(config), ...equal(config), ...pretended(config)]
}

/** Those that come into being with the first start, and cannot be worked out. */
const accounts = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['CLIENT_ID', 'CLIENT_SECRET'],
] as const

function missing(config: Read): string[] {
  const { DATABASE_URL, SECRET_KEY, STRIPE_SECRET_KEY, ALLOW_SIMULATED_PAYMENTS } = config
  // Where only one of two is there, the other one is asked for by `unpaired`.
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

const shortestPassword = 12

function weak(config: Read): string[] {
  const random = 'must be random in production: openssl rand -base64 32 makes one'
  const { ADMIN_PASSWORD: password, PUBLIC_URL } = config
  // SECRET_KEY_OTHER may be older than this rule, and only opens.
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

/** One that is found out must not open the others. */
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

/** Money that is none. */
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

/** Whether somebody on the way could read along: over a network, and not TLS for sure. */
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

/** This machine: over the loopback, or a unix socket. */
const isLocal = (host: string) =>
  host === '' ||
  host.startsWith('/') ||
  /^(localhost|127\.[\d.]+|\[?::1\]?|.+\.localhost)$/.test(host)
