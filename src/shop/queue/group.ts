import { type Transaction, transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { conflict, found, invalidField } from '#platform/values/errors'
import { isCommitted } from './changes.ts'
import { lockCount } from './enter.ts'
import { readInvitation } from './proof/receipt.ts'

type Context = Pick<Infrastructure, 'db' | 'vault'>
type Joining = { queueId: string; userId: string; invitation: string }

/**
 * Gives up one's own number for the number of a group. Possible until the entries are fixed: afterwards one would
 * choose between two places. 404 for a user without an entry, 409 `queue_drawn`, `group_full`, and `has_group` if
 * others have joined one's own number.
 */
export async function joinGroup({ db, vault }: Context, joining: Joining): Promise<void> {
  const { queueId, userId, invitation } = joining
  const serves = readInvitation(vault, queueId, invitation)
  await transact(db, async (trx) => {
    found(await lockCount(trx, queueId), 'Queue')
    const mine = await trx
      .selectFrom('queue_entries')
      .select(['number', 'serves'])
      .where('queue_id', '=', queueId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    const { number, serves: before } = found(mine, 'Entry')
    if (serves === undefined || serves === number) {
      throw invalidField('invitation', 'must be that of another one in this queue')
    }
    if (before === serves) return
    await requireUnderLimit(trx, { queueId, number, serves })
    await trx
      .updateTable('queue_entries')
      .set({ serves })
      .where('queue_id', '=', queueId)
      .where('number', '=', number)
      .execute()
  })
}

type Move = { queueId: string; number: number; serves: number }

async function requireUnderLimit(
  trx: Transaction,
  { queueId, number, serves }: Move,
): Promise<void> {
  if (await isCommitted(trx, queueId)) {
    throw conflict('The draw has begun: groups can no longer be changed', 'queue_drawn')
  }
  const entries = await trx
    .selectFrom('queue_entries as e')
    .innerJoin('queues as q', 'q.id', 'e.queue_id')
    .select(['e.number', 'e.serves', 'q.groups_of'])
    .where('e.queue_id', '=', queueId)
    // Users in another's number are few, and have an index of their own.
    .where((eb) =>
      eb.or([
        eb('e.number', '=', serves),
        eb.and([eb('e.serves', 'in', [serves, number]), eb('e.serves', '<>', eb.ref('e.number'))]),
      ]),
    )
    .execute()
  if (entries.some((entry) => entry.serves === number)) {
    throw conflict('Others have joined your group: they would lose their place', 'has_group')
  }
  const leader = entries.find((entry) => entry.number === serves && entry.serves === serves)
  if (!leader || entries.length >= leader.groups_of) {
    throw conflict('The group is full, or has joined another group', 'group_full')
  }
}
