import { type Static, Type } from 'typebox'
import { Nullable } from '#platform/values/shapes'
import './formats.ts'

const text = (example: string, maxLength: number) =>
  Nullable(Type.String({ minLength: 1, maxLength, pattern: '\\S', examples: [example] }))
const formatted = (format: string, example: string, maxLength = 60) =>
  Nullable(Type.String({ format, maxLength, examples: [example] }))

/** An address in parts, as an invoice has it; each is null if it is not given. */
export const addressParts = {
  street: { ...text('Kalvø Havnevej 4', 200), description: 'Street and number' },
  postcode: text('4793', 20),
  city: text('Kalvø', 100),
  country: { ...formatted('country-code', 'DK', 2), description: 'ISO 3166-1, in capitals' },
}

export const VatId = {
  ...formatted('vat-id', 'DK13585628'),
  description: 'With the prefix of its country; its check digits are checked, its existence is not',
}

export const bankAccount = {
  account_holder: text('Harbour Nights ApS', 70),
  iban: formatted('iban', 'DK5000400440116243'),
  bic: { ...formatted('bic', 'NDEADKKK'), description: 'Not needed within the EEA' },
}

const billingFields = {
  company: { ...text('Nordlys ApS', 200), description: 'A company, or an authority' },
  name: {
    ...text('Ada Marsh', 200),
    description: 'A person: the buyer, or the contact at the company',
  },
  ...addressParts,
  vat_id: VatId,
  order_reference: { ...text('PO-4711', 100), description: 'The number of its order' },
  leitweg_id: {
    ...formatted('leitweg-id', '04011000-12345-03'),
    description: 'Of a German authority; its check digits are checked',
  },
}

/** The details of a buyer in an answer; each is null if it was not given. */
export const BillingDetails = Type.Object(billingFields, { title: 'BillingDetails' })
export type BillingDetails = Static<typeof BillingDetails>

/** Details of a buyer in a request. Absent ones stay as they are. */
export const BillingChange = Type.Partial(Type.Object(billingFields), {
  title: 'BillingChange',
  description: 'What documents of an order say of its buyer',
})
export type BillingChange = Static<typeof BillingChange>
