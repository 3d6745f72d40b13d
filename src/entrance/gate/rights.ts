import { type RawBuilder, sql } from 'kysely'
import { isVisibleIf, isVisibleTo, mayChangeOrganizer } from '#catalogue/organizers'
import { mainZone } from '#common/gate/admission'
import type { DeviceCaller, UserCaller } from '#core/access'
import type { Database } from '#platform/database/tables'
import { forbidden, found } from '#platform/values/errors'

export type GateFestival = {
  id: string
  name: string
  start_time: Date
  end_time: Date
  time_zone: string
  /** the zone that the caller's gate leads into */
  zone: string
}

/** The festival and the zone of a scan, and its caller. */
export type Post = { festivalId: string; zone: string; by: UserCaller | DeviceCaller }

/** Returns true if a caller is a device, rather than a person. */
export function isDevice(caller: UserCaller | DeviceCaller): caller is DeviceCaller {
  return 'festivalId' in caller
}

/** True if a user admits at the gate of the festival in a row named `f` (contract, section 3). */
export function admitsAt({ id, isAdmin }: UserCaller): RawBuilder<boolean> {
  return sql<boolean>`(
    ${isAdmin}
    or exists (select from gate_staff gs where gs.festival_id = f.id and gs.user_id = ${id})
    or exists (select from organizer_managers om
               where om.organizer_id = f.organizer_id and om.user_id = ${id}))`
}

/**
 * Returns the festival of the gate at which the caller works: undefined for an unknown one and another's draft, 403 for
 * other callers.
 */
export async function findGate(
  db: Database,
  caller: UserCaller | DeviceCaller,
  festivalId: string,
): Promise<GateFestival | undefined> {
  const [admits, zone] = isDevice(caller)
    ? [
        sql<boolean>`f.id = ${caller.festivalId}`,
        sql<string>`(select d.zone from gate_devices d where d.id = ${caller.id})`,
      ]
    : [admitsAt(caller), sql<string>`${mainZone}`]
  const festival = await db
    .selectFrom('festivals as f')
    .select([
      'f.id',
      'f.name',
      'f.start_time',
      'f.end_time',
      'f.time_zone',
      zone.as('zone'),
      admits.as('admits'),
    ])
    .where('f.id', '=', festivalId)
    .where(isVisibleIf(admits))
    .executeTakeFirst()
  if (!festival) return undefined
  const { admits: may, ...gate } = festival
  if (may) return gate
  throw forbidden("Only the festival's managers, gate staff and gate devices may work at its gate")
}

/** Returns true if a user manages the gate of a festival; undefined if the festival is unknown. */
export async function mayDecideGate(
  db: Database,
  user: Omit<UserCaller, 'token'>,
  festivalId: string,
): Promise<boolean | undefined> {
  const festival = await db
    .selectFrom('festivals as f')
    .select('organizer_id')
    .where('id', '=', festivalId)
    .where(isVisibleTo(user))
    .executeTakeFirst()
  return festival && mayChangeOrganizer(db, user, festival.organizer_id ?? '')
}

/** Refuses a user who does not manage the gate of a festival: 404 for an unknown one, else 403. */
export async function requireManager(
  db: Database,
  user: UserCaller,
  festivalId: string,
): Promise<void> {
  if (found(await mayDecideGate(db, user, festivalId), 'Festival')) return
  throw forbidden('Only managers of the festival may decide who works at its gate')
}
