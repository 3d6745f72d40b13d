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

/** The services that every module gets. A module that offers one to the modules above it adds it here. */
export interface Infrastructure {
  config: Config
  db: Database
  /** the same database, or a replica of it that is as far: for catalogue reads */
  reads: Database
  /** the same database, for work without a deadline: jobs, not requests */
  work: Database
  /** returns the time a new caller of `db` would wait for a connection, ms */
  waitForDatabase: () => number
  /** returns the latest delay of the event loop, ms, which a new request waits */
  loopDelay: () => number
  now: Clock
  /** Moves the clock, if that is possible: in a sandbox alone. */
  clock?: MovableClock | undefined
  /** the counters and gauges for `GET /metrics` */
  metrics: Metrics
  /** the figures read from the database for `GET /metrics` */
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
  /** the folder of the built pages */
  pagesFolder: string
}

declare module 'fastify' {
  interface FastifyInstance extends Infrastructure {}
}

/** A module is a Fastify plugin whose routes are typed by their schemas. */
export type Module = FastifyPluginAsyncTypebox
