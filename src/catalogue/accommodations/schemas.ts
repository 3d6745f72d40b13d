import { type Static, Type } from 'typebox'
import {
  HiddenQuery,
  mostOfDescription,
  NewSaleTerms,
  OfferTranslations,
  SaleTerms,
  saleInput,
  saleShown,
  TranslationsQuery,
} from '#core/sale-terms'
import { Part, withLists } from '#platform/http/paging'
import { aliased } from '#platform/values/aliases'
import { Price } from '#platform/values/money'
import { Name, Nullable, OptionalText, Photo, PhotoInput, Uuid } from '#platform/values/shapes'
import { NullableTimeInput, NullableTimestamp } from '#platform/values/time'
import { TranslationsShown } from '#platform/values/translations'

const Quantity = Type.Integer({ minimum: 0, maximum: 10_000_000, examples: [40] })
const Capacity = Type.Integer({
  minimum: 1,
  maximum: 10_000,
  description: 'Persons',
  examples: [4],
})
const Text = (example: string) => Nullable(Type.String({ examples: [example] }))

const earlier = { check_in_at: 'check_in', check_out_at: 'check_out' }

/** An accommodation in an answer (docs/contract, 4.10). */
export const Accommodation = aliased(
  Type.Object(
    {
      id: Uuid,
      festival_id: Uuid,
      name: Name('Bell tent'),
      type: Text('tent'),
      description: Text('A tent with four beds, close to the lake'),
      price: Price,
      quantity: Quantity,
      remaining: Type.Integer({ description: 'Neither sold nor held', examples: [28] }),
      capacity: Nullable(Capacity),
      check_in_at: NullableTimestamp,
      check_out_at: NullableTimestamp,
      amenities: Type.Array(Type.String({ examples: ['power'] })),
      photo: Photo,
      ...saleShown,
      translations: Type.Optional(TranslationsShown),
    },
    { title: 'Accommodation', 'x-extends': SaleTerms },
  ),
  earlier,
)
export type Accommodation = Static<typeof Accommodation>

const Amenities = Type.Array(Name('power', 100), { maxItems: 100 })

const optional = {
  type: OptionalText('tent', 100),
  description: OptionalText('A tent with four beds, close to the lake', mostOfDescription),
  translations: OfferTranslations,
  capacity: Type.Optional(Nullable(Capacity)),
  check_in_at: Type.Optional(NullableTimeInput),
  check_out_at: Type.Optional(NullableTimeInput),
  amenities: Type.Optional(Amenities),
  photo: PhotoInput,
  ...saleInput,
}
const required = { name: Name('Bell tent'), price: Price, quantity: Quantity }

const Details = aliased(
  Type.Object(optional, { title: 'AccommodationDetails', 'x-extends': NewSaleTerms }),
  earlier,
)

export const NewAccommodation = aliased(
  Type.Object({ festival_id: Uuid, ...required, ...optional }, { 'x-extends': Details }),
  earlier,
)
export type NewAccommodation = Static<typeof NewAccommodation>

export const AccommodationChange = aliased(
  Type.Interface(
    [Type.Partial(Type.Object(required))],
    { festival_id: Type.Optional(Uuid), ...optional },
    { 'x-extends': Details },
  ),
  earlier,
)
export type AccommodationChange = Static<typeof AccommodationChange>

export const AccommodationOneQuery = Type.Object(TranslationsQuery, withLists)

export const AccommodationQuery = Type.Interface(
  [Part],
  {
    ...HiddenQuery,
    ...TranslationsQuery,
    festival: Type.Optional(Type.String({ format: 'uuid', description: 'Id of a festival' })),
  },
  withLists,
)
