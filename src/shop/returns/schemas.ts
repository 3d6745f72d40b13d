import { type Static, Type } from 'typebox'
import { Price } from '#platform/values/money'
import { Uuid } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'

/** A ticket that its buyer gives to the next in line (docs/contract, section 7.17). */
export const TicketReturn = Type.Object(
  {
    id: Uuid,
    amount: {
      ...Price,
      description:
        'EUR that come back once another has bought it, whatever they pay: what was left of what was paid when it was given back, at most the price then.',
    },
    offered_until: Type.Unsafe<Date | null>({
      ...NullableTimestamp,
      description: 'Until when it is offered to one who waits; null: to none now',
    }),
    created_at: Timestamp,
  },
  {
    title: 'TicketReturn',
    description: 'While its buyer gives the ticket to the next in line; else null',
  },
)
export type TicketReturn = Static<typeof TicketReturn>
