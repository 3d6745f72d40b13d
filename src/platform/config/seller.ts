import { isCountryCode } from '#platform/values/countries/regions'
import { isVatId, plainVatId } from '#platform/values/countries/vat-ids'
import { BadSetting, email, optional, text } from './setting.ts'

function country(value: string): string {
  if (isCountryCode(value)) return value
  throw new BadSetting('must be the code of a country, ISO 3166-1, in capitals, such as DK')
}

function vatId(value: string): string {
  if (isVatId(value)) return plainVatId(value)
  throw new BadSetting('must be a VAT id with the prefix of its country and right check digits')
}

function prefix(value: string): string {
  if (/^[A-Z\d]{1,10}$/.test(value)) return value
  throw new BadSetting('must be 1 to 10 capitals and digits')
}

/** The variables of the operator as the seller of memberships, as documents name it. */
export const sellerSettings = {
  SELLER_NAME: optional(
    text,
    'Legal name of the operator, as invoices of memberships name their seller. Absent: no membership is sold for real money',
  ),
  SELLER_STREET: optional(text, 'Its street and number'),
  SELLER_POSTCODE: optional(text, 'Its postcode'),
  SELLER_CITY: optional(text, 'Its city'),
  SELLER_COUNTRY: optional(country, 'Its country, ISO 3166-1, such as DK'),
  SELLER_VAT_ID: optional(vatId, 'Its VAT id; its check digits are checked'),
  SELLER_TAX_NUMBER: optional(text, 'Its number at the tax office, where it has no VAT id'),
  SELLER_VAT_NOTE: optional(
    text,
    'The sentence that says why it charges no VAT, as a small business. Absent: it charges VAT as its offers say',
  ),
  SELLER_EMAIL: optional(email, 'The e-mail that its documents name'),
  SELLER_PHONE: optional(
    text,
    'The telephone number that its documents name, such as +49 40 123456; XRechnung requires it',
  ),
  SELLER_PREFIX: optional(prefix, 'How the numbers of its documents begin, such as HN'),
}
