/** What becomes free is offered to people who wait for it, in the order in which they came (docs/adr/0062). */
import { sql } from 'kysely'
import { publish } from '#domain-events'
import { moveOffered } from '#festivals'
import { isMailed, makeDue } from '#mail'
import { notify } from '#notifications'
import { mustBeApproved } from '#organizers'
import { list } from '#platform/database/sql'
import { type Transaction, transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { type Offered, offeredEvent, offeredNotice } from './notification-content.ts'

type Context = Pick<Infrastructure, 'db' | 'bus' | 'now' | 'config'>

/** At most so many entries are offered, or ended, in one transaction. */
const most = 500

/** Whether the tier `t` of the festival `f` is not sold any more. */
const isOver = (now: Date) => sql<boolean>`(
  t.archived_at is not null or t.end_time <= ${now} or f.end_time <= ${now}
  or f.cancelled_at is not null or f.deleted_at is not null)`

/**
 * Ends offers whose time is over and what waits for tiers that are not sold any more, then offers what is free. In any
 * number of processes at once. Returns how many entries it changed: with none there is nothing to do now.
 */
export async function offerPlaces(context: Context): Promise<number> {
  const ended = (await endOffers(context)) + (await endWaiting(context))
  return ended + (await offerFree(context))
}

type Ended = { id: string; tier_id: string; held: number }

/** An order that buys with an offer ends it itself, once it is settled. */
async function endOffers({ db, now: clock }: Context): Promise<number> {
  const now = clock()
  return transact(db, async (trx) => {
    const { rows } = await sql<Ended>`
      with gone as (
        select e.id, e.expires_at <= ${now} as is_late
        from waiting_entries e join tiers t on t.id = e.tier_id join festivals f on f.id = e.festival_id
        where e.status = 'offered' and e.ordered = 0 and (e.expires_at <= ${now} or ${isOver(now)})
        order by e.id limit ${most} for no key update of e skip locked
      )
      update waiting_entries e
      set status = case when gone.is_late then 'lapsed' else 'ended' end, ended_at = ${now}
      from gone where gone.id = e.id
      returning e.id, e.tier_id, e.quantity as held`.execute(trx)
    return free(trx, rows)
  })
}

async function endWaiting({ db, now: clock }: Context): Promise<number> {
  const now = clock()
  return transact(db, async (trx) => {
    const { rows } = await sql<Ended>`
      with gone as (
        select e.id from tiers t join festivals f on f.id = t.festival_id
        join waiting_entries e on e.tier_id = t.id and e.status = 'waiting'
        where t.waiting is not null and ${isOver(now)}
        order by e.id limit ${most} for no key update of e skip locked
      )
      update waiting_entries e set status = 'ended', ended_at = ${now}
      from gone where gone.id = e.id
      returning e.id, e.tier_id, 0 as held`.execute(trx)
    return free(trx, rows)
  })
}

/** What ended entries held is free again. Returns how many there were. */
async function free(trx: Transaction, ended: Ended[]): Promise<number> {
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

type Tier = { id: string; pieces: number; until: Date }

/** Each tier in a transaction of its own, so that none waits for another. What cannot be bought now is not offered. */
async function offerFree(context: Context): Promise<number> {
  const now = context.now()
  const isApproved = mustBeApproved(context.config) ? sql`o.approved_at is not null` : sql`true`
  const { rows } = await sql<Tier>`
    select t.id, t.quantity - t.sold - t.held as pieces, least(f.end_time, t.end_time) as until
    from tiers t join festivals f on f.id = t.festival_id left join organizers o on o.id = f.organizer_id
    where t.waiting is not null and t.waiting <= t.quantity - t.sold - t.held
      and (t.start_time is null or t.start_time <= ${now}) and not ${isOver(now)} is true and not t.hidden and ${isApproved}
    order by t.id limit ${most}`.execute(context.db)
  let offered = 0
  for (const tier of rows) offered += await offerOf(context, tier)
  return offered
}

/** Another process was first: nothing is left of it. */
class Gone extends Error {}

async function offerOf(context: Context, tier: Tier): Promise<number> {
  const now = context.now()
  try {
    return await transact(context.db, async (trx) => {
      const chosen = await chooseEntries(trx, tier)
      await writeOffers({ ...context, db: trx, now }, chosen, endOf(context, tier, now))
      const held = chosen.reduce((sum, { quantity }) => sum + quantity, 0)
      if ((await moveOffered(trx, [{ tier_id: tier.id, held }])) === 0) throw new Gone()
      return chosen.length
    })
  } catch (error) {
    if (error instanceof Gone) return 0
    throw error
  }
}

/** The first in line whose quantity fits, then the next of what is left. Who is passed over keeps their place. */
async function chooseEntries(trx: Transaction, { id, pieces }: Tier): Promise<Choice[]> {
  const { rows } = await sql<Choice>`
    select id, user_id, quantity from waiting_entries
    where tier_id = ${id} and status = 'waiting' and quantity <= ${pieces}
    order by id limit ${most} for no key update`.execute(trx)
  let left = pieces
  return rows.filter(({ quantity }) => {
    const fits = quantity <= left
    if (fits) left -= quantity
    return fits
  })
}

type Choice = { id: string; user_id: string; quantity: number }

function endOf({ config }: Pick<Context, 'config'>, { until }: Tier, now: Date): Date {
  const hours = config.WAITING_OFFER_HOURS * 3_600_000
  return new Date(Math.min(now.getTime() + hours, until.getTime()))
}

type At = Pick<Context, 'bus' | 'config'> & { db: Transaction; now: Date }

/** Writes the offers, and tells of them: by a notification, a mail, and to applications. */
async function writeOffers({ db, bus, now, config }: At, chosen: Choice[], expires_at: Date) {
  if (chosen.length === 0) return
  const ids = chosen.map(({ id }) => id)
  const { rows } = await sql<Offered>`
    with offered as (
      update waiting_entries set status = 'offered', offered_at = ${now}, expires_at = ${expires_at}
      where id = any (${list(ids, 'uuid')})
      returning id, user_id, festival_id, tier_id, quantity, expires_at
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
