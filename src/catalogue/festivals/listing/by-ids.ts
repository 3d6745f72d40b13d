/**
 * Festivals that are picked by id or by place, or that have something beside them: first which they are, then their
 * texts, then what stands beside. The plain list does all of it in one statement.
 */
import { sql } from 'kysely'
import { asksTranslations } from '#core/sale-terms'
import type { Database } from '#platform/database/tables'
import type { Streamed } from '#platform/http/answers/arrays'
import { mostIds } from '#platform/http/paging'
import { invalidField, missingFields } from '#platform/values/errors'
import { shows } from '#platform/values/raw-json'
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

/** Which festivals a page has, in their order, and how many there are in all. */
export type Picked = {
  festivals: (Pick<Nearby, 'id'> & Partial<Nearby>)[]
  total: number
  until: Date | null
  /** under which names the database tells that there are others */
  names: string[]
}

type Asked = {
  filter: FestivalFilter
  reply: Streamed
  userId: string | undefined
  /** a page of the whole list */
  list: (cut: Cut) => Promise<Picked>
}

/** Whether a query asks for more than the plain list. */
export function isPicked({ ids, near, expand = [] }: FestivalQuery): boolean {
  return ids !== undefined || near !== undefined || expand.length > 0
}

/** Refuses (400) parameters that say nothing without another one. */
export function checkPick({ map, near, radius, sort, ids, expand }: FestivalQuery): void {
  const beside = Object.entries({ near, radius, sort, ids, expand })
  const [other] = beside.find(([, value]) => value !== undefined) ?? []
  if (map && other) throw invalidField(other, 'does not go with map=true')
  if (near !== undefined) return
  if (radius !== undefined) throw missingFields(['near'], ' with radius')
  if (sort === 'distance') throw missingFields(['near'], ' with sort=distance')
}

export async function answerPicked(
  sources: Sources,
  query: FestivalQuery,
  { filter, reply, userId, list }: Asked,
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
  // One that was deleted meanwhile is left out.
  const finished = ids.flatMap((id, nth) => (texts[nth] ? [finish(id, texts[nth])] : []))
  const answer = withPagination<Festival>(`[${finished.join()}]`, pagination)
  const dependsOn = [...names, ...ids.map((id) => `festival:${id}`), ...namesBeside(expand)]
  return shows(answer, dependsOn, until ?? undefined)
}

type Picking = Pick<Asked, 'filter' | 'list'> & { cut: Cut }

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

/** In the order of the ids. */
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
