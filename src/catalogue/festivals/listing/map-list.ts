import { cacheTags } from '#platform/values/raw-json'
import { areaOf, type Bounds, boundsOf, boxesOf, namesOfBox } from '../model/bounds.ts'
import type { FestivalQuery } from '../model/query-schemas.ts'
import type { FestivalLight } from '../model/schemas.ts'
import { countByCells, countCells } from './grid.ts'
import { pageOf, paginatedFrom, withPagination } from './list-page.ts'
import type { Lists } from './lists.ts'
import { countOnMap, fewEnoughToSort, listOnMap } from './map.ts'
import type { Near } from './near-filter.ts'
import { type Cut, type FestivalFilter, findTurn, keyOf } from './queries.ts'

/** Returns the map: light festivals of a box. */
export async function answerMap(lists: Lists, query: FestivalQuery, filter: FestivalFilter) {
  const bounds = boundsOf(query)
  const { page, cut } = pageOf(query, { byDefault: 80, maximum: 200 })
  const { text, total, until } = await mapAt(lists, { bounds, filter }, cut)
  const answer = withPagination<FestivalLight>(text, paginatedFrom(page, cut, total))
  return cacheTags(answer, namesOfBox(bounds), until ?? undefined)
}

/** The area, in square degrees, from which on a box is assumed to contain so many festivals that a scan of all cells is worth it. */
const large = 2_000

/** Lists a box. A box with many festivals is counted before it is listed, once for all of its readers. */
async function mapAt(
  lists: Lists,
  { bounds, filter }: { bounds: Bounds; filter: FestivalFilter },
  cut: Cut,
): Promise<Near> {
  const { db, totals, findNear } = lists
  const key = keyOf(filter, bounds)
  const [box, ...more] = boxesOf(bounds)
  // Neither a second box nor an organizer can be looked up in the same statement; running festivals are few.
  const isPlain = more.length === 0 && !filter.organizer && filter.time !== 'running'
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

/** Counts a large box. Where time alone narrows it, the cells inside it are counted for all such boxes at once. */
async function countLarge({ db, grids }: Lists, bounds: Bounds, filter: FestivalFilter) {
  const { time, now, ...narrowed } = filter
  const [box, ...more] = boxesOf(bounds)
  const isPlain = more.length === 0 && time !== 'running' && !Object.values(narrowed).some(Boolean)
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
