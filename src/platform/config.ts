/**
 * Every environment variable the service reads, in one table: what it is called, what it means, what
 * it is when absent. `docs/operating.md` shows the same table, and a test holds the two together.
 */

/** A variable: how its text is read, its text when absent, and what it does. */
type Setting<T> = { parse: (text: string) => T; absent: string | undefined; effect: string }

class BadSetting extends Error {}

function setting<T>(parse: (text: string) => T, absent: string, effect: string): Setting<T> {
  return { parse, absent, effect }
}

function optional<T>(parse: (text: string) => T, effect: string): Setting<T | undefined> {
  return { parse, absent: undefined, effect }
}

const text = (value: string) => value

function integer(minimum: number, maximum: number) {
  return (value: string) => {
    const number = Number(value)
    if (/^\d{1,9}$/.test(value) && number >= minimum && number <= maximum) return number
    throw new BadSetting(`must be a whole number from ${minimum} to ${maximum}`)
  }
}

function oneOf<const T extends string>(...values: T[]) {
  return (value: string) => {
    const known = values.find((candidate) => candidate === value)
    if (known !== undefined) return known
    throw new BadSetting(`must be one of ${values.join(', ')}`)
  }
}

function flag(value: string) {
  if (value === 'true' || value === '1') return true
  if (value === 'false' || value === '0') return false
  throw new BadSetting('must be true or false')
}

function url(...protocols: string[]) {
  return (value: string) => {
    if (protocols.includes(URL.parse(value)?.protocol ?? '')) return value.replace(/\/$/, '')
    throw new BadSetting(
      `must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    )
  }
}

function email(value: string) {
  if (/^[^\s@]+@[^\s@]+$/.test(value)) return value
  throw new BadSetting('must be an e-mail address')
}

function password(value: string) {
  if (value.length >= 8 && value.length <= 200) return value
  throw new BadSetting('must have 8 to 200 characters')
}

function secret(value: string) {
  if (value.length >= 16) return value
  throw new BadSetting('must have at least 16 characters')
}

export const settings = {
  NODE_ENV: setting(
    oneOf('development', 'production', 'test'),
    'development',
    'In production nothing secret is printed, no demo data is made, and the administrator and the client come from the variables below',
  ),
  PORT: setting(integer(0, 65_535), '3000', 'TCP port (0 takes a free one)'),
  HOST: setting(text, '0.0.0.0', 'Address to listen on'),
  PUBLIC_URL: optional(
    url('http:', 'https:'),
    'Where clients reach the service; photo addresses start with it. Absent: the scheme and host of each request',
  ),
  DATA_DIR: setting(text, './data', 'Folder of our own PostgreSQL, the photos and the caught mail'),
  DATABASE_URL: optional(
    url('postgres:', 'postgresql:'),
    'A PostgreSQL of yours, 15 or newer. Absent: the service starts its own in DATA_DIR',
  ),
  DATABASE_CONNECTIONS: setting(
    integer(1, 100),
    '10',
    'Connections for requests. Four more serve jobs, and one listens',
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
  HIDE_MANAGER_EMAILS: setting(
    flag,
    'false',
    "Answers null for managers' e-mails in GET /organizers",
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
  const faults: string[] = misspelt(env)
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
  ]
  const unpaired = together.flatMap((names) => {
    const missing = names.filter((name) => config[name] === undefined)
    if (missing.length === 0 || missing.length === names.length) return []
    const given = names.filter((name) => !missing.includes(name))
    return [`${missing.join(' and ')} must be set together with ${given.join(' and ')}`]
  })
  return [...required.map((name) => `${name} must be set in production`), ...unpaired]
}

/** A variable one slip away from one of ours would silently do nothing: better to stop. */
function misspelt(env: Record<string, string | undefined>): string[] {
  const known = Object.keys(settings).filter((name) => name.includes('_'))
  return Object.keys(env)
    .filter((name) => name.includes('_') && !Object.hasOwn(settings, name))
    .flatMap((name) => {
      const meant = known.find((candidate) => isOneSlipAway(name, candidate))
      return meant ? [`${name} is not known: did you mean ${meant}?`] : []
    })
}

/** One letter added, dropped, changed or swapped with its neighbour. */
function isOneSlipAway(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  const [restOfShort, restOfLong] = [short.slice(start), long.slice(start)]
  if (restOfLong.slice(1) === restOfShort) return true
  if (restOfLong.slice(1) === restOfShort.slice(1)) return true
  const swapped = `${restOfShort[1]}${restOfShort[0]}${restOfShort.slice(2)}`
  return restOfShort.length > 1 && swapped === restOfLong
}
