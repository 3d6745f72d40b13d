/**
 * Festivals that are picked by id or by place, or that have something beside them: reads first their ids, then their
 * texts, then the parts beside them. The plain list does all of it in one statement.
 */
import { sql } from 'kysely'
import { asksTranslations } from '#core/sale-terms'
import type { Database } from '#platform/database/tables'
import type { Streamed } from '#platform/http/answers/arrays'
import { mostIds } from '#platform/http/paging'
import { invalidField, missingFields } from '#platform/values/errors'
import { cacheTags } from '#platform/values/raw-json'
import { namesOfBox } from '../model/bounds.ts'
import { usualRadius } from '../model/expand-schemas.ts'
import type { FestivalQuery } from '../model/query-schemas.ts'
import type { Festival } from '../model/schemas.ts'
import { extended, extender, namesBeside, type Sources } from './expand.ts'
import { boxRound, readPosition } from './globe.ts'
import { type Answer, pageOf, paginatedFrom, pieceByPiece, withPagination } from './list-page.ts'
import { findNearby, type Nearby } from './nearest.ts'
import { type Cut, type FestivalFilter, matching, namesOf, turnOf } from './queries.ts'
import { readTogether } from './read.ts'

/** The festivals of a page, in their order, and the total number of festivals. */
export type Picked = {
  festivals: (Pick<Nearby, 'id'> & Partial<Nearby>)[]
  total: number
  until: Date | null
  /** the names under which the database reports that the list has changed */
  names: string[]
}

type ListRequest = {
  filter: FestivalFilter
  reply: Streamed
  userId: string | undefined
  /** a page of the whole list */
  list: (cut: Cut) => Promise<Picked>
}

/** Returns true if a query asks for more than the plain list. */
export function isPicked({ ids, near, expand = [] }: FestivalQuery): boolean {
  return ids !== undefined || near !== undefined || expand.length > 0
}

/** Refuses (400) parameters that say nothing without another one. */
export function checkPick({ map, near, radius, sort, ids, expand }: FestivalQuery): void {
  const beside = Object.entries({ near, radius, sort, ids, expand })
  const [other] = beside.find(([, value]) => value !== undefined) ?? []
  if (map && other) throw invalidField(other, 'cannot be combined with map=true')
  if (near !== undefined) return
  if (radius !== undefined) throw missingFields(['near'], ' with radius')
  if (sort === 'distance') throw missingFields(['near'], ' with sort=distance')
}

export async function answerPicked(
  sources: Sources,
  query: FestivalQuery,
  { filter, reply, userId, list }: ListRequest,
): Promise<Answer<Festival>> {
  const { expand } = query
  const { page, cut } = pageOf(query, { byDefault: query.ids ? mostIds : 20, maximum: 100 })
  const picked = await pick(sources.reads, query, { filter, cut, list })
  const { festivals, total, until, names } = picked
  const ids = festivals.map(({ id }) => id)
  const pagination = paginatedFrom(page, cut, total)
  const add = extender(sources, { expand, nested: cut.nested, userId })
  const extend = withDistances(add, festivals)
  const shown = { nested: cut.nested, translations: asksTranslations(query) }
  const texts = await readTogether(sources.reads, ids, shown)
  if (texts === null)
    return pieceByPiece({ db: sources.reads, ids, reply, extend, shown }, pagination)
  const finish = await extend(ids)
  // A festival that was deleted meanwhile is left out.
  const finished = ids.flatMap((id, nth) => (texts[nth] ? [finish(id, texts[nth])] : []))
  const answer = withPagination<Festival>(`[${finished.join()}]`, pagination)
  const dependsOn = [...names, ...ids.map((id) => `festival:${id}`), ...namesBeside(expand)]
  return cacheTags(answer, dependsOn, until ?? undefined)
}

type Picking = Pick<ListRequest, 'filter' | 'list'> & { cut: Cut }

async function pick(
  db: Database,
  { near, radius = usualRadius, sort = 'distance' }: FestivalQuery,
  { filter, cut, list }: Picking,
): Promise<Picked> {
  const position = near === undefined ? undefined : readPosition(near)
  if (position) {
    const circle = { ...position, radius }
    const { page, ...found } = await findNearby(db, { filter, circle, sort, cut })
    return { ...found, festivals: page, names: namesOfBox(boxRound(circle)) }
  }
  return filter.ids ? pickByIds(db, filter, cut) : list(cut)
}

/** Picks festivals by their ids, in the order of the ids. */
async function pickByIds(db: Database, filter: FestivalFilter, cut: Cut): Promise<Picked> {
  const { rows } = await sql<{ ids: string[]; until: Date | null }>`
    select array(
      select f.id from festivals f where ${matching(filter)}
      order by array_position(${filter.ids}::uuid[], f.id)) as ids, ${turnOf(filter)} as until`.execute(
    db,
  )
  const { ids = [], until = null } = rows[0] ?? {}
  const festivals = ids.slice(cut.offset, cut.offset + cut.limit).map((id) => ({ id }))
  return { festivals, total: ids.length, until, names: namesOf(filter) }
}

function withDistances(add: ReturnType<typeof extender>, festivals: Picked['festivals']) {
  const distances = new Map(festivals.map(({ id, distance }) => [id, distance]))
  return async (ids: string[]) => {
    const finish = await add(ids)
    return (id: string, text: string) => {
      const distance = distances.get(id)
      const whole = finish(id, text)
      if (distance === undefined) return whole
      return extended(whole, { distance: `${Math.round(distance * 10) / 10}` })
    }
  }
}
