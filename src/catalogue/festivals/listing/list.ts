import type { Streamed } from '#platform/http/answers/arrays'
import { cacheTags, written } from '#platform/values/raw-json'
import { toTime } from '#platform/values/time'
import { type FestivalQuery, mostNested } from '../model/query-schemas.ts'
import { type Festival } from '../model/schemas.ts'
import { answerPicked, checkPick, isPicked, type Picked } from './by-ids.ts'
import { type Answer, pageOf, paginatedFrom, pieceByPiece, withPagination } from './list-page.ts'
import type { Lists } from './lists.ts'
import { answerMap } from './map-list.ts'
import { newPageIndex, seekPage, sizeOfIndex } from './page-index.ts'
import {
  type Cut,
  countFestivals,
  type FestivalFilter,
  findTurn,
  keyOf,
  listFestivals,
  listIds,
  namesOf,
} from './queries.ts'

type Reply = { reply: Streamed; userId: string | undefined }

/** `GET /festivals`: the list, the map, or the earlier form, depending on the query. */
export function answerList(lists: Lists, query: FestivalQuery, { reply, userId }: Reply) {
  checkPick(query)
  const filter = filterOf(query, lists.now())
  if (query.map) return answerMap(lists, query, filter)
  if (isPicked(query)) {
    const list = (cut: Cut) => pickFromList(lists, filter, cut)
    return answerPicked(lists.sources, query, { filter, reply, userId, list })
  }
  if (isEarlierForm(query)) return answerEarlierForm(lists, query, { filter, reply })
  return answerPage(lists, query, { filter, reply })
}

function filterOf(query: FestivalQuery, now: Date): FestivalFilter {
  const { time, country, organizer, ids, start_time, end_time } = query
  return {
    time,
    country,
    organizer,
    ids,
    starting: toTime(start_time),
    ending: toTime(end_time),
    now,
  }
}

/** Returns true for the earlier form. Its parameters alone do not decide: any of `map`, `page` and `time` belongs to the current form. */
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

type ListRequest = { filter: FestivalFilter; reply: Streamed }

async function answerPage(lists: Lists, query: FestivalQuery, { filter, reply }: ListRequest) {
  const { page, cut } = pageOf(query, { byDefault: 20, maximum: 100 })
  const counted = recallTotal(lists, filter)
  const [{ text, ids, until }, total] = await Promise.all([
    listAt(lists, { filter, count: () => counted, list: listFestivals }, cut),
    counted,
  ])
  const pagination = paginatedFrom(page, cut, total)
  if (text === null) return pieceByPiece<Answer<Festival>>({ db: lists.db, ids, reply }, pagination)
  const answer = withPagination<Festival>(text, pagination)
  return cacheTags(answer, namesOfPage(filter, ids), until ?? undefined)
}

/** Returns the festivals of a page of the whole list. */
async function pickFromList(lists: Lists, filter: FestivalFilter, cut: Cut): Promise<Picked> {
  const counted = recallTotal(lists, filter)
  const [{ ids, until }, total] = await Promise.all([
    listAt(lists, { filter, count: () => counted, list: listIds }, cut),
    counted,
  ])
  return { festivals: ids.map((id) => ({ id })), total, until, names: namesOf(filter) }
}

/** The names that a page depends on: the list's own, and the name of each festival on the page. */
function namesOfPage(filter: FestivalFilter, ids: string[]): string[] {
  return [...namesOf(filter), ...ids.map((id) => `festival:${id}`)]
}

async function recallTotal({ db, totals }: Lists, filter: FestivalFilter): Promise<number> {
  const total = await totals.recall(keyOf(filter), async () => {
    const { total: value, until } = await countFestivals(db, filter)
    return { value, names: namesOf(filter), until: until ?? undefined }
  })
  return total ?? 0
}

/** Up to this offset the walk from the beginning is short enough. */
const shallow = 1000

type Listing<Found> = {
  filter: FestivalFilter
  count: () => Promise<number>
  list: (db: Lists['db'], filter: FestivalFilter, cut: Cut) => Promise<Found>
}

async function listAt<Found>(lists: Lists, { filter, count, list }: Listing<Found>, cut: Cut) {
  const { db, indexes } = lists
  if (cut.offset < shallow) return list(db, filter, cut)
  const total = await count()
  if (total < shallow) return list(db, filter, cut)
  const size = sizeOfIndex(total)
  const remembered = await indexes.recall(keyOf(filter), async () => {
    const until = await findTurn(db, filter)
    return { value: newPageIndex(size), names: namesOf(filter), until }
  })
  const index = remembered ?? newPageIndex(size)
  return list(db, filter, await seekPage(db, { filter, index }, cut))
}

/** The time since when the earlier form is deprecated (RFC 9745). It will not be removed: there is no `Sunset`. */
const deprecatedSince = new Date('2026-11-24T00:00:00Z')
const links =
  '</festivals?page=1>; rel="successor-version", </docs#tag/festivals/GET/festivals>; rel="deprecation"; type="text/html"'

/** The bare array of the earlier form (docs/contract, section 4.4). */
async function answerEarlierForm(
  lists: Lists,
  { limit: wanted = 20, offset = 0, ...query }: FestivalQuery,
  { filter, reply }: ListRequest,
) {
  reply.header('deprecation', `@${deprecatedSince.getTime() / 1000}`)
  reply.header('link', links)
  const [limit, nested] = [Math.min(wanted, 1000), mostNested(query)]
  const count = () => recallTotal(lists, filter)
  const list = listFestivals
  const { text, ids } = await listAt(lists, { filter, count, list }, { limit, offset, nested })
  if (text === null) return pieceByPiece<Festival[]>({ db: lists.db, ids, reply })
  return cacheTags(written<Festival[]>(text), namesOfPage(filter, ids))
}
