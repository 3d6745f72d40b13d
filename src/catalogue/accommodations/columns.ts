import { saleTerms } from '#core/sale-terms'
import {
  Columns,
  type Fields,
  integer,
  price,
  searched,
  text,
  texts,
  time,
  translations,
} from '#platform/database/columns'
import type { Accommodation, NewAccommodation } from './schemas.ts'

/** The columns of an accommodation. `remaining` is computed from the numbers sold and held. */
export const accommodationColumns = new Columns('accommodations', {
  festival_id: { about: 'Its festival, in festivals.csv', type: 'uuid' },
  name: searched('Its name'),
  type: text('What it is'),
  description: text('What it offers'),
  translations,
  price: price('Its price'),
  quantity: integer('How many there are'),
  capacity: integer('For how many people'),
  check_in_at: { ...time('When the stay begins'), column: 'check_in' },
  check_out_at: { ...time('When it ends'), column: 'check_out' },
  amenities: texts('What belongs to it, separated by |'),
  photo: text('Its picture: a link, or a file in photos/'),
  ...saleTerms,
} satisfies Fields<'accommodations', NewAccommodation & Accommodation, 'id' | 'remaining'>)
