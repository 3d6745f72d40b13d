/** VAT ids of European countries. */
import { checkVAT, countries } from 'jsvat'

const separators = /[\s.\-/]/g

/** Returns a VAT id in capitals, without blanks and punctuation. */
export const plainVatId = (text: string) => text.replaceAll(separators, '').toUpperCase()

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
