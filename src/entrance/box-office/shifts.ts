import { sql } from 'kysely'
import { addDevice, endDevice } from '#entrance/gate'
import type { Database } from '#platform/database/tables'
import { afterCommit, type Transaction, transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { conflict } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { toCents } from '#platform/values/money'
import { expectedCents, readShift } from './books.ts'
import { countDifferences } from './counts.ts'
import { publishClosed } from './domain-events.ts'
import { lockOpenShift, lockShift } from './rights.ts'
import type { NewShift, Shift, ShiftWithToken } from './schemas.ts'

type ShiftContext = Pick<Infrastructure, 'db' | 'access' | 'now'>
type ShiftOpener = { festivalId: string; clientId: string; userId: string }

/** Opens a shift and returns the token of its till, which is shown only once. The token ends with the shift and with the opener's rights. */
export function openShift(
  { db, access, now }: ShiftContext,
  { till, seller, float }: NewShift,
  opener: ShiftOpener,
): Promise<ShiftWithToken> {
  return transact(db, async (trx) => {
    const { id, token } = await addDevice(
      { db: trx, access, now },
      { ...opener, name: till, kind: 'till' },
    )
    await trx
      .insertInto('till_shifts')
      .values({
        id,
        festival_id: opener.festivalId,
        till,
        seller,
        float_cents: toCents(float),
        opened_at: now(),
      })
      .execute()
    return { ...(await readShift(trx, id)), token }
  })
}

type CashMovement =
  | { kind: 'drop' | 'addition'; amount: number; reason: string }
  | { kind: 'hand_over'; seller: string; counted: number }

/** Records cash put into or taken out of the drawer, or a change of seller. */
export function moveCash(
  { db, now }: { db: Database; now: Date },
  shiftId: string,
  cashMovement: CashMovement,
): Promise<Shift> {
  return transact(db, async (trx) => {
    const shift = await lockOpenShift(trx, shiftId)
    const isCash = cashMovement.kind !== 'hand_over'
    const seller = isCash ? shift.seller : cashMovement.seller
    await trx
      .insertInto('till_movements')
      .values({
        id: newId(),
        shift_id: shiftId,
        kind: cashMovement.kind,
        amount_cents: isCash ? toCents(cashMovement.amount) : null,
        counted_cents: isCash ? null : toCents(cashMovement.counted),
        reason: isCash ? cashMovement.reason : null,
        seller,
        at: now,
      })
      .execute()
    await trx.updateTable('till_shifts').set({ seller }).where('id', '=', shiftId).execute()
    return readShift(trx, shiftId)
  })
}

/**
 * Closes a shift with the cash that was counted: a difference is recorded, not refused. Its token ends. A shift closed
 * before is returned as it was then. 409 `sale_open` while a sale waits for the terminal, `lease_open` while stock is
 * leased.
 */
export function closeShift(
  { db, access, now, metrics }: ShiftContext & Pick<Infrastructure, 'metrics'>,
  id: string,
  counted: number,
): Promise<Shift> {
  return transact(db, async (trx) => {
    const shift = await lockShift(trx, id)
    if (shift.closed_at) return readShift(trx, id)
    await refuseOpen(trx, id)
    await trx
      .updateTable('till_shifts')
      .set({
        closed_at: now(),
        counted_cents: toCents(counted),
        expected_cents: await expectedCents(trx, id),
      })
      .where('id', '=', id)
      .execute()
    const device = { festivalId: shift.festival_id, deviceId: id, kind: 'till' } as const
    await endDevice({ db: trx, access, now }, device)
    await publishClosed({ db: trx, now: now() }, id)
    const closed = await readShift(trx, id)
    const cents = toCents(closed.difference ?? 0)
    const side = cents > 0 ? 'over' : 'short'
    if (cents !== 0)
      afterCommit(trx, () => countDifferences({ metrics }).add({ side }, Math.abs(cents)))
    return closed
  })
}

async function refuseOpen(trx: Transaction, id: string): Promise<void> {
  const { rows } = await sql<{ sales: boolean; leases: boolean }>`
    select exists (
             select from till_sales s join orders o on o.sale_id = s.id
             where s.shift_id = ${id} and s.receipt is null and o.status in ('pending', 'requires_action')) as sales,
           exists (select from till_leases where shift_id = ${id} and ended_at is null) as leases`.execute(
    trx,
  )
  const [open] = rows
  if (open?.sales) {
    throw conflict('A sale waits for the card terminal: send its result first', 'sale_open')
  }
  if (open?.leases) {
    const error = 'Stock is leased: report it as done, or have a manager write it off, first'
    throw conflict(error, 'lease_open')
  }
}
