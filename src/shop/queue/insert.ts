import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '#platform/database/transactions'
import type { Vault } from '#platform/secrets/vault'
import { contextOf, newSecrets, publicHalf, readSecrets } from './secrets.ts'

export type Terms = {
  tiers: string[]
  opens_at: Date
  draw_at: Date
  groups_of: number
  source: 'drand' | 'organizer'
  round: number | null
}

/** Locks the queue of a festival. The lock on the festival's row serializes concurrent setups. */
export async function lockQueue(trx: Transaction, festivalId: string) {
  await sql`select from festivals where id = ${festivalId} for no key update`.execute(trx)
  return trx
    .selectFrom('queues')
    .select(['id', 'opens_at', 'draw_at', 'groups_of', 'source'])
    .where('festival_id', '=', festivalId)
    .where('cancelled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

type Row = Omit<Terms, 'tiers'> & {
  id: string
  festival_id: string
  created_at: Date
  cancelled_at?: RawBuilder<Date>
  entered?: number
}

/** Inserts a queue with a new seed and a new key. */
export async function insertQueue(
  trx: Transaction,
  vault: Vault,
  { entered = 0, ...row }: Row,
): Promise<void> {
  const bytes = newSecrets()
  const { seed, key } = readSecrets(bytes)
  await trx
    .insertInto('queues')
    .values({
      ...row,
      commitment: hash('sha256', seed, 'buffer'),
      receipt_key: publicHalf(key),
      secrets: vault.seal(bytes, contextOf(row.id)),
    })
    .execute()
  await trx.insertInto('queue_counts').values({ queue_id: row.id, entered }).execute()
}
