import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from 'typebox'
import type { Access } from './access.ts'
import type { Bus } from './bus.ts'
import type { Reach } from './checkpoint.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { Jobs } from './jobs.ts'
import type { Mailer } from './mail.ts'
import type { Metrics } from './metrics.ts'
import type { DatabaseFigures } from './metrics-database.ts'
import type { Outgoing } from './outgoing.ts'
import type { PhotoStore } from './photo-stores.ts'
import type { Processor } from './processors/processor.ts'
import type { Clock } from './time.ts'
import type { Vault } from './vault.ts'

/** What the floor gives to every room. */
export type Floor = {
  config: Config
  db: Database
  /** the same database, or a replica of it that is as far: for what is read of the catalogue */
  reads: Database
  /** the same database, for what may take its time: jobs, not requests */
  work: Database
  /** how long who asks `db` now would wait for a connection, ms */
  waitForDatabase: () => number
  /** how late the event loop was of late, ms: so long waits whoever comes now */
  loopDelay: () => number
  now: Clock
  /** what is counted and measured, for `GET /metrics` */
  metrics: Metrics
  /** what is read from the database for it */
  figures: DatabaseFigures
  bus: Bus
  access: Access
  jobs: Jobs
  mailer: Mailer
  /** requests to addresses that somebody gave us */
  outgoing: Outgoing
  photoStore: PhotoStore
  /** for secrets that have to be read again */
  vault: Vault
  processor: Processor
  reach: Reach
  /** where the built pages lie */
  pagesFolder: string
}

declare module 'fastify' {
  interface FastifyInstance extends Floor {}
}

/** A room is a Fastify plugin whose routes are typed by their schemas. */
export type Room = FastifyPluginAsyncTypebox

/** The ids in a path. A malformed one is looked up as the id that nobody has: 404. */
export const Id = Type.Object({ id: Type.String({ format: 'uuid' }) })
export const Slug = Type.Object({ id: Type.String() })

export const Message = Type.Object({ message: Type.String({ examples: ['Done'] }) })

const whole = { maximum: 1_000_000_000 }
const PageNumber = Type.Integer({ minimum: 1, ...whole, default: 1, examples: [1] })

/** The page of a list: 1-based. `limit` has no maximum here, since more is capped, not refused. */
export function Limit(byDefault: number, maximum: number) {
  return Type.Integer({
    minimum: 1,
    default: byDefault,
    description: `At most ${maximum}; more is capped`,
    examples: [byDefault],
  })
}

/** Where a list read place by place goes on; `pattern` is the form of its places. */
export function Before(pattern = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$') {
  return Type.String({ pattern, description: '`next_before` of the answer before' })
}

export function Page(byDefault: number, maximum: number) {
  return Type.Object({ page: PageNumber, limit: Limit(byDefault, maximum) })
}
export type Page = { page: number; limit: number }

export const Offset = Type.Integer({ minimum: 0, ...whole, default: 0, examples: [0] })
/** A part of a whole array: both are additions, absent means all. */
export const Part = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, ...whole })),
})
export type Part = Static<typeof Part>

export const Pagination = Type.Object({
  page: Type.Integer({ examples: [1] }),
  limit: Type.Integer({ examples: [20] }),
  total: Type.Integer({ examples: [42] }),
  totalPages: Type.Integer({ examples: [3] }),
  hasMore: Type.Boolean({ examples: [true] }),
})

/** A `limit` over its maximum is capped, not refused (specification, section 8). */
export function capped<Query extends { limit: number }>(query: Query, maximum: number): Query {
  return { ...query, limit: Math.min(query.limit, maximum) }
}

/** The `pagination` of a page of `total` items. */
export function paginated({ page, limit }: Page, total: number) {
  const totalPages = Math.ceil(total / limit)
  return { page, limit, total, totalPages, hasMore: page < totalPages }
}

export function offsetOf({ page, limit }: Page): number {
  return (page - 1) * limit
}
