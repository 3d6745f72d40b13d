/**
 * Notifies people in a queue of their turn, of a moved draw, and of its cancellation: page after page, in transactions
 * that record their progress, so that each person is notified once, even if processes die or take over.
 */
import { sql } from 'kysely'
import { orderOf } from '#common/draw/permutation'
import { notify } from '#messaging/notifications'
import { list } from '#platform/database/sql'
import { type Transaction, transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { eachInTurn } from '#platform/jobs/each'
import { lockCount } from './enter.ts'
import { noticesFor, type QueueNews } from './notification-content.ts'
import { sha256 } from './proof/sha256.ts'
import { freeIn } from './serve.ts'
import { boughtInTurn } from './turns.ts'

type Context = Pick<Infrastructure, 'db' | 'now' | 'bus'>
type Due = { queue_id: string; type: QueueNews }

/** The number of people notified in one transaction. */
const page = 500

/** Schedules notifications, to everyone with an entry by now, that the draw of a queue is moved or that it is cancelled. */
export async function announce(
  db: Transaction,
  { queue_id, type }: { queue_id: string; type: Exclude<QueueNews, 'queue.turn'> },
  now: () => Date,
): Promise<void> {
  // A user entering now either has entered before this lock, or will see the change.
  await lockCount(db, queue_id)
  // A notice that is not sent yet is no longer true.
  await db.deleteFrom('queue_notices').where('queue_id', '=', queue_id).execute()
  await db.insertInto('queue_notices').values({ queue_id, type, begun_at: now() }).execute()
}

/** Notifies a page of people in each queue with news; returns the number of pages. */
export async function notifyQueues(context: Context): Promise<number> {
  const { rows } = await sql<Due>`
    select d.queue_id, 'queue.turn' as type
    from queue_draws d join queues q on q.id = d.queue_id join festivals f on f.id = q.festival_id
    left join queue_notices n on n.queue_id = d.queue_id and n.type = 'queue.turn'
    where d.serving > coalesce(n.told, 0) and q.cancelled_at is null
      and f.cancelled_at is null and f.deleted_at is null and f.end_time > ${context.now()}
    union all
    select queue_id, type from queue_notices where type <> 'queue.turn'`.execute(context.db)
  return eachInTurn(rows, (due) => notifyPage(context, due))
}

async function notifyPage({ db, bus, now }: Context, due: Due): Promise<boolean> {
  return transact(db, async (trx) => {
    const at = now()
    const news = await lockNews(trx, due, at)
    if (!news) return false
    const told = Math.min(news.until, news.told + Math.ceil(page / news.groups_of))
    const users = await (due.type === 'queue.turn' ? inTurn : numbered)(trx, news, told)
    const userIds = users.map(({ user_id }) => user_id)
    await notify({ db: trx, bus, now: at }, noticesFor(due.type, news, userIds))
    const isDone = due.type !== 'queue.turn' && told === news.until
    const row = sql`where queue_id = ${due.queue_id} and type = ${due.type}`
    const noted = isDone
      ? sql`delete from queue_notices ${row}`
      : sql`update queue_notices set told = ${told} ${row}`
    await noted.execute(trx)
    return true
  })
}

type News = {
  queue_id: string
  festival_id: string
  festival: string
  time_zone: string
  groups_of: number
  draw_at: Date
  begun_at: Date
  told: number
  /** the number of places, or of entries, to notify */
  until: number
  entries: number
  seed: Buffer
}

/** Locks the news of a queue. Undefined while another process sends them; for turns also while nothing is left to buy, so they wait. */
async function lockNews(
  trx: Transaction,
  { queue_id, type }: Due,
  now: Date,
): Promise<News | undefined> {
  if (type === 'queue.turn') {
    await sql`
      insert into queue_notices (queue_id, type, begun_at) values (${queue_id}, ${type}, ${now})
      on conflict do nothing`.execute(trx)
  }
  const isTurn = sql`n.type = 'queue.turn'`
  const { rows } = await sql<News>`
    select n.queue_id, n.told, n.begun_at, q.festival_id, q.groups_of, q.draw_at, f.name as festival, f.time_zone,
           d.entries, d.seed, case when ${isTurn} then d.serving else c.entered end as until
    from queue_notices n join queues q on q.id = n.queue_id join festivals f on f.id = q.festival_id
    join queue_counts c on c.queue_id = n.queue_id left join queue_draws d on d.queue_id = n.queue_id
    where n.queue_id = ${queue_id} and n.type = ${type}
      and (not ${isTurn} or ${freeIn(sql`n.queue_id`, now)} > 0)
    for no key update of n skip locked`.execute(trx)
  return rows[0]
}

type QueueMember = { user_id: string }

/** Returns the users with a turn by their place, with all members of a group, unless they have bought already. */
async function inTurn(trx: Transaction, news: News, told: number): Promise<QueueMember[]> {
  const { numberAt } = await orderOf(news.seed, news.entries, sha256)
  const places = Array.from({ length: told - news.told }, (_, n) => numberAt(news.told + n))
  const numbers = sql`any (${list(places, 'int')})`
  const { rows } = await sql<QueueMember>`
    select e.user_id from (
      select user_id from queue_entries where queue_id = ${news.queue_id} and number = ${numbers} and serves = number
      union all
      select user_id from queue_entries where queue_id = ${news.queue_id} and serves = ${numbers} and serves <> number
    ) e
    where ${isActiveUser} and not exists (
      select from (${boughtInTurn(news.queue_id)}) p where p.user_id = e.user_id)`.execute(trx)
  return rows
}

/** Returns the users with a number from before the event. */
async function numbered(trx: Transaction, news: News, told: number): Promise<QueueMember[]> {
  const { rows } = await sql<QueueMember>`
    select e.user_id from queue_entries e
    where e.queue_id = ${news.queue_id} and e.number >= ${news.told} and e.number < ${told}
      and e.entered_at <= ${news.begun_at} and ${isActiveUser}`.execute(trx)
  return rows
}

const isActiveUser = sql`exists (select from users u where u.id = e.user_id and u.suspended_at is null)`
