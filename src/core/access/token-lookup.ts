import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { staffRightsOf } from './staff-rights.ts'

/** The calling client. `token` is the hash of its token. */
export type ClientCaller = {
  id: string
  scopes: string[]
  token: string
  /** for a client without a secret: the places it may be used from; null for a confidential one */
  publishable: { origins: string[]; allowWithoutOrigin: boolean } | null
}
export type UserCaller = {
  id: string
  isAdmin: boolean
  permissions: string[]
  token: string
  /** true if the session is one of a publishable client: the rights above are then those of every user */
  isLimited?: true
  /** true for a guest: buys without an account, and may do nothing else */
  isGuest?: true
  /** true if a second factor was given for this token */
  hasSecondFactor?: true
  /** true if the session is one of the console */
  inConsole?: true
}
/** A device of one festival: at its gate, or a till of its box office. */
export type DeviceCaller = {
  id: string
  festivalId: string
  isTill?: true
  /** true for a till without a manager: it reports its sales, and closes */
  hasEnded?: true
}

/** The holder of a token, and the time when the token ends. */
export type Holder = {
  client: ClientCaller
  user: UserCaller | null
  device: DeviceCaller | null
  expiresAt: Date
  /** the start of the last day on which it was used; null: not recorded */
  lastUsedOn: Date | null
  /** other names it depends on: the bus reports when they change */
  hangsOn: string[]
}

type Row = {
  hash: Buffer
  client_id: string
  scopes: string[]
  kind: string
  origins: string[]
  allow_without_origin: boolean
  user_id: string | null
  is_admin: boolean
  is_guest: boolean | null
  permissions: string[] | null
  device_id: string | null
  device_kind: 'gate' | 'till' | null
  device_ended: boolean | null
  festival_id: string | null
  maker_id: string | null
  expires_at: Date
  second_factor: boolean
  last_used_on: Date | null
}

/** The end of a device at the gate of the festival in a row named `f`: a week after the festival, for late uploads. */
export const deviceEnd = sql<Date>`(f.end_time + interval '7 days')`

const [users, managers] = [staffRightsOf('u'), staffRightsOf('m')]

/**
 * True if the manager of the device in a row named `d` may still manage the gate of its festival, `f`, and has not had
 * all access ended since. Devices created before the manager was recorded belong to no session that could lose that.
 */
export const hasManager: RawBuilder<boolean> = sql<boolean>`(
  not d.is_unmanaged and (d.created_by is null
  or exists (
    select from users m
    where m.id = d.created_by and m.suspended_at is null and m.erased_at is null
      and (${managers.isAdmin} or 'manage_catalog' = any (${managers.permissions})
           or exists (select from organizer_managers om
                      where om.organizer_id = f.organizer_id and om.user_id = m.id)))))`

/**
 * Returns the holders of tokens, by the tokens' hashes. One look-up serves all kinds. A holder that is suspended,
 * erased or removed holds nothing, nor does a gate device without a manager; a till may then wind up. The offset makes
 * PostgreSQL look up by hash: otherwise, right after many sign-ins, it would read all tokens of their client for each.
 */
export async function findTokens(db: Database, hashes: string[]): Promise<Map<string, Holder>> {
  const keys = hashes.map((hash) => Buffer.from(hash, 'base64url'))
  const { rows } = await sql<Row>`
    select t.hash, c.id as client_id, c.kind, c.origins, c.allow_without_origin,
           array(select s from unnest(c.scopes) s where t.scopes is null or s = any (t.scopes)) as scopes,
           u.id as user_id,
           ${users.isAdmin} as is_admin, u.is_guest, ${users.permissions} as permissions, d.id as device_id, d.kind as device_kind, d.has_ended as device_ended,
           d.festival_id, d.created_by as maker_id, t.second_factor, t.last_used_on, least(t.expires_at, d.ends_at) as expires_at
    from (select * from tokens where hash = any (${keys}::bytea[]) offset 0) t
    join clients c on c.id = t.client_id and c.suspended_at is null
    left join users u on u.id = t.user_id and u.suspended_at is null and u.erased_at is null
    left join lateral (
      select d.id, d.kind, d.festival_id, d.created_by, ${deviceEnd} as ends_at, not ${hasManager} as has_ended
      from gate_devices d join festivals f on f.id = d.festival_id
      where d.id = t.device_id and d.ended_at is null and (d.kind = 'till' or ${hasManager})) d on true
    where (t.user_id is null or u.id is not null)
      and (t.device_id is null or d.id is not null)`.execute(db)
  return new Map(rows.map((row) => [row.hash.toString('base64url'), toHolder(row)]))
}

function toDevice(row: Row): Holder['device'] {
  const { device_id: id, festival_id: festivalId, device_kind, device_ended } = row
  if (!id || !festivalId) return null
  return {
    id,
    festivalId,
    ...(device_kind === 'till' && { isTill: true }),
    ...(device_ended && { hasEnded: true }),
  }
}

function toHolder(row: Row): Holder {
  const token = row.hash.toString('base64url')
  const { client_id, scopes, user_id, festival_id, maker_id } = row
  const { origins, allow_without_origin: allowWithoutOrigin } = row
  const publishable = row.kind === 'publishable' ? { origins, allowWithoutOrigin } : null
  return {
    client: { id: client_id, scopes, token, publishable },
    user: user_id
      ? {
          id: user_id,
          isAdmin: row.is_admin,
          permissions: row.permissions ?? [],
          token,
          ...(row.is_guest && { isGuest: true }),
          ...(row.second_factor && { hasSecondFactor: true }),
          ...(client_id === 'console' && { inConsole: true }),
        }
      : null,
    device: toDevice(row),
    expiresAt: row.expires_at,
    lastUsedOn: row.last_used_on,
    hangsOn: [
      ...(festival_id ? [`festival:${festival_id}`] : []),
      ...(maker_id ? [`user:${maker_id}`] : []),
    ],
  }
}
