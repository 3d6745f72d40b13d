/** Input of the duplicate of a festival. */
import { type Static, Type } from 'typebox'
import { Name } from '#platform/values/shapes'

/** Input of `POST /festivals/:id/duplicate` (docs/contract, section 4.16). */
export const NextEdition = Type.Object({
  name: Name('Harbour Nights 2028'),
  start_day: Type.String({
    format: 'date',
    description:
      'The day on which the new edition begins, in the time zone of the festival: all other times move by as many days',
    examples: ['2028-07-07'],
  }),
})
export type NextEdition = Static<typeof NextEdition>
