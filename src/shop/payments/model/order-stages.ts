/**
 * The stages of a purchase. Each step takes the order of one stage and returns the order of the next one:
 *
 *   OrderRequest   the request of a buyer, a till or staff
 *   PricedOrder    the same with the price of each unit
 *   ReservedOrder  stored, with its items held, and ready to be charged
 *   SettledOrder   with its payments as the last charge result left them
 */
import type { BillingDetails } from '#core/billing'
import type { Vat } from '#core/sale-terms'
import { newId } from '#platform/values/ids'
import type { CancelTerms, Offer, PaymentType } from '../pricing/offers.ts'
import type { till } from '../processors/till/index.ts'
import type { BoughtColumns } from './purchased-item.ts'
import type { OrderStatus, Status } from './states.ts'

/** One unit of a request. `id` is the id of its payment. */
export type RequestedLine = {
  id: string
  payment_type: PaymentType
  entity_type: string | null
  entity_id: string
}

/** The payment method at a till; a lease is sold later. */
export type Means = keyof typeof till.methods

/** The fields that a till adds to an order. `until`: the end of its hold, if it differs from the shop's. */
type TillFields = { means: Means; sale_id: string | null; until?: Date }

/** A purchase as requested, by `POST /payments` for one unit, by `POST /orders` for several, by a till or by staff. */
export type OrderRequest = {
  id: string
  user_id: string
  endpoint: 'payments' | 'orders'
  idempotency_key: string
  request_hash: Buffer
  /** one for each unit, units of one entity next to each other */
  lines: RequestedLine[]
  points_used: number
  /** the key by which the code of a voucher is found */
  voucher?: string | undefined
  /** the waiting entry of the offer that it buys with */
  offer_id?: string | undefined
  amount_cents: number | undefined
  /** what its documents say of the buyer; undefined: name or e-mail */
  billing?: BillingDetails | undefined
  /** true if it is only held, and paid by later requests */
  hold: boolean
  /** the till that sells it, or sets it aside; none: in the shop */
  till?: TillFields | undefined
  /** the processor's id of a payment method; undefined if none is named and the processor has no default */
  method: string | undefined
  /** the network it is bought from, as a HMAC; none for addresses that are not public */
  network: Buffer | null | undefined
}

/** Builds the request of a till or of staff. It has no key, so each request is an order of its own. */
export function newRequest(
  fields: Pick<OrderRequest, 'user_id' | 'lines'> & Partial<OrderRequest>,
): OrderRequest {
  const id = newId()
  return {
    id,
    endpoint: 'orders',
    idempotency_key: id,
    request_hash: Buffer.alloc(32),
    points_used: 0,
    amount_cents: undefined,
    hold: false,
    method: undefined,
    network: null,
    ...fields,
  }
}

type RequestedItem = Pick<RequestedLine, 'payment_type' | 'entity_id'> & { quantity: number }

/** Returns a line for each unit of the items. */
export const linesFor = (items: readonly RequestedItem[]): RequestedLine[] =>
  items.flatMap(({ quantity, payment_type, entity_id }) =>
    Array.from({ length: quantity }, () => {
      return { id: newId(), payment_type, entity_type: null, entity_id }
    }),
  )

/** A payment, as far as it takes points, a use of a voucher and stock. */
export type HoldingLine = {
  id: string
  user_id: string
  payment_type: PaymentType
  entity_id: string
  points_used: number
  /** limit of a person for its item; null: as many as they like */
  max_per_person: number | null
  /** the return of the ticket that it holds, or has bought; null: a ticket of the stock */
  return_id?: string | null
  /** the code from which it takes a use; null: none */
  voucher_code_id: string | null
}

/** One unit with its price. */
export type PricedLine = RequestedLine &
  HoldingLine &
  Pick<Offer, 'festival_id' | 'price_cents' | 'vat' | keyof CancelTerms> & {
    discount_cents: number
    amount_cents: number
  } & Partial<Record<'given_by' | 'given_reason' | 'lease_id', string>>

/** A request with the amount charged for it, which is the sum of its lines. */
export type PricedOrder = Omit<OrderRequest, 'amount_cents' | 'lines'> & {
  amount_cents: number
  lines: PricedLine[]
}

/** An order that is stored and holds its items, as far as its charge needs it. */
export type ReservedOrder = {
  id: string
  /** the attempt that is charged, of an order that was held first; null: it was not */
  charge_id: string | null
  amount_cents: number
  created_at: Date
  /** for people; null: not numbered yet */
  number: string | null
  /** the processor's id of its charge; null: not known */
  processor_id: string | null
  /** the payment method; none: by card */
  means?: string | null
  /** the processor that charges it; none: the one for its method, or not noted */
  processor?: string | null
}

/** An order with its payments, in their sequence. */
export type SettledOrder = {
  id: string
  number: string | null
  status: OrderStatus
  amount_cents: number
  hold_until: Date
  failure: string | null
  client_secret: string | null
  livemode: boolean
  /** the payment method; null: by card */
  means: string | null
  created_at: Date
  payments: PaymentRow[]
}

/** A payment with its ticket, its order and its item, as read for its buyer. */
export type PaymentRow = BoughtColumns & {
  id: string
  order_id: string
  /** number of its order; null: not numbered yet, or not known */
  order_number: string | null
  processor_id: string | null
  line: number
  order_status: OrderStatus
  /** the amount charged for its whole order */
  order_cents: number
  /** the payment method of its order; null: by card */
  means: string | null
  hold_until: Date
  user_id: string
  status: Status
  price_cents: number
  /** discount of a voucher on the price */
  discount_cents: number
  /** the code of the voucher; null: none */
  voucher: string | null
  amount_cents: number
  /** the VAT included; null: it is not paid yet */
  vat_cents: number | null
  refunded_cents: number
  kept_cents: number
  points_used: number
  payment_type: PaymentType
  entity_type: string | null
  entity_id: string
  failure: string | null
  client_secret: string | null
  livemode: boolean
  vat: Vat
  /** time since when a dispute is open; null: none is */
  disputed_at: Date | null
  created_at: Date
} & CancelTerms &
  TicketColumns

/** The ticket of a payment, as columns of the payment's row. */
export type TicketColumns = {
  validated_at: Date | null
  validated_by: string | null
  code: string | null
  short_code: string | null
  /** null: there is none, or its buyer has it */
  holder_id: string | null
  revision: number
  /** time until which it is offered to another user; null: it is not */
  offered_until: Date | null
}
