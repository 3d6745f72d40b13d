/** The service on a database of its own that reports the plan of each statement. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import pino from 'pino'
import { readConfig } from '#platform/config/read'
import { migrate } from '#platform/database/migrate'
import { startPostgres } from '#platform/postgres/server'
import { build } from '../src/api/app.ts'
import { openInfrastructure, openPools } from '../src/server/infrastructure.ts'

export type Stage = Awaited<ReturnType<typeof openStage>>

/**
 * Fills a database with `prepare`, then starts the service on it. `durable`: commits wait for the disk.
 * Closing it deletes everything.
 */
export async function openStage(
  prepare: (working: pg.Pool) => Promise<void>,
  { durable = false }: { durable?: boolean } = {},
) {
  const closing = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'festival-bench-'))
  closing.defer(() => rm(folder, { recursive: true, force: true }))
  const server = await startPostgres({ folder, durable })
  closing.defer(() => server.stop())
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, EVENTS_PER_DAY: '0' })
  const log = pino({ level: 'silent' })
  const ground = { config, connectionString: server.connectionString, log }
  const pools = openPools(closing, ground)
  const { requests, working } = pools
  await migrate(working)
  await prepare(working)
  const watch = await watched(requests, working)
  const infrastructure = await openInfrastructure(closing, ground, pools)
  const app = await build(infrastructure, log)
  closing.defer(() => app.close())
  const { db, access } = infrastructure
  await db
    .insertInto('clients')
    .values({ id: 'bench', name: 'Bench', scopes: ['read_emails'] })
    .execute()
  const { token: client } = await access.issue(db, { clientId: 'bench' })
  /** The headers of a user. */
  const as = async (userId: string) => {
    const { token } = await access.issue(db, { clientId: 'bench', userId })
    return { 'x-f-authorization': client, 'x-f-authentication': token }
  }
  const { connectionString } = server
  return { app, db, working, connectionString, as, watch, close: () => closing.disposeAsync() }
}

/** A step of an executed plan. */
export type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Rows Removed by Filter'?: number
  'Actual Loops': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

/** An executed statement, including those of triggers and foreign keys. */
export type Ran = { ms: number; plan: Plan }

/** Logs the plans of the statements of `requests`. */
async function watched(requests: pg.Pool, working: pg.Pool) {
  await working.query(`
    alter database festival set session_preload_libraries = 'auto_explain';
    alter database festival set auto_explain.log_format = 'json';
    alter database festival set auto_explain.log_analyze = on;
    alter database festival set auto_explain.log_timing = off;
    alter database festival set auto_explain.log_buffers = on;
    alter database festival set auto_explain.log_nested_statements = on`)
  const clients = new Set<pg.PoolClient>()
  const told: { roundTrips: number; ran: Ran[] } = { roundTrips: 0, ran: [] }
  requests.on('connect', (client) => {
    clients.add(client)
    client.on('notice', ({ message = '' }) => {
      const [, ms, plan] = /^duration: ([\d.]+) ms {2}plan:\n(\{.*)$/s.exec(message) ?? []
      if (plan) told.ran.push({ ms: Number(ms), plan: JSON.parse(plan).Plan })
    })
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    Object.assign(client, {
      query: (...given: unknown[]) => {
        told.roundTrips++
        return query(...given)
      },
    })
  })
  requests.on('remove', (client) => clients.delete(client))
  const listen = (to: string) => Promise.all([...clients].map((client) => client.query(to)))
  /** The database work of a request. */
  return async (work: () => Promise<unknown>) => {
    await listen('set auto_explain.log_min_duration = 0; set client_min_messages = log')
    Object.assign(told, { roundTrips: 0, ran: [] })
    await work()
    const { roundTrips, ran } = { ...told }
    await listen('reset auto_explain.log_min_duration; reset client_min_messages')
    return { roundTrips, ran }
  }
}
