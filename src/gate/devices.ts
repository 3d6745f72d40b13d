import type { DeviceCaller } from '#platform/access'
import { type Database, transact } from '#platform/database'
import { found } from '#platform/errors'
import type { Floor } from '#platform/http'
import { newId } from '#platform/ids'
import type { Device, DeviceWithToken } from './schemas.ts'

const minute = 60_000

/** The devices at a festival's gate, newest first, then by id. */
export function listDevices(db: Database, festivalId: string): Promise<Device[]> {
  return db
    .selectFrom('gate_devices as d')
    .leftJoin('tokens as t', 't.device_id', 'd.id')
    .select(['d.id', 'd.name', 'd.created_at as createdAt', 'd.last_seen_at', 't.expires_at'])
    .where('d.festival_id', '=', festivalId)
    .where('d.ended_at', 'is', null)
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id')
    .execute()
}

/** Makes a device with its token, which comes through the client and is shown this once. */
export function addDevice(
  { db, access, now }: Pick<Floor, 'db' | 'access' | 'now'>,
  { festivalId, clientId, name }: { festivalId: string; clientId: string; name: string },
): Promise<DeviceWithToken> {
  const [id, createdAt] = [newId(), now()]
  return transact(db, async (trx) => {
    await trx
      .insertInto('gate_devices')
      .values({ id, festival_id: festivalId, name, created_at: createdAt })
      .execute()
    const { token, expires_at } = await access.issue(trx, { clientId, deviceId: id })
    return { id, name, createdAt, last_seen_at: null, expires_at, token }
  })
}

/** Takes a device away: its token ends on every process within a second. 404 for an unknown one. */
export async function endDevice(
  { db, access, now }: Pick<Floor, 'db' | 'access' | 'now'>,
  { festivalId, deviceId }: { festivalId: string; deviceId: string },
): Promise<void> {
  await transact(db, async (trx) => {
    const ended = await trx
      .updateTable('gate_devices')
      .set({ ended_at: now() })
      .where('id', '=', deviceId)
      .where('festival_id', '=', festivalId)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    found(ended, 'Gate device')
    await access.endDevice(trx, deviceId)
  })
}

/** Notes that a device is alive, at most once a minute. */
export async function seeDevice(db: Database, { id }: DeviceCaller, now: Date): Promise<void> {
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
