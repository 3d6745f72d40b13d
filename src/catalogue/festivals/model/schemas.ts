import { type Static, Type } from 'typebox'
import { billed } from '#catalogue/gigs'
import { NamedOrganizer } from '#catalogue/organizers'
import { eachText } from '#common/festivals/texts'
import { OwnLanguage, SaleTerms, saleShown } from '#core/sale-terms'
import { Pagination } from '#platform/http/paging'
import { Coordinates } from '#platform/values/coordinates'
import { Price } from '#platform/values/money'
import { Name, Named, Nullable, Photo, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'
import { TranslationsShown } from '#platform/values/translations'
import { TimeZone } from '#platform/zones/time-zones'
import { expanded } from './expand-schemas.ts'

export const Latitude = Type.Number({ minimum: -90, maximum: 90, examples: [55.62] })
export const Longitude = Type.Number({ minimum: -180, maximum: 180, examples: [12.08] })
export const LatLng = Type.Object({ lat: Latitude, lng: Longitude }, { title: 'LatLng' })
const Text = (example: string) => Nullable(Type.String({ examples: [example] }))
const texts = eachText(({ example }) => Text(example))

export const TransferDays = Type.Integer({
  minimum: 3,
  maximum: 30,
  description:
    'How many days an order with its tickets waits for a bank transfer; null: `TRANSFER_DAYS` of the operator',
  examples: [14],
})
export const RefundDays = Type.Integer({
  minimum: 0,
  maximum: 365,
  description:
    'Buyers may give back until so many times 24 hours before it begins; null: they may not',
  examples: [14],
})
export const RefundPercent = Type.Integer({
  minimum: 1,
  maximum: 100,
  description: 'How much of what was paid comes back to buyers who give back',
  examples: [80],
})

const placeTypes =
  'Free text; recommended: stage, food, drink, toilet, medical, info, parking, camping, entrance, exit, charging, locker, other'

const Place = Type.Object(
  {
    id: Uuid,
    name: Name('Orange Stage'),
    type: Nullable(Type.String({ description: placeTypes, examples: ['stage'] })),
    coordinates: Type.Union([LatLng, Type.Null()]),
  },
  { title: 'Place' },
)

const Gig = Type.Object(
  {
    id: Uuid,
    artist: Type.Union([Named('Ebb Trio'), Type.Null()]),
    place_id: Nullable(Uuid),
    start_time: NullableTimestamp,
    end_time: NullableTimestamp,
    ...billed,
  },
  { title: 'FestivalGig' },
)

/** The most characters of a description. */
export const mostCharacters = { festival: 20_000, tier: 2_000, sitePlan: 1_000 }

/** A ticket tier (docs/contract, section 4.4). Its availability has an operation of its own. */
export const Ticket = Type.Object(
  {
    id: Uuid,
    name: Name('Weekend'),
    price: Price,
    quantity: Type.Integer({ examples: [500] }),
    start_time: NullableTimestamp,
    end_time: NullableTimestamp,
    valid_since: NullableTimestamp,
    valid_until: NullableTimestamp,
    festival_id: Uuid,
    description: Text('Three days, and a place for your tent'),
    ...saleShown,
    translations: Type.Optional(TranslationsShown),
  },
  { title: 'Tier', 'x-extends': SaleTerms },
)

const light = {
  id: Uuid,
  name: Name('Harbour Nights 2027'),
  photo: Photo,
  venue: texts.venue,
  country: texts.country,
  coordinates: Coordinates,
  start_time: Timestamp,
  end_time: Timestamp,
  rank: Type.Integer({
    description:
      'Gigs, at most 100, twice the followers, and tickets sold; computed every five minutes',
    examples: [120],
  }),
}

/** A festival on the map: these nine keys (docs/contract, section 4.5). */
export const FestivalLight = Type.Object(light, { title: 'MapFestival' })
export type FestivalLight = Static<typeof FestivalLight>

/** A festival in an answer, with all its contents. */
export const Festival = Type.Object(
  {
    ...light,
    time_zone: TimeZone,
    description: Text('Three nights by the water'),
    ...texts,
    site_plan: Type.Unsafe<string | null>({
      ...Photo,
      description: 'A picture of the site with its places',
    }),
    site_plan_description: Nullable(
      Type.String({
        description: 'What the plan shows, for people who do not see it',
        examples: ['The entrance is in the south'],
      }),
    ),
    organizer: NamedOrganizer,
    published_at: Type.Unsafe<string | null>({
      ...NullableTimestamp,
      description: 'Since when all may see it; null: a draft, which its managers alone see',
    }),
    cancelled_at: Nullable(Timestamp),
    cancelled_reason: Text('A storm is coming.'),
    moved_refund_until: Type.Unsafe<string | null>({
      ...NullableTimestamp,
      description:
        'Until when those who bought before the festival was moved to another day may give back in full; null: it was not moved',
    }),
    gigs: Type.Array(Gig),
    places: Type.Array(Place),
    tickets: Type.Array(Ticket),
    refund_until_days: Nullable(RefundDays),
    refund_percent: RefundPercent,
    transfer_days: Nullable(TransferDays),
    previous_edition_id: Type.Optional(
      Nullable({
        ...Uuid,
        description:
          'The edition before, for those who may change the festival: there with hidden=true',
      }),
    ),
    totals: Type.Optional(
      Type.Object(
        {
          gigs: Type.Integer({ examples: [1] }),
          artists: Type.Integer({ examples: [1] }),
          places: Type.Integer({ examples: [1] }),
          tickets: Type.Integer({ examples: [1] }),
        },
        {
          title: 'FestivalTotals',
          description:
            'How many there are of each, and artists who play: there where `nested` is given',
        },
      ),
    ),
    language: Type.Optional(OwnLanguage('its own texts')),
    translations: Type.Optional(TranslationsShown),
    ...expanded,
  },
  { title: 'Festival', 'x-extends': FestivalLight },
)
export type Festival = Static<typeof Festival>

const FestivalPage = Type.Object(
  { festivals: Type.Array(Festival), pagination: Pagination },
  { title: 'FestivalPage' },
)
const FestivalMap = Type.Object(
  {
    festivals: Type.Array(FestivalLight),
    pagination: Pagination,
  },
  { title: 'FestivalMap' },
)
/** The answers of `GET /festivals`: the list, the map, or the earlier form. */
export const FestivalAnswer = Type.Union([FestivalPage, FestivalMap, Type.Array(Festival)])
