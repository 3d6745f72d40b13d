/** Pages of festivals: the page that a query asks for, and its text. */

import type { Database } from '#platform/database/tables'
import { type Streamed, streamed } from '#platform/http/answers/arrays'
import { partsOf } from '#platform/http/answers/slices'
import { offsetOf, type Page, paginated } from '#platform/http/paging'
import { written } from '#platform/values/raw-json'
import type { Shown } from '../model/json.ts'
import { type FestivalQuery, mostNested } from '../model/query-schemas.ts'
import type { Extend } from './expand.ts'
import type { Cut } from './queries.ts'
import { readFestivals } from './read.ts'

/** A page in an answer. */
export type Answer<Item> = { festivals: Item[]; pagination: ReturnType<typeof paginated> }

/** Returns the requested page. `page` takes precedence over the earlier form's `offset`. */
export function pageOf(
  query: FestivalQuery,
  { byDefault, maximum }: { byDefault: number; maximum: number },
) {
  const limit = Math.min(query.limit ?? byDefault, maximum)
  const nested = mostNested(query)
  const offset =
    query.page === undefined ? (query.offset ?? 0) : offsetOf({ page: query.page, limit })
  return {
    page: { page: query.page ?? Math.floor(offset / limit) + 1, limit },
    cut: { limit, offset, nested },
  }
}

/** With an offset inside a page, the remaining items decide if there are more. */
export function paginatedFrom(page: Page, { limit, offset }: Cut, total: number) {
  return { ...paginated(page, total), hasMore: offset + limit < total }
}

export function withPagination<Item>(festivals: string, pagination: object) {
  return written<Answer<Item>>(
    `{"festivals":${festivals},"pagination":${JSON.stringify(pagination)}}`,
  )
}

const asTheyAre: Extend = async () => (_, text) => text

type Long = { db: Database; ids: string[]; reply: Streamed; extend?: Extend; shown?: Shown }

/** Streams festivals whose texts are too long to be held together: a few at a time, as fast as they are read. */
export function pieceByPiece<Answer>(long: Long, pagination?: object): Answer {
  return streamed<Answer>(long.reply, textsOf(long, pagination))
}

async function* textsOf({ db, ids, extend = asTheyAre, shown }: Long, pagination?: object) {
  yield pagination ? '{"festivals":[' : '['
  let sign = ''
  for (const id of ids) {
    const [text] = await readFestivals(db, [id], shown)
    // A festival that was deleted meanwhile is left out.
    if (text === undefined) continue
    const extended = (await extend([id]))(id, text)
    yield* partsOf(`${sign}${extended}`)
    sign = ','
  }
  yield pagination ? `],"pagination":${JSON.stringify(pagination)}}` : ']'
}
