import type { FastifyInstance } from 'fastify'
import { type Streamed, streamed } from '#platform/http/answers/arrays'
import { partsOf } from '#platform/http/answers/slices'
import { offsetOf, type Page, paginated } from '#platform/http/paging'
import { Memory } from '#platform/sync/memory'
import { shows, written } from '#platform/values/raw-json'
import { toTime } from '#platform/values/time'
import { areaOf, type Bounds, boundsOf, boxesOf, namesOfBox } from './bounds.ts'
import { countByCells, countCells, type Grid } from './grid.ts'
import { countOnMap, fewEnoughToSort, listOnMap } from './map.ts'
import { type FindNear, type Near, nearFinder } from './near.ts'
import { newPageIndex, type PageIndex, seekPage, sizeOfIndex } from './page-index.ts'
import {
  type Cut,
  countFestivals,
  type FestivalFilter,
  findTurn,
  listFestivals,
  namesOf,
  readFestivals,
} from './queries.ts'
import { type Festival, type FestivalLight, type FestivalQuery, mostNested } from './schemas.ts'

/** What lists are read from: the database, and what was counted of them lately. */
export type Lists = Pick<FastifyInstance, 'db' | 'now'> & {
  totals: Memory<number>
  indexes: Memory<PageIndex>
  grids: Memory<Grid>
  findNear: FindNear
}

/** What is remembered is bounded: a few hundred totals, and page indexes of some megabytes. */
export function openLists(app: FastifyInstance): Lists {
  const { reads: db, bus, now } = app
  const remembered = { bus, now, topic: 'catalogue' }
  return {
    db,
    now,
    totals: new Memory({ ...remembered, most: 500 }),
    indexes: new Memory({ ...remembered, most: 50_000, sizeOf: ({ size }) => 100 + size }),
    grids: new Memory({ ...remembered, most: 3 }),
    findNear: nearFinder(app),
  }
}

/** `GET /festivals`: the list, the map, or the earlier form, whichever the query asks for. */
export function answerList(lists: Lists, query: FestivalQuery, reply: Streamed) {
  const filter = filterOf(query, lists.now())
  if (query.map) return answerMap(lists, query, filter)
  if (isEarlierForm(query)) return answerEarlierForm(lists, query, { filter, reply })
  return answerPage(lists, query, { filter, reply })
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

type Answer<Item> = { festivals: Item[]; pagination: ReturnType<typeof paginated> }

type Asked = { filter: FestivalFilter; reply: Streamed }

async function answerPage(lists: Lists, query: FestivalQuery, { filter, reply }: Asked) {
  const { page, cut } = pageOf(query, { byDefault: 20, maximum: 100 })
  const counted = recallTotal(lists, filter)
  const [{ text, ids, until }, total] = await Promise.all([
    listAt(lists, { filter, count: () => counted }, cut),
    counted,
  ])
  const pagination = paginatedFrom(page, cut, total)
  if (text === null) return pieceByPiece<Answer<Festival>>(lists, { ids, reply }, pagination)
  const answer = withPagination<Festival>(text, pagination)
  return shows(answer, namesOfPage(filter, ids), until ?? undefined)
}

async function answerMap(lists: Lists, query: FestivalQuery, filter: FestivalFilter) {
  const bounds = boundsOf(query)
  const { page, cut } = pageOf(query, { byDefault: 80, maximum: 200 })
  const { text, total, until } = await mapAt(lists, { bounds, filter }, cut)
  const answer = withPagination<FestivalLight>(text, paginatedFrom(page, cut, total))
  return shows(answer, namesOfBox(bounds), until ?? undefined)
}

/** Square degrees from which on a box is taken to hold much, and a scan of all cells to be worth it. */
const large = 2_000

/** A box that holds much is counted before it is listed, once for all who look at it. */
async function mapAt(
  lists: Lists,
  { bounds, filter }: { bounds: Bounds; filter: FestivalFilter },
  cut: Cut,
): Promise<Near> {
  const { db, totals, findNear } = lists
  const key = keyOf(filter, bounds)
  const [box, ...more] = boxesOf(bounds)
  // Neither a second box nor an organizer can be looked up in the same statement.
  const isPlain = more.length === 0 && !filter.organizer
  if (box && isPlain && areaOf(box) < large && totals.peek(key) === undefined) {
    const near = await findNear({ box, filter, cut })
    if (near.total <= fewEnoughToSort) return near
  }
  const counted = await totals.recall(key, async () => {
    const { total: value, until } = await countLarge(lists, bounds, filter)
    return { value, names: namesOfBox(bounds), until: until ?? undefined }
  })
  const total = counted ?? 0
  return { total, ...(await listOnMap(db, { ...filter, bounds, total }, cut)) }
}

/** Where time alone narrows a box, the cells inside it are counted for all such boxes at once. */
async function countLarge({ db, grids }: Lists, bounds: Bounds, filter: FestivalFilter) {
  const { time, now, ...narrowed } = filter
  const [box, ...more] = boxesOf(bounds)
  const isPlain = more.length === 0 && !Object.values(narrowed).some(Boolean)
  const key = `${time}`
  const remembered = grids.peek(key)
  if (!box || !isPlain || (!remembered && areaOf(box) < large))
    return countOnMap(db, bounds, filter)
  const grid = await grids.recall(key, async () => ({
    ...(await countCells(db, { time, now })),
    names: ['map'],
  }))
  if (!grid) return countOnMap(db, bounds, filter)
  const total = await countByCells(db, { box, filter, grid })
  return { total, until: await findTurn(db, filter) }
}

function withPagination<Item>(festivals: string, pagination: object) {
  return written<Answer<Item>>(
    `{"festivals":${festivals},"pagination":${JSON.stringify(pagination)}}`,
  )
}

/** Festivals whose texts are too long to be held together: a few at a time, as fast as they are read. */
function pieceByPiece<Answer>(
  { db }: Lists,
  { ids, reply }: { ids: string[]; reply: Streamed },
  pagination?: object,
): Answer {
  return streamed<Answer>(reply, textsOf(db, ids, pagination))
}

async function* textsOf(db: Lists['db'], ids: string[], pagination?: object) {
  yield pagination ? '{"festivals":[' : '['
  let sign = ''
  for (const id of ids) {
    const [text] = await readFestivals(db, [id])
    // One that was deleted meanwhile is left out.
    if (text === undefined) continue
    yield* partsOf(`${sign}${text}`)
    sign = ','
  }
  yield pagination ? `],"pagination":${JSON.stringify(pagination)}}` : ']'
}

/** A page shows which festivals there are, and those that are on it. */
function namesOfPage(filter: FestivalFilter, ids: string[]): string[] {
  return [...namesOf(filter), ...ids.map((id) => `festival:${id}`)]
}

function keyOf({ now: _, ...filter }: FestivalFilter, bounds?: object): string {
  return JSON.stringify({ ...filter, bounds })
}

async function recallTotal({ db, totals }: Lists, filter: FestivalFilter): Promise<number> {
  const total = await totals.recall(keyOf(filter), async () => {
    const { total: value, until } = await countFestivals(db, filter)
    return { value, names: namesOf(filter), until: until ?? undefined }
  })
  return total ?? 0
}

/** Up to here the walk from the beginning is short enough. */
const shallow = 1000

type Counted = { filter: FestivalFilter; count: () => Promise<number> }

async function listAt(lists: Lists, { filter, count }: Counted, cut: Cut) {
  const { db, indexes } = lists
  if (cut.offset < shallow) return listFestivals(db, filter, cut)
  const total = await count()
  if (total < shallow) return listFestivals(db, filter, cut)
  const size = sizeOfIndex(total)
  const remembered = await indexes.recall(keyOf(filter), async () => {
    const until = await findTurn(db, filter)
    return { value: newPageIndex(size), names: namesOf(filter), until }
  })
  const index = remembered ?? newPageIndex(size)
  return listFestivals(db, filter, await seekPage(db, { filter, index }, cut))
}

/** `page` wins over the earlier form's `offset`. */
function pageOf(
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

/** With an offset inside a page, what is left decides whether there is more. */
function paginatedFrom(page: Page, { limit, offset }: Cut, total: number) {
  return { ...paginated(page, total), hasMore: offset + limit < total }
}

/** Since when the earlier form is deprecated (RFC 9745). It is not going to be removed: there is no `Sunset`. */
const deprecatedSince = new Date('2026-11-24T00:00:00Z')
const links =
  '</festivals?page=1>; rel="successor-version", </docs#tag/festivals/GET/festivals>; rel="deprecation"; type="text/html"'

/** The bare array of the earlier form (docs/contract.md, section 4.4). */
async function answerEarlierForm(
  lists: Lists,
  { limit: wanted = 20, offset = 0, ...query }: FestivalQuery,
  { filter, reply }: Asked,
) {
  reply.header('deprecation', `@${deprecatedSince.getTime() / 1000}`)
  reply.header('link', links)
  const [limit, nested] = [Math.min(wanted, 1000), mostNested(query)]
  const count = () => recallTotal(lists, filter)
  const { text, ids } = await listAt(lists, { filter, count }, { limit, offset, nested })
  if (text === null) return pieceByPiece<Festival[]>(lists, { ids, reply })
  return shows(written<Festival[]>(text), namesOfPage(filter, ids))
}
