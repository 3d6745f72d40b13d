import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Config } from '#platform/config/variables'
import type { Database } from '#platform/database/tables'
import type { Jobs } from '#platform/jobs/jobs'
import type { Metrics } from '#platform/observe/metrics'
import type { Mailer } from '#platform/outgoing/mail'
import type { Outgoing } from '#platform/outgoing/requests'
import type { PhotoStore } from '#platform/photos/stores'
import type { Vault } from '#platform/secrets/vault'
import type { Bus } from '#platform/sync/bus'
import type { Outages } from '#platform/sync/failure-log'
import type { DatabaseFigures } from '#platform/sync/figures'
import type { MovableClock } from '#platform/values/movable-clock'
import type { Clock } from '#platform/values/time'

/** What every module is given. A module that gives something to those above it adds that here. */
export interface Infrastructure {
  config: Config
  db: Database
  /** the same database, or a replica of it that is as far: for what is read of the catalogue */
  reads: Database
  /** the same database, for what may take its time: jobs, not requests */
  work: Database
  /** how long who asks `db` now would wait for a connection, ms */
  waitForDatabase: () => number
  /** how late the event loop was of late, ms: so long a new request waits */
  loopDelay: () => number
  now: Clock
  /** Moves the clock, where that is possible: in a sandbox alone. */
  clock?: MovableClock | undefined
  /** what is counted and measured, for `GET /metrics` */
  metrics: Metrics
  /** what is read from the database for it */
  figures: DatabaseFigures
  bus: Bus
  /** the outages of the database, as they are logged */
  outages: Outages
  jobs: Jobs
  mailer: Mailer
  /** requests to addresses that users have given */
  outgoing: Outgoing
  photoStore: PhotoStore
  /** for secrets that have to be read again */
  vault: Vault
  /** where the built pages lie */
  pagesFolder: string
}

declare module 'fastify' {
  interface FastifyInstance extends Infrastructure {}
}

/** A module is a Fastify plugin whose routes are typed by their schemas. */
export type Module = FastifyPluginAsyncTypebox
