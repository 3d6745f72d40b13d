import { type Static, Type } from 'typebox'
import { CursorAnswer, CursorQuery } from '#platform/http/cursors'
import { Known } from '#platform/values/known'
import { Named, Nullable, OneOf, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'
import { Buyer, Holder, OrderNumber, ProcessorId, ShortCode } from '#shop/payments'

export const mostListed = 200

const meanings = {
  valid: 'It has not been used',
  used: 'It was admitted; by its tier it may admit again',
  refunded: 'Its money is given back, or is being given back',
  revoked: 'It does not admit, as of a payment that is disputed',
}
export type AttendeeStatus = keyof typeof meanings
/** The status of a ticket that was sold. */
export const AttendeeStatus = OneOf('AttendeeStatus', meanings)
export const statuses = Object.keys(meanings)

/** The filters of the attendee list. */
export const AttendeeSearch = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: 1000,
      description:
        'The short code of a ticket, the id of its payment or its order, or the e-mail of its buyer or its holder, each in full; or parts of the name of either, in any order, two letters at least',
      examples: ['marsh'],
    }),
  ),
  tier: Type.Optional(
    Type.String({ format: 'uuid', description: 'Of one tier, or of one accommodation' }),
  ),
  status: Type.Optional(Known(statuses, { examples: ['valid'] })),
  inside: Type.Optional(
    Type.Boolean({
      description: 'Who is in the zone `main` now, or who is not',
      examples: [true],
    }),
  ),
})
export type AttendeeSearch = Static<typeof AttendeeSearch>

export const AttendeeQuery = Type.Interface([CursorQuery(50, mostListed), AttendeeSearch], {})

/** A ticket with its buyer and its holder. */
export const Attendee = Type.Object(
  {
    payment_id: { ...Uuid, description: 'Of the ticket' },
    short_code: Nullable({
      ...ShortCode,
      description: 'The code that people can say and type; null while it does not admit',
    }),
    tier: Type.Union([Named('Weekend'), Type.Null()], {
      description: 'The tier, or the accommodation',
    }),
    holder: Holder,
    buyer: Buyer,
    order_id: Uuid,
    order_number: OrderNumber,
    processor_id: ProcessorId,
    bought_at: Timestamp,
    status: AttendeeStatus,
    validated_at: NullableTimestamp,
    inside: Type.Boolean({
      description: 'Whether the latest passage in the zone `main` was in',
      examples: [false],
    }),
  },
  { title: 'Attendee' },
)
export type Attendee = Static<typeof Attendee>

export const Attendees = CursorAnswer({ attendees: Type.Array(Attendee) })
