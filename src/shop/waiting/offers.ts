/** Shared parts of the rounds that make offers. */
import { type RawBuilder, sql } from 'kysely'
import { isOver, isQueued, moveOffered } from '#catalogue/festivals'
import { mustBeApproved } from '#catalogue/organizers'
import { publish } from '#core/domain-events'
import { isMailed, makeDue } from '#messaging/mail'
import { notify } from '#messaging/notifications'
import { list } from '#platform/database/sql'
import type { Transaction } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { type Offered, offeredEvent, offeredNotice } from './notification-content.ts'

export type Context = Pick<Infrastructure, 'db' | 'bus' | 'now' | 'config'>

/** The most entries that are offered, or ended, in one transaction. */
export const most = 500

export type Ended = { id: string; tier_id: string; held: number }

/** Frees the pieces that ended entries held. Returns the number of entries. */
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

const [minute, hour] = [60_000, 3_600_000]
/** The longest duration of an offer if the tier was on sale lately, and the time that counts as lately, ms. */
const shortOfferMs = 30 * minute
const latelyMs = hour

/**
 * True if a unit of the tier `t` was on sale to everyone within the last hour: someone began to buy or hold one then,
 * without an offer and not as a gift.
 */
export const wasOnSale = (now: Date) => sql<boolean>`exists (
  select from payments p join orders po on po.id = p.order_id
  where p.festival_id = t.festival_id and p.created_at > ${new Date(now.getTime() - latelyMs)}
    and p.entity_id = t.id and p.given_by is null and po.offer_id is null)`

/** Returns the end of an offer: after `WAITING_OFFER_HOURS`, or half an hour if the tier was on sale lately, but not after the end of the sale. */
export function endOf(
  { config }: Pick<Context, 'config'>,
  { until, was_on_sale }: { until: Date; was_on_sale: boolean },
  now: Date,
): Date {
  const usual = config.WAITING_OFFER_HOURS * hour
  const life = was_on_sale ? Math.min(usual, shortOfferMs) : usual
  return new Date(Math.min(now.getTime() + life, until.getTime()))
}

type OfferContext = Pick<Context, 'bus' | 'config'> & { db: Transaction; now: Date }

/** Writes the offers, and announces them: by a notification, a mail, and an event for applications. */
export async function writeOffers(
  { db, bus, now, config }: OfferContext,
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
