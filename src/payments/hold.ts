import type { Transaction } from '#platform/database/transactions'
import { reservePoints, settlePoints } from '#rewards'
import { moveStock, type PaymentType, stocks } from './offers.ts'
import { findOverPerson, lockLimited } from './per-person.ts'

/** A payment, as far as it takes points and stock. */
export type Taking = {
  id: string
  user_id: string
  payment_type: PaymentType
  entity_id: string
  points_used: number
  /** of what it buys; null: as many as they like */
  max_per_person: number | null
}

/** The points that payments use, for those that use any. */
export function pointsOf(payments: Taking[]) {
  return payments.flatMap(({ id, user_id, points_used }) =>
    points_used > 0 ? [{ payment_id: id, user_id, points: points_used }] : [],
  )
}

/**
 * Sets aside points, then what is bought, for many payments, in their order while there are any. Returns the
 * payments that hold all of it, those with too few points, and those whose buyer has as many as one person may; a
 * payment that got only a part holds nothing.
 */
export async function hold(
  { db, now }: { db: Transaction; now: Date },
  payments: Taking[],
): Promise<{ held: Set<string>; poor: Set<string>; over: Set<string> }> {
  await lockLimited({ db, now }, payments)
  const able = await reservePoints(db, pointsOf(payments))
  const poor = new Set(
    payments.flatMap(({ id, points_used }) => (points_used > 0 && !able.has(id) ? id : [])),
  )
  const paying = payments.filter(({ id }) => !poor.has(id))
  const over = await findOverPerson(db, payments, paying)
  const allowed = paying.filter(({ id }) => !over.has(id))
  const held = new Set<string>()
  for (const { id, payment_type } of allowed) if (payment_type === 'subscription') held.add(id)
  for (const [type, stock] of stocks) {
    const wanted = allowed.flatMap(({ id, payment_type, entity_id }) =>
      payment_type === type ? [{ payment_id: id, entity_id }] : [],
    )
    for (const id of await stock.hold(db, wanted)) held.add(id)
  }
  const without = pointsOf(paying.filter(({ id }) => !held.has(id)))
  await settlePoints(
    { db, now },
    without.map((points) => ({ ...points, spent: false })),
  )
  return { held, poor, over }
}

/** Lets go of what payments hold, in the same transaction. */
export async function release(
  { db, now }: { db: Transaction; now: Date },
  payments: Taking[],
): Promise<void> {
  if (payments.length === 0) return
  const unspent = pointsOf(payments).map((points) => ({ ...points, spent: false }))
  await settlePoints({ db, now }, unspent)
  await moveStock(
    db,
    payments.map((payment) => ({ ...payment, held: -1, sold: 0 })),
  )
}
