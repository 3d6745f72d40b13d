/**
 * Rules about several variables, and the settings that production refuses. Every message starts with the variable it is
 * about; `variables.test.ts` has a case for each.
 */

import { isGuessable } from './guessable.ts'
import { missingOfSeller } from './operator.ts'
import { sellerSettings } from './seller.ts'
import { type Config, settings } from './variables.ts'

/** The variables read so far. A variable with a refused value is absent. */
export type Read = Partial<Config>

/** Returns all faults, not only the first. */
export function faultsIn(config: Read): string[] {
  return [
    ...lonely(config),
    ...unpaired(config),
    ...halfSeller(config),
    ...open(config),
    ...(isProduction(config) ? refused(config) : []),
  ]
}

/** Returns true if X-Forwarded-For and X-Forwarded-Proto are read. */
export const isBehindProxies = ({ TRUSTED_PROXIES = 0 }: Read): boolean => TRUSTED_PROXIES !== 0

export const needsUrl = 'PUBLIC_URL must be set behind proxies: only it says what clients call'

export const when = (is: boolean, sentence: string): string[] => (is ? [sentence] : [])

export const isProduction = ({ NODE_ENV }: Read) => NODE_ENV === 'production'

/** Finds variables that need another one. */
function lonely(config: Read): string[] {
  const needed = [
    ['DATABASE_DIRECT_URL', 'DATABASE_URL'],
    ['DATABASE_REPLICA_URLS', 'DATABASE_URL'],
    ['SECRET_KEY_OTHER', 'SECRET_KEY'],
    ['BANK_BIC', 'BANK_IBAN'],
  ] as const
  return needed
    .filter(([name, other]) => config[name] !== undefined && config[other] === undefined)
    .map(([name, other]) => `${name} needs ${other}`)
}

/** Finds variables of a group that must be set together. */
function unpaired(config: Read): string[] {
  const together = [
    ...accounts,
    ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    ['STRIPE_SECRET_KEY', 'STRIPE_PUBLIC_KEY', 'STRIPE_WEBHOOK_SECRET'],
    ['APPLE_WALLET_CERTIFICATE', 'APPLE_WALLET_KEY', 'APPLE_WALLET_ISSUER'],
    ['GOOGLE_WALLET_KEY', 'GOOGLE_WALLET_ISSUER'],
    ['BANK_HOLDER', 'BANK_IBAN'],
    ['DATEV_CONSULTANT', 'DATEV_CLIENT', 'DATEV_DEBTOR', 'DATEV_REVENUE'],
    ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ] as const
  return together.flatMap((names) => {
    const missing = names.filter((name) => config[name] === undefined)
    if (missing.length === 0 || missing.length === names.length) return []
    const given = names.filter((name) => config[name] !== undefined)
    return [`${missing.join(' and ')} must be set together with ${given.join(' and ')}`]
  })
}

/** Finds a seller of which some is set, and not all that its documents need. */
function halfSeller(config: Read): string[] {
  const given = Object.keys(sellerSettings).find((name) => config[name as keyof Read])
  const missing = missingOfSeller(config)
  if (given === undefined || missing.length === 0) return []
  return [`${missing.join(' and ')} must be set together with ${given}: invoices name all of it`]
}

/** Refuses an identity provider that is reached without TLS: it could be anybody. */
const open = ({ OIDC_ISSUER }: Read) =>
  when(
    OIDC_ISSUER?.startsWith('http:') === true && !isHere(OIDC_ISSUER),
    'OIDC_ISSUER must start with https://, but on this machine',
  )

/** Finds settings that production refuses. */
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

/** The default sender's domain does not exist, so mail servers refuse mail from it. */
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

/** Finds settings for payments that move no money. */
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

export const isHere = (url: string) => isLocal(URL.parse(url)?.hostname ?? '')

/** Returns true if a host is this machine, reached by loopback or a Unix socket. */
export const isLocal = (host: string) =>
  host === '' ||
  host.startsWith('/') ||
  /^(localhost|127\.[\d.]+|\[?::1\]?|.+\.localhost)$/.test(host)
