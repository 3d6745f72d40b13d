/** Sale terms of tiers and accommodations (docs/contract, 4.13). Plans have only the VAT. */
import { type Static, Type } from 'typebox'
import { invalidField } from '#platform/values/errors'
import { Nullable, OneOf } from '#platform/values/shapes'

const Rate = Type.Number({
  minimum: 0,
  maximum: 100,
  multipleOf: 0.01,
  description: 'Percent, at most two decimals. The price includes it',
  examples: [19],
})
const Exemption = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: '\\S',
  description: 'Why there is no VAT on it, as on the receipt',
  examples: ['Exempt from VAT under section 4 no. 20 UStG'],
})

const about =
  'The rate that the price includes, or the reason why there is none; null: it is not stated'

/** VAT in an answer: either the rate or the reason is null. */
export const Vat = Type.Union(
  [
    Type.Object({ rate: Nullable(Rate), exemption: Nullable(Exemption) }, { title: 'Vat' }),
    Type.Null(),
  ],
  { description: about },
)
export type Vat = Static<typeof Vat>

/** VAT in a request. `requireOneVat` checks that it is a rate or a reason, and not both. */
export const VatInput = Type.Optional(
  Type.Union(
    [
      Type.Object(
        { rate: Type.Optional(Nullable(Rate)), exemption: Type.Optional(Nullable(Exemption)) },
        { title: 'NewVat', examples: [{ rate: 19 }] },
      ),
      Type.Null(),
    ],
    { description: about },
  ),
)

/** @throws 400 for VAT with both a rate and a reason for having none, or with neither; `field` is its path */
export function requireOneVat(vat: Static<typeof VatInput> | undefined, field = 'vat'): void {
  if (vat && ((vat.rate ?? null) === null) === ((vat.exemption ?? null) === null)) {
    throw invalidField(field, 'must have either a rate or an exemption')
  }
}

const Refundable = Type.Boolean({
  description: 'Whether buyers may give it back, as `refund_until_days` of its festival says',
  examples: [true],
})
const Hidden = Type.Boolean({
  description: 'Left out of what the public reads: those who may change the festival see it alone',
  examples: [false],
})
const Transferable = Type.Boolean({
  description: 'Whether its holder may hand it on',
  examples: [true],
})

/** The number of times its tickets admit (docs/contract, section 8.1). */
export const AdmissionRule = OneOf('AdmissionRule', {
  once: 'Once',
  reentry: 'Again after it was scanned out: one person inside at a time',
  once_a_day: 'Once a day, until 06:00 in the time zone of the festival',
})

/** A part of a festival that gates lead into (docs/contract, section 8.1). */
export const ZoneName = Type.String({
  minLength: 1,
  maxLength: 30,
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  description: 'A part of the festival that gates lead into: `main`, or one that its managers name',
  examples: ['main'],
})

export const Zones = Type.Array(ZoneName, {
  minItems: 1,
  maxItems: 20,
  uniqueItems: true,
  description: 'The parts of the festival that it admits to',
  examples: [['main']],
})

const AtTills = Nullable(
  Type.Boolean({
    description:
      'Whether tills sell it; null: they do. Of a new one that is hidden or free and does not say it: false',
    examples: [true],
  }),
)

const PerOrder = Type.Integer({
  minimum: 1,
  maximum: 20,
  description: 'How many one order may have',
  examples: [10],
})
const PerPerson = Type.Integer({
  minimum: 1,
  maximum: 1_000,
  description: 'How many one person may have; null: as many as they like',
  examples: [4],
})
/** The fields of an input. Fields that are left out have their usual values in a new record, else they stay. */
export const saleInput = {
  hidden: Type.Optional(Hidden),
  max_per_order: Type.Optional(PerOrder),
  max_per_person: Type.Optional(Nullable(PerPerson)),
  vat: VatInput,
  refundable: Type.Optional(Refundable),
  transferable: Type.Optional(Transferable),
  admission: Type.Optional(AdmissionRule),
  zones: Type.Optional(Zones),
  at_tills: Type.Optional(AtTills),
}

/** The fields of an answer, after all others. */
export const saleShown = {
  hidden: Hidden,
  max_per_order: PerOrder,
  max_per_person: Nullable(PerPerson),
  vat: Vat,
  refundable: Refundable,
  transferable: Transferable,
  admission: AdmissionRule,
  zones: Zones,
  at_tills: AtTills,
}

/** For `x-extends` of schemas with these fields. */
export const NewSaleTerms = Type.Object(saleInput, { title: 'NewSaleTerms' })
export const SaleTerms = Type.Object(saleShown, { title: 'SaleTerms' })

export type SaleTerms = Static<typeof SaleTerms>

/** Returns the terms of a new offer that states no others. Tills do not sell hidden or free offers unless the offer says so. */
export function usualTermsOf({
  hidden = false,
  price,
}: {
  hidden?: boolean | undefined
  price: number
}): SaleTerms {
  return { ...usualTerms, at_tills: hidden || price === 0 ? false : null }
}

/** The terms of an offer that is neither hidden nor free and states no others. */
export const usualTerms: SaleTerms = {
  hidden: false,
  max_per_order: 10,
  max_per_person: null,
  vat: null,
  refundable: true,
  transferable: true,
  admission: 'once',
  zones: ['main'],
  at_tills: null,
}
