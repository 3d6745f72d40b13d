/** Offers free pieces to people on the waiting list, in the order in which they came (docs/adr/0062). */
import { sql } from 'kysely'
import { isOver, moveOffered } from '#catalogue/festivals'
import { type Transaction, transact } from '#platform/database/transactions'
import { eachInTurn } from '#platform/jobs/each'
import { offerReturned, putBack } from './offer-returned.ts'
import {
  type Choice,
  type Context,
  type Ended,
  endOf,
  free,
  isOnSale,
  most,
  wasOnSale,
  writeOffers,
} from './offers.ts'

/**
 * Ends expired offers and entries for tiers that are not sold any more, puts entries back in line if their ticket is
 * gone, then offers all that is free. A step, tier or ticket that fails does not stop the others. Safe in any number of
 * processes at once. Returns the number of entries changed: with 0 there is nothing to do now.
 */
export async function offerPlaces(context: Context): Promise<number> {
  return eachInTurn([endOffers, endWaiting, putBack, offerFree, offerReturned], (step) =>
    step(context),
  )
}

/** Ends expired offers, and offers for tiers no longer sold. An order that buys with an offer ends it itself, once it is settled. */
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
      returning e.id, e.tier_id, case when e.return_id is null then e.quantity else 0 end as held`.execute(
      trx,
    )
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

type Tier = { id: string; pieces: number; until: Date; was_on_sale: boolean }

/** Offers free pieces, each tier in a transaction of its own so that none waits for another. Tiers that cannot be bought now are left out. */
async function offerFree(context: Context): Promise<number> {
  const now = context.now()
  const { rows } = await sql<Tier>`
    select t.id, t.quantity - t.sold - t.held as pieces, least(f.end_time, t.end_time) as until,
           ${wasOnSale(now)} as was_on_sale
    from tiers t join festivals f on f.id = t.festival_id left join organizers o on o.id = f.organizer_id
    where t.waiting is not null and t.waiting <= t.quantity - t.sold - t.held
      and ${isOnSale(context, now)}
    order by t.id limit ${most}`.execute(context.db)
  return eachInTurn(rows, (tier) => offerOf(context, tier))
}

/** Thrown if another process was first: nothing is left of the tier. */
class Gone extends Error {}

async function offerOf(context: Context, tier: Tier): Promise<number> {
  const now = context.now()
  try {
    return await transact(context.db, async (trx) => {
      const chosen = await chooseEntries(trx, tier)
      await writeOffers({ ...context, db: trx, now }, chosen, {
        expires_at: endOf(context, tier, now),
      })
      const held = chosen.reduce((sum, { quantity }) => sum + quantity, 0)
      if ((await moveOffered(trx, [{ tier_id: tier.id, held }])) === 0) throw new Gone()
      return chosen.length
    })
  } catch (error) {
    if (error instanceof Gone) return 0
    throw error
  }
}

/** Chooses the first in line with a quantity that fits, then the next that fits the rest. Skipped entries stay at their place. */
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
