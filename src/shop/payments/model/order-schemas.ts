import { type Static, Type } from 'typebox'
import { BillingChange } from '#core/billing'
import { Email } from '#identity/users'
import { CursorAnswer, CursorQuery } from '#platform/http/cursors'
import { Price } from '#platform/values/money'
import { Nullable, OneOf, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'
import { VoucherCode } from '#shop/vouchers'
import { mostUnits } from '../pricing/offers.ts'
import { BankTransfer } from './bank-transfer.ts'
import { Failure, NewPayment, OrderNumber, Payment, PaymentType } from './schemas.ts'

const { pointsToUse, processorPaymentMethodId } = NewPayment.properties

const Item = Type.Object(
  {
    payment_type: PaymentType,
    entity_id: NewPayment.properties.entity_id,
    quantity: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: mostUnits,
        description: 'How many of it; absent: one',
        examples: [2],
      }),
    ),
  },
  { title: 'OrderItem' },
)

/** The body of `POST /orders` (docs/contract, section 7.10). */
export const NewOrder = Type.Object({
  items: Type.Array(Item, {
    minItems: 1,
    maxItems: mostUnits,
    description: `Each entity once, at most ${mostUnits} units in all`,
  }),
  voucher: Type.Optional(Nullable(VoucherCode)),
  amount: Type.Optional(
    Nullable(
      Type.Number({
        ...Price,
        description:
          'What the buyer was shown: the price less the discount of the voucher, or what is charged',
      }),
    ),
  ),
  offer: Type.Optional(
    Nullable(
      Type.String({
        format: 'uuid',
        description:
          'A place on a waiting list whose offer is open: what it holds is among the items, at most its quantity',
        examples: [null],
      }),
    ),
  ),
  points_to_use: pointsToUse,
  processor_payment_method_id: processorPaymentMethodId,
  hold: Type.Optional(
    Nullable(
      Type.Boolean({
        description: 'Holds it until expires_at, to be paid with POST /orders/:id/pay',
        examples: [false],
      }),
    ),
  ),
  billing: Type.Optional(Nullable(BillingChange)),
})
export type NewOrder = Static<typeof NewOrder>

export const OrderStatus = OneOf('OrderStatus', {
  held: 'Held until expires_at, and not being charged',
  pending: 'The processor has not answered yet',
  requires_action: 'The processor needs the buyer',
  succeeded: 'Charged; what was given back of it is told by its payments',
  failed: 'Declined',
  expired: 'Not completed in time',
})

/** A payment with the components of its price. */
const OrderPayment = Type.Interface(
  [Payment],
  {
    price: { ...Price, description: 'EUR, before any discount' },
    discount: Type.Number({
      description: 'EUR that a voucher has taken off the price',
      examples: [0],
    }),
    voucher: Nullable(
      Type.String({
        description: 'The code of the voucher that it was bought with',
        examples: [null],
      }),
    ),
  },
  { title: 'OrderPayment', 'x-extends': Payment },
)

/** An order as its buyer reads it. */
export const Order = Type.Object(
  {
    id: Uuid,
    number: OrderNumber,
    status: OrderStatus,
    amount: { ...Price, description: 'What is charged at once, in EUR: the sum of its payments' },
    currency: Type.String({ examples: ['EUR'] }),
    expires_at: Type.Unsafe<Date | null>({
      ...NullableTimestamp,
      description: 'Until when what it buys is held for it; null once it is decided',
    }),
    client_secret: Payment.properties.client_secret,
    awaiting_payment: Nullable(BankTransfer),
    failure: Nullable(Failure),
    livemode: Payment.properties.livemode,
    created_at: Timestamp,
    payments: Type.Array(OrderPayment, {
      description: 'One for each unit, in the order of the items',
    }),
  },
  { title: 'Order' },
)
export type Order = Static<typeof Order>

export const mostOrders = 50
export const OrderQuery = CursorQuery(20, mostOrders)
export const Orders = CursorAnswer({ orders: Type.Array(Order) })

/** The body of `POST /orders/:id/pay`. */
export const NewOrderPayment = Type.Object({
  method: Type.Optional(
    Nullable(
      Type.Unsafe<'card' | 'transfer'>({
        type: 'string',
        enum: ['card', 'transfer', null],
        description:
          'By card, if absent; `transfer`: by bank transfer, as `awaiting_payment` of the order then says',
        examples: ['card'],
      }),
    ),
  ),
  processor_payment_method_id: processorPaymentMethodId,
  points_to_use: pointsToUse,
  email: Type.Optional(
    Nullable(Type.String({ ...Email, description: 'Of a guest: the contact e-mail from now on' })),
  ),
})
export type NewOrderPayment = Static<typeof NewOrderPayment>

/** The body of `PUT /orders/:id/voucher`. */
export const NewOrderVoucher = Type.Object({
  voucher: Type.Union([VoucherCode, Type.Null()], { description: 'null: without one' }),
})

export const NewOrderRefund = Type.Object({
  reason: Type.Optional(
    Nullable(Type.String({ maxLength: 500, examples: ['Cannot come, asked by mail'] })),
  ),
})

/** A refund of an order by staff. */
export const OrderRefund = Type.Object(
  {
    id: Uuid,
    payments: Type.Array(Payment, {
      description: 'Those of the order that the caller may refund, without their tickets',
    }),
  },
  { title: 'OrderRefund' },
)
