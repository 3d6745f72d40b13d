import { plainVatId } from '#core/billing'
import { Columns, type Fields, text } from '#platform/database/columns'
import { plainAccount } from '#platform/values/countries/bank-account'
import type { SellerChange } from './schemas.ts'

/** The columns of a seller: what invoices and transfers say of an organizer. */
export const sellerFields = new Columns('sellers', {
  street: text('Street and number'),
  postcode: text('Postcode'),
  city: text('City'),
  country: text('Country, ISO 3166-1'),
  vat_id: { ...text('VAT id'), write: plainVatId },
  tax_number: text('Tax number'),
  vat_scheme: text('`standard` or `exempt`'),
  vat_note: text('Why it charges no VAT'),
  account_holder: text('Holder of the bank account'),
  iban: { ...text('IBAN'), write: plainAccount },
  bic: { ...text('BIC'), write: plainAccount },
  invoice_prefix: text('How the numbers of its documents begin'),
  contact_phone: text('Telephone number'),
} satisfies Fields<'sellers', SellerChange>)
