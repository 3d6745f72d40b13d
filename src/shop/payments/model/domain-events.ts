import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { type EventKind, publishing } from '#core/domain-events'
import { iso } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { newId } from '#platform/values/ids'
import { Price } from '#platform/values/money'
import { Nullable, Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'
import { OrderStatus } from './order-schemas.ts'
import { OrderNumber, PaymentType, ProcessorId } from './schemas.ts'
import { PaymentStatus } from './states.ts'

const Paid = Type.Object(
  {
    id: Uuid,
    status: PaymentStatus,
    amount: Price,
    price: { ...Price, description: 'EUR, before any discount' },
    discount: Type.Number({
      description: 'EUR that a voucher has taken off the price',
      examples: [0],
    }),
    voucher: Nullable(
      Type.String({
        description: 'The code of the voucher that it is bought with',
        examples: [null],
      }),
    ),
    currency: Type.String({ examples: ['EUR'] }),
    refunded_amount: Type.Number({
      description: 'EUR, what is being given back included',
      examples: [0],
    }),
    points_used: Type.Integer({ examples: [0] }),
    order_id: Uuid,
    order_number: OrderNumber,
    processor_id: ProcessorId,
    payment_type: PaymentType,
    entity_id: Type.String({ ...Uuid, description: 'Of the tier, the accommodation or the plan' }),
    festival_id: Nullable(Uuid),
    organizer_id: Nullable(Type.String({ examples: ['harbour-nights'] })),
    user_id: Uuid,
    failure: Nullable(Type.String({ examples: [null] })),
    createdAt: Timestamp,
  },
  { title: 'EventPayment' },
)

const Charged = Type.Object(
  {
    id: Uuid,
    number: OrderNumber,
    processor_id: ProcessorId,
    status: OrderStatus,
    amount: Price,
    currency: Type.String({ examples: ['EUR'] }),
    user_id: Uuid,
    failure: Nullable(Type.String({ examples: [null] })),
    payment_ids: Type.Array(Uuid, { description: 'Of what was bought, in its order' }),
    created_at: Timestamp,
  },
  { title: 'EventOrder' },
)

const OrderData = Type.Object({ order: Charged }, { title: 'OrderEventData' })

const DisputeData = Type.Object(
  {
    payment: Paid,
    dispute: Type.Object(
      {
        id: Uuid,
        amount: Price,
        reason: Type.String({
          description: 'As the processor says it',
          examples: ['fraudulent'],
        }),
        status: Type.Enum(['open', 'won', 'lost'], {
          description: 'What has become of it',
          examples: ['open'],
        }),
      },
      { title: 'EventDispute' },
    ),
  },
  { title: 'DisputeEventData' },
)

const PaymentData = Type.Object({ payment: Paid }, { title: 'PaymentEventData' })

const Refunded = {
  id: Uuid,
  amount: Price,
  is_full: Type.Boolean({
    description: 'Whether the ticket, the stay or the membership has ended with it',
    examples: [true],
  }),
}

/** The published events of payments. */
export const paymentEvents: Record<string, EventKind> = {
  'payment.succeeded': {
    summary: 'A payment has succeeded, and what it buys belongs to the buyer',
    data: PaymentData,
  },
  'payment.failed': {
    summary: 'A payment was declined, or not completed in time; what it held is free again',
    data: PaymentData,
  },
  'payment.refunded': {
    summary: 'The processor has given back a payment, or a part of it',
    data: Type.Object(
      {
        payment: Paid,
        refund: Type.Object(Refunded, { title: 'EventRefund' }),
      },
      { title: 'RefundEventData' },
    ),
  },
  'payment.refund_failed': {
    summary:
      'The processor has refused a refund, or one has failed after it was done: the money is still owed',
    data: Type.Object(
      {
        payment: Paid,
        refund: Type.Object(
          {
            ...Refunded,
            reason: Type.String({
              description: 'As the processor says it',
              examples: ['expired_or_canceled_card'],
            }),
          },
          { title: 'EventFailedRefund' },
        ),
      },
      { title: 'RefundFailedEventData' },
    ),
  },
  'order.succeeded': {
    summary: 'An order is paid; each of its payments has an event of its own',
    data: OrderData,
  },
  'order.failed': {
    summary: 'An order was declined, or not completed in time; what it held is free again',
    data: OrderData,
  },
  'payment.disputed': {
    summary: 'The owner of a card disputes a payment; its ticket does not admit meanwhile',
    data: DisputeData,
  },
  'payment.dispute_closed': {
    summary: 'A dispute is over: won, and the ticket admits again, or lost, and the money is gone',
    data: DisputeData,
  },
}

const euros = (column: string) => sql`round(${sql.ref(column)} / 100.0, 2)`

/** The published form of a payment `p`, with its order `o` and its festival `f`. */
const shown = sql`
  jsonb_build_object('id', p.id, 'status', p.status, 'amount', ${euros('p.amount_cents')}, 'price', ${euros('p.price_cents')},
    'discount', ${euros('p.discount_cents')},
    'voucher', (select code from voucher_codes where id = p.voucher_code_id), 'currency', 'EUR',
    'refunded_amount', ${euros('p.refunded_cents')}, 'points_used', p.points_used,
    'order_id', p.order_id, 'order_number', o.number, 'processor_id', o.processor_id, 'payment_type', p.payment_type, 'entity_id', p.entity_id, 'festival_id', p.festival_id,
    'organizer_id', f.organizer_id, 'user_id', p.user_id, 'failure', o.failure,
    'createdAt', ${iso('p.created_at')})`

/** Publishes the results of payments that a statement has `moved` into a new status, with the orders it has `charged`. */
export function publishMoved(now: Date) {
  return publishing(sql`
    select o.event_id as id, case o.status when 'succeeded' then 'order.succeeded' else 'order.failed' end as type,
           -- Of an organizer only where all of it is: no other is told of what was bought elsewhere.
           case when count(distinct coalesce(f.organizer_id, '')) = 1 then min(f.organizer_id) end as organizer_id,
           jsonb_build_object('order', jsonb_build_object('id', o.id, 'number', o.number, 'processor_id', o.processor_id, 'status', o.status,
             'amount', ${euros('o.amount_cents')}, 'currency', 'EUR', 'user_id', o.user_id, 'failure', o.failure,
             'payment_ids', jsonb_agg(p.id order by p.line), 'created_at', ${iso('o.created_at')})) as data,
           cast(${now} as timestamptz) as at
    from charged o join moved p on p.order_id = o.id left join festivals f on f.id = p.festival_id
    where o.status in ('succeeded', 'failed', 'expired') and p.status = o.status
    group by o.id, o.number, o.processor_id, o.event_id, o.status, o.amount_cents, o.user_id, o.failure, o.created_at
    union all
    select p.event_id as id,
           case p.status when 'succeeded' then 'payment.succeeded' else 'payment.failed' end as type,
           f.organizer_id, jsonb_build_object('payment', ${shown}) as data,
           cast(${now} as timestamptz) as at
    from moved p join charged o on o.id = p.order_id left join festivals f on f.id = p.festival_id
    where p.status in ('succeeded', 'failed', 'expired')`)
}

const refundShown = sql`
  jsonb_build_object('id', r.id, 'amount', ${euros('r.amount_cents')}, 'is_full', r.is_full)`

/** Publishes that a refund is done; its payment is written already. */
export const publishRefund = publishingRefund('payment.refunded', refundShown)

/** Publishes that a refund was refused or has failed; its payment is written already. */
export const publishRefundFailed = publishingRefund(
  'payment.refund_failed',
  sql`${refundShown} || jsonb_build_object('reason', r.refused)`,
)

function publishingRefund(type: string, refund: RawBuilder<unknown>) {
  return async ({ db, now }: { db: Database; now: Date }, refundId: string): Promise<void> => {
    await publishing(sql`
      select cast(${newId()} as uuid) as id, ${type}::text as type, f.organizer_id,
             jsonb_build_object('payment', ${shown}, 'refund', ${refund}) as data,
             cast(${now} as timestamptz) as at
      from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
      left join festivals f on f.id = p.festival_id
      where r.id = ${refundId}`).execute(db)
  }
}

/** Publishes the state of a dispute, which is written already. */
export async function publishDispute(
  { db, now }: { db: Database; now: Date },
  disputeId: string,
): Promise<void> {
  await publishing(sql`
    select cast(${newId()} as uuid) as id,
           case d.status when 'open' then 'payment.disputed' else 'payment.dispute_closed' end as type,
           f.organizer_id, jsonb_build_object('payment', ${shown}, 'dispute', jsonb_build_object(
             'id', d.id, 'amount', ${euros('d.amount_cents')}, 'reason', d.reason, 'status', d.status)) as data,
           cast(${now} as timestamptz) as at
    from disputes d join payments p on p.id = d.payment_id join orders o on o.id = p.order_id
    left join festivals f on f.id = p.festival_id
    where d.id = ${disputeId}`).execute(db)
}
