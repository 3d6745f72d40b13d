/** The queries of festivals. */
import { type Static, Type } from 'typebox'
import { withLists } from '#platform/http/paging'
import { TimeInput } from '#platform/values/time'
import { ExpandQuery, PickQuery } from './expand-schemas.ts'
import { Latitude, Longitude } from './schemas.ts'

// Without defaults: they differ between the forms of the list, and what is given decides the form.
const PageNumber = Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: '1-based' })
const Start = Type.Integer({
  minimum: 0,
  maximum: 1_000_000_000,
  description: 'Of the earlier form',
})
const Most = Type.Integer({
  minimum: 1,
  description:
    'List: 20, at most 100. Map: 80, at most 200. Earlier form: 20, at most 1000. More is capped',
})

const Nested = Type.Optional(
  Type.Integer({
    minimum: 0,
    description:
      'At most so many gigs, places and tickets of each festival, the first ones, and `totals` beside them; more than 100 is capped. Absent: all',
  }),
)

/** The most that `nested` may be. */
const mostOfEach = 100

export const SummaryQuery = Type.Object(
  {
    nested: Type.Integer({
      minimum: 0,
      default: mostOfEach,
      description:
        'At most so many gigs, places and tickets, the first ones; more than 100 is capped',
    }),
    ...ExpandQuery,
  },
  withLists,
)

export const FestivalOneQuery = Type.Object(ExpandQuery, withLists)

/** How many of each list a caller wants; undefined: all. */
export function mostNested({ nested }: { nested?: number }): number | undefined {
  return nested === undefined ? undefined : Math.min(nested, mostOfEach)
}

export const FestivalQuery = Type.Object(
  {
    nested: Nested,
    map: Type.Optional(Type.Boolean()),
    page: Type.Optional(PageNumber),
    limit: Type.Optional(Most),
    time: Type.Optional(
      Type.Enum(['upcoming', 'past', 'running'], {
        description: 'Not begun, over, or in between: each festival is one of them',
      }),
    ),
    country: Type.Optional(Type.String()),
    min_lat: Type.Optional(Latitude),
    max_lat: Type.Optional(Latitude),
    min_lng: Type.Optional(Longitude),
    max_lng: Type.Optional(Longitude),
    offset: Type.Optional(Start),
    organizer: Type.Optional(Type.String()),
    start_time: Type.Optional(TimeInput),
    end_time: Type.Optional(TimeInput),
    ...PickQuery,
  },
  withLists,
)
export type FestivalQuery = Static<typeof FestivalQuery>
