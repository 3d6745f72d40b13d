/** Managers set up, move and cancel waiting rooms. */
import { sql } from 'kysely'
import { rowsOf } from '#platform/database/sql'
import { type Transaction, transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { eachInTurn } from '#platform/jobs/each'
import { conflict, found, invalidField } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { toTime } from '#platform/values/time'
import { insertQueue, lockQueue, type Terms } from './insert.ts'
import { announce } from './notify.ts'
import { roundFrom } from './proof/drand.ts'
import { endRehearsal } from './rehearsal.ts'
import type { NewQueue } from './schemas.ts'
import { updateWaitingDemand } from './serve.ts'
import { notifyQueue } from './state.ts'

type Context = Pick<Infrastructure, 'db' | 'vault' | 'now' | 'bus'>

/** The time from fixing the entries to the round, ms. */
const ahead = 60_000

/**
 * Creates the queue of a festival, or changes it. Once it is open, only its tiers and `draw_at` can change (409
 * `queue_open`), and nothing after the draw (409 `queue_drawn`): entries retain their numbers.
 */
export async function setQueue(
  { db, vault, now, bus }: Context,
  festivalId: string,
  given: NewQueue,
): Promise<void> {
  const terms = termsOf(given, now())
  await transact(db, async (trx) => {
    const queue = await lockQueue(trx, festivalId)
    if (queue) await refuseMoving(trx, queue, { terms, now: now() })
    const id = queue?.id ?? newId()
    const { tiers, ...set } = terms
    if (queue) await trx.updateTable('queues').set(set).where('id', '=', id).execute()
    else await insertQueue(trx, vault, { id, festival_id: festivalId, ...set, created_at: now() })
    await setTiers(trx, { id, festivalId, tiers })
    if (queue && queue.draw_at.getTime() !== terms.draw_at.getTime()) {
      await announce(trx, { queue_id: id, type: 'queue.moved' }, now)
    }
    await notifyQueue({ db: trx, bus }, festivalId)
  })
}

function termsOf(given: NewQueue, now: Date): Terms {
  const [opens_at, draw_at] = [toTime(given.opens_at), toTime(given.draw_at)]
  if (draw_at <= opens_at) throw invalidField('draw_at', 'must be after opens_at')
  if (draw_at <= now) throw invalidField('draw_at', 'must be in the future')
  const source = given.source ?? 'drand'
  const round = source === 'drand' ? roundFrom(new Date(draw_at.getTime() + ahead)) : null
  const tiers = [...new Set(given.tiers.map((id) => id.toLowerCase()))]
  return { tiers, opens_at, draw_at, groups_of: given.groups_of ?? 1, source, round }
}

type LockedQueue = NonNullable<Awaited<ReturnType<typeof lockQueue>>>

async function refuseMoving(
  trx: Transaction,
  queue: LockedQueue,
  { terms, now }: { terms: Terms; now: Date },
) {
  const isOver = queue.draw_at <= now || (await isCommitted(trx, queue.id))
  if (isOver)
    throw conflict('The draw has begun: the queue can no longer be changed', 'queue_drawn')
  const isSame =
    terms.opens_at.getTime() === queue.opens_at.getTime() &&
    terms.groups_of === queue.groups_of &&
    terms.source === queue.source
  if (queue.opens_at <= now && !isSame) {
    const error = 'The queue is open: only its tiers and draw_at can be changed'
    throw conflict(error, 'queue_open')
  }
}

/** Returns true if the entries of a queue are fixed. */
export const isCommitted = async (trx: Transaction, id: string): Promise<boolean> =>
  (await trx
    .selectFrom('queue_draws')
    .select('queue_id')
    .where('queue_id', '=', id)
    .executeTakeFirst()) !== undefined

type Covered = { id: string; festivalId: string; tiers: string[] }

async function setTiers(trx: Transaction, { id, festivalId, tiers }: Covered) {
  const before = await dropTiers(trx, id)
  const rows = tiers.map((tier_id) => ({ tier_id }))
  const { numAffectedRows } = await sql`
    insert into queue_tiers (tier_id, queue_id)
    select t.id, ${id}::uuid from ${rowsOf('w', rows, { tier_id: 'uuid' })}
    join tiers t on t.id = w.tier_id and t.festival_id = ${festivalId} and t.archived_at is null`.execute(
    trx,
  )
  if (Number(numAffectedRows) < tiers.length) {
    throw invalidField('tiers', 'must be tickets of this festival')
  }
  await updateWaitingDemand(trx, [...new Set([...before, ...tiers])])
}

/** Removes the tiers from a queue; returns their ids. */
async function dropTiers(trx: Transaction, queueId: string): Promise<string[]> {
  const dropped = await trx
    .deleteFrom('queue_tiers')
    .where('queue_id', '=', queueId)
    .returning('tier_id')
    .execute()
  return dropped.map(({ tier_id }) => tier_id)
}

/** Cancels a queue: its entries are void, and its tiers are sold as without it. 404 if there is none. */
export async function cancelQueue(context: Ending, festivalId: string): Promise<void> {
  found((await endQueue(context, festivalId)) || undefined, 'Queue')
}

/**
 * Ends the queues of festivals that were cancelled or deleted before the draw, so that people waiting are notified. A
 * drawn queue stays, so that its draw can be checked.
 */
export async function cancelWithFestivals(context: Ending): Promise<void> {
  const { rows } = await sql<{ festival_id: string }>`
    select q.festival_id from queues q join festivals f on f.id = q.festival_id
    where q.cancelled_at is null and q.draw_at > ${context.now()} and (f.cancelled_at is not null or f.deleted_at < 'infinity')
    limit 100`.execute(context.db)
  await eachInTurn(rows, ({ festival_id }) => endQueue(context, festival_id))
}

type Ending = Omit<Context, 'vault'>

/** Returns false if there is no queue. */
async function endQueue({ db, now, bus }: Ending, festivalId: string): Promise<boolean> {
  return transact(db, async (trx) => {
    const queue = await lockQueue(trx, festivalId)
    if (!queue) return false
    const { id } = queue
    await endRehearsal(trx, festivalId)
    await announce(trx, { queue_id: id, type: 'queue.cancelled' }, now)
    await trx.updateTable('queues').set({ cancelled_at: now() }).where('id', '=', id).execute()
    await updateWaitingDemand(trx, await dropTiers(trx, id))
    await notifyQueue({ db: trx, bus }, festivalId)
    return true
  })
}
