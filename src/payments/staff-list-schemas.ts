import { type Static, Type } from 'typebox'
import { CursorAnswer, CursorQuery } from '#platform/http/cursors'
import { Known } from '#platform/values/known'
import { Price } from '#platform/values/money'
import { Named, Nullable, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'
import { PaidVat, PaymentType } from './schemas.ts'
import { PaymentStatus, statuses } from './states.ts'

export const types = ['ticket', 'accommodation', 'subscription'] as const
export const mostListed = 200

/** What narrows a list of payments for staff. */
export const StaffListQuery = Type.Interface([CursorQuery(50, mostListed)], {
  status: Type.Optional(Known(statuses, { examples: ['succeeded'] })),
  type: Type.Optional(Known(types, { examples: ['ticket'] })),
  q: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'The id of a payment, or the text of a ticket, in full',
      examples: ['0198c0de-0000-7000-8000-000000000001'],
    }),
  ),
})
export type StaffListQuery = Static<typeof StaffListQuery>

const Person = Type.Object(
  {
    id: Uuid,
    firstName: Type.String({ description: 'Empty: the account was erased', examples: ['Ada'] }),
    lastName: Type.String({ examples: ['Marsh'] }),
    guest: Type.Boolean({ description: 'Bought without an account', examples: [false] }),
    email: Nullable(
      Type.String({
        description: 'The contact e-mail of a guest; null: an account, or forgotten',
        examples: ['ada@harbour.example'],
      }),
    ),
  },
  { title: 'Buyer' },
)

/** A payment as staff read it: whose and for what, without anything that admits or pays. */
export const StaffPayment = Type.Object(
  {
    id: Uuid,
    order_id: Type.String({ ...Uuid, description: 'The order that it was charged with' }),
    status: PaymentStatus,
    amount: Price,
    currency: Type.String({ examples: ['EUR'] }),
    payment_type: PaymentType,
    entity_id: Uuid,
    entity_name: Nullable(
      Type.String({
        description: 'Of the tier, the accommodation or the plan',
        examples: ['Weekend'],
      }),
    ),
    festival: Type.Union([Named('Harbour Nights 2027'), Type.Null()]),
    buyer: Person,
    points_used: Type.Integer({ examples: [0] }),
    refunded_amount: Type.Number({ description: 'EUR that were given back', examples: [0] }),
    kept_amount: Type.Number({
      description: 'EUR that refunds kept back for points that came with it and are spent',
      examples: [0],
    }),
    failure: Nullable(Type.String({ examples: ['insufficient_funds'] })),
    needs_review: Nullable(
      Type.String({ description: 'Why staff have to look', examples: ['Refund refused: expired'] }),
    ),
    createdAt: Timestamp,
    is_validated: Type.Boolean({ examples: [false] }),
    validated_at: NullableTimestamp,
    validated_by: Nullable(Uuid),
    vat: PaidVat,
  },
  { title: 'SoldPayment' },
)
export type StaffPayment = Static<typeof StaffPayment>

export const StaffPayments = CursorAnswer({ payments: Type.Array(StaffPayment) })
