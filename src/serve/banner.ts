import { styleText } from 'node:util'
import type { Config } from '#platform/config'

export type Started = {
  place: string
  isFirst: boolean
  applied: number
  accounts:
    | { file: string; email: string; password: string; clientId: string; clientSecret: string }
    | undefined
  demo: { festivals: number; artists: number; gigs: number } | undefined
  port: number
  seconds: number
}

const version = '1.0.0'

/** What a person wants to know after a start. In production one line of JSON, in which no secret is. */
export function printBanner({ NODE_ENV, PUBLIC_URL }: Config, started: Started): void {
  const { port, seconds, place } = started
  const url = PUBLIC_URL ?? `http://localhost:${port}`
  if (NODE_ENV !== 'development') {
    const ready = {
      level: 30,
      time: Date.now(),
      msg: 'ready',
      url,
      database: place,
      seconds: round(seconds),
    }
    process.stdout.write(`${JSON.stringify(ready)}\n`)
    return
  }
  const lines = [
    '',
    `${styleText('bold', `Festival ${version}`)}  development`,
    '',
    ...(started.isFirst ? firstLines(started, url) : [row('API', url)]),
    '',
    `Ready in ${round(seconds)} s. Ctrl+C stops.`,
    '',
  ]
  process.stdout.write(lines.map((line) => (line ? `  ${line}\n` : '\n')).join(''))
}

function firstLines({ place, applied, demo, accounts }: Started, url: string): string[] {
  const tick = styleText('green', '✓')
  return [
    `${tick} ${row('Database ready', `${place}  new${applied > 0 ? `, ${applied} migrations` : ''}`, 17)}`,
    demo
      ? `${tick} ${row('Demo data', `${demo.festivals} festivals, ${demo.artists} artists, ${demo.gigs} gigs   (--empty to skip)`, 17)}`
      : `${tick} ${row('No demo data', '', 17)}`,
    '',
    row('API', url),
    row('Description', `${url}/openapi.json`),
    '',
    ...(accounts
      ? [
          row('Administrator', `${accounts.email}  ·  ${accounts.password}`),
          row('Client', `${accounts.clientId}  ·  ${accounts.clientSecret}`),
          row('', `(kept in ${accounts.file})`),
          '',
          'Try:  npx festival try        signs in, buys a ticket, validates it',
          '',
          `Or:   set -a; . ${accounts.file}; set +a`,
          `      curl ${url}/auth/client -H 'content-type: application/json' \\`,
          `        -d "{\\"client_id\\": \\"$CLIENT_ID\\", \\"client_secret\\": \\"$CLIENT_SECRET\\"}"`,
        ]
      : []),
  ]
}

function row(name: string, value: string, width = 19): string {
  return `${name.padEnd(width)}${value}`
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10
}
