import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isVisibleTo, mayChange } from '#catalogue/organizers'
import type { UserCaller } from '#core/access'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import type { Bus } from '#platform/sync/bus'
import { Memory } from '#platform/sync/memory'
import { found } from '#platform/values/errors'
import { timeOfRound } from './proof/drand.ts'
import { asText } from './proof/receipt.ts'
import type { Queue, QueueProof } from './schemas.ts'

const topic = 'queues'

/** Notifies all processes that a festival's queue has changed. */
export const notifyQueue = ({ db, bus }: { db: Database; bus: Bus }, festivalId: string) =>
  bus.tell(db, topic, [nameOf(festivalId)])

/** Returns the name under which the database reports a change of the festival, which may hide its queue. */
const nameOf = (festivalId: string) => `festival:${festivalId}`

type Row = {
  id: string
  festival_id: string
  opens_at: Date
  draw_at: Date
  groups_of: number
  source: 'drand' | 'organizer'
  round: number | null
  commitment: Buffer
  receipt_key: Buffer
  tiers: string[]
  entered: number
  entries: number | null
  root: Buffer
  committed_at: Date
  randomness: Buffer | null
  proven: boolean | null
  seed: Buffer | null
  serving: number | null
  before: number
  /** true for a draft, or a festival that was deleted */
  is_hidden: boolean
  is_rehearsal: boolean
}

export type QueueState = Omit<Row, 'before'> & { per_minute: number }

type Viewer = { user: UserCaller | null; query: { rehearsal?: boolean } }

/**
 * Returns the queue of the festival in a path; the queue of a draft, or one being rehearsed, for a user with the right
 * to change it.
 * @throws Problem 404 if there is none
 */
export type QueueOf = (params: { id: string }, viewer?: Viewer) => Promise<QueueState>

/** Opens the queues of a process, which caches each for a second. */
export function openQueues({ db, bus, now }: Pick<Infrastructure, 'db' | 'bus' | 'now'>): QueueOf {
  const memory = new Memory<QueueState>({ bus, now, topic, most: 1_000 })
  bus.on('catalogue', (names) => memory.drop(names))
  return async ({ id }, { user, query } = { user: null, query: {} }) => {
    const festivalId = id.toLowerCase()
    if (query.rehearsal) {
      const isStaff = user && (await isSeen(db, festivalId, isStaffOf(user)))
      return found(isStaff ? await findRehearsal(db, festivalId, now()) : undefined, 'Rehearsal')
    }
    const known = await memory.recall(festivalId, async () => {
      const value = await findQueue(db, festivalId, now())
      const until = new Date(now().getTime() + 1_000)
      return value && { value, names: [nameOf(festivalId)], until }
    })
    const isShown =
      known && (!known.is_hidden || (user && (await isSeen(db, festivalId, isVisibleTo(user)))))
    return found(isShown ? known : undefined, 'Queue')
  }
}

/** Staff see a rehearsal in the guide too, although its clients show no drafts. */
const isStaffOf = (user: UserCaller) =>
  sql<SqlBool>`(${mayChange(user, 'f.organizer_id')} and ${isVisibleTo(user)})`

type Seeing = RawBuilder<SqlBool>

async function isSeen(db: Database, festivalId: string, seeing: Seeing): Promise<boolean> {
  const festival = await db
    .selectFrom('festivals as f')
    .select('f.id')
    .where('f.id', '=', festivalId)
    .where(seeing)
    .executeTakeFirst()
  return festival !== undefined
}

/** Returns the queue of a festival as it is now; undefined if there is none. */
export const findQueue = (db: Database, festivalId: string, now: Date) =>
  read(db, sql`q.festival_id = ${festivalId} and q.cancelled_at is null`, now)

/** Returns the rehearsal of a festival's queue; undefined if there is none. */
export const findRehearsal = (db: Database, festivalId: string, now: Date) =>
  read(db, sql`q.festival_id = ${festivalId} and q.cancelled_at = 'infinity'`, now)

async function read(
  db: Database,
  which: RawBuilder<unknown>,
  now: Date,
): Promise<QueueState | undefined> {
  const minuteAgo = new Date(now.getTime() - 60_000)
  const { rows } = await sql<Row>`
    select q.id, q.festival_id, f.deleted_at is not null as is_hidden, q.opens_at, q.draw_at, q.groups_of, q.source, q.round, q.commitment, q.receipt_key,
           q.cancelled_at is not null as is_rehearsal,
           array(select tier_id from queue_tiers t join queues own on own.id = t.queue_id
                 where own.festival_id = q.festival_id order by tier_id) as tiers,
           c.entered, d.entries, d.root, d.committed_at, d.randomness, d.proven, d.seed, d.serving,
           coalesce((select max(serving) from queue_servings s
                     where s.queue_id = q.id and s.served_at <= ${minuteAgo}), 0) as before
    from queues q
    join festivals f on f.id = q.festival_id
    join queue_counts c on c.queue_id = q.id
    left join queue_draws d on d.queue_id = q.id
    where ${which}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { before, ...known } = row
  return { ...known, per_minute: (known.serving ?? 0) - before }
}

export function toQueue(queueState: QueueState, now: Date): Queue {
  const { entered, serving, per_minute } = queueState
  return {
    ...fixedOf(queueState),
    status: statusOf(queueState, now),
    entered,
    draw: drawOf(queueState),
    serving: serving ?? 0,
    per_minute,
    ask_again_seconds: askAgain(queueState, now),
  }
}

const fixedOf = ({ opens_at, draw_at, commitment, receipt_key, round, ...known }: QueueState) => ({
  id: known.id,
  festival_id: known.festival_id,
  tiers: known.tiers,
  opens_at,
  draw_at,
  groups_of: known.groups_of,
  source: known.source,
  round,
  round_at: round === null ? null : timeOfRound(round),
  commitment: asText(commitment),
  receipt_key: asText(receipt_key),
})

function drawOf({
  entries,
  root,
  committed_at,
  randomness,
  proven,
  seed,
}: QueueState): Queue['draw'] {
  if (entries === null) return null
  return {
    entries,
    root: asText(root),
    committed_at,
    randomness: randomness && asText(randomness),
    proven,
    seed: seed && asText(seed),
  }
}

function statusOf({ opens_at, entries, seed }: QueueState, now: Date): Queue['status'] {
  if (seed) return 'serving'
  if (entries !== null) return 'drawing'
  return opens_at > now ? 'announced' : 'open'
}

/** Returns the seconds after which to ask again: until the next known change, from 2 to 30. */
function askAgain({ opens_at, draw_at, round, seed, ...known }: QueueState, now: Date): number {
  if (seed || known.is_rehearsal) return 2
  const roundAt = round === null || known.entries === null ? null : timeOfRound(round)
  const next = [opens_at, draw_at, roundAt].find((time) => time !== null && time > now)
  const seconds = next ? Math.ceil((next.getTime() - now.getTime()) / 1000) : 2
  return Math.max(2, Math.min(30, seconds))
}

/** Returns everything needed to check a draw; undefined before the entries are fixed. */
export async function findProof(
  db: Database,
  queueState: QueueState,
): Promise<QueueProof | undefined> {
  const draw = drawOf(queueState)
  if (!draw) return undefined
  const parts = await db
    .selectFrom('queue_parts')
    .select('hash')
    .where('queue_id', '=', queueState.id)
    .orderBy('part')
    .execute()
  const servings = await db
    .selectFrom('queue_servings')
    .select(['serving', 'served_at'])
    .where('queue_id', '=', queueState.id)
    .orderBy('serving')
    .execute()
  return {
    ...fixedOf(queueState),
    draw: { ...draw, parts: parts.map(({ hash }) => asText(hash)) },
    servings,
  }
}

/** Returns a part of the list; undefined if there is no such part. */
export async function findPart(db: Database, queueId: string, part: number) {
  const { rows } = await sql<{ leaves: Buffer; parts: number }>`
    select leaves, (select count(*)::int from queue_parts p where p.queue_id = ${queueId}) as parts
    from queue_parts where queue_id = ${queueId} and part = ${part}`.execute(db)
  const [row] = rows
  return row && { part, parts: row.parts, leaves: asText(row.leaves) }
}
