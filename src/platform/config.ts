/**
 * Every environment variable the service reads, in one table: what it is called, what it means, what
 * it is when absent. `docs/operating.md` shows the same table, and a test holds the two together.
 */

import { misspelt } from './misspelt.ts'
import {
  BadSetting,
  database,
  email,
  faults,
  flag,
  integer,
  list,
  longSecret,
  oneOf,
  optional,
  password,
  type Setting,
  secret,
  setting,
  startingWith,
  text,
  url,
} from './setting.ts'

export const settings = {
  NODE_ENV: setting(
    oneOf('development', 'production', 'test'),
    'development',
    'In production nothing secret is printed, no demo data is made, and the administrator and the client come from the variables below',
  ),
  PORT: setting(integer(0, 65_535), '3000', 'TCP port (0 takes a free one)'),
  HOST: setting(text, '0.0.0.0', 'Address to listen on'),
  WORKERS: setting(
    integer(1, 64),
    '1',
    'Processes that serve the port together; one a core is most that helps',
  ),
  PUBLIC_URL: optional(
    url('http:', 'https:'),
    'Where clients reach the service; photo addresses start with it. Absent: the scheme and host of each request',
  ),
  DATA_DIR: setting(text, './data', 'Folder of our own PostgreSQL, the photos and the caught mail'),
  DATABASE_URL: optional(
    database,
    'A PostgreSQL of yours, 15 or newer. Of several hosts, as in postgresql://user:password@one:5432,two:5432/festival, the one that takes writes is used. Absent: the service starts its own in DATA_DIR',
  ),
  DATABASE_DIRECT_URL: optional(
    database,
    'The database itself, one host or several, where DATABASE_URL leads through a pooler in transaction mode: for what listens, migrates or takes its time',
  ),
  DATABASE_REPLICA_URLS: optional(
    list(url('postgres:', 'postgresql:')),
    'Streaming replicas of the database, separated by commas, which answer what is read of the catalogue',
  ),
  DATABASE_CONNECTIONS: setting(
    integer(1, 100),
    '10',
    'Connections of each process for requests. Four more serve jobs, and one listens',
  ),
  SECRET_KEY: optional(
    longSecret,
    'Seals what the database must not show, such as signing keys: at least 32 random characters. Absent: made once, as DATA_DIR/secret.key',
  ),
  CLIENT_ID: optional(text, 'A client that exists at every start, with all scopes'),
  CLIENT_SECRET: optional(secret, 'Its secret, at least 16 characters'),
  ADMIN_EMAIL: optional(email, 'An administrator who exists at every start'),
  ADMIN_PASSWORD: optional(password, "The administrator's password, 8 to 200 characters"),
  TOKEN_TTL_DAYS: setting(integer(1, 3_650), '365', 'Life of client and user tokens, days'),
  SIGN_IN_FAILURES: setting(
    integer(1, 1_000),
    '10',
    'Wrong passwords for one account from one address in 15 minutes before it has to wait',
  ),
  WRONG_CODES: setting(
    integer(1, 1_000),
    '10',
    'Wrong challenge codes of one user in ten minutes before any code has to wait ten minutes',
  ),
  HIDE_MANAGER_EMAILS: setting(
    flag,
    'false',
    "Answers null for managers' e-mails in GET /organizers",
  ),
  POINTS_PER_EUR: setting(
    integer(1, 1_000_000),
    '100',
    'How many points are worth one EUR at payment',
  ),
  PAYMENT_HOLD_SECONDS: setting(
    integer(1, 86_400),
    '600',
    'How long a purchase that is not paid yet keeps what it buys, seconds',
  ),
  PAYMENT_LEASE_SECONDS: setting(
    integer(1, 600),
    '15',
    'How long whoever works on a payment has it for itself, seconds. The processor has two thirds of it to answer',
  ),
  PAYMENT_GIVE_UP_SECONDS: setting(
    integer(1, 30 * 86_400),
    '86400',
    'How long a purchase keeps what it buys while the processor does not answer at all, seconds',
  ),
  STRIPE_SECRET_KEY: optional(
    startingWith('sk_', 'rk_'),
    'Payments go through this Stripe account. Absent: they are simulated and move no money',
  ),
  STRIPE_PUBLIC_KEY: optional(startingWith('pk_'), 'The publishable key that goes with it'),
  STRIPE_WEBHOOK_SECRET: optional(
    startingWith('whsec_'),
    'The signing secret of the webhook endpoint PUBLIC_URL/payments/webhook',
  ),
  STRIPE_API_BASE: optional(
    url('http:', 'https:'),
    "Another server that speaks Stripe's protocol, for tests",
  ),
  ALLOW_SIMULATED_PAYMENTS: setting(
    flag,
    'false',
    'Lets production run without Stripe: tickets are handed out, no money is taken',
  ),
  SIMULATED_PROCESSOR: optional(
    faults,
    'How the simulated processor misbehaves, such as delay=2000,lose_answers=0.1',
  ),
  STREAMS_PER_USER: setting(
    integer(1, 10_000),
    '20',
    'Live streams of one user at once, on each process',
  ),
  STREAMS: setting(integer(1, 1_000_000), '20000', 'Live streams at once, on each process'),
  KEPT_ANSWERS_MB: setting(
    integer(0, 100_000),
    '32',
    'Finished answers of the catalogue that each process keeps, MiB',
  ),
  BUSY_AFTER_MS: setting(
    integer(1, 600_000),
    '500',
    'How long a request may have to wait for the database, ms, before new ones are refused with 503',
  ),
  AUDIT_DAYS: setting(
    integer(1, 36_500),
    '730',
    'How long the audit log keeps who changed what, days',
  ),
  CORS_ORIGINS: setting(text, '*', 'Origins whose pages may call the API, separated by commas'),
  TRUSTED_PROXIES: setting(
    integer(0, 10),
    '0',
    'Proxies in front of the service whose X-Forwarded-For and -Proto count',
  ),
  SMTP_URL: optional(
    url('smtp:', 'smtps:'),
    'Mail server, such as smtp://user:password@host:587. Absent: mail lands as files in DATA_DIR/mail',
  ),
  MAIL_FROM: setting(text, 'Festival <no-reply@festival.local>', 'Sender of mail'),
  S3_BUCKET: optional(text, 'Bucket for photos. Absent: DATA_DIR/photos'),
  S3_ENDPOINT: optional(url('http:', 'https:'), "Address of an S3 that is not Amazon's"),
  S3_REGION: setting(text, 'us-east-1', 'Region of the bucket'),
  S3_ACCESS_KEY_ID: optional(text, 'Key for the bucket'),
  S3_SECRET_ACCESS_KEY: optional(text, 'Its secret'),
  LOG_LEVEL: setting(
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'What is logged, as one line of JSON each',
  ),
}

type Settings = typeof settings
export type Config = {
  [Name in keyof Settings]: ReturnType<Settings[Name]['parse']> | Absent<Settings[Name]>
}
type Absent<S> = S extends { absent: string }
  ? never
  : S extends Setting<infer T>
    ? T & undefined
    : never

/** Stops the start: every bad variable with its rule, one a line. */
export class BadConfiguration extends Error {
  override name = 'BadConfiguration'
}

/**
 * Reads the environment. An empty variable counts as absent.
 * @throws BadConfiguration naming every variable that is bad, unknown or missing
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const faults: string[] = misspelt(Object.keys(env), Object.keys(settings))
  const config: Record<string, unknown> = {}
  for (const [name, { parse, absent }] of Object.entries<Setting<unknown>>(settings)) {
    const value = env[name] || absent
    try {
      config[name] = value === undefined ? undefined : parse(value)
    } catch (error) {
      if (!(error instanceof BadSetting)) throw error
      faults.push(`${name} ${error.message}`)
    }
  }
  faults.push(...incomplete(config))
  if (faults.length > 0) throw new BadConfiguration(faults.join('\n'))
  return config as Config
}

/** Variables that only make sense together, and those that production cannot do without. */
function incomplete(config: Record<string, unknown>): string[] {
  const required = ['ADMIN_EMAIL', 'CLIENT_ID'].filter(
    (name) => config['NODE_ENV'] === 'production' && config[name] === undefined,
  )
  const together = [
    ['CLIENT_ID', 'CLIENT_SECRET'],
    ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
    ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    ['STRIPE_SECRET_KEY', 'STRIPE_PUBLIC_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ]
  const lonely = ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS'].filter(
    (name) => config['DATABASE_URL'] === undefined && config[name] !== undefined,
  )
  const unpaired = together.flatMap((names) => {
    const missing = names.filter((name) => config[name] === undefined)
    if (missing.length === 0 || missing.length === names.length) return []
    const given = names.filter((name) => !missing.includes(name))
    return [`${missing.join(' and ')} must be set together with ${given.join(' and ')}`]
  })
  return [
    ...required.map((name) => `${name} must be set in production`),
    ...lonely.map((name) => `${name} needs DATABASE_URL`),
    ...unsafe(config),
    ...unpaired,
  ]
}

/** What production must not do by mistake. */
function unsafe(config: Record<string, unknown>): string[] {
  if (config['NODE_ENV'] !== 'production') return []
  const isUnsealed = config['DATABASE_URL'] !== undefined && config['SECRET_KEY'] === undefined
  const takesNoMoney = config['STRIPE_SECRET_KEY'] === undefined
  return [
    ...(isUnsealed ? ['SECRET_KEY must be set in production when DATABASE_URL is'] : []),
    ...(takesNoMoney && config['ALLOW_SIMULATED_PAYMENTS'] === false
      ? ['STRIPE_SECRET_KEY must be set in production, or ALLOW_SIMULATED_PAYMENTS=true']
      : []),
  ]
}
