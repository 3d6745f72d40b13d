/** The terms of sale of a tier, an accommodation or a plan, in the shape of forms and in that of the API. */
import type { Tier } from '../../../../client/src/index.ts'

type Vat = Tier['vat']
/** The terms common to tiers and accommodations. */
type Terms = Pick<
  Tier,
  | 'hidden'
  | 'max_per_order'
  | 'max_per_person'
  | 'vat'
  | 'refundable'
  | 'transferable'
  | 'admission'
  | 'zones'
  | 'at_tills'
>

export type VatValues = {
  vat: 'none' | 'rate' | 'exempt'
  vat_rate: number | string
  vat_exemption: string
}
export type TermsValues = VatValues & {
  hidden: boolean
  refundable: boolean
  transferable: boolean
  admission: Tier['admission']
  zones: string[]
  at_tills: 'usual' | 'yes' | 'no'
  max_per_order: number | string
  max_per_person: number | string
}

export function vatValuesOf(vat: Vat | undefined): VatValues {
  return {
    vat: vat ? (vat.rate === null ? 'exempt' : 'rate') : 'none',
    vat_rate: vat?.rate ?? '',
    vat_exemption: vat?.exemption ?? '',
  }
}

const usual = {
  hidden: false,
  refundable: true,
  transferable: true,
  admission: 'once' as const,
  zones: ['main'],
  at_tills: null,
  max_per_order: 10,
  max_per_person: null,
}

/** @param terms undefined for a new record */
export function termsValuesOf(terms: Terms | undefined): TermsValues {
  const { hidden, refundable, transferable, admission, zones, at_tills } = terms ?? usual
  const { max_per_order, max_per_person } = terms ?? usual
  return {
    ...vatValuesOf(terms?.vat),
    hidden,
    refundable,
    transferable,
    admission,
    zones,
    at_tills: at_tills === null ? 'usual' : at_tills ? 'yes' : 'no',
    max_per_order,
    max_per_person: max_per_person ?? '',
  }
}

export function vatOf({ vat, vat_rate, vat_exemption }: VatValues): Vat {
  if (vat === 'rate') return { rate: Number(vat_rate), exemption: null }
  return vat === 'exempt' ? { rate: null, exemption: vat_exemption.trim() } : null
}

/** Returns the terms of a form; `isNew`: a new record, for which `usual` at tills is left to the service. */
export function termsOf(
  values: TermsValues,
  isNew: boolean,
): Omit<Terms, 'at_tills'> & { at_tills: boolean | null | undefined } {
  const { hidden, refundable, transferable, admission, zones, max_per_person } = values
  return {
    hidden,
    refundable,
    transferable,
    admission,
    zones,
    max_per_order: Number(values.max_per_order),
    max_per_person: max_per_person === '' ? null : Number(max_per_person),
    vat: vatOf(values),
    at_tills: values.at_tills === 'usual' ? (isNew ? undefined : null) : values.at_tills === 'yes',
  }
}

export const validatingVat = {
  vat_rate: (rate: number | string, { vat }: VatValues) =>
    vat === 'rate' && (typeof rate !== 'number' || rate > 100) ? 'Enter a rate such as 19' : null,
  vat_exemption: (reason: string, { vat }: VatValues) =>
    vat === 'exempt' && reason.trim() === '' ? 'Enter the reason' : null,
}

export const validatingTerms = {
  ...validatingVat,
  max_per_order: (most: number | string) => (most === '' ? 'Enter a number' : null),
  zones: (zones: string[]) =>
    zones.length === 0 || zones.some((zone) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(zone))
      ? 'Enter names of lower case letters, digits and hyphens, such as main'
      : null,
}
