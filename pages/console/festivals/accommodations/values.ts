import type { Accommodation, UpdateAccommodationBody } from '../../../../client/src/index.ts'
import { patchOf, type Translations } from '../../components/fields/languages.ts'
import { faultOfPrice } from '../../components/fields/price.ts'
import { termsOf, termsValuesOf, validatingTerms } from '../../components/fields/sale-terms.ts'
import { toInput } from '../../components/tables/figures.tsx'
import { faultOfEnd, timeOf } from '../times.ts'

/** An accommodation as the form holds it. */
export type Values = ReturnType<typeof valuesOf>

const blank = {
  name: '',
  type: null,
  description: null,
  translations: {},
  price: '',
  quantity: '',
  capacity: null,
  check_in_at: null,
  check_out_at: null,
  amenities: [],
  photo: null,
}

export function valuesOf(one: Accommodation | undefined) {
  const {
    name,
    type,
    description,
    translations = {},
    price,
    quantity,
    capacity,
    ...more
  } = one ?? blank
  return {
    name,
    type: type ?? '',
    description: description ?? '',
    translations: translations as Translations,
    price,
    quantity,
    capacity: (capacity ?? '') as number | string,
    check_in_at: toInput(more.check_in_at),
    check_out_at: toInput(more.check_out_at),
    amenities: more.amenities as string[],
    photo: more.photo,
    ...termsValuesOf(one),
  }
}

/** Returns the body to write; `undefined` creates one. */
export function bodyOf(values: Values, before: Accommodation | undefined) {
  const { name, type, description, price, quantity, capacity, amenities, photo } = values
  return {
    name: name.trim(),
    type: type.trim() || null,
    description: description.trim() || null,
    translations: patchOf(values.translations, before?.translations),
    price: Number(price),
    quantity: Number(quantity),
    capacity: capacity === '' ? null : Number(capacity),
    check_in_at: timeOf(values.check_in_at, before?.check_in_at ?? null),
    check_out_at: timeOf(values.check_out_at, before?.check_out_at ?? null),
    amenities,
    photo,
    ...termsOf(values, before === undefined),
  } satisfies Required<Omit<UpdateAccommodationBody, 'festival_id' | 'check_in' | 'check_out'>>
}

/** @param taken the number sold or being paid for */
export function validating(taken: number) {
  return {
    name: (name: string) => (name.trim() === '' ? 'Enter a name' : null),
    price: faultOfPrice,
    quantity: (quantity: number | string) => {
      if (typeof quantity !== 'number') return 'Enter a quantity'
      return quantity < taken ? `${taken} are taken` : null
    },
    check_out_at: (out: string, { check_in_at }: Values) => faultOfEnd(check_in_at, out),
    ...validatingTerms,
  }
}
