import type { Server } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Config } from '#platform/config/variables'
import { connect } from '#platform/database/connections'
import { type Migrated, migrate } from '#platform/database/migrate'
import type { Metrics } from '#platform/observe/metrics'
import { fillWithDemo } from './demo.ts'
import { type ensureFirstAccounts, isFirstStart } from './first-start.ts'

/** `metrics`: with what this process has counted so far. */
export type Given = { log: FastifyBaseLogger; metrics: Metrics; withDemo: boolean }

/** A service that runs, in this process or in others. */
export type Running = {
  readied: Readied
  accounts: Awaited<ReturnType<typeof ensureFirstAccounts>>
  /** the port people come to */
  port: number
  /** none: others answer */
  server: Server | undefined
}

export type Readied = Migrated & {
  /** from the start of the process until the database was up to date */
  databaseSeconds: number
  isFirst: boolean
  demo: Awaited<ReturnType<typeof fillWithDemo>>
}

/** Brings the database up to date, and gives a first start something to look at. */
export async function makeReady(
  working: pg.Pool,
  config: Config,
  withDemo: boolean,
): Promise<Readied> {
  const migrated = await migrate(working)
  const databaseSeconds = performance.now() / 1000
  const work = connect(working)
  const isFirst = await isFirstStart(work, config, migrated.fresh)
  const demo = isFirst && withDemo ? await fillWithDemo(work, new Date()) : undefined
  return { ...migrated, databaseSeconds, isFirst, demo }
}
