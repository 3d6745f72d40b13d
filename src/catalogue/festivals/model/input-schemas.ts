/** Input of operations on festivals. */
import { type Static, Type } from 'typebox'
import { billedInput } from '#catalogue/gigs'
import { eachText } from '#common/festivals/texts'
import { NewSaleTerms, OwnLanguage, saleInput } from '#core/sale-terms'
import { Price } from '#platform/values/money'
import { Name, Nullable, OptionalText, PhotoInput, Uuid } from '#platform/values/shapes'
import { NullableTimeInput, TimeInput } from '#platform/values/time'
import { translationsInput } from '#platform/values/translations'
import { TimeZone } from '#platform/zones/time-zones'
import {
  LatLng,
  Longitude,
  mostCharacters,
  RefundDays,
  RefundPercent,
  TransferDays,
} from './schemas.ts'

const NewPlace = Type.Object(
  {
    id: Type.Optional(Uuid),
    name: Name('Orange Stage'),
    type: OptionalText('stage', 100),
    coordinates: Type.Optional(Type.Union([LatLng, Type.Null()])),
  },
  { title: 'NewPlace' },
)

const NewGig = Type.Object(
  {
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
    ...billedInput,
  },
  { title: 'NewGig' },
)

/** The name has no translations: a festival has the same name everywhere. */
const FestivalTranslations = translationsInput('Festival', {
  description: mostCharacters.festival,
  site_plan_description: mostCharacters.sitePlan,
})
const TierTranslations = translationsInput('Tier', {
  name: 200,
  description: mostCharacters.tier,
})

const NewTicket = Type.Object(
  {
    id: Type.Optional(Uuid),
    name: Name('Weekend'),
    price: Price,
    quantity: Type.Integer({ minimum: 0, maximum: 10_000_000, examples: [500] }),
    start_time: Type.Optional(NullableTimeInput),
    end_time: Type.Optional(NullableTimeInput),
    valid_since: Type.Optional(NullableTimeInput),
    valid_until: Type.Optional(NullableTimeInput),
    description: OptionalText('Three days, and a place for your tent', mostCharacters.tier),
    translations: TierTranslations,
    ...saleInput,
  },
  { title: 'NewTier', 'x-extends': NewSaleTerms },
)

const Located = Type.Object(
  {
    location: Type.Object({
      type: Type.Optional(Type.Enum(['Point'])),
      coordinates: Type.Array(Longitude, {
        minItems: 2,
        maxItems: 2,
        description: 'Longitude, latitude',
      }),
    }),
  },
  { title: 'Located' },
)

const optional = {
  previous_edition_id: Type.Optional(
    Nullable({ ...Uuid, description: 'The edition before: another festival of its organizer' }),
  ),
  description: OptionalText('Three nights by the water', mostCharacters.festival),
  language: Type.Optional(OwnLanguage('its own texts')),
  translations: FestivalTranslations,
  ...eachText(({ example, maxLength }) => OptionalText(example, maxLength)),
  time_zone: Type.Optional({
    ...TimeZone,
    description:
      'IANA name; a new festival without it has that of its coordinates, or of the middle of its places, else UTC',
  }),
  published: Type.Optional(
    Type.Boolean({
      description:
        'false: a draft, which its managers alone see; a new festival is published without it. What was sold stays published: 409 `has_sales`',
      examples: [true],
    }),
  ),
  photo: PhotoInput,
  site_plan: PhotoInput,
  site_plan_description: OptionalText('The entrance is in the south', mostCharacters.sitePlan),
  refund_until_days: Type.Optional(Nullable(RefundDays)),
  refund_percent: Type.Optional(RefundPercent),
  transfer_days: Type.Optional(Nullable(TransferDays)),
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

const Details = Type.Object(optional, { title: 'FestivalDetails' })

export const NewFestival = Type.Object({ ...required, ...optional }, { 'x-extends': Details })
export type NewFestival = Static<typeof NewFestival>

/** Every field is optional; `places`, `gigs` and `tickets` replace the previous set. */
export const FestivalChange = Type.Interface(
  [Type.Partial(Type.Object(required))],
  {
    ...optional,
    move: Type.Optional(
      Type.Boolean({
        description:
          'true: the end, the gigs, the days on which tickets admit and stays move with `start_time`; where it starts on another day, buyers may give back in full until `moved_refund_until`',
        examples: [false],
      }),
    ),
    moved_refund_until: Type.Optional(
      Type.Unsafe<string | null>({
        ...NullableTimeInput,
        description:
          'With `move`: until when buyers may give back in full; 14 days from now where it is earlier or left out. Without `move` it is not looked at, so that what was read may be written back',
      }),
    ),
  },
  { 'x-extends': Details },
)
export type FestivalChange = Static<typeof FestivalChange>

export const TierPath = Type.Object({
  id: Type.String({ format: 'uuid' }),
  tierId: Type.String({ format: 'uuid' }),
})

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
