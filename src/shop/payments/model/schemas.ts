import { type Static, Type } from 'typebox'
import { Vat } from '#core/sale-terms'
import { Offset } from '#platform/http/paging'
import { Known } from '#platform/values/known'
import { Price } from '#platform/values/money'
import { Name, Nullable, OneOf, Photo, Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'
import { TimeZone } from '#platform/zones/time-zones'
import { onlineNames } from '../processors/registry.ts'
import { Cancelable } from './cancel-schemas.ts'
import { OnlineMethodTerms } from './online-methods.ts'
import { PaymentStatus, statuses } from './states.ts'

export const PaymentType = OneOf('PaymentType', {
  ticket: 'A ticket of a tier',
  accommodation: 'A place to sleep',
  subscription: 'A membership plan',
})
/** The text of a ticket's QR code. */
export const TicketText = Type.String({
  description: 'The signed text of the ticket, as its QR code shows it',
  examples: ['6BF+70O$D8UD …'],
})

/** The code of a ticket that people can say. */
export const ShortCode = Type.String({
  description: 'For people to say and type; case and dashes do not matter',
  examples: ['7K3M-9QXT-2A'],
})

/** The number of an order, for people and for the processor's payouts. */
export const OrderNumber = Nullable(
  Type.String({
    description:
      'Of the order, for people and in the processor’s payouts; null for a short time after an update from a version without',
    examples: ['7K3M9QXT2A'],
  }),
)

/** The processor's id of a charge. */
export const ProcessorId = Nullable(
  Type.String({
    description: 'The processor’s id of the charge, as in its payouts; null: none, or not known',
    examples: ['pi_3Nx5ZLI8mT0Q2e9f'],
  }),
)

/** `GET /payments/config` (docs/contract, section 7). */
export const PaymentConfig = Type.Object({
  processor: Type.Object({
    name: Type.Enum(onlineNames, {
      description:
        'How a page collects a payment method: simulated takes no money, and wants no card',
      examples: ['simulated'],
    }),
    publicKey: Type.String({ examples: ['pk_simulated'] }),
    enabled: Type.Boolean({ examples: [true] }),
  }),
  methods: Type.Array(OnlineMethodTerms, {
    description: 'The methods by which buyers may pay online, the first of which is the usual one',
  }),
  currency: Type.String({ examples: ['EUR'] }),
  wallets: Type.Array(OneOf('Wallet', { pkpass: 'Apple Wallet', google: 'Google Wallet' }), {
    description: 'For which wallets a ticket has links; empty: for none',
    examples: [['pkpass', 'google']],
  }),
  shop_lacks: Type.Array(
    OneOf('ShopLack', {
      IMPRINT_URL: 'The address of the page that says who runs the service',
      PRIVACY_URL: 'The address of the page that says what it does with personal data',
    }),
    {
      description:
        'The settings without which the pages of the service sell nothing for real money; empty: none',
      examples: [[]],
    },
  ),
})

/** The VAT at the time of purchase. */
export const PaidVat = {
  ...Vat,
  description: 'That of what was bought, as it was then; null: not stated',
}

/** The festival of a payment, as much as a ticket shows. */
export const PaidFestival = Type.Object(
  {
    id: Uuid,
    name: Name('Harbour Nights 2027'),
    start_time: Timestamp,
    end_time: Timestamp,
    time_zone: TimeZone,
    venue: Nullable(Type.String()),
    country: Nullable(Type.String()),
    photo: Photo,
    cancelled_at: Nullable(Timestamp),
  },
  { title: 'PaidFestival', description: 'As it is now; null for a membership' },
)

/** The tier, accommodation or plan of a payment. */
export const PaidItem = Type.Object(
  {
    id: Uuid,
    name: Nullable(
      Type.String({
        description: 'Null where it was deleted before any was sold',
        examples: ['Weekend'],
      }),
    ),
    archived: Type.Boolean({ description: 'No longer on offer', examples: [false] }),
    valid_since: Nullable({
      ...Timestamp,
      description: 'When the tier first admits, or the stay begins',
    }),
    valid_until: Nullable({
      ...Timestamp,
      description: 'When the tier last admits, or the stay ends',
    }),
  },
  { title: 'PaidItem' },
)

/** The reason why a payment failed. */
export const Failure = Type.Object(
  {
    code: Type.Enum(['declined', 'expired', 'return_gone'], {
      description: 'As the code of the refusal',
    }),
    decline_code: Nullable(
      Type.String({
        description: 'The processor’s word for why it declined; null where it did not',
      }),
    ),
    message: Type.String(),
  },
  {
    title: 'PaymentFailure',
    description: 'Why it is failed or expired, or given back before it was sold; else null',
  },
)

/** The signed address of a ticket's file. */
export const ticketFile = (file: string) =>
  Type.String({
    description: 'Opens without headers for an hour',
    examples: [
      `https://festival.example/payments/01980000-0000-7000-8000-000000000006/${file}?signature=1830384000.4fQ1s0PqJmUe`,
    ],
  })

/** A payment as its buyer reads it (docs/contract, section 7). */
export const Payment = Type.Object(
  {
    id: Uuid,
    order_id: Type.String({ ...Uuid, description: 'The order that it was charged with' }),
    order_number: OrderNumber,
    status: PaymentStatus,
    amount: Price,
    currency: Type.String({ examples: ['EUR'] }),
    payment_type: PaymentType,
    entity_type: Nullable(Type.String({ examples: ['ticket'] })),
    entity_id: Uuid,
    points_used: Type.Integer({
      description: 'Points that paid a part of the price',
      examples: [0],
    }),
    refunded_amount: Type.Number({ description: 'EUR that were given back', examples: [0] }),
    kept_amount: Type.Number({
      description: 'EUR that refunds kept back for points that came with it and are spent',
      examples: [0],
    }),
    createdAt: Timestamp,
    is_validated: Type.Boolean({ examples: [false] }),
    validated_at: Nullable(Timestamp),
    validated_by: Nullable(Uuid),
    qr_code: Nullable(TicketText),
    qr_code_url: Nullable(ticketFile('qr.svg')),
    ticket_pdf_url: Nullable(ticketFile('ticket.pdf')),
    short_code: Nullable(ShortCode),
    transferred: Type.Boolean({
      description: 'The buyer has handed the ticket on: its code belongs to another user now',
      examples: [false],
    }),
    client_secret: Nullable(
      Type.String({
        description: 'While the processor wants the buyer: for its page',
        examples: [null],
      }),
    ),
    festival: Nullable(PaidFestival),
    item: PaidItem,
    failure: Nullable(Failure),
    livemode: Type.Boolean({
      description:
        'False where no real money is taken: by the simulated processor, or with test keys',
      examples: [true],
    }),
    vat: PaidVat,
    cancelable: Nullable(Cancelable),
  },
  { title: 'Payment' },
)
export type Payment = Static<typeof Payment>

export const NewPayment = Type.Object({
  payment_type: PaymentType,
  entity_type: Type.Optional(
    Nullable(Type.String({ maxLength: 100, description: 'Kept as given', examples: ['ticket'] })),
  ),
  entity_id: Type.String({
    maxLength: 200,
    description: 'The id of the ticket tier, the accommodation or the plan',
    examples: ['01980000-0000-7000-8000-000000000005'],
  }),
  amount: Type.Optional(Nullable(Price)),
  pointsToUse: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000, examples: [0] })),
  ),
  processorPaymentMethodId: Type.Optional(
    Nullable(Type.String({ minLength: 1, maxLength: 255, examples: ['pm_card_visa'] })),
  ),
})
export type NewPayment = Static<typeof NewPayment>

export const PaymentQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    default: 100,
    description: 'At most 1000; more is capped',
    examples: [100],
  }),
  offset: Offset,
  status: Type.Optional(Known(statuses, { examples: ['succeeded'] })),
})
export const mostPayments = 1_000
