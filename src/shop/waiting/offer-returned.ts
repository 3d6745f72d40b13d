/** Offers tickets that their buyers give to the next in line, one at a time (docs/adr/0063). */
import { sql } from 'kysely'
import { moveOffered } from '#catalogue/festivals'
import { type Transaction, transact } from '#platform/database/transactions'
import { eachInTurn } from '#platform/jobs/each'
import { endOver } from '#shop/returns'
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

type Listed = { id: string; tier_id: string; user_id: string; until: Date; was_on_sale: boolean }

/** Offers each returned ticket to the first entry that waits for one ticket. Returns the number of entries changed. */
export async function offerReturned(context: Context): Promise<number> {
  return eachInTurn(await findListed(context), (listed) => offerOne(context, listed))
}

/**
 * Ends returns of tickets that are not sold any more, and puts entries back in line if their ticket is gone: they wait
 * again, at their place. An order that buys with such an offer goes on first. Returns the number of entries changed.
 */
export async function putBack({ db, now }: Context): Promise<number> {
  await endOver(db, now())
  return transact(db, async (trx) => {
    const { rows } = await sql<Ended>`
      with gone as (
        select e.id from ticket_returns r join waiting_entries e on e.return_id = r.id
        where e.status = 'offered' and e.ordered = 0 and e.expires_at > ${now()} and r.ended_at is not null
        order by e.id limit ${most} for no key update of e skip locked
      )
      update waiting_entries e
      set status = 'waiting', offered_at = null, expires_at = null, return_id = null
      from gone where gone.id = e.id
      returning e.id, e.tier_id, 0 as held`.execute(trx)
    return free(trx, rows)
  })
}

/** Finds returned tickets that are not offered yet, and for which someone else than their buyer waits; the longest returned first. */
async function findListed(context: Context): Promise<Listed[]> {
  const now = context.now()
  const { rows } = await sql<Listed>`
    select r.id, r.tier_id, p.user_id, least(f.start_time, t.end_time) as until, ${wasOnSale(now)} as was_on_sale
    from ticket_returns r join payments p on p.id = r.payment_id
    join tiers t on t.id = r.tier_id join festivals f on f.id = t.festival_id
    left join organizers o on o.id = f.organizer_id
    where r.ended_at is null and ${isOnSale(context, now)}
      and not exists (select from waiting_entries e where e.return_id = r.id and e.status = 'offered')
      and exists (
        select from waiting_entries e
        where e.tier_id = r.tier_id and e.status = 'waiting' and e.quantity = 1 and e.user_id <> p.user_id)
    order by r.id limit ${most}`.execute(context.db)
  return rows
}

/** Offers each ticket in a transaction of its own: a gate that uses the ticket waits no longer than for this transaction. */
async function offerOne(context: Context, listed: Listed): Promise<number> {
  const now = context.now()
  return transact(context.db, async (trx) => {
    const { rows } = await sql<Choice>`
      select id, user_id, quantity from waiting_entries
      where tier_id = ${listed.tier_id} and status = 'waiting' and quantity = 1 and user_id <> ${listed.user_id}
      order by id limit 1 for no key update`.execute(trx)
    if (rows.length === 0 || !(await holdListed(trx, listed))) return 0
    const expires_at = endOf(context, listed, now)
    await writeOffers({ ...context, db: trx, now }, rows, { expires_at, return_id: listed.id })
    await moveOffered(trx, [{ tier_id: listed.tier_id, held: 0 }])
    return rows.length
  })
}

/** Locks a return; false if another process was first, or the return has ended. */
async function holdListed(trx: Transaction, { id }: Listed): Promise<boolean> {
  const open = await trx
    .selectFrom('ticket_returns')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!open) return false
  const offered = await trx
    .selectFrom('waiting_entries')
    .select('id')
    .where('return_id', '=', id)
    .where('status', '=', 'offered')
    .executeTakeFirst()
  return !offered
}
