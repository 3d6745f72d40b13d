import type { Server } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { renameZones } from '#catalogue/festivals'
import { connect } from '#platform/database/connections'
import { type Migrated, migrate } from '#platform/database/migrate'
import type { Metrics } from '#platform/observe/metrics'
import { type ensureFirstAccounts, isFirstStart } from './first-start.ts'
import type { Ground } from './open.ts'

/** What a first start puts into its database, and how much that was; undefined: nothing. */
export type Fill = (
  working: pg.Pool,
  now: Date,
) => Promise<Record<'festivals' | 'artists' | 'gigs', number> | undefined>

/** `metrics`: with what this process has counted so far. */
export type Given = { log: FastifyBaseLogger; metrics: Metrics; fill: Fill | undefined }

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
  filled: Awaited<ReturnType<Fill>>
}

/** Brings the database up to date, and gives a first start something to look at. */
export async function makeReady(
  working: pg.Pool,
  { config, clock }: Pick<Ground, 'config' | 'clock'>,
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
