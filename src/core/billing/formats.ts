/** Formats of numbers that invoices have: VAT ids, bank accounts, and the Leitweg-ID of German authorities. */
import { isValidBIC, isValidIBAN } from 'ibantools'
import { checkVAT, countries } from 'jsvat'
import { Format } from 'typebox/format'
import { regionsIn } from '#platform/values/regions'

const separators = /[\s.\-/]/g

/** Returns a VAT id in capitals, without blanks and punctuation. */
export const plainVatId = (text: string) => text.replaceAll(separators, '').toUpperCase()

/** Returns an IBAN or a BIC in capitals, without blanks. */
export const plainAccount = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase()

/**
 * Returns true for a VAT id of a European country: its prefix, its form and its check digits. jsvat 2.5.4 lacks two
 * kinds: Northern Ireland (`XI`, numbers as in Great Britain), and Belgian numbers that begin with 1, which have the check
 * digits of those with 0.
 */
export function isVatId(text: string): boolean {
  const id = plainVatId(text)
  if (/^BE1\d{9}$/.test(id)) return 97 - (Number(id.slice(2, 10)) % 97) === Number(id.slice(10))
  return checkVAT(id.replace(/^XI/, 'GB'), countries).isValid
}

/** Prefixes of VAT ids that are not the code of their country. */
const countryOfPrefix: Record<string, string> = { CHE: 'CH', EL: 'GR', XI: 'GB' }
/** Territories whose companies have VAT ids of another country. */
const taxedBy: Record<string, string> = {
  AX: 'FI',
  GF: 'FR',
  GP: 'FR',
  IM: 'GB',
  LI: 'CH',
  MC: 'FR',
  MQ: 'FR',
  RE: 'FR',
  YT: 'FR',
}

/** Returns true if companies at an address in the country, ISO 3166-1, have VAT ids with the prefix of this one. */
export function isVatIdOf(vatId: string, country: string): boolean {
  const id = plainVatId(vatId)
  const prefix = id.startsWith('CHE') ? 'CHE' : id.slice(0, 2)
  return (countryOfPrefix[prefix] ?? prefix) === (taxedBy[country] ?? country)
}

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
Format.Set('iban', (text) => isValidIBAN(plainAccount(text)))
Format.Set('bic', (text) => isValidBIC(plainAccount(text)))
Format.Set('leitweg-id', isLeitwegId)

const regions = regionsIn('en')
/** Codes with a name in Unicode's data that are no country of ISO 3166-1. */
const noCountry = /^(?:EU|EZ|QO|UN|XA|XB|ZZ)$/

Format.Set(
  'country-code',
  (code) => /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined && !noCountry.test(code),
)
