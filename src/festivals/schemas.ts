import { type Static, Type } from 'typebox'
import { Pagination } from '#platform/http/paging'
import { Coordinates } from '#platform/values/coordinates'
import { Price } from '#platform/values/money'
import { Name, Nullable, OptionalText, Photo, PhotoInput, Uuid } from '#platform/values/shapes'
import { NullableTimeInput, NullableTimestamp, TimeInput, Timestamp } from '#platform/values/time'
import { expanded } from './expand-schemas.ts'

export const Latitude = Type.Number({ minimum: -90, maximum: 90, examples: [55.62] })
export const Longitude = Type.Number({ minimum: -180, maximum: 180, examples: [12.08] })
const LatLng = Type.Object({ lat: Latitude, lng: Longitude })
const Text = (example: string) => Nullable(Type.String({ examples: [example] }))
const placeTypes =
  'Free text; recommended: stage, food, drink, toilet, medical, info, parking, camping, entrance, exit, charging, locker, other'

const Place = Type.Object({
  id: Uuid,
  name: Name('Orange Stage'),
  type: Nullable(Type.String({ description: placeTypes, examples: ['stage'] })),
  coordinates: Type.Union([LatLng, Type.Null()]),
})

const Gig = Type.Object({
  id: Uuid,
  artist: Type.Union([Type.Object({ id: Uuid, name: Name('The Lanterns') }), Type.Null()]),
  place_id: Nullable(Uuid),
  start_time: NullableTimestamp,
  end_time: NullableTimestamp,
})

/** A ticket tier (docs/contract.md, section 4.4). What is left of it has an operation of its own. */
const Ticket = Type.Object({
  id: Uuid,
  name: Name('Weekend'),
  price: Price,
  quantity: Type.Integer({ examples: [500] }),
  start_time: NullableTimestamp,
  end_time: NullableTimestamp,
  valid_since: NullableTimestamp,
  valid_until: NullableTimestamp,
  festival_id: Uuid,
})

const light = {
  id: Uuid,
  name: Name('Harbour Nights 2027'),
  photo: Photo,
  venue: Text('Harbour Park'),
  country: Text('Denmark'),
  coordinates: Coordinates,
  start_time: Timestamp,
  end_time: Timestamp,
  rank: Type.Integer({
    description:
      'Gigs, at most 100, twice the followers, and tickets sold; computed every five minutes',
    examples: [120],
  }),
}

/** A festival on the map: these nine keys (docs/contract.md, section 4.5). */
export const FestivalLight = Type.Object(light)
export type FestivalLight = Static<typeof FestivalLight>

/** A festival as read, with everything in it. */
export const Festival = Type.Object({
  ...light,
  description: Text('Three nights by the water'),
  address: Text('Harbour Street 1'),
  area: Text('Zealand'),
  organizer: Type.Object({
    id: Type.String({ examples: ['harbour-nights'] }),
    name: Name('Harbour Nights'),
  }),
  cancelled_at: Nullable(Timestamp),
  cancelled_reason: Text('A storm is coming.'),
  gigs: Type.Array(Gig),
  places: Type.Array(Place),
  tickets: Type.Array(Ticket),
  totals: Type.Optional(
    Type.Object(
      {
        gigs: Type.Integer({ examples: [180] }),
        artists: Type.Integer({ examples: [150] }),
        places: Type.Integer({ examples: [40] }),
        tickets: Type.Integer({ examples: [4] }),
      },
      {
        description:
          'How many there are of each, and artists who play: there where `nested` is given',
      },
    ),
  ),
  ...expanded,
})
export type Festival = Static<typeof Festival>

const FestivalPage = Type.Object({ festivals: Type.Array(Festival), pagination: Pagination })
const FestivalMap = Type.Object({
  festivals: Type.Array(FestivalLight),
  pagination: Pagination,
})
/** What `GET /festivals` answers: the list, the map, or the earlier form. */
export const FestivalAnswer = Type.Union([FestivalPage, FestivalMap, Type.Array(Festival)])

const NewPlace = Type.Object({
  id: Type.Optional(Uuid),
  name: Name('Orange Stage'),
  type: OptionalText('stage', 100),
  coordinates: Type.Optional(Type.Union([LatLng, Type.Null()])),
})

const NewGig = Type.Object({
  id: Type.Optional(Uuid),
  artist_id: Type.Optional(Nullable(Uuid)),
  artist: Type.Optional(
    Type.Union([Type.Object({ id: Uuid }), Type.Null()], {
      description:
        'As read, where artist_id is not given: a line-up may be written back as it came',
    }),
  ),
  place_id: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 200,
        description: 'The id of a place of this festival, or the name of one',
        examples: ['Orange Stage'],
      }),
    ),
  ),
  start_time: Type.Optional(NullableTimeInput),
  end_time: Type.Optional(NullableTimeInput),
})

const NewTicket = Type.Object({
  id: Type.Optional(Uuid),
  name: Name('Weekend'),
  price: Price,
  quantity: Type.Integer({ minimum: 0, maximum: 10_000_000, examples: [500] }),
  start_time: Type.Optional(NullableTimeInput),
  end_time: Type.Optional(NullableTimeInput),
  valid_since: Type.Optional(NullableTimeInput),
  valid_until: Type.Optional(NullableTimeInput),
})

const Located = Type.Object({
  location: Type.Object({
    type: Type.Optional(Type.Enum(['Point'])),
    coordinates: Type.Array(Longitude, {
      minItems: 2,
      maxItems: 2,
      description: 'Longitude, latitude',
    }),
  }),
})

const optional = {
  description: OptionalText('Three nights by the water', 20_000),
  venue: OptionalText('Harbour Park', 300),
  address: OptionalText('Harbour Street 1', 500),
  country: OptionalText('Denmark', 100),
  area: OptionalText('Zealand'),
  photo: PhotoInput,
  coordinates: Type.Optional(Type.Union([LatLng, Located, Type.Null()])),
  places: Type.Optional(Type.Array(NewPlace, { maxItems: 2_000 })),
  gigs: Type.Optional(Type.Array(NewGig, { maxItems: 10_000 })),
  tickets: Type.Optional(Type.Array(NewTicket, { maxItems: 500 })),
}

const required = {
  name: Name('Harbour Nights 2027'),
  start_time: TimeInput,
  end_time: TimeInput,
  organizer_id: Type.String({ maxLength: 128, examples: ['harbour-nights'] }),
}

export const NewFestival = Type.Object({ ...required, ...optional })
export type NewFestival = Static<typeof NewFestival>

/** Every field is optional; `places`, `gigs` and `tickets` replace the previous set. */
export const FestivalChange = Type.Interface([Type.Partial(Type.Object(required))], optional)
export type FestivalChange = Static<typeof FestivalChange>

export const Cancellation = Type.Object({
  reason: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 1_000,
        description: 'For holders of a ticket, and shown with the festival as `cancelled_reason`',
        examples: ['A storm is coming.'],
      }),
    ),
  ),
})
