import {
  cents,
  flag,
  hidden,
  integer,
  numbers,
  optional,
  printers,
  setting,
  startingWith,
  url,
} from './setting.ts'

/**
 * The faults that the simulated processor can produce, with their maxima: milliseconds, and shares of all
 * calls or webhooks.
 */
export const faultLimits = {
  /** before every answer */
  delay: 60_000,
  /** calls that never arrive: no answer, and nothing done */
  lose_requests: 1,
  /** calls that arrive only after `late_by`: no answer, but done later */
  late_requests: 1,
  late_by: 600_000,
  /** calls that are done, but never answered */
  lose_answers: 1,
  double_webhooks: 1,
  /** before every webhook */
  webhook_delay: 600_000,
  /** time until the simulated buyer approves a charge that requires action */
  approve_after: 600_000,
  /** duration of a refund that fails later, or is pending at first */
  refund_ends_after: 600_000,
  /** time until the owner of a card disputes a charge, and until their bank decides */
  dispute_after: 600_000,
  dispute_for: 600_000,
  /** share of the disputes that are won; the others are lost */
  win_disputes: 1,
} as const

/** The variables of payments and points. */
export const paymentSettings = {
  POINTS_PER_EUR: setting(
    integer(1, 1_000_000),
    '100',
    'How many points are worth one EUR at payment',
  ),
  CONFIRM_REFUNDS_ABOVE: setting(
    cents,
    '500.00',
    'Refunds of more than this of one payment or order, EUR, ask who makes them in the console to confirm who they are',
  ),
  PAYMENT_HOLD_SECONDS: setting(
    integer(1, 86_400),
    '600',
    'How long a purchase that is not paid yet keeps what it buys, seconds',
  ),
  PAYMENT_LEASE_SECONDS: setting(
    integer(1, 600),
    '15',
    'How long one process works on a payment alone, seconds. The processor has two thirds of it to answer',
  ),
  PAYMENT_GIVE_UP_SECONDS: setting(
    integer(1, 30 * 86_400),
    '86400',
    'How long a purchase keeps what it buys while the processor does not answer at all, seconds',
  ),
  WAITING_PER_PERSON: setting(
    integer(0, 1_000),
    '2',
    'Purchases of one tier that may wait for one person, as for 3-D Secure, at a time. 0: any number',
  ),
  WAITING_PER_NETWORK: setting(
    integer(0, 1_000_000),
    '20',
    'Purchases that may wait for people of one public address (of IPv6: one network of 64 bits) at a time. 0: any number, as where applications call from one address',
  ),
  CHARGING_PER_PERSON: setting(
    integer(0, 1_000),
    '50',
    'Purchases of one tier that may be being charged for one person at a time. 0: any number',
  ),
  CHARGING_PER_NETWORK: setting(
    integer(0, 1_000_000),
    '200',
    'Purchases that may be being charged for people of one public address, counted as above, at a time. 0: any number',
  ),
  HOLDS_PER_PERSON: setting(
    integer(0, 1_000),
    '2',
    'Orders that one person may hold before paying them, at a time. 0: any number',
  ),
  HELD_PER_NETWORK: setting(
    integer(0, 1_000_000),
    '20',
    'Tickets and places in such orders for people of one public address, counted as above, at a time. 0: any number',
  ),
  UNPAID_PER_PERSON: setting(
    integer(0, 1_000_000),
    '30',
    'Orders that one person may hold within an hour without paying them. 0: any number',
  ),
  UNPAID_PER_NETWORK: setting(
    integer(0, 1_000_000),
    '600',
    'Orders that people of one public address, counted as above, may hold within an hour without paying them. 0: any number',
  ),
  FREE_PER_PERSON: setting(
    integer(0, 1_000_000),
    '4',
    'Free tickets of one tier, or free places of one accommodation, that one person may have. 0: any number',
  ),
  LEASED_PER_SHIFT: setting(
    integer(0, 1_000_000),
    '500',
    'Tickets and places that a shift of a till may have set aside to sell without a network, at a time. 0: any number',
  ),
  COMPLIMENTARY_PER_SHIFT: setting(
    integer(0, 1_000_000),
    '20',
    'Tickets and places that a shift of a till may give for nothing. 0: any number',
  ),
  RECEIPT_PRINTERS: optional(
    printers,
    'Receipt printers that tills print on through the service, over TCP, as bar=192.168.1.50:9100,door=printer.example; the port is 9100 where none is named',
  ),
  WAITING_OFFER_HOURS: setting(
    integer(1, 720),
    '24',
    'How long what becomes free is held for a person who waited for it, hours; 30 minutes at most while the tier was on sale within the hour before',
  ),
  STRIPE_SECRET_KEY: hidden(
    optional(
      startingWith('sk_', 'rk_'),
      'Payments go through this Stripe account. Absent: they are simulated and move no money',
    ),
  ),
  STRIPE_PUBLIC_KEY: optional(startingWith('pk_'), 'The publishable key that goes with it'),
  STRIPE_WEBHOOK_SECRET: hidden(
    optional(
      startingWith('whsec_'),
      'The signing secret of the webhook endpoint PUBLIC_URL/payments/webhook',
    ),
  ),
  STRIPE_API_BASE: optional(
    url('http:', 'https:'),
    "Another server that speaks Stripe's protocol, for tests",
  ),
  ALLOW_SIMULATED_PAYMENTS: setting(
    flag,
    'false',
    'Lets production run without Stripe: tickets are handed out, no money is taken',
  ),
  SIMULATED_PROCESSOR: optional(
    numbers(faultLimits, 'delay=2000,lose_answers=0.1'),
    'How the simulated processor misbehaves, such as delay=2000,lose_answers=0.1',
  ),
}
