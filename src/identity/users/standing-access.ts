import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'

/**
 * The columns that end all standing access of an account: a trigger ends the address of its calendar, its gate devices
 * and tills until a manager answers for them again, and its sent invitations.
 */
export const accessEnded = (now: Date) => ({ access_ended_at: now, access_to_review: false })

/** Has the user of an account asked which standing access is to stay. Runs in the transaction `trx`. */
export async function requestReview(trx: Database, id: string): Promise<void> {
  await trx.updateTable('users').set({ access_to_review: true }).where('id', '=', id).execute()
}

/** A key to something of an account, for which no password is needed. */
export type StandingAccess = {
  kind: 'calendar' | 'gate_device' | 'till' | 'invitation'
  /** name of the device, or the invited e-mail; null for a calendar */
  name: string | null
  festival: { id: string; name: string } | null
  created_at: Date
}

/** Returns the standing access of an account, newest first; 200 at most. `to_review`: its user still has to decide which is to stay. */
export async function findStandingAccess(
  db: Database,
  { id, now }: { id: string; now: Date },
): Promise<{ to_review: boolean; access: StandingAccess[] }> {
  const { rows } = await sql<StandingAccess & { to_review: boolean }>`
    select u.access_to_review as to_review, a.kind, a.name, a.created_at,
           case when f.id is not null then json_build_object('id', f.id, 'name', f.name) end as festival
    from users u
    left join lateral (
      select 'calendar' as kind, null as name, null::uuid as festival_id, created_at
      from calendar_feeds where user_id = u.id
      union all
      select case kind when 'till' then 'till' else 'gate_device' end, d.name, d.festival_id, d.created_at
      from gate_devices d join festivals f on f.id = d.festival_id
      where d.created_by = u.id and d.ended_at is null and not d.is_unmanaged
        and f.end_time + interval '7 days' > ${now}
      union all
      select 'invitation', email, festival_id, created_at
      from invitations where invited_by = u.id and ended_at is null and expires_at > ${now}) a on true
    left join festivals f on f.id = a.festival_id
    where u.id = ${id}
    order by a.created_at desc, a.kind, a.name limit 200`.execute(db)
  const access = rows.flatMap(({ to_review: _, ...one }) => (one.kind === null ? [] : one))
  return { to_review: rows[0]?.to_review === true && access.length > 0, access }
}

/** Records the user's answer: all standing access stays, or none. */
export async function reviewStandingAccess(
  { db, access, now }: Pick<Infrastructure, 'db' | 'access' | 'now'>,
  { id, end }: { id: string; end: boolean },
): Promise<void> {
  await db
    .updateTable('users')
    .set(end ? accessEnded(now()) : { access_to_review: false })
    .where('id', '=', id)
    .execute()
  if (end) await access.changed(db, { userId: id })
}
