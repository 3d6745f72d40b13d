import { type Static, Type } from 'typebox'
import { Price } from '#platform/values/money'
import { Nullable } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'

/** The body of `POST /payments/:id/refund` (docs/contract, section 7.5). */
export const NewRefund = Type.Object({
  amount: Type.Optional(Nullable(Price)),
  reason: Type.Optional(
    Nullable(Type.String({ maxLength: 500, examples: ['Cannot come, asked by mail'] })),
  ),
  by_other_means: Type.Optional(
    Nullable(
      Type.Boolean({
        description:
          'You have given the money back in another way, such as by bank transfer, after the processor did not: it is booked, and the processor is not asked',
        examples: [false],
      }),
    ),
  ),
})
export type NewRefund = Static<typeof NewRefund>

/** A preview of a refund, before it is made. */
export const RefundPreview = Type.Object({
  amount: Type.Number({ description: 'EUR that the buyer would get', examples: [89.5] }),
  kept_amount: Type.Number({
    description: 'EUR kept back for points that came with the purchase and are spent',
    examples: [0],
  }),
  points_taken_back: Type.Integer({
    description: 'Points that the purchase has earned, those kept back in money included',
    examples: [89],
  }),
  is_full: Type.Boolean({ description: 'Whether what was bought would end', examples: [true] }),
})

/** The progress of the refunds of a cancelled festival. */
export const Cancellation = Type.Object({
  cancelled_at: Nullable(Timestamp),
  payments: Type.Integer({ description: 'To be given back, or given back', examples: [20] }),
  waiting: Type.Integer({ examples: [5] }),
  refunding: Type.Integer({ examples: [5] }),
  refunded: Type.Integer({ examples: [10] }),
  needs_review: Type.Integer({
    description: 'The processor refused a refund of theirs: staff have to look',
    examples: [0],
  }),
  refunded_amount: Type.Number({ description: 'EUR', examples: [895] }),
  due_payments: Type.Integer({
    description: 'Paid and not yet given back: what cancelling the festival refunds',
    examples: [0],
  }),
  due_amount: Type.Number({ description: 'EUR that is left of those payments', examples: [0] }),
})
