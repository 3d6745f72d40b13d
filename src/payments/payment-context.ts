import type { FastifyBaseLogger } from 'fastify'
import type { Infrastructure } from '#platform/http/infrastructure'
import type { Reach } from './checkpoint.ts'
import { type Counts, countPayments } from './counts.ts'
import type { Charge, Processor } from './processors/processor.ts'

declare module '#platform/http/infrastructure' {
  interface Infrastructure {
    processor: Processor
    reach: Reach
  }
}

/** What taking money needs. */
export type PaymentContext = Pick<
  Infrastructure,
  'config' | 'db' | 'bus' | 'now' | 'processor' | 'reach' | 'vault'
> & { log: FastifyBaseLogger; counts: Counts }

/** The context of an application: a plain object, so that a transaction may take the place of its `db`. */
export function paymentContextOf(
  app: Omit<PaymentContext, 'counts'> & Pick<Infrastructure, 'metrics'>,
): PaymentContext {
  const { config, db, bus, now, processor, reach, vault, log } = app
  const counts = countPayments(app)
  return { config, db, bus, now, processor, reach, vault, log, counts }
}

/** The time until which whoever works on a payment has it for itself. */
export function leaseOf({ config, now }: Pick<PaymentContext, 'config' | 'now'>): Date {
  return new Date(now().getTime() + config.PAYMENT_LEASE_SECONDS * 1000)
}

export type Charged = { id: string; amount_cents: number; created_at: Date }

/** The charge of a payment: its id is the key, so that the processor charges it once. */
export function chargeOf({ id, amount_cents, created_at }: Charged): Charge {
  return { key: id, cents: amount_cents, createdAt: created_at }
}

/**
 * What the processor answers, if it does so while the lease lasts.
 * @throws when it does not: then nobody knows what it did
 */
export async function answerOf<T>(
  { config }: Pick<PaymentContext, 'config'>,
  asked: Promise<T>,
): Promise<T> {
  const patience = config.PAYMENT_LEASE_SECONDS * 666
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The processor does not answer')), patience)
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}
