import { styleText } from 'node:util'

export type Started = {
  place: string
  isFirst: boolean
  applied: number
  /** from the start of the process until the database was ready */
  databaseSeconds: number
  accounts:
    | {
        file: string
        email: string
        password: string
        clientId: string
        clientSecret: string
        publishableId: string
        /** the token of a device at the gate of a demo festival */
        gateToken: string | undefined
      }
    | undefined
  filled: { festivals: number; artists: number; gigs: number } | undefined
  /** the time in a sandbox */
  clock: Date | undefined
  url: string
  /** the HTTPS address for other devices in the same network */
  nearby: string | undefined
  seconds: number
}

const version = '1.0.0'

/** Prints the message of a start: in colours for people, or as one line of JSON without secrets. */
export function printBanner(started: Started, isForPeople: boolean): void {
  const text = isForPeople ? bannerOf(started) : `${JSON.stringify(readyOf(started))}\n`
  process.stdout.write(text)
}

function readyOf({ url, nearby, place, seconds }: Started) {
  return {
    level: 30,
    time: Date.now(),
    msg: 'ready',
    url,
    ...(nearby !== undefined && { nearby }),
    database: place,
    seconds: rounded(seconds),
  }
}

function bannerOf(started: Started): string {
  const { isFirst, seconds, clock } = started
  const lines = [
    `${styleText('bold', `Festival ${version}`)}  ${clock ? 'sandbox' : 'development'}`,
    '',
    ...(clock ? clockLines(clock, started) : []),
    ...(isFirst ? firstLines(started) : laterLines(started)),
    `Ready in ${rounded(seconds)} s. Ctrl+C stops.`,
  ]
  return `\n${lines.map((line) => (line ? `  ${line}\n` : '\n')).join('')}\n`
}

const clockLines = (clock: Date, { url }: Started): string[] => [
  row('Clock', `${clock.toISOString()}   ·  POST ${url}/sandbox/clock moves it`),
  '',
]

function laterLines({ url, nearby }: Started): string[] {
  return [
    row('Console', `${url}/console`),
    row('Guide', `${url}   ·  /gate  ·  /docs`),
    ...(nearby === undefined ? [] : [row('Telephones', `${nearby}/gate`)]),
  ]
}

function firstLines(started: Started): string[] {
  const { url, nearby } = started
  return [
    ...doneLines(started),
    '',
    row('Console', `${url}/console`),
    row('Guide', url),
    row('Gate', gateOf(started)),
    row('API reference', `${url}/docs`),
    ...(nearby === undefined ? [] : [row('Telephones', `${nearby}/gate`)]),
    '',
    ...accountLines(started),
  ]
}

/** With its token, the link makes any browser a device of the demo festival's gate. */
function gateOf({ url, accounts }: Started): string {
  return accounts?.gateToken === undefined ? `${url}/gate` : `${url}/gate#${accounts.gateToken}`
}

function doneLines({ place, applied, databaseSeconds, filled, clock }: Started): string[] {
  const tick = styleText('green', '✓')
  const migrations = applied > 0 ? `, ${applied} migrations` : ''
  const ready = `${place}  new${migrations}, ${rounded(databaseSeconds)} s`
  const counts =
    filled && `${filled.festivals} festivals, ${filled.artists} artists, ${filled.gigs} gigs`
  const [title, hint] = clock ? ['Catalogue', ''] : ['Demo data', '   (--empty to skip)']
  return [
    `${tick} ${row('Database ready', ready, 17)}`,
    `${tick} ${counts ? row(title, `${counts}${hint}`, 17) : 'No demo data'}`,
  ]
}

function accountLines({ accounts, clock }: Started): string[] {
  if (!accounts) return []
  const { email, password, clientId, clientSecret, publishableId, gateToken, file } = accounts
  return [
    row('Administrator', `${email}  ·  ${password}      (kept in ${file.replace(/^\.\//, '')})`),
    row('Client', `${clientId}  ·  ${clientSecret}`),
    row('Publishable', `${publishableId}  ·  for a page on localhost, without a secret`),
    '',
    ...(clock ? [] : tryLines(gateToken)),
  ]
}

const tryLines = (gateToken: string | undefined): string[] => [
  ...(gateToken === undefined ? [] : [`Try:  ${buying}`]),
  'Try:  npx festival try        signs in, buys a ticket, validates it',
  '',
]

const buying = 'buy tickets of Harbour Nights in the guide, and scan one at the gate'

const row = (name: string, value: string, width = 19) => `${name.padEnd(width)}${value}`

const rounded = (seconds: number) => Math.round(seconds * 10) / 10
