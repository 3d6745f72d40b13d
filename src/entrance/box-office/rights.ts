import { sql } from 'kysely'
import type { DeviceCaller, UserCaller } from '#core/access'
import { isDevice, requireManager } from '#entrance/gate'
import type { Database } from '#platform/database/tables'
import type { Transaction } from '#platform/database/transactions'
import { conflict, forbidden, found, notFound } from '#platform/values/errors'
import { isId, noId } from '#platform/values/ids'

/** A shift as it is stored. */
export type ShiftRow = {
  id: string
  festival_id: string
  till: string
  seller: string
  float_cents: number
  receipts: number
  opened_at: Date
  closed_at: Date | null
  counted_cents: number | null
  expected_cents: number | null
}

/** Returns the device that calls an operation for tills only. 403 for a user: only the token of a shift sells; 404 if `id` is not an id. */
export function requireTill(caller: UserCaller | DeviceCaller, id: string): DeviceCaller {
  if (isDevice(caller)) return caller
  if (!isId(id) || id === noId) throw notFound('Record')
  throw forbidden('Only the till of a shift sells: send the token of the shift')
}

/** Returns the id of the shift that a till names in its path: any other shift is 404, as if it did not exist. */
export function ownShift(caller: UserCaller | DeviceCaller, id: string): string {
  if (requireTill(caller, id).id !== id.toLowerCase()) throw notFound('Shift')
  return id.toLowerCase()
}

/** Allows the shift's own till, and the managers of its festival, to read and close a shift. */
export async function requireReader(
  db: Database,
  caller: UserCaller | DeviceCaller,
  id: string,
): Promise<void> {
  if (isDevice(caller)) {
    ownShift(caller, id)
    return
  }
  const shift = await db
    .selectFrom('till_shifts')
    .select('festival_id')
    .where('id', '=', id)
    .executeTakeFirst()
  await requireManager(db, caller, found(shift, 'Shift').festival_id)
}

/** Locks a shift, before all other locks: changes of its books run one after the other. */
export async function lockShift(db: Transaction, id: string): Promise<ShiftRow> {
  const { rows } = await sql<ShiftRow>`
    select id, festival_id, till, seller, float_cents, receipts, opened_at, closed_at, counted_cents, expected_cents
    from till_shifts where id = ${id} for no key update`.execute(db)
  return found(rows[0], 'Shift')
}

/** Locks a shift like `lockShift`, and refuses (409 `shift_closed`) one that is not open. */
export async function lockOpenShift(db: Transaction, id: string): Promise<ShiftRow> {
  const shift = await lockShift(db, id)
  if (shift.closed_at) throw conflict('This shift is closed', 'shift_closed')
  return shift
}
