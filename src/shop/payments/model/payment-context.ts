import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { type Transaction, transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import type { Charge } from '../processors/processor.ts'
import type { Processors } from '../processors/registry.ts'
import { type Counts, countPayments } from './counts.ts'
import type { OnFailpoint } from './failpoints.ts'
import type { ReservedOrder } from './order-stages.ts'

declare module '#platform/http/infrastructure' {
  interface Infrastructure {
    processors: Processors
    failpoint: OnFailpoint
  }
}

/** Everything that is needed to take money. */
export type PaymentContext = Pick<
  Infrastructure,
  'config' | 'db' | 'bus' | 'now' | 'processors' | 'failpoint' | 'vault'
> & { log: FastifyBaseLogger; counts: Counts }

/** Returns the payment context of an application. */
export function paymentContextOf(
  app: Omit<PaymentContext, 'counts'> & Pick<Infrastructure, 'metrics'>,
): PaymentContext {
  const { config, db, bus, now, processors, failpoint, vault, log } = app
  const counts = countPayments(app)
  return { config, db, bus, now, processors, failpoint, vault, log, counts }
}

/** The context of a step in a transaction: `db` is the transaction, and no other is in reach. `now` is one moment. */
export type PaymentTransaction = Omit<PaymentContext, 'db' | 'now'> & { db: Transaction; now: Date }

/** Runs `work` in one transaction, or joins the transaction of `context`. It may be tried again, as by `transact`. */
export function inTransaction<T>(
  context: PaymentContext,
  work: (trx: PaymentTransaction) => Promise<T>,
): Promise<T> {
  return transact(context.db, (db) => work({ ...context, db, now: context.now() }))
}

/** Returns the time until which a process that begins at `now` has an order or a refund for itself. */
export function leaseOf({ config }: Pick<PaymentContext, 'config'>, now: Date): Date {
  return new Date(now.getTime() + config.PAYMENT_LEASE_SECONDS * 1000)
}

/** Returns the key of an order at the processor. */
export const chargeKeyOf = ({ id, charge_id }: Pick<ReservedOrder, 'id' | 'charge_id'>): string =>
  charge_id ?? id

/** Returns the charge of an order: its key is the order's own, or an attempt's, so that the processor charges it once. */
export function chargeOf({ amount_cents, created_at, ...order }: ReservedOrder): Charge {
  const { number, processor_id: id } = order
  return { key: chargeKeyOf(order), cents: amount_cents, createdAt: created_at, number, id }
}

/** The columns of `ReservedOrder` of an order `o`. */
export const reservedColumns = sql`
  o.id, o.charge_id, o.amount_cents, o.created_at, o.number, o.processor_id, o.means, o.processor`

/**
 * Returns the processor's answer, if it comes while the lease lasts.
 * @throws if it does not: then the result at the processor is unknown
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
