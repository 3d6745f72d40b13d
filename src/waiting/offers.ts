/** What the rounds that offer have in common. */
import { type RawBuilder, sql } from 'kysely'
import { publish } from '#domain-events'
import { isOver, isQueued, moveOffered } from '#festivals'
import { isMailed, makeDue } from '#mail'
import { notify } from '#notifications'
import { mustBeApproved } from '#organizers'
import { list } from '#platform/database/sql'
import type { Transaction } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { type Offered, offeredEvent, offeredNotice } from './notification-content.ts'

export type Context = Pick<Infrastructure, 'db' | 'bus' | 'now' | 'config'>

/** At most so many entries are offered, or ended, in one transaction. */
export const most = 500

export type Ended = { id: string; tier_id: string; held: number }

/** What ended entries held is free again. Returns how many there were. */
export async function free(trx: Transaction, ended: Ended[]): Promise<number> {
  const byTier = Map.groupBy(ended, ({ tier_id }) => tier_id)
  await moveOffered(
    trx,
    [...byTier].map(([tier_id, entries]) => ({
      tier_id,
      held: -entries.reduce((sum, { held }) => sum + held, 0),
    })),
  )
  return ended.length
}

/** True if the tier `t` of the festival `f` of the organizer `o` can be bought now, and no queue sells it. */
export function isOnSale({ config }: Pick<Context, 'config'>, now: Date): RawBuilder<boolean> {
  const isApproved = mustBeApproved(config) ? sql`o.approved_at is not null` : sql`true`
  return sql`(
    (t.start_time is null or t.start_time <= ${now}) and not ${isOver(now)} is true and not t.hidden and ${isApproved}
    and not ${isQueued('t.id')})`
}

export type Choice = { id: string; user_id: string; quantity: number }

export function endOf(
  { config }: Pick<Context, 'config'>,
  { until }: { until: Date },
  now: Date,
): Date {
  const hours = config.WAITING_OFFER_HOURS * 3_600_000
  return new Date(Math.min(now.getTime() + hours, until.getTime()))
}

type At = Pick<Context, 'bus' | 'config'> & { db: Transaction; now: Date }

/** Writes the offers, and tells of them: by a notification, a mail, and to applications. */
export async function writeOffers(
  { db, bus, now, config }: At,
  chosen: Choice[],
  { expires_at, return_id = null }: { expires_at: Date; return_id?: string | null },
) {
  if (chosen.length === 0) return
  const ids = chosen.map(({ id }) => id)
  const { rows } = await sql<Offered>`
    with offered as (
      update waiting_entries set status = 'offered', offered_at = ${now}, expires_at = ${expires_at},
        return_id = ${return_id}
      where id = any (${list(ids, 'uuid')})
      returning id, user_id, festival_id, tier_id, quantity, expires_at, return_id
    )
    select e.*, f.organizer_id, f.name as festival, f.time_zone, t.name as tier
    from offered e join festivals f on f.id = e.festival_id join tiers t on t.id = e.tier_id
    order by e.id`.execute(db)
  await notify({ db, bus, now }, rows.map(offeredNotice))
  if (isMailed(config, 'waitingOffered')) {
    const mails = rows.map(({ id: about, user_id }) => ({ about, user_id }))
    await makeDue(
      { db, now },
      mails.map((mail) => ({ kind: 'waitingOffered' as const, ...mail })),
    )
  }
  await publish({ db, now }, rows.map(offeredEvent))
}
