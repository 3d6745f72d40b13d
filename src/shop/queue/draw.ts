/** At `draw_at` the entries are fixed and published; then the order follows from randomness that no one could know before. */
import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import { drawnLeaf, leafOf, partSize, rootOfParts, seedOf } from '#common/draw/leaves'
import { type Transaction, transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { eachAtOnce } from '#platform/jobs/each'
import { isCommitted } from './changes.ts'
import { lockCount } from './enter.ts'
import { fetchRound, timeOfRound } from './proof/drand.ts'
import { sha256 } from './proof/sha256.ts'
import { contextOf, readSecrets } from './secrets.ts'
import { notifyQueue } from './state.ts'

export type Context = Pick<Infrastructure, 'db' | 'vault' | 'now' | 'bus' | 'config'>

/** Fixes the entries of one queue that is due; returns the number of queues fixed. */
export async function commitDraws(context: Context): Promise<number> {
  const { db, now, bus } = context
  return transact(db, async (trx) => {
    const { rows } = await sql<{ id: string; festival_id: string }>`
      select id, festival_id from queues q
      where cancelled_at is null and draw_at <= ${now()}
        and not exists (select from queue_draws d where d.queue_id = q.id)
      order by draw_at limit 1 for update skip locked`.execute(trx)
    const [queue] = rows
    const count = queue && (await lockCount(trx, queue.id))
    // Another process may have fixed the entries while this one waited for the lock; the statement before did not see
    // that.
    if (!queue || !count || (await isCommitted(trx, queue.id))) return 0
    const { id: queue_id } = queue
    const entries = count.entered
    const hashes: Uint8Array[] = []
    for (let part = 0; part * partSize < entries; part++) {
      hashes.push(await writePart(trx, { queue_id, part, entries }))
    }
    const root = Buffer.from(await rootOfParts({ queue_id, entries, hashes }, sha256))
    await trx
      .insertInto('queue_draws')
      .values({ queue_id, entries, root, committed_at: now() })
      .execute()
    await notifyQueue({ db: trx, bus }, queue.festival_id)
    return 1
  })
}

type Part = { queue_id: string; part: number; entries: number }

async function writePart(trx: Transaction, { queue_id, part, entries }: Part): Promise<Uint8Array> {
  const rows = await trx
    .selectFrom('queue_entries')
    .select(['queue_id', 'number', 'user_id', 'salt', 'serves'])
    .where('queue_id', '=', queue_id)
    .where('number', '>=', part * partSize)
    .where('number', '<', Math.min(entries, (part + 1) * partSize))
    .orderBy('number')
    .execute()
  const leaves = Buffer.alloc(32 * rows.length)
  for (const [n, row] of rows.entries()) {
    leaves.set(await drawnLeaf(await leafOf(row, sha256), row.serves, sha256), 32 * n)
    // A million entries take seconds: other requests are answered in between.
    if (n % 512 === 0) await breathe()
  }
  const hash = Buffer.from(await sha256(leaves))
  await trx.insertInto('queue_parts').values({ queue_id, part, leaves, hash }).execute()
  return hash
}

type Waiting = {
  id: string
  festival_id: string
  round: number | null
  secrets: Buffer
  entries: number
  root: Buffer
  committed_at: Date
}

/** Draws the queues with fixed entries and randomness available by now; returns how many were drawn. */
export async function drawSeeds(context: Context): Promise<number> {
  const { rows } = await sql<Waiting>`
    select q.id, q.festival_id, q.round, q.secrets, d.entries, d.root, d.committed_at
    from queue_draws d join queues q on q.id = d.queue_id
    where d.seed is null and q.cancelled_at is null`.execute(context.db)
  return eachAtOnce(rows, (waiting) => draw(context, waiting))
}

async function draw(context: Context, waiting: Waiting): Promise<boolean> {
  const { db, bus, now } = context
  const { id: queue_id, festival_id, entries, root } = waiting
  const known = await randomnessOf(context, waiting)
  if (!known) return false
  const { randomness, proven } = known
  const seed = Buffer.from(await seedOf({ queue_id, root, entries, randomness }, sha256))
  return transact(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('queue_draws')
      .set({ randomness, proven, seed, drawn_at: now() })
      .where('queue_id', '=', queue_id)
      .where('seed', 'is', null)
      .executeTakeFirst()
    await notifyQueue({ db: trx, bus }, festival_id)
    return numUpdatedRows > 0n
  })
}

/** The time after which an unavailable round counts as missed, ms. */
const patience = 900_000

/**
 * Returns the signature of the round that was fixed when the queue was made; undefined while it is not available. A
 * missed round is not replaced by another: the order then comes from the seed of the queue, and does not count as
 * proven. Nor does it count if the entries were fixed too late.
 */
async function randomnessOf({ vault, config, now }: Context, waiting: Waiting) {
  const { id, round, secrets, committed_at } = waiting
  const own = () => readSecrets(vault.open(secrets, contextOf(id))).seed
  if (round === null) return { randomness: own(), proven: true }
  const published = timeOfRound(round)
  if (now() < published) return undefined
  const signature = await fetchRound(config.DRAND_URL, { round })
  if (signature) return { randomness: signature, proven: committed_at < published }
  const isMissed = now().getTime() - published.getTime() >= patience
  return isMissed ? { randomness: own(), proven: false } : undefined
}
