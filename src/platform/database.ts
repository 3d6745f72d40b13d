import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import pg from 'pg'
import { requireSigned, signChanges } from './audit.ts'
import { causeOf } from './cause.ts'
import { Client } from './client.ts'
import type { Tables } from './tables.ts'
import { isTracing, traced, type What } from './tracing.ts'

export type Database = Kysely<Tables>

// Times travel as UTC whatever the zone of the machine; years before 1900 have odd local offsets.
pg.defaults.parseInputDatesAsUTC = true

const names = new Map<string, string>()

/** A statement's name is a hash of its text, so that PostgreSQL plans each text once a connection. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha1').update(text).digest('base64url')
  if (names.size < 2000) names.set(text, name)
  return name
}

/** As a span: what it does with which table. Its text holds no value: those travel beside it. */
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
    // What nobody asked for, such as a look for jobs, is told nobody.
    const isTold = isTracing() && causeOf()?.context !== undefined && typeof query === 'string'
    const asked = isTold ? traced(() => statementOf(query), ask) : ask()
    if (asked instanceof Promise) asked.catch((error: unknown) => this.#judge(error))
    return asked
  }

  /** Nobody is to get it again whose server only reads by now, or still owes the answer to a statement. */
  #judge(error: unknown) {
    if (sqlState(error) === '25006') this.leave()
    else if (error instanceof Error && error.message === 'Query read timeout') void this.end()
  }
}

/** What the sessions of requests are set to, in PostgreSQL's own words. */
export const requestSettings = {
  TimeZone: 'UTC',
  jit: 'off',
  'pg_trgm.word_similarity_threshold': '0.45',
  statement_timeout: '1500ms',
  // Longer than PostgreSQL takes to find a deadlock (1 s), whose loser runs again.
  lock_timeout: '1200ms',
  idle_in_transaction_session_timeout: '5s',
}

// Said because a role that comes through a pooler may be set to the limits of requests.
const workSettings = {
  ...requestSettings,
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

type Connecting = {
  max: number
  purpose: 'requests' | 'work' | 'reads'
  /** through a pooler, which passes no settings on: its sessions have them already */
  isPooled?: boolean
}

/** How long whoever asks waits for a connection and for an answer, ms. */
const patience = {
  requests: { connectionTimeoutMillis: 1000, query_timeout: 2000 },
  // The primary can still be asked within the time of a request.
  reads: { connectionTimeoutMillis: 500, query_timeout: 700 },
  work: { connectionTimeoutMillis: 5000 },
}

/**
 * Connections for one purpose. Requests give up early, so that a slow database is a quick 503; work
 * (migrations, imports, jobs) may take its time. Of several hosts they lead to the one that takes writes.
 */
export function connectPool(
  connectionString: string,
  { max, purpose, isPooled = false }: Connecting,
): pg.Pool {
  const settings = purpose === 'work' ? workSettings : requestSettings
  const pool = new pg.Pool({
    connectionString,
    max,
    keepAlive: true,
    application_name: `festival ${purpose}`,
    Client: NamedClient,
    ...patience[purpose],
    ...(!isPooled && {
      options: Object.entries(settings)
        .map(([name, value]) => `-c ${name}=${value}`)
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

const hints = new WeakMap<object, (() => void)[]>()
const retried = new Set(['40001', '40P01'])

/** How far a transaction came: whether all but its commit was done, or what broke it before. */
type Course = { isChanged: boolean; broken: unknown }

/**
 * Runs `change` in one transaction, or joins the one that already runs. It is tried again, at most three
 * times in all, after a serialization failure, a deadlock, or a connection lost before the commit was
 * asked for: `change` must do nothing but write to the database. What became of a commit whose answer
 * was lost nobody knows, so it is never tried again.
 */
export async function transact<T>(
  db: Database,
  change: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  if (db.isTransaction) return change(db as Transaction<Tables>)
  for (let attempt = 1; ; attempt++) {
    const course: Course = { isChanged: false, broken: undefined }
    try {
      return await outermost(db, change, course)
    } catch (error) {
      // Where the connection is gone, the rollback has failed as well.
      const cause = course.broken ?? error
      const mayRunAgain = retried.has(sqlState(cause)) || (!course.isChanged && isLost(cause))
      if (attempt === 3 || !mayRunAgain) throw cause
    }
  }
}

async function outermost<T>(
  db: Database,
  change: (trx: Transaction<Tables>) => Promise<T>,
  course: Course,
) {
  const waiting: (() => void)[] = []
  const result = await db.transaction().execute(async (trx) => {
    hints.set(trx, waiting)
    try {
      await signChanges(trx)
      const changed = await change(trx)
      await requireSigned(trx)
      course.isChanged = true
      return changed
    } catch (error) {
      course.broken = error
      throw error
    }
  })
  for (const hint of waiting) hint()
  return result
}

/** The server is gone, or only reads by now: another connection may lead to one that is better. */
function isLost(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== '') return /^(08|57P01|57P02|25006)/.test(state)
  const { code = '', message = '' } = Object(error)
  return /ECONNRESET|EPIPE|Connection terminated unexpectedly|not queryable/.test(
    `${code} ${message}`,
  )
}

/** Runs when the outermost transaction has committed, or at once outside one. Only for hints. */
export function afterCommit(db: Database, hint: () => void): void {
  const waiting = hints.get(db)
  if (waiting) waiting.push(hint)
  else hint()
}

/** PostgreSQL's five-letter code of an error, or ''. */
export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : ''
}

/** The name of the constraint an error is about, or ''. */
export function brokenConstraint(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.constraint ?? '') : ''
}
