import { sql } from 'kysely'
import { leafOf } from '#common/draw/leaves'
import { levelsOf } from '#common/draw/merkle'
import type { Database } from '#platform/database/tables'
import type { Vault } from '#platform/secrets/vault'
import { invitationOf, receiptOf } from './proof/receipt.ts'
import { sha256 } from './proof/sha256.ts'
import type { QueuePlace } from './schemas.ts'
import { boughtInTurn } from './turns.ts'

type Owned = { queueId: string; userId: string }
type Row = Omit<QueuePlace, 'receipt' | 'invitation'> & {
  groups_of: number
  is_committed: boolean
  first: number
  count: number
  signature: Buffer
}

/** Returns one’s own number with its receipt; undefined for a user without a number. */
export async function findPlace(
  { db, vault }: { db: Database; vault: Vault },
  { queueId, userId }: Owned,
): Promise<QueuePlace | undefined> {
  const { rows } = await readPlace(queueId, userId).execute(db)
  const [row] = rows
  if (!row) return undefined
  const { first, count, signature, groups_of, is_committed, ...place } = row
  const { number, serves, people } = place
  const levels = await levelsOf(await leavesOf(db, { queueId, first, count }), sha256)
  const mayInvite = !is_committed && serves === number && people < groups_of
  return {
    ...place,
    invitation: mayInvite ? invitationOf(vault, { queueId, number }) : null,
    receipt: receiptOf(levels, { index: number - first, first, count, signature }),
  }
}

/**
 * Reads a place with its receipt. The receipt of a number is the last one that begins at it or before: each number is
 * in one, and a queue has thousands.
 */
export const readPlace = (queueId: string, userId: string) => sql<Row>`
    select e.queue_id, e.user_id, e.number, e.serves, e.salt, e.entered_at, r.first, r.count, r.signature, q.groups_of,
           (select count(*)::int from queue_entries g
            where g.queue_id = e.queue_id and g.serves = e.serves and g.serves <> g.number) + 1 as people,
           exists (select from queue_draws d where d.queue_id = e.queue_id) as is_committed,
           (select p.order_id from (${boughtInTurn(queueId)}) p where p.user_id = e.user_id limit 1) as order_id
    from queue_entries e join queues q on q.id = e.queue_id
    cross join lateral (
      select first, count, signature from queue_receipts
      where queue_id = e.queue_id and first <= e.number order by first desc limit 1) r
    where e.queue_id = ${queueId} and e.user_id = ${userId}`

type Range = { queueId: string; first: number; count: number }

/** Returns the leaves of a receipt, as they were signed: they can never change. */
async function leavesOf(db: Database, { queueId, first, count }: Range): Promise<Uint8Array[]> {
  const rows = await db
    .selectFrom('queue_entries')
    .select(['queue_id', 'number', 'user_id', 'salt'])
    .where('queue_id', '=', queueId)
    .where('number', '>=', first)
    .where('number', '<', first + count)
    .orderBy('number')
    .execute()
  return Promise.all(rows.map((row) => leafOf(row, sha256)))
}
