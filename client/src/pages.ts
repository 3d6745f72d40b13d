import type { Pagination } from './types.ts'
import type { CallOptions } from './wire.ts'

type Each<Query, Item> = (
  query?: Query,
  options?: CallOptions,
) => AsyncGenerator<Item, void, undefined>

/** the number of entries per page */
const limit = 100

/** Iterates over a list with numbered pages. */
export function allPages<Query extends object, Item>(
  list: (
    query: Query & { page: number; limit: number },
    options?: CallOptions,
  ) => Promise<{ items: Item[]; pagination: Pagination }>,
): Each<Omit<Query, 'page' | 'limit'>, Item> {
  return async function* each(query, options) {
    for (let page = 1, hasMore = true; hasMore; page++) {
      const answer = await list({ ...(query as Query), page, limit }, options)
      yield* answer.items
      hasMore = answer.pagination.hasMore
    }
  }
}

/** Iterates over a list with an offset; entries that move back meanwhile are returned once. */
export function allFrom<Query extends object, Item extends { id: string }>(
  list: (
    query: Query & { limit: number; offset: number },
    options?: CallOptions,
  ) => Promise<Item[]>,
): Each<Omit<Query, 'limit' | 'offset'>, Item> {
  return async function* each(query, options) {
    const seen = new Set<string>()
    for (let offset = 0, isOver = false; !isOver; offset += limit) {
      const items = await list({ ...(query as Query), limit, offset }, options)
      for (const item of items) {
        if (!seen.has(item.id)) yield item
        seen.add(item.id)
      }
      isOver = items.length < limit
    }
  }
}
