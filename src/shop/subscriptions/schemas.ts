import { type Static, Type } from 'typebox'
import {
  mostOfDescription,
  OfferTranslations,
  OwnLanguage,
  TranslationsQuery,
  Vat,
  VatInput,
} from '#core/sale-terms'
import { Part, withLists } from '#platform/http/paging'
import { Price } from '#platform/values/money'
import { Name, Nullable, OneOf, OptionalText, Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'
import { TranslationsShown } from '#platform/values/translations'

const Duration = Type.Integer({ minimum: 1, maximum: 1_200, examples: [12] })
export const DurationType = OneOf('DurationType', {
  month: 'Calendar months',
  year: 'Calendar years',
})

const ownLanguage = OwnLanguage('its own texts')

/** A membership plan in an answer. */
export const Subscription = Type.Object(
  {
    id: Uuid,
    name: Name('Festival friend'),
    description: Nullable(Type.String({ examples: ['Early tickets, and a seat by the fire'] })),
    price: Price,
    duration: Duration,
    duration_type: DurationType,
    createdAt: Timestamp,
    vat: Vat,
    language: Type.Optional(ownLanguage),
    translations: Type.Optional(TranslationsShown),
  },
  { title: 'Subscription' },
)
export type Subscription = Static<typeof Subscription>

const description = OptionalText('Early tickets, and a seat by the fire', mostOfDescription)

export const NewSubscription = Type.Object({
  name: Name('Festival friend'),
  description,
  price: Price,
  duration: Duration,
  duration_type: DurationType,
  vat: VatInput,
  language: Type.Optional(ownLanguage),
  translations: OfferTranslations,
})
export type NewSubscription = Static<typeof NewSubscription>

export const SubscriptionChange = Type.Partial(NewSubscription)
export type SubscriptionChange = Static<typeof SubscriptionChange>

export const SubscriptionQuery = Type.Interface([Part], TranslationsQuery, withLists)
export const SubscriptionOneQuery = Type.Object(TranslationsQuery, withLists)
