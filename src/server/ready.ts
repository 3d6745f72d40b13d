import type { Server } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { renameZones } from '#catalogue/festivals'
import { connect } from '#platform/database/connections'
import { type Migrated, migrate } from '#platform/database/migrate'
import type { Metrics } from '#platform/observe/metrics'
import { type ensureFirstAccounts, isFirstStart } from './first-start.ts'
import type { ProcessSettings } from './open.ts'

/** Fills the database of a first start, and returns the numbers of rows; undefined if there was nothing to do. */
export type Fill = (
  working: pg.Pool,
  now: Date,
) => Promise<Record<'festivals' | 'artists' | 'gigs', number> | undefined>

/** `metrics`: includes the figures of this process so far. */
export type ReadyOptions = { log: FastifyBaseLogger; metrics: Metrics; fill: Fill | undefined }

/** A running service, in this process or in others. */
export type Running = {
  readied: Readied
  accounts: Awaited<ReturnType<typeof ensureFirstAccounts>>
  /** the port for clients */
  port: number
  /** undefined: other processes answer */
  server: Server | undefined
}

export type Readied = Migrated & {
  /** time from the start of the process until the database was up to date */
  databaseSeconds: number
  isFirst: boolean
  filled: Awaited<ReturnType<Fill>>
}

/** Migrates the database, and fills it on a first start. */
export async function makeReady(
  working: pg.Pool,
  { config, clock }: Pick<ProcessSettings, 'config' | 'clock'>,
  fill: Fill | undefined,
): Promise<Readied> {
  const migrated = await migrate(working)
  const databaseSeconds = performance.now() / 1000
  const work = connect(working)
  await renameZones(work)
  const isFirst = await isFirstStart(work, config, migrated.fresh)
  const now = clock?.now() ?? new Date()
  const filled = isFirst ? await fill?.(working, now) : undefined
  return { ...migrated, databaseSeconds, isFirst, filled }
}
