import { type Static, Type } from 'typebox'
import { Ids, Limit, mostIds, Page, Pagination, withLists } from '#platform/http/paging'
import { Name, Nullable, Photo, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'
import { TimeZone } from '#platform/zones/time-zones'

/** The place of a gig. */
export const GigPlace = Type.Object(
  {
    id: Uuid,
    name: Name('Orange Stage'),
    type: Nullable(Type.String({ examples: ['stage'] })),
  },
  { title: 'GigPlace' },
)

/** The artist of a gig. */
export const GigArtist = Type.Object(
  { id: Uuid, name: Name('Ebb Trio'), photo: Photo },
  { title: 'GigArtist' },
)

/** The greatest `billing`, which is also the most gigs of a festival. */
export const lastBilled = 10_000

const Headliner = Type.Boolean({
  description: 'On the bill its artist comes first, and large',
  examples: [true],
})
const Billing = Type.Integer({
  minimum: 1,
  maximum: lastBilled,
  description: 'The place of its artist on the bill; null: after the others, by name',
  examples: [1],
})

const BillingText = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The act as it is billed; null: by the name of its artist',
  examples: ['Ebb Trio b2b Low Meadow'],
})

/** The billing of an artist at a festival (docs/contract, 4.4). */
export const billed = {
  headliner: Headliner,
  billing: Nullable(Billing),
  billing_text: Nullable(BillingText),
}
/** The same as input of a gig. */
export const billedInput = {
  headliner: Type.Optional(Headliner),
  billing: Type.Optional(Nullable(Billing)),
  billing_text: Type.Optional(Nullable(BillingText)),
}

/** A gig in the calendar and in the feed (docs/contract, 4.6). */
export const GigItem = Type.Object(
  {
    id: Uuid,
    start_time: NullableTimestamp,
    end_time: NullableTimestamp,
    ...billed,
    artist: Type.Union([GigArtist, Type.Null()]),
    place: Type.Union([GigPlace, Type.Null()]),
    festival: Type.Object(
      {
        id: Uuid,
        name: Name('Harbour Nights 2027'),
        country: Nullable(Type.String({ examples: ['Denmark'] })),
        venue: Nullable(Type.String({ examples: ['Harbour Park'] })),
        photo: Photo,
        start_time: Timestamp,
        end_time: Timestamp,
        time_zone: TimeZone,
      },
      { title: 'GigFestival' },
    ),
  },
  { title: 'Gig' },
)
export type GigItem = Static<typeof GigItem>

/** The greatest `limit` of the list and of the chart. */
export const most = { listed: 100, charted: 200 }

export const GigQuery = Type.Object(
  {
    ids: Ids('gigs'),
    page: Page(20, most.listed).properties.page,
    // Only the description has the default: with ids it differs.
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        'x-default': 20,
        description: `20, with ids ${mostIds}; at most ${most.listed}, more is capped`,
        examples: [20],
      }),
    ),
    artist: Type.Optional(
      Type.String({ format: 'uuid', description: 'Only the gigs of this artist' }),
    ),
    country: Type.Optional(
      Type.String({
        description: "The festival's country; exact but for case",
        examples: ['Denmark'],
      }),
    ),
    month: Type.Optional(
      Type.String({ description: 'YYYY-MM, or 1 to 12 with year', examples: ['2027-07'] }),
    ),
    year: Type.Optional(Type.String({ description: 'YYYY, with month', examples: ['2027'] })),
  },
  withLists,
)

export const GigPage = Type.Object({ gigs: Type.Array(GigItem), pagination: Pagination })

export const ChartQuery = Type.Object({ limit: Limit(100, most.charted) })

export const Chart = Type.Object({
  artists: Type.Array(
    Type.Object(
      { artist: GigArtist, gig_count: Type.Integer({ examples: [1] }) },
      { title: 'ChartEntry' },
    ),
  ),
})
