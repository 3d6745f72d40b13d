/** Users enter a queue: many in one transaction, under one signature. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { leafOf, receiptText } from '#common/draw/leaves'
import { levelsOf } from '#common/draw/merkle'
import { rowsOf } from '#platform/database/sql'
import { type Transaction, transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { type Microbatched, microbatch, type Settled } from '#platform/jobs/microbatch'
import { conflict, notFound } from '#platform/values/errors'
import { invitationOf, receiptOf } from './proof/receipt.ts'
import { sha256 } from './proof/sha256.ts'
import type { QueuePlace } from './schemas.ts'
import { contextOf, readSecrets, signed } from './secrets.ts'

type Context = Pick<Infrastructure, 'db' | 'vault' | 'now'>

export type Entering = { queueId: string; userId: string }

/** Creates the entrance of a process: users gathered in a batch enter together. The result is undefined for a user with a number from before. */
export function openEntrance(context: Context): Microbatched<Entering, QueuePlace | undefined> {
  return microbatch({
    run: async (batch) => {
      const results = new Map<Entering, Settled<QueuePlace | undefined>>()
      for (const [queueId, entering] of Map.groupBy(batch, (one) => one.queueId)) {
        const users = entering.map(({ userId }) => userId)
        const entered = await enter(context, queueId, users)
        for (const one of entering) {
          const place = entered.get(one.userId)
          results.set(one, place instanceof Error ? { error: place } : { value: place })
        }
      }
      return batch.map((one) => results.get(one) ?? { error: notFound('Queue') })
    },
    keyOf: ({ queueId, userId }) => `${queueId} ${userId}`,
    most: 256,
  })
}

/**
 * Gives numbers to users without one, in the given sequence and without gaps, since the row that counts them is locked
 * first. Returns their places with receipts, and the errors of the others; a user with a number retains it.
 */
export async function enter(
  { db, vault, now }: Context,
  queueId: string,
  userIds: string[],
): Promise<Map<string, Error | QueuePlace>> {
  return transact(db, async (trx) => {
    const queue = await lockCount(trx, queueId)
    if (!queue) return new Map(userIds.map((id) => [id, notFound('Queue')]))
    if (queue.opens_at > now()) return new Map(userIds.map((id) => [id, notOpen(queue)]))
    const known = await findUsers(trx, queueId, userIds)
    const fresh = known.filter(({ is_proven, has_number }) => is_proven && !has_number)
    const { key } = readSecrets(vault.open(queue.secrets, contextOf(queueId)))
    const entries = fresh.map(({ user_id }, n) => ({
      queue_id: queueId,
      number: queue.entered + n,
      user_id,
      salt: randomUUID(),
    }))
    const entered_at = now()
    const receipts = await insertEntries(trx, { entries, key, now: entered_at })
    const unproven = known.filter(({ is_proven, has_number }) => !is_proven && !has_number)
    return new Map<string, Error | QueuePlace>([
      ...unproven.map(({ user_id }) => [user_id, notProven()] as const),
      ...entries.map((entry, n) => {
        const { number } = entry
        const mayInvite = queue.groups_of > 1 && !queue.is_committed
        const invitation = mayInvite ? invitationOf(vault, { queueId, number }) : null
        const alone = { serves: number, people: 1, invitation, entered_at, order_id: null }
        return [entry.user_id, { ...entry, ...alone, receipt: receipts[n] as Receipt }] as const
      }),
    ])
  })
}

const notOpen = ({ opens_at }: { opens_at: Date }) =>
  conflict('The queue is not open yet', 'queue_not_open', { opens_at })
const notProven = () => conflict('Confirm your e-mail first', 'email_not_proven')

type Counted = {
  entered: number
  opens_at: Date
  secrets: Buffer
  groups_of: number
  is_committed: boolean
}

/** Locks the entry count of a queue; every change of its numbers takes this lock first. */
export async function lockCount(trx: Transaction, queueId: string) {
  const { rows } = await sql<Counted>`
    select c.entered, q.opens_at, q.secrets, q.groups_of,
           exists (select from queue_draws d where d.queue_id = q.id) as is_committed
    from queue_counts c join queues q on q.id = c.queue_id
    where c.queue_id = ${queueId} and coalesce(q.cancelled_at, 'infinity') = 'infinity'
    for no key update of c`.execute(trx)
  return rows[0]
}

type EnteringUser = { user_id: string; is_proven: boolean; has_number: boolean }

/** Runs as a statement of its own after the lock, so it sees the entries of other transactions. */
async function findUsers(
  trx: Transaction,
  queueId: string,
  userIds: string[],
): Promise<EnteringUser[]> {
  const wanted = userIds.map((user_id) => ({ user_id }))
  const { rows } = await sql<EnteringUser>`
    select u.id as user_id, u.email_proven_at is not null as is_proven,
           exists (select from queue_entries e where e.queue_id = ${queueId} and e.user_id = u.id) as has_number
    from ${rowsOf('w', wanted, { user_id: 'uuid' })} join users u on u.id = w.user_id
    order by w.place`.execute(trx)
  return rows
}

type Numbered = { queue_id: string; number: number; user_id: string; salt: string }
type Receipt = QueuePlace['receipt']
type Inserting = { entries: Numbered[]; key: Parameters<typeof signed>[0]; now: Date }

async function insertEntries(
  trx: Transaction,
  { entries, key, now }: Inserting,
): Promise<Receipt[]> {
  const [start] = entries
  if (!start) return []
  const { queue_id, number: first } = start
  const count = entries.length
  const leaves = await Promise.all(entries.map((entry) => leafOf(entry, sha256)))
  const levels = await levelsOf(leaves, sha256)
  const root = levels.at(-1)?.[0] ?? new Uint8Array()
  const signature = signed(key, receiptText(queue_id, { first, count, root }))
  await sql`
    with made as (
      insert into queue_entries (queue_id, number, user_id, serves, salt, entered_at)
      select ${queue_id}::uuid, number, user_id, number, salt, ${now}
      from ${rowsOf('n', entries, { number: 'int', user_id: 'uuid', salt: 'uuid' })}
    ), receipt as (
      insert into queue_receipts (queue_id, first, count, signature)
      values (${queue_id}, ${first}, ${count}, ${signature})
    )
    update queue_counts set entered = entered + ${count} where queue_id = ${queue_id}`.execute(trx)
  return entries.map((_, n) => receiptOf(levels, { index: n, first, count, signature }))
}
