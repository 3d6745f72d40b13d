import type { FastifyInstance } from 'fastify'
import { Memory } from '#platform/sync/memory'
import type { Sources } from './expand.ts'
import type { Grid } from './grid.ts'
import { type FindNear, nearFinder } from './near-filter.ts'
import type { PageIndex } from './page-index.ts'

/** The sources of lists: the database, and recent counts. */
export type Lists = Pick<FastifyInstance, 'db' | 'now'> & {
  sources: Sources
  totals: Memory<number>
  indexes: Memory<PageIndex>
  grids: Memory<Grid>
  findNear: FindNear
}

/** Opens the memory of lists. It is bounded: a few hundred totals, and page indexes of some megabytes. */
export function openLists(app: FastifyInstance): Lists {
  const { reads: db, bus, now } = app
  const remembered = { bus, now, topic: 'catalogue' }
  return {
    db,
    now,
    sources: app,
    totals: new Memory({ ...remembered, most: 500 }),
    indexes: new Memory({ ...remembered, most: 50_000, sizeOf: ({ size }) => 100 + size }),
    grids: new Memory({ ...remembered, most: 3 }),
    findNear: nearFinder(app),
  }
}
