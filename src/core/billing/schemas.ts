import { Type } from 'typebox'
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
