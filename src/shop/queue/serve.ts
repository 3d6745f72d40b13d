/** Gives turns as fast as the service sells without waiting, and to no more people than there are pieces left for. */
import { type RawBuilder, sql } from 'kysely'
import { forAll, moveOffered } from '#catalogue/festivals'
import { type Transaction, transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { eachInTurn } from '#platform/jobs/each'
import { notifyQueue } from './state.ts'
import { buyersSince } from './turns.ts'

type Context = Pick<Infrastructure, 'db' | 'now' | 'bus' | 'waitForDatabase' | 'loopDelay'>

/** The time for which an unused turn reserves its piece, ms; later it is still good while there are any. */
const unused = 600_000
/** The fewest and the most turns in a minute. */
const [slowest, fastest] = [60, 60_000]
/** The wait above which the service counts as busy, ms. */
const longWait = 50
/** The shortest time between turns (about a second, with any number of processes) and the longest that counts, ms. */
const [beat, longest] = [900, 2_000]

type Served = {
  queue_id: string
  festival_id: string
  serving: number
  pace: number
  entered: number
  has_unserved: boolean
  last: Date | null
}

/** Gives turns in every drawn queue; returns nothing, so that it runs again in a second. */
export async function serveQueues(context: Context): Promise<void> {
  const { rows } = await sql<{ queue_id: string }>`
    select d.queue_id from queue_draws d join queues q on q.id = d.queue_id
    join festivals f on f.id = q.festival_id
    where d.seed is not null and q.cancelled_at is null and f.cancelled_at is null and f.deleted_at is null
      and f.end_time > ${context.now()}`.execute(context.db)
  await eachInTurn(rows, ({ queue_id }) => serveQueue(context, queue_id))
}

async function serveQueue(context: Context, queueId: string): Promise<void> {
  const { db, now, bus } = context
  const at = now()
  await transact(db, async (trx) => {
    const { rows } = await sql<Served>`
      select d.queue_id, q.festival_id, d.serving, d.pace, d.has_unserved, c.entered, (
          select max(served_at) from queue_servings s where s.queue_id = d.queue_id) as last
      from queue_draws d join queues q on q.id = d.queue_id join queue_counts c on c.queue_id = d.queue_id
      where d.queue_id = ${queueId} for no key update of d skip locked`.execute(trx)
    const [served] = rows
    if (!served || (served.serving >= served.entered && !served.has_unserved)) return
    const { serving, entered, last } = served
    const since = last === null ? beat : at.getTime() - last.getTime()
    if (since < beat) return
    if (!served.has_unserved) await setUnserved(trx, queueId, true)
    const figures = await findFigures(trx, queueId, at)
    const idle = Math.max(0, serving - figures.before - figures.bought)
    if (serving >= entered) {
      if (idle === 0) await setUnserved(trx, queueId, false)
      return
    }
    const pace = paceOf(context, served.pace)
    const most = Math.ceil((pace * Math.min(since, longest)) / 60_000)
    const next = serving + Math.min(most, entered - serving, figures.free - idle)
    if (next <= serving) return
    await trx
      .updateTable('queue_draws')
      .set({ serving: next, pace })
      .where('queue_id', '=', queueId)
      .execute()
    await trx
      .insertInto('queue_servings')
      .values({ queue_id: queueId, serving: next, served_at: at })
      .execute()
    await notifyQueue({ db: trx, bus }, served.festival_id)
  })
}

/** Closes the waiting lists of a queue's tiers in favour of its people, or opens them once all are served. */
async function setUnserved(trx: Transaction, queueId: string, has_unserved: boolean) {
  await trx
    .updateTable('queue_draws')
    .set({ has_unserved })
    .where('queue_id', '=', queueId)
    .execute()
  const tiers = await trx
    .selectFrom('queue_tiers')
    .select('tier_id')
    .where('queue_id', '=', queueId)
    .execute()
  await updateWaitingDemand(
    trx,
    tiers.map(({ tier_id }) => tier_id),
  )
}

/** Updates the demand from the waiting lists of these tiers, after a queue has closed or opened them. */
export async function updateWaitingDemand(trx: Transaction, tiers: string[]): Promise<void> {
  await moveOffered(
    trx,
    tiers.map((tier_id) => ({ tier_id, held: 0 })),
  )
}

/** Returns the next pace: half as much again while no request waits, else half. */
function paceOf({ waitForDatabase, loopDelay }: Context, pace: number): number {
  const isBusy = waitForDatabase() + loopDelay() > longWait
  return Math.round(Math.min(fastest, Math.max(slowest, isBusy ? pace / 2 : pace * 1.5)))
}

/** Counts the pieces of a queue's tiers that can be bought now. */
export const freeIn = (queueId: string | RawBuilder<unknown>, now: Date) => sql<number>`
  coalesce((
    select sum(greatest(0, free.pieces)) from (
      select ${forAll} as pieces from tiers t
      where t.id in (select tier_id from queue_tiers where queue_id = ${queueId}) and t.archived_at is null
        and (t.start_time is null or t.start_time <= ${now}) and (t.end_time is null or t.end_time > ${now})
    ) free), 0)::int`

type Figures = { free: number; before: number; bought: number }

/** Reads the pieces free now, the turns given until ten minutes ago (`before`), and the people who bought in turn since then. */
async function findFigures(trx: Transaction, queueId: string, now: Date): Promise<Figures> {
  const then = new Date(now.getTime() - unused)
  const { rows } = await sql<Figures>`
    select ${freeIn(queueId, now)} as free,
      coalesce((select max(serving) from queue_servings where queue_id = ${queueId} and served_at <= ${then}), 0) as before,
      ${buyersSince(queueId, then)} as bought`.execute(trx)
  return rows[0] ?? { free: 0, before: 0, bought: 0 }
}
