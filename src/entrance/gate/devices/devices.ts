import { type RawBuilder, sql } from 'kysely'
import type { DeviceCaller } from '#core/access'
import { deviceEnd, hasManager } from '#core/access'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { found } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import type { Device, DeviceWithToken } from './schemas.ts'

const minute = 60_000

/** Returns the devices at a festival's gate, newest first, then by id. */
export async function listDevices(db: Database, festivalId: string): Promise<Device[]> {
  const { rows } = await readDevices(db, sql`d.festival_id = ${festivalId} and d.kind = 'gate'`)
  return rows
}

function readDevices(db: Database, which: RawBuilder<boolean>) {
  return sql<Device>`
    select d.id, d.name, d.zone, d.created_at, d.last_seen_at,
           case when t.expires_at is not null then least(t.expires_at, ${deviceEnd}) end as expires_at,
           not ${hasManager} as needs_manager,
           case when u.id is not null then json_build_object(
             'id', u.id, 'firstName', u.first_name, 'lastName', u.last_name) end as made_by
    from gate_devices d
    join festivals f on f.id = d.festival_id
    left join users u on u.id = d.created_by
    left join tokens t on t.device_id = d.id
    where ${which} and d.ended_at is null
    order by d.created_at desc, d.id`.execute(db)
}

type NewDevice = {
  festivalId: string
  clientId: string
  name: string
  /** if left out: `main` */
  zone?: string
  userId: string
  kind?: 'gate' | 'till'
}

/**
 * Creates a device with its token, which is issued through the client and shown only once. It ends when the user may no
 * longer manage the gate, and a week after the festival.
 */
export function addDevice(
  { db, access, now }: Pick<Infrastructure, 'db' | 'access' | 'now'>,
  { festivalId, clientId, name, zone, userId, kind = 'gate' }: NewDevice,
): Promise<DeviceWithToken> {
  const [id, created_at] = [newId(), now()]
  return transact(db, async (trx) => {
    await trx
      .insertInto('gate_devices')
      .values({ id, festival_id: festivalId, name, zone, kind, created_at, created_by: userId })
      .execute()
    const { token } = await access.issue(trx, { clientId, deviceId: id, isTill: kind === 'till' })
    const { rows } = await readDevices(trx, sql`d.id = ${id}`)
    return { ...found(rows[0], 'Gate device'), token }
  })
}

type DeviceKey = { festivalId: string; deviceId: string; kind?: 'gate' | 'till' }

/** Makes a user responsible for a device, so that it outlives the right of the user who created it. 404 for an unknown one. */
export async function replaceManagerOfDevice(
  { db, access }: Pick<Infrastructure, 'db' | 'access'>,
  { festivalId, deviceId }: DeviceKey,
  userId: string,
): Promise<Device> {
  return transact(db, async (trx) => {
    await trx
      .updateTable('gate_devices')
      .set({ created_by: userId, is_unmanaged: false })
      .where('id', '=', deviceId)
      .where('festival_id', '=', festivalId)
      .where('ended_at', 'is', null)
      .execute()
    await access.changed(trx, { deviceId })
    const which = sql<boolean>`d.id = ${deviceId} and d.festival_id = ${festivalId}`
    return found((await readDevices(trx, which)).rows[0], 'Gate device')
  })
}

/** Removes a device: its token ends on every process within a second. 404 for an unknown one. */
export async function endDevice(
  { db, access, now }: Pick<Infrastructure, 'db' | 'access' | 'now'>,
  { festivalId, deviceId, kind = 'gate' }: DeviceKey,
): Promise<void> {
  await transact(db, async (trx) => {
    const ended = await trx
      .updateTable('gate_devices')
      .set({ ended_at: now() })
      .where('id', '=', deviceId)
      .where('kind', '=', kind)
      .where('festival_id', '=', festivalId)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    found(ended, 'Gate device')
    await access.endDevice(trx, deviceId)
  })
}

/** Records that a device is alive, at most once a minute. */
export async function recordDeviceSeen(
  db: Database,
  { id }: DeviceCaller,
  now: Date,
): Promise<void> {
  await db
    .updateTable('gate_devices')
    .set({ last_seen_at: now })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('last_seen_at', 'is', null),
        eb('last_seen_at', '<=', new Date(now.getTime() - minute)),
      ]),
    )
    .execute()
}
