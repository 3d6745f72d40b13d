/** Formats of numbers that invoices have: VAT ids, bank accounts, and the Leitweg-ID of German authorities. */
import { Format } from 'typebox/format'
import { isBic, isIban } from '#platform/values/countries/bank-account'
import { isCountryCode } from '#platform/values/countries/regions'
import { isVatId } from '#platform/values/countries/vat-ids'

/**
 * Returns true for a Leitweg-ID: the state or federation in 2 to 12 digits, up to 30 letters and digits of an office, and two check
 * digits over all by ISO 7064 (mod 97-10), in which A is 10 and Z is 35.
 */
export function isLeitwegId(text: string): boolean {
  const parts = /^(\d{2,12})(?:-([\dA-Z]{1,30}))?-(\d{2})$/i.exec(text)
  if (!parts) return false
  const [, coarse = '', fine = '', check = ''] = parts
  const digits = [...`${coarse}${fine}${check}`].map((sign) => Number.parseInt(sign, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

Format.Set('vat-id', isVatId)
Format.Set('iban', isIban)
Format.Set('bic', isBic)
Format.Set('leitweg-id', isLeitwegId)

Format.Set('country-code', isCountryCode)
