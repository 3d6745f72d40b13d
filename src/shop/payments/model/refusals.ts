import type { FastifyContextConfig } from 'fastify'

type Refuses = NonNullable<FastifyContextConfig['refuses']>

/** The reasons for refusing a purchase, or a refund. */
export const ofPurchases: Refuses = [
  404,
  'declined',
  // Raised by a rule of the database that an operator may add.
  'exists',
  'expired',
  'not_on_sale',
  'not_your_turn',
  'sold_out',
  'price_changed',
  'not_enough_points',
  'limit',
  'too_many_waiting',
  'too_many_charging',
]
/** The reasons for refusing a voucher, independent of the purchase. */
export const ofVouchers: Refuses = [
  'voucher_unknown',
  'voucher_other_festival',
  'voucher_used_up',
  'voucher_not_started',
  'voucher_ended',
  'too_many_requests',
]
export const ofRefunds: Refuses = [
  403,
  'own_payment',
  'not_succeeded',
  'already_refunded',
  'disputed',
  'amount_too_large',
  'refund_refused',
  'not_refused',
]
