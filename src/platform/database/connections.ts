import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { causeOf } from '#platform/observe/cause'
import type { What } from '#platform/observe/span'
import { isTracing, traced } from '#platform/observe/tracing'
import { Client } from './client.ts'
import { marking, sqlState } from './failures.ts'
import type { Database, Tables } from './tables.ts'

// Times travel as UTC in any zone of the machine; years before 1900 have odd local offsets.
pg.defaults.parseInputDatesAsUTC = true

const names = new Map<string, string>()

/** Returns the name of a statement: a hash of its text, so that PostgreSQL plans each text once a connection. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha1').update(text).digest('base64url')
  if (names.size < 2000) names.set(text, name)
  return name
}

/** Describes a statement for a span: its operation and its table. The text holds no value: values travel beside it. */
function statementOf(text: string): What {
  const [operation = ''] = /\w+/.exec(text) ?? []
  const [, table = ''] = /\b(?:from|into|update)\s+"?(\w+)/i.exec(text) ?? []
  return {
    name: `${operation.toLowerCase()} ${table}`.trim(),
    kind: 'CLIENT',
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.trim().slice(0, 2_000) },
  }
}

class NamedClient extends Client {
  // pg declares a dozen overloads; Kysely only ever calls (text, values).
  override query(query: unknown, ...rest: unknown[]) {
    const [values] = rest
    const named =
      typeof query === 'string' && Array.isArray(values) && values.length > 0
        ? [{ name: nameOf(query), text: query, values }, ...rest.slice(1)]
        : [query, ...rest]
    const ask = () => Reflect.apply(super.query, this, named)
    // Work without a request, such as a look for jobs, has no caller to answer.
    const isTold = isTracing() && causeOf()?.context !== undefined && typeof query === 'string'
    const asked = marking(isTold ? traced(() => statementOf(query), ask) : ask())
    if (asked instanceof Promise) asked.catch((error: unknown) => this.#judge(error))
    return asked
  }

  /** Discards the connection after an error: its server is read-only by now, or has still to answer a statement. */
  #judge(error: unknown) {
    if (sqlState(error) === '25006') this.leave()
    else if (error instanceof Error && error.message === 'Query read timeout') void this.end()
  }
}

/** Marks the errors its promises reject with as errors of the database. */
class Pool extends pg.Pool {
  // Kysely, pg-boss and our own code use promises, as with the client.
  override connect(...given: unknown[]) {
    return marking(Reflect.apply(super.connect, this, given))
  }

  override query(...given: unknown[]) {
    return marking(Reflect.apply(super.query, this, given))
  }
}

/** The settings of sessions that serve requests, under PostgreSQL's own names. */
export const requestSettings = {
  TimeZone: 'UTC',
  jit: 'off',
  'pg_trgm.word_similarity_threshold': '0.45',
  statement_timeout: '1500ms',
  // Longer than PostgreSQL takes to detect a deadlock (1 s), so the victim runs again.
  lock_timeout: '1200ms',
  idle_in_transaction_session_timeout: '5s',
}

// Set explicitly, because a role that comes through a pooler may have the limits of requests.
const workSettings = {
  ...requestSettings,
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

type Connecting = {
  max: number
  purpose: 'requests' | 'work' | 'reads'
  /** factor on all time limits, 1 where absent: more where a slow machine must not end a wait */
  timeoutScale?: number | undefined
  /** through a pooler, which passes no settings on: its sessions have them already */
  isPooled?: boolean
}

/** Time a caller waits for a connection and for an answer, ms. */
const patience = {
  requests: { connectionTimeoutMillis: 1000, query_timeout: 2000 },
  // The primary can still be asked within the time of a request.
  reads: { connectionTimeoutMillis: 500, query_timeout: 700 },
  work: { connectionTimeoutMillis: 5000 },
}

/** Returns the limits of the library for a purpose, multiplied by `scale`. */
const limitsOf = (purpose: Connecting['purpose'], scale: number) =>
  Object.fromEntries(Object.entries(patience[purpose]).map(([name, ms]) => [name, ms * scale]))

/** Multiplies a setting that is a time, as `1500ms` or `5s`; any other stays. */
const scaled = (setting: string, scale: number) =>
  setting.replace(/^\d+(?=m?s$)/, (time) => `${Number(time) * scale}`)

/**
 * Connections for one purpose. Requests give up early, so that a slow database is a quick 503; work (migrations,
 * imports, jobs) may take its time. With several hosts they lead to the one that takes writes.
 */
export function connectPool(
  connectionString: string,
  { max, purpose, isPooled = false, timeoutScale = 1 }: Connecting,
): pg.Pool {
  const settings = purpose === 'work' ? workSettings : requestSettings
  const pool = new Pool({
    connectionString,
    max,
    keepAlive: true,
    application_name: `festival ${purpose}`,
    Client: NamedClient,
    ...limitsOf(purpose, timeoutScale),
    ...(!isPooled && {
      options: Object.entries(settings)
        .map(([name, value]) => `-c ${name}=${scaled(value, timeoutScale)}`)
        .join(' '),
    }),
  })
  // A connection the server ends is dropped by the pool; without listeners its error ends the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export function connect(pool: PostgresPool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
