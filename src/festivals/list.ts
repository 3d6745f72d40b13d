import type { FastifyInstance } from 'fastify'
import { offsetOf, type Page, paginated } from '#platform/http'
import { toTime } from '#platform/time'
import { boundsOf, countOnMap, listOnMap } from './map.ts'
import { countFestivals, type FestivalFilter, listFestivals } from './queries.ts'
import type { FestivalQuery } from './schemas.ts'

type Reply = { header(name: string, value: string): unknown }

/** `GET /festivals`: the list, the map, or the earlier form, whichever the query asks for. */
export function answerList(app: FastifyInstance, query: FestivalQuery, reply: Reply) {
  const filter = filterOf(query, app.now())
  if (query.map) return answerMap(app, query, filter)
  if (isEarlierForm(query)) return answerEarlierForm(app, query, { filter, reply })
  return answerPage(app, query, filter)
}

function filterOf(query: FestivalQuery, now: Date): FestivalFilter {
  const { time, country, organizer, start_time, end_time } = query
  return {
    time,
    country,
    organizer,
    starting: toTime(start_time),
    ending: toTime(end_time),
    now,
  }
}

/** Its parameters alone do not make it: any of `map`, `page` and `time` belongs to the current form. */
function isEarlierForm({
  map,
  offset,
  organizer,
  start_time,
  end_time,
  page,
  time,
}: FestivalQuery) {
  const earlier = [offset, organizer, start_time, end_time].some((given) => given !== undefined)
  return earlier && map === undefined && page === undefined && time === undefined
}

async function answerPage(app: FastifyInstance, query: FestivalQuery, filter: FestivalFilter) {
  const { page, cut } = pageOf(query, { byDefault: 20, maximum: 100 })
  const [festivals, total] = await Promise.all([
    listFestivals(app.db, filter, cut),
    countFestivals(app.db, filter),
  ])
  return { festivals, pagination: paginatedFrom(page, cut, total) }
}

async function answerMap(app: FastifyInstance, query: FestivalQuery, filter: FestivalFilter) {
  const bounds = boundsOf(query)
  const { page, cut } = pageOf(query, { byDefault: 80, maximum: 200 })
  const total = await countOnMap(app.db, bounds, filter)
  const festivals = await listOnMap(app.db, { ...filter, bounds, total }, cut)
  return { festivals, pagination: paginatedFrom(page, cut, total) }
}

type Cut = { limit: number; offset: number }

/** `page` wins over the earlier form's `offset`. */
function pageOf(
  query: FestivalQuery,
  { byDefault, maximum }: { byDefault: number; maximum: number },
) {
  const limit = Math.min(query.limit ?? byDefault, maximum)
  const offset =
    query.page === undefined ? (query.offset ?? 0) : offsetOf({ page: query.page, limit })
  return {
    page: { page: query.page ?? Math.floor(offset / limit) + 1, limit },
    cut: { limit, offset },
  }
}

/** With an offset inside a page, what is left decides whether there is more. */
function paginatedFrom(page: Page, { limit, offset }: Cut, total: number) {
  return { ...paginated(page, total), hasMore: offset + limit < total }
}

/** The bare array of the earlier form (specification, section 4, festival rule 4). */
async function answerEarlierForm(
  app: FastifyInstance,
  { limit = 20, offset = 0 }: FestivalQuery,
  { filter, reply }: { filter: FestivalFilter; reply: Reply },
) {
  reply.header('deprecation', 'true')
  reply.header('link', '</festivals?page=1>; rel="successor-version"')
  return listFestivals(app.db, filter, { limit: Math.min(limit, 1000), offset })
}
