import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import {
  type Cut,
  type FestivalFilter,
  festivalsOf,
  type Key,
  matchingFrom,
  orderOf,
} from './queries.ts'

/**
 * The keys of every 500th row of a list, as far as pages were requested: any page is a seek to one of them and at most
 * 500 rows from there. It is extended from its last key, so that no request reads more rows than without it.
 */
export type PageIndex = {
  /** the number of keys that it will have when it is complete */
  size: number
  keys: Key[]
  isComplete: boolean
  /** the running extension, or the last one */
  extension: Promise<void>
}

const step = 500

export function sizeOfIndex(total: number): number {
  return Math.ceil(total / step)
}

export function newPageIndex(size: number): PageIndex {
  return { size, keys: [], isComplete: false, extension: Promise.resolve() }
}

type Indexed = { filter: FestivalFilter; index: PageIndex }

/** Returns the same page, counted from the last key of the index before it. */
export async function seekPage(
  db: Database,
  { filter, index }: Indexed,
  { offset, ...cut }: Cut,
): Promise<Cut> {
  const wanted = Math.floor(offset / step)
  const extension = index.extension.then(() => extend(db, { filter, index }, wanted))
  // After a failure the next request retries.
  index.extension = extension.catch(() => {})
  await extension
  const reached = Math.min(wanted, index.keys.length)
  return { ...cut, offset: offset - reached * step, from: index.keys[reached - 1] }
}

/** The number of keys that one statement reads, so that none takes long. */
const atOnce = 400

async function extend(db: Database, { filter, index }: Indexed, wanted: number) {
  const order = orderOf(filter)
  while (index.keys.length < wanted && !index.isComplete) {
    const due = Math.min(wanted - index.keys.length, atOnce)
    const { rows } = await sql<Key>`
      select start_time, id from (
        select f.start_time, f.id, row_number() over (order by ${order}) as n
        from ${festivalsOf(filter)} where ${matchingFrom(filter, index.keys.at(-1))}
      ) listed
      where n % ${sql.lit(step)} = 1 and n > 1 limit ${due}`.execute(db)
    index.keys.push(...rows)
    index.isComplete = rows.length < due
  }
}
