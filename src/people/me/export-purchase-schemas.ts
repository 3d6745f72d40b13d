/** Purchases and tickets in the export (export-purchases.ts). */
import { Type } from 'typebox'
import { BillingDetails } from '#core/billing'
import { Vat } from '#core/sale-terms'
import { Price } from '#platform/values/money'
import { Nullable, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'
import { Count, OptionalText, Text } from './export-values.ts'

const created_at = Timestamp

export const Payment = Type.Object({
  id: Uuid,
  order_id: Uuid,
  order_number: OptionalText('7K3M9QXT2A'),
  processor_id: OptionalText('pi_3Nx5ZLI8mT0Q2e9f'),
  status: Text('succeeded'),
  payment_type: Text('ticket'),
  entity_type: OptionalText('ticket'),
  entity_id: Uuid,
  festival_id: Nullable(Uuid),
  price: Price,
  discount: Price,
  voucher: OptionalText('EARLY-BIRD'),
  complimentary: Type.Boolean({ examples: [false] }),
  points_used: Count(0),
  amount: Price,
  refunded_amount: Price,
  kept_amount: Price,
  failure: OptionalText('insufficient_funds'),
  vat: Vat,
  billing: Nullable(BillingDetails),
  documents: Type.Array(
    Type.Object({
      number: Text('HN-2027-000001'),
      kind: Text('invoice'),
      issued_on: Text('2027-03-01'),
      amount: Price,
    }),
    { description: 'Of its order. They stay when the account is erased' },
  ),
  created_at,
  timeline: Type.Array(
    Type.Object({
      status: Text('succeeded'),
      amount: Nullable(Price),
      reason: OptionalText('insufficient_funds'),
      created_at,
    }),
  ),
  refunds: Type.Array(
    Type.Object({
      id: Uuid,
      amount: Price,
      kept_amount: Price,
      reason: OptionalText('Cannot come'),
      created_at,
      done_at: NullableTimestamp,
      refused: OptionalText('charge_disputed'),
      refused_at: NullableTimestamp,
      by_other_means: Type.Boolean({ examples: [false] }),
    }),
  ),
  returns: Type.Array(
    Type.Object({
      id: Uuid,
      created_at,
      ended_at: NullableTimestamp,
      outcome: OptionalText('sold'),
    }),
  ),
  ticket: Type.Union([
    Type.Object({
      code: Nullable(Text('6BF+70O$D8UD …')),
      issued_at: Timestamp,
      validated_at: NullableTimestamp,
      validated_by: Nullable(Uuid),
      revoked_at: NullableTimestamp,
      scans: Type.Array(
        Type.Object({ outcome: Text('admitted'), direction: Text('in'), scanned_at: Timestamp }),
      ),
    }),
    Type.Null(),
  ]),
})

export const ReceivedTicket = Type.Object({
  payment_id: Uuid,
  festival_id: Uuid,
  code: Text('6BF+70O$D8UD …'),
  short_code: OptionalText('7K3M9QXT2A'),
  revision: Count(1),
  issued_at: Timestamp,
  validated_at: NullableTimestamp,
  revoked_at: NullableTimestamp,
})

export const Handed = Type.Object(
  {
    id: Uuid,
    payment_id: Uuid,
    email: OptionalText('ada@harbour.example'),
    created_at,
    expires_at: Timestamp,
    ended_at: NullableTimestamp,
    outcome: OptionalText('accepted'),
  },
  { title: 'ExportTransfer' },
)

export const Membership = Type.Object({
  payment_id: Uuid,
  subscription_id: Uuid,
  duration: Count(12),
  duration_type: Text('month'),
  bought_at: Timestamp,
})
