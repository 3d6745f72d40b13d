import { type Static, Type } from 'typebox'
import { Named, Nullable, Uuid } from '#platform/values/shapes'
import { NullableTimestamp } from '#platform/values/time'
import { ShortCode } from '#shop/payments'
import { DirectionInput, Nonce, Practice, TicketRefusal } from './schemas.ts'

export const FindTickets = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'A short code; or two letters or more of a name, or of the beginning of an e-mail',
    examples: ['7K3M-9QXT-2A'],
  }),
})

/** A ticket that a gate has found without its code. */
export const FoundTicket = Type.Object(
  {
    payment_id: Uuid,
    short_code: Nullable(ShortCode),
    tier: Type.Union([Named('Weekend'), Type.Null()], {
      description: 'The tier, or the accommodation',
    }),
    holder_name: Type.String({
      description: 'Whose it is, to compare with a document',
      examples: ['Ada Marsh'],
    }),
    code: Type.Union([TicketRefusal, Type.Null()], {
      description: 'Why it would not admit now; null: it would',
    }),
    validated_at: NullableTimestamp,
  },
  { title: 'FoundTicket' },
)
export type FoundTicket = Static<typeof FoundTicket>

export const FoundTickets = Type.Object({
  tickets: Type.Array(FoundTicket),
  truncated: Type.Boolean({
    description: 'More were found than the 20 that are listed: ask for more letters',
    examples: [false],
  }),
})

export const AdmitByName = Type.Object({
  payment_id: Uuid,
  name: Type.String({
    minLength: 1,
    maxLength: 401,
    description: "The holder's first and last name, as confirmed with the person",
    examples: ['Ada Marsh'],
  }),
  nonce: Nonce,
  direction: DirectionInput,
  practice: Practice,
})
