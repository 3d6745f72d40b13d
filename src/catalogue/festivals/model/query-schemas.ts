/** The queries of festivals. */
import { type Static, Type } from 'typebox'
import { HiddenQuery } from '#core/sale-terms'
import { withLists } from '#platform/http/paging'
import { Language } from '#platform/values/languages'
import { TimeInput } from '#platform/values/time'
import { ExpandQuery, PickQuery } from './expand-schemas.ts'
import { Latitude, Longitude } from './schemas.ts'

// Without defaults: they differ between the forms of the list, and the given parameters decide the form.
const PageNumber = Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: '1-based' })
const Start = Type.Integer({
  minimum: 0,
  maximum: 1_000_000_000,
  deprecated: true,
  description: 'Of the earlier form: how many to leave out first',
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

/** The greatest `nested`. */
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

/** The most gigs that a calendar can select by id. */
const mostInCalendar = 150

export const CalendarQuery = Type.Object(
  {
    language: Type.Optional({
      ...Language,
      description: 'The language in which its texts are wanted; its own where there is none',
    }),
    timetable: Type.Optional(
      Type.Boolean({ description: 'False: the festival alone, as one entry', default: true }),
    ),
    gigs: Type.Optional(
      Type.Array(Type.String({ format: 'uuid' }), {
        maxItems: mostInCalendar,
        description:
          'Only these gigs, without the festival itself, ids separated by commas; unknown ones are left out',
      }),
    ),
  },
  withLists,
)

export const FestivalOneQuery = Type.Object({ ...ExpandQuery, ...HiddenQuery }, withLists)

/** The most items of each list that a caller wants; undefined: all. */
export function mostNested({ nested }: { nested?: number }): number | undefined {
  return nested === undefined ? undefined : Math.min(nested, mostOfEach)
}

const Edge = (schema: typeof Latitude, edge: string) =>
  Type.Optional(Type.Number({ ...schema, description: `${edge} edge of the map` }))

const earlier = 'Without map, page and time it asks for the earlier form'
const Filter = (description: string) =>
  Type.Optional(Type.Unsafe<string>({ ...TimeInput, description: `${description}. ${earlier}` }))

export const FestivalQuery = Type.Object(
  {
    nested: Nested,
    map: Type.Optional(
      Type.Boolean({
        description: 'true: as on the map, within the bounding box, which is needed',
      }),
    ),
    page: Type.Optional(PageNumber),
    limit: Type.Optional(Most),
    time: Type.Optional(
      Type.Enum(['upcoming', 'past', 'running'], {
        description:
          '`upcoming`: not begun; `past`: over, the last one first; `running`: in between. Each festival is one of them; absent: all',
      }),
    ),
    country: Type.Optional(Type.String({ description: 'Of this country; exact but for case' })),
    min_lat: Edge(Latitude, 'South'),
    max_lat: Edge(Latitude, 'North'),
    min_lng: Edge(Longitude, 'West'),
    max_lng: Edge(Longitude, 'East'),
    offset: Type.Optional(Start),
    organizer: Type.Optional(Type.String({ description: `Of this organizer. ${earlier}` })),
    start_time: Filter('Starts after this time'),
    end_time: Filter('Ends before this time'),
    ...PickQuery,
  },
  withLists,
)
export type FestivalQuery = Static<typeof FestivalQuery>
