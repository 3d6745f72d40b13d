import { type Static, Type } from 'typebox'
import { CursorAnswer, CursorQuery } from '#platform/http/cursors'
import { Known } from '#platform/values/known'
import { Price } from '#platform/values/money'
import { Named, Nullable, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, TimeInput, Timestamp } from '#platform/values/time'
import { OrderNumber, PaidVat, PaymentType, ProcessorId } from '../model/schemas.ts'
import { PaymentStatus, statuses } from '../model/states.ts'

export const types = ['ticket', 'accommodation', 'subscription'] as const
export const mostListed = 200

/** The filters of the payment search of staff. */
export const StaffSearch = Type.Object({
  status: Type.Optional(Known(statuses, { examples: ['succeeded'] })),
  type: Type.Optional(Known(types, { examples: ['ticket'] })),
  q: Type.Optional(
    Type.String({
      maxLength: 1000,
      description:
        'The id of a payment or an order, the number of an order, the processor’s id of a charge, the text or the short code of a ticket, or the e-mail of a buyer, each in full; or parts of the name of a buyer, in any order, two letters at least',
      examples: ['0198c0de-0000-7000-8000-000000000001'],
    }),
  ),
  from: Type.Optional(Type.Unsafe<string>({ ...TimeInput, description: 'Bought from then on' })),
  to: Type.Optional(Type.Unsafe<string>({ ...TimeInput, description: 'Bought before then' })),
  amount: Type.Optional({ ...Price, description: 'What it cost, EUR' }),
})
export type StaffSearch = Static<typeof StaffSearch>

export const StaffListQuery = Type.Interface([CursorQuery(50, mostListed), StaffSearch], {
  totals: Type.Boolean({
    default: false,
    description: 'Whether to add up all that is found, on this page and the next ones',
    examples: [false],
  }),
})
export type StaffListQuery = Static<typeof StaffListQuery>

/** Admins search payments of all festivals, or of one. */
const ofFestival = {
  festival: Type.Optional(Type.String({ format: 'uuid', description: 'Of one festival' })),
}
export const AdminListQuery = Type.Interface([StaffListQuery], ofFestival)
export const AdminSearch = Type.Interface([StaffSearch], ofFestival)

/** A buyer, as staff read it. */
export const Buyer = Type.Object(
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

/** The holder of a transferred ticket, as staff read it. */
export const Holder = Type.Union(
  [
    Type.Object(
      {
        id: Uuid,
        firstName: Buyer.properties.firstName,
        lastName: Buyer.properties.lastName,
      },
      { title: 'Holder' },
    ),
    Type.Null(),
  ],
  { description: 'Who has the ticket since it was handed on; null: it is the buyer’s' },
)

/** A payment as staff read it: its buyer and its item, without anything that admits or pays. */
export const StaffPayment = Type.Object(
  {
    id: Uuid,
    order_id: Type.String({ ...Uuid, description: 'The order that it was charged with' }),
    order_number: OrderNumber,
    processor_id: ProcessorId,
    line: Type.Integer({ description: 'Its place in the order, from 1', examples: [1] }),
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
    buyer: Buyer,
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
    points_used: Type.Integer({ examples: [0] }),
    refunded_amount: Type.Number({ description: 'EUR that were given back', examples: [0] }),
    kept_amount: Type.Number({
      description: 'EUR that refunds kept back for points that came with it and are spent',
      examples: [0],
    }),
    failure: Nullable(Type.String({ examples: [null] })),
    needs_review: Nullable(
      Type.String({ description: 'Why staff have to look', examples: [null] }),
    ),
    createdAt: Timestamp,
    is_validated: Type.Boolean({ examples: [false] }),
    validated_at: NullableTimestamp,
    validated_by: Nullable(Uuid),
    vat: PaidVat,
    vat_amount: Nullable(
      Type.Number({
        description: 'EUR of VAT in `amount`, computed once for its order; null until it is paid',
        examples: [15.81],
      }),
    ),
    refunded_vat: Type.Number({
      description: 'EUR of VAT in what was given back',
      examples: [0],
    }),
    holder: Holder,
    transfer_id: Nullable({ ...Uuid, description: 'The open offer of its ticket to another' }),
  },
  { title: 'SoldPayment' },
)
export type StaffPayment = Static<typeof StaffPayment>

const Totals = Type.Object(
  {
    currency: Type.String({ examples: ['EUR'] }),
    payments: Type.Integer({ description: 'How many are found', examples: [200] }),
    amount: Type.Number({
      description: 'What those that were paid cost, given back since or not',
      examples: [9900],
    }),
    refunded_amount: Type.Number({ description: 'What was given back of it', examples: [99] }),
  },
  { title: 'PaymentTotals' },
)
export type Totals = Static<typeof Totals>

export const StaffPayments = CursorAnswer({
  payments: Type.Array(StaffPayment),
  totals: Nullable(
    Type.Array(Totals, { description: 'Of all that is found, by currency; null: not asked for' }),
  ),
})
