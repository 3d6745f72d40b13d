import { sql } from 'kysely'
import { mainZone, recordScans } from '#entrance/gate'
import type { Transaction } from '#platform/database/transactions'
import type { PaymentContext } from '#shop/payments'
import type { ShiftRow } from './rights.ts'

export type TillContext = Omit<PaymentContext, 'db'> & { db: Transaction }
type TillPassage = { ids: string[]; direction: 'in' | 'out' }

/** Passes the tickets of payments at `main` as a gate does, once in each direction; tickets that its rules refuse are left as they are. */
export async function passAtTill(
  context: TillContext,
  { id, festival_id: festivalId }: Pick<ShiftRow, 'id' | 'festival_id'>,
  { ids, direction }: TillPassage,
): Promise<void> {
  const by = { id, festivalId, isTill: true } as const
  const now = context.now()
  const scans = ids.map((payment_id) => ({
    nonce: direction === 'in' ? `till:${payment_id}` : `till-out:${payment_id}`,
    payment_id,
    revision: null,
    scanned_at: now,
    admitted_offline: false,
    direction,
    ask_first: false,
    zone: mainZone,
    festivalId,
    by,
  }))
  await recordScans(context, scans)
}

/** Passes the holder of a refunded ticket out, if inside: they stand at the till, so they count as having left. */
export async function leaveAtTill(
  context: TillContext,
  shift: Pick<ShiftRow, 'id' | 'festival_id'>,
  paymentId: string,
): Promise<void> {
  const { rows } = await sql<{ direction: string }>`
    select direction from gate_passages where payment_id = ${paymentId} and zone = ${mainZone} and not clash
    order by at desc, direction = 'in' desc limit 1`.execute(context.db)
  if (rows[0]?.direction === 'in') {
    await passAtTill(context, shift, { ids: [paymentId], direction: 'out' })
  }
}
