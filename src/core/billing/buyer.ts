/** Rules for the details of a buyer that concern several fields. */
import { isVatIdOf } from '#platform/values/countries/vat-ids'
import { invalidField, missingFields } from '#platform/values/errors'
import type { BillingDetails } from './schemas.ts'

export const emptyBilling: BillingDetails = {
  company: null,
  name: null,
  street: null,
  postcode: null,
  city: null,
  country: null,
  vat_id: null,
  order_reference: null,
  leitweg_id: null,
}

/**
 * Refuses (400) details that no invoice can be made out to: a company without its address, a VAT id without a name, an
 * address in its country, or with one in another country, and a Leitweg-ID without the authority. `path` comes before
 * the names of the fields.
 */
export function requireWholeBilling(details: BillingDetails, path = ''): void {
  const { company, name, vat_id, leitweg_id, country } = details
  const requireFields = (names: (keyof BillingDetails)[], why: string) => {
    const missing = names.filter((one) => details[one] === null).map((one) => `${path}${one}`)
    if (missing.length > 0) throw missingFields(missing, why)
  }
  if (company !== null) {
    requireFields(['street', 'city', 'country'], ': an invoice has the address of a company')
  }
  if (leitweg_id !== null)
    requireFields(['company'], ' beside leitweg_id: the name of the authority')
  if (vat_id === null) return
  if (name === null) requireFields(['company'], ' beside vat_id')
  requireFields(['street', 'city', 'country'], ' beside vat_id')
  if (country !== null && !isVatIdOf(vat_id, country)) {
    throw invalidField(`${path}vat_id`, `must be one of the country of the address, ${country}`)
  }
}
