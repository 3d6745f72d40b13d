import { Type } from 'typebox'
import { Timestamp } from '#platform/values/time'

/** The terms by which a buyer may cancel a payment now. */
export const Cancelable = Type.Object(
  {
    until: { ...Timestamp, description: 'Until when it may be given back' },
    percent: Type.Integer({
      description: 'How much comes back, of what was paid and of the points that were spent on it',
      examples: [80],
    }),
    amount: Type.Number({
      description:
        'EUR that would come back, less what is kept back for points that came with it and are spent',
      examples: [71.6],
    }),
  },
  { title: 'Cancelable', description: 'What its buyer may give back; null: nothing, now' },
)
