import type { Accommodation, UpdateAccommodationBody } from '../../../../client/src/index.ts'
import { toInput } from '../../components/figures.tsx'
import { faultOfEnd, timeOf } from '../times.ts'

/** An accommodation as the form holds it. */
export type Values = ReturnType<typeof valuesOf>

const blank = {
  name: '',
  type: null,
  description: null,
  price: '',
  quantity: '',
  capacity: null,
  check_in: null,
  check_out: null,
  amenities: [],
  photo: null,
}

export function valuesOf(one: Accommodation | undefined) {
  const { name, type, description, price, quantity, capacity, ...more } = one ?? blank
  return {
    name,
    type: type ?? '',
    description: description ?? '',
    price,
    quantity,
    capacity: (capacity ?? '') as number | string,
    check_in: toInput(more.check_in),
    check_out: toInput(more.check_out),
    amenities: more.amenities as string[],
    photo: more.photo,
  }
}

/** Returns the body to write; `undefined` creates one. */
export function bodyOf(values: Values, before: Accommodation | undefined) {
  const { name, type, description, price, quantity, capacity, amenities, photo } = values
  return {
    name: name.trim(),
    type: type.trim() || null,
    description: description.trim() || null,
    price: Number(price),
    quantity: Number(quantity),
    capacity: capacity === '' ? null : Number(capacity),
    check_in: timeOf(values.check_in, before?.check_in ?? null),
    check_out: timeOf(values.check_out, before?.check_out ?? null),
    amenities,
    photo,
  } satisfies Required<Omit<UpdateAccommodationBody, 'festival_id'>>
}

/** @param taken how many are sold or being paid for */
export function validating(taken: number) {
  return {
    name: (name: string) => (name.trim() === '' ? 'Enter a name' : null),
    price: (price: number | string) =>
      typeof price === 'number' ? null : 'Enter a price; 0 is free',
    quantity: (quantity: number | string) => {
      if (typeof quantity !== 'number') return 'Enter a quantity'
      return quantity < taken ? `${taken} are taken` : null
    },
    check_out: (out: string, { check_in }: Values) => faultOfEnd(check_in, out),
  }
}
