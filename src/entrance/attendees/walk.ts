/** Selects the tickets for an attendee search, and the index by which they are read, the newest first. */
import { type RawBuilder, sql } from 'kysely'
import { allOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { isInside, ticketsInside } from '#shop/tickets'
import { conditionFor } from './named.ts'
import type { AttendeeSearch } from './schemas.ts'
import { anyStatus, isStatus, meanings, oneOf, sold } from './status.ts'

type Condition = RawBuilder<unknown>
export type Selection = AttendeeSearch & { festivalId: string }
/** `limit` null: no limit. */
export type PageRequest = { after?: string | undefined; limit: number | null }

export type Walk = (page: PageRequest) => RawBuilder<unknown>

/** Returns the query for the ids of a page of a selection; undefined if it can find nothing. */
export async function walkOf(db: Database, selection: Selection): Promise<Walk | undefined> {
  const { festivalId, q, tier, status, inside } = selection
  if (status !== undefined && !isStatus(status)) return undefined
  const named = await conditionFor(db, { q, festivalId })
  if (!named) return undefined
  const { states, is } = status === undefined ? anyStatus : meanings[status]
  const conditions = [...filtersOf(selection), named.is, ...is]
  const ofStates = [...conditions, sql`p.status in ${oneOf(states)}`]
  if (named.isRare) return (place) => newest(place, ofStates)
  if (inside) return (place) => newest(place, ofStates, fromInside(festivalId, place))
  const hasIndex = tier !== undefined || status === 'used' || status === 'revoked'
  return (place) => (hasIndex ? newest(place, ofStates) : byState(place, { states, conditions }))
}

const filtersOf = ({ festivalId, tier, inside }: Selection): Condition[] => [
  sql`t.festival_id = ${festivalId}`,
  sql`p.festival_id = ${festivalId}`,
  sold,
  ...(tier === undefined ? [] : [sql`p.entity_id = ${tier}`]),
  ...(inside === undefined ? [] : [inside ? isInside('t') : sql`not ${isInside('t')}`]),
]

const fromInside = (festivalId: string, { after }: PageRequest) => sql`
  (${ticketsInside(festivalId, after)}) i join tickets t on t.payment_id = i.payment_id`

/** The index of a festival has the states before the ids: reads the newest tickets of each state, then the newest of these. */
function byState(
  page: PageRequest,
  { states, conditions }: { states: readonly string[]; conditions: Condition[] },
) {
  return sql`
    select id from unnest(${[...states]}::text[]) state
    cross join lateral (${newest(page, [...conditions, sql`p.status = state`])}) of_state
    order by id desc limit ${page.limit}`
}

/** Reads the newest tickets. The index behind `from` may have the ids of payments or of tickets, so both are bounded. */
function newest({ after, limit }: PageRequest, conditions: Condition[], from = sql`tickets t`) {
  const place = after === undefined ? [] : [sql`p.id < ${after}`, sql`t.payment_id < ${after}`]
  return sql`
    select p.id from ${from} join payments p on p.id = t.payment_id
    where ${allOf([...place, ...conditions])} order by p.id desc limit ${limit}`
}
