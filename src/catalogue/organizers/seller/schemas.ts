import { type Static, Type } from 'typebox'
import { addressParts, bankAccount, VatId } from '#core/billing'
import { Nullable, OneOf } from '#platform/values/shapes'

const VatScheme = OneOf('VatScheme', {
  standard: 'It charges VAT as its offers say',
  exempt: 'It charges none, as a small business, for the reason in `vat_note`',
})

/** The fields of a seller that its documents need, beside `legal_name` of its organizer. */
const fields = {
  ...addressParts,
  vat_id: VatId,
  tax_number: {
    ...Nullable(
      Type.String({ pattern: '^[\\dA-Za-z][\\dA-Za-z /.-]{1,29}$', examples: ['27/123/45678'] }),
    ),
    description: 'Of its tax office, where it has no VAT id',
  },
  vat_scheme: VatScheme,
  vat_note: {
    ...Nullable(Type.String({ minLength: 1, maxLength: 300, pattern: '\\S', examples: [null] })),
    description: 'The sentence that documents of an exempt seller have to have',
  },
  ...bankAccount,
  invoice_prefix: {
    ...Nullable(Type.String({ pattern: '^[A-Z\\d]{1,10}$', examples: ['HN'] })),
    description: 'How the numbers of its documents begin',
  },
  contact_phone: {
    ...Nullable(
      // At least three digits (XRechnung, BR-DE-27).
      Type.String({ pattern: '^[+(]?\\d(?:[ ()/.-]{0,3}\\d){2,24}$', examples: ['+49 40 123456'] }),
    ),
    description: 'Telephone number on its documents; XRechnung requires it',
  },
}

const Missing = OneOf('MissingSellerField', {
  legal_name: 'Of the organizer',
  street: 'Its street',
  city: 'Its city',
  country: 'Its country',
  vat_id: 'Its VAT id, or `tax_number`',
})

/** The details of a seller in an answer. */
export const Seller = Type.Object(
  {
    ...fields,
    missing: Type.Array(Missing, {
      description: 'What its documents still need; empty: nothing',
      examples: [[]],
    }),
  },
  { title: 'Seller' },
)
export type Seller = Static<typeof Seller>

/** Details that change. The others stay as they are. */
export const SellerChange = Type.Partial(Type.Object(fields))
export type SellerChange = Static<typeof SellerChange>
