import { type Static, Type } from 'typebox'
import { NamedOrganizer } from '#catalogue/organizers'
import { PageAnswer, PageQuery } from '#platform/http/cursors'
import { Name, Nullable, Photo, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'
import { TimeZone } from '#platform/zones/time-zones'

export const mostManaged = 100

const Part = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'A part of the name; of festivals also of their town, venue, region, address, places or country',
      examples: ['harbour'],
    }),
  ),
})

export const ManagedOrganizersQuery = Type.Interface([Part, PageQuery(20, mostManaged)], {
  approved: Type.Optional(
    Type.Boolean({ description: 'false: only those that wait for approval', examples: [false] }),
  ),
})
export type ManagedOrganizersQuery = Static<typeof ManagedOrganizersQuery>

export const ManagedFestivalsQuery = Type.Interface([Part, PageQuery(20, mostManaged)], {
  time: Type.Optional(
    Type.Enum(['upcoming', 'past', 'running'], {
      description:
        'Not over yet, the next one first; or over, the last one first; or begun and not over',
      examples: ['upcoming'],
    }),
  ),
  cancelled: Type.Optional(
    Type.Boolean({
      description: 'true: only cancelled ones; false: only others',
      examples: [true],
    }),
  ),
  published: Type.Optional(
    Type.Boolean({
      description: 'false: only drafts; true: only others',
      examples: [false],
    }),
  ),
  organizer: Type.Optional(
    Type.String({
      maxLength: 128,
      description: 'Of this organizer',
      examples: ['harbour-nights'],
    }),
  ),
})
export type ManagedFestivalsQuery = Static<typeof ManagedFestivalsQuery>

const OrganizerId = Type.String({ examples: ['harbour-nights'] })

/** A festival in the console's list, with its number of gigs and its sales. */
const ManagedFestival = Type.Object(
  {
    id: Uuid,
    name: Name('Harbour Nights 2027'),
    organizer: NamedOrganizer,
    start_time: Timestamp,
    end_time: Timestamp,
    time_zone: TimeZone,
    venue: Nullable(Type.String({ examples: ['Harbour Park'] })),
    country: Nullable(Type.String({ examples: ['Denmark'] })),
    photo: Photo,
    published_at: Type.Unsafe<string | null>({
      ...NullableTimestamp,
      description: 'null: a draft',
    }),
    cancelled_at: NullableTimestamp,
    gigs: Type.Integer({ examples: [1] }),
    sold: Nullable(
      Type.Integer({
        description:
          'Tickets sold, archived tiers included; what was refunded in full is not. Null for users who may not see the sales',
        examples: [20],
      }),
    ),
    quantity: Nullable(
      Type.Integer({
        description:
          'Tickets of the tiers on offer, and what was taken of archived ones. Null for users who may not see the sales',
        examples: [500],
      }),
    ),
  },
  { title: 'ManagedFestival' },
)

export const ManagedFestivals = PageAnswer({ festivals: Type.Array(ManagedFestival) })
export type ManagedFestival = Static<typeof ManagedFestival>

const ManagedOrganizer = Type.Object(
  {
    id: OrganizerId,
    name: Name('Harbour Nights'),
    photo: Photo,
    approved: Type.Boolean({ description: 'Whether staff have approved it', examples: [true] }),
    festivals: Type.Integer({ examples: [1] }),
  },
  { title: 'ManagedOrganizer' },
)
export type ManagedOrganizer = Static<typeof ManagedOrganizer>

export const ManagedOrganizers = PageAnswer({ organizers: Type.Array(ManagedOrganizer) })
