/**
 * Staff rehearse a queue before it opens. A rehearsal is a second queue beside it, with numbers that belong to no user,
 * which staff draw and serve by hand. It counts as cancelled (`infinity`), so that nothing after a sale uses it, and is
 * deleted as a whole.
 */
import { sql } from 'kysely'
import { rootOfParts, seedOf } from '#common/draw/leaves'
import { orderOf } from '#common/draw/permutation'
import { deleteNotifications, notify } from '#messaging/notifications'
import { type Transaction, transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { conflict, found, invalidField } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { insertQueue, lockQueue } from './insert.ts'
import { causeOf, noticesFor } from './notification-content.ts'
import { sha256 } from './proof/sha256.ts'
import { contextOf, readSecrets } from './secrets.ts'

type Context = Pick<Infrastructure, 'db' | 'vault' | 'now' | 'bus'>

const hour = 3_600_000

/** Begins a rehearsal with `entries` numbers, in place of an earlier one. 404 without a queue, 409 `queue_open` once the queue is open. */
export async function beginRehearsal(
  { db, vault, now }: Omit<Context, 'bus'>,
  { festivalId, entries }: { festivalId: string; entries: number },
): Promise<void> {
  await transact(db, async (trx) => {
    const at = now()
    const { groups_of, opens_at } = found(await lockQueue(trx, festivalId), 'Queue')
    if (opens_at <= at)
      throw conflict(
        'The queue is open: a rehearsal is only possible before it opens',
        'queue_open',
      )
    await endRehearsal(trx, festivalId)
    await insertQueue(trx, vault, {
      id: newId(),
      festival_id: festivalId,
      opens_at: at,
      draw_at: new Date(at.getTime() + hour),
      groups_of,
      source: 'organizer',
      round: null,
      created_at: at,
      cancelled_at: sql<Date>`'infinity'`,
      entered: entries,
    })
  })
}

type Rehearsal = {
  queue_id: string
  festival_id: string
  secrets: Buffer
  draw_at: Date
  festival: string
  time_zone: string
  entered: number
  /** null until it is drawn */
  seed: Buffer | null
  entries: number
  serving: number
}

/**
 * Gives turns to the first `serving` places of a rehearsal, and draws it first if need be, by its own seed. Notifies
 * the staff with a number in turn. 404 without a rehearsal, 400 if turns would be taken back.
 */
export async function serveRehearsal(
  context: Context,
  { festivalId, serving }: { festivalId: string; serving: number },
): Promise<void> {
  const { db, bus, now } = context
  await transact(db, async (trx) => {
    const at = now()
    const rehearsal = found(await lockRehearsal(trx, festivalId), 'Rehearsal')
    const { queue_id: id } = rehearsal
    const { seed, entries } = rehearsal.seed
      ? { ...rehearsal, seed: rehearsal.seed }
      : await drawNow(trx, context, rehearsal)
    if (serving < rehearsal.serving) {
      throw invalidField(
        'serving',
        `must be at least ${rehearsal.serving}: turns are not taken back`,
      )
    }
    const next = Math.min(serving, rehearsal.entered)
    if (next === rehearsal.serving) return
    await trx.updateTable('queue_draws').set({ serving: next }).where('queue_id', '=', id).execute()
    await trx
      .insertInto('queue_servings')
      .values({ queue_id: id, serving: next, served_at: at })
      .execute()
    const { placeOf } = await orderOf(seed, entries, sha256)
    const people = await peopleIn(trx, id)
    const inTurn = people.filter(({ serves }) => placeOf(serves) < next)
    const about = { ...rehearsal, begun_at: at, isRehearsal: true }
    const notices = noticesFor(
      'queue.turn',
      about,
      inTurn.map(({ user_id }) => user_id),
    )
    await notify({ db: trx, bus, now: at }, notices)
  })
}

/** Runs as a statement of its own after the locks, so it sees the draws and turns of other transactions. */
async function lockRehearsal(trx: Transaction, festivalId: string): Promise<Rehearsal | undefined> {
  const isMeant = sql`q.festival_id = ${festivalId} and q.cancelled_at = 'infinity'`
  await sql`
    select from queues q join queue_counts c on c.queue_id = q.id
    where ${isMeant} for no key update`.execute(trx)
  const { rows } = await sql<Rehearsal>`
    select q.id as queue_id, q.festival_id, q.secrets, q.draw_at, f.name as festival, f.time_zone, c.entered,
           d.seed, coalesce(d.entries, c.entered) as entries, coalesce(d.serving, 0) as serving
    from queues q join festivals f on f.id = q.festival_id join queue_counts c on c.queue_id = q.id
    left join queue_draws d on d.queue_id = q.id
    where ${isMeant}`.execute(trx)
  return rows[0]
}

/** Fixes and draws a rehearsal at once. Its numbers belong to no user: there is no list, and nothing is proven. */
async function drawNow(
  trx: Transaction,
  { vault, now }: Context,
  { queue_id, secrets, entered }: Rehearsal,
) {
  const { seed: randomness } = readSecrets(vault.open(secrets, contextOf(queue_id)))
  const root = await rootOfParts({ queue_id, entries: entered, hashes: [] }, sha256)
  const seed = Buffer.from(await seedOf({ queue_id, root, entries: entered, randomness }, sha256))
  const at = now()
  await trx
    .insertInto('queue_draws')
    .values({
      queue_id,
      entries: entered,
      root: Buffer.from(root),
      committed_at: at,
      randomness,
      proven: false,
      seed,
      drawn_at: at,
    })
    .execute()
  return { seed, entries: entered }
}

const peopleIn = (trx: Transaction, queueId: string) =>
  trx
    .selectFrom('queue_entries')
    .select(['user_id', 'serves'])
    .where('queue_id', '=', queueId)
    .execute()

/** Deletes a rehearsal and all of its notifications. Returns true if there was one. */
export async function endRehearsal(trx: Transaction, festivalId: string): Promise<boolean> {
  const rehearsal = await lockRehearsal(trx, festivalId)
  if (!rehearsal) return false
  const { queue_id: id } = rehearsal
  const people = await peopleIn(trx, id)
  await deleteNotifications(trx, {
    cause: causeOf('queue.turn', id),
    userIds: people.map(({ user_id }) => user_id),
  })
  await trx.deleteFrom('queues').where('id', '=', id).execute()
  return true
}
