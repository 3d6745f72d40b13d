/** Which tickets staff look for, and by which index they are walked through, the newest first. */
import { type RawBuilder, sql } from 'kysely'
import { allOf } from '#platform/database/sql'
import { isId } from '#platform/values/ids'
import { isInside, readShortCode, ticketsInside } from '#tickets'
import { isNamed } from '#users'
import { type AttendeeSearch, type AttendeeStatus, statuses } from './schemas.ts'

type Condition = RawBuilder<unknown>
export type Selection = AttendeeSearch & { festivalId: string }
export type Place = { after?: string | undefined; limit: number }

/** The states of payments whose tickets were sold, written out as in the indexes. */
const [kept, givenBack] = [
  ['succeeded', 'partially_refunded'],
  ['refunding', 'refunded'],
] as const
const oneOf = (states: readonly string[]) => sql`(${sql.join(states.map((word) => sql.lit(word)))})`
const sold = sql`p.status in ${oneOf([...kept, ...givenBack])}`

const isRevoked = sql`coalesce(t.revoked_at, t.blocked_at) is not null`

/** The status of an attendee, of a payment `p` and its ticket `t`. */
export const statusOf = sql<AttendeeStatus>`
  case when p.status in ${oneOf(givenBack)} then 'refunded' when ${isRevoked} then 'revoked'
       when t.validated_at is not null then 'used' else 'valid' end`

/** For each status the states of its payments, and what its tickets are. */
const meanings: Record<AttendeeStatus, { states: readonly string[]; is: Condition[] }> = {
  valid: { states: kept, is: [sql`not ${isRevoked}`, sql`t.validated_at is null`] },
  used: { states: kept, is: [sql`not ${isRevoked}`, sql`t.validated_at is not null`] },
  refunded: { states: givenBack, is: [] },
  revoked: { states: kept, is: [isRevoked] },
}

/** A selection as a query for the ids of a page; undefined where it can find nothing. */
export function walkOf(selection: Selection): ((place: Place) => RawBuilder<unknown>) | undefined {
  const { festivalId, q, tier, status, inside } = selection
  if (status !== undefined && !isStatus(status)) return undefined
  const named = q === undefined ? undefined : namedBy(festivalId, q.trim())
  if (q !== undefined && !named) return undefined
  const { states, is } =
    status === undefined ? { states: [...kept, ...givenBack], is: [] } : meanings[status]
  const conditions = [
    sql`t.festival_id = ${festivalId}`,
    sql`p.festival_id = ${festivalId}`,
    sold,
    ...is,
    ...(tier === undefined ? [] : [sql`p.entity_id = ${tier}`]),
    ...(inside === undefined ? [] : [inside ? isInside('t') : sql`not ${isInside('t')}`]),
  ]
  const ofStates = sql`p.status in ${oneOf(states)}`
  return (place) => {
    if (named) return newest(place, [...conditions, ofStates, sql`p.id in (${named})`])
    if (inside) {
      const from = sql`(${ticketsInside(festivalId, place.after)}) i join tickets t on t.payment_id = i.payment_id`
      return newest(place, [...conditions, ofStates], from)
    }
    const hasIndex = tier !== undefined || status === 'used' || status === 'revoked'
    return hasIndex
      ? newest(place, [...conditions, ofStates])
      : byState(place, { states, conditions })
  }
}

const isStatus = (word: string): word is AttendeeStatus => statuses.includes(word)

/** In the index of a festival the states come before the ids: the newest of each, then the newest of those. */
function byState(
  place: Place,
  { states, conditions }: { states: readonly string[]; conditions: Condition[] },
) {
  return sql`
    select id from unnest(${[...states]}::text[]) state
    cross join lateral (${newest(place, [...conditions, sql`p.status = state`])}) of_state
    order by id desc limit ${place.limit}`
}

/** The newest tickets; the index that is walked through may have their ids as those of payments or of tickets. */
function newest({ after, limit }: Place, conditions: Condition[], from = sql`tickets t`) {
  const place = after === undefined ? [] : [sql`p.id < ${after}`, sql`t.payment_id < ${after}`]
  return sql`
    select p.id from ${from} join payments p on p.id = t.payment_id
    where ${allOf([...place, ...conditions])} order by p.id desc limit ${limit}`
}

/** A query for the payments of a festival that a text names, or whose buyers or holders; undefined where it names nothing. */
function namedBy(festivalId: string, text: string): RawBuilder<unknown> | undefined {
  if (isId(text)) return sql`select id from payments where ${text} in (id, order_id)`
  const code = readShortCode(text)
  const person = isNamed(text)
  const queries = [
    ...(code === undefined
      ? []
      : [
          sql`select payment_id from tickets where festival_id = ${festivalId} and short_code = ${code}`,
        ]),
    ...(person === undefined ? [] : [boughtBy(festivalId, person), heldBy(festivalId, person)]),
  ]
  return queries.length === 0 ? undefined : sql.join(queries, sql` union all `)
}

const boughtBy = (festivalId: string, person: Condition) => sql`
  select p.id from users u join payments p on p.user_id = u.id
  where u.erased_at is null and ${person} and p.festival_id = ${festivalId} and ${sold}`

const heldBy = (festivalId: string, person: Condition) => sql`
  select t.payment_id from users u join tickets t on t.holder_id = u.id
  where u.erased_at is null and ${person} and t.festival_id = ${festivalId}`
