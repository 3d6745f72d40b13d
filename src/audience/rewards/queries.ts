import { type RawBuilder, sql } from 'kysely'
import { followsInTime } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import type { Part } from '#platform/http/cursors'
import type { BadgeDefinition, Challenge, Rule, Step } from './admin-schemas.ts'
import { standing } from './balance.ts'
import { badgeColumns, challengeColumns } from './columns.ts'
import { drawnIcon } from './drawn-icon.ts'
import { senderOf } from './event-types.ts'
import { levelOf } from './level.ts'
import { progressOf } from './progress.ts'
import type { Badge, Balance, Level } from './schemas.ts'

/** Returns a user's points: reserved points belong to the balance until they are spent. */
export async function findBalance(db: Database, userId: string): Promise<Balance> {
  const row = await db
    .selectFrom('points')
    .select(['available', 'reserved', 'earned'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const { available = 0, reserved = 0, earned = 0 } = row ?? {}
  const balance = available + reserved
  return { balance, total_earned: earned, total_spent: earned - balance }
}

/** Returns the level of a user. */
export async function findLevel(db: Database, userId: string): Promise<Level> {
  const { rows } = await sql<{ earned: number; levels: Step[] }>`
    select coalesce((select ${standing} from points p where user_id = ${userId}), 0) as earned,
           (select coalesce(json_agg(l order by l.level), '[]') from levels l) as levels`.execute(
    db,
  )
  const { earned = 0, levels = [] } = rows[0] ?? {}
  return levelOf(earned, levels)
}

type Listed = { photo: string | null; current: number; target: number }

/** Returns all badges, oldest first, with the user's progress. */
export async function listBadges(db: Database, userId: string): Promise<Badge[]> {
  const { rows } = await sql<Omit<Badge, 'icon' | 'progress' | 'unlocked'> & Listed>`
    select b.id, b.name, b.description, b.photo, b.event_type, b.target,
           least(b.target, ${progressOf(userId)}) as current
    from badges b order by b.id`.execute(db)
  return rows.map(({ current, target, photo, ...badge }) => ({
    ...badge,
    icon: photo ?? drawnIcon(badge.event_type, target),
    // Cut, not rounded, so that only an unlocked badge is at 100.
    progress: { current, target, percentage: Math.floor((1000 * current) / target) / 10 },
    unlocked: current >= target,
  }))
}

export const ruleColumns = ['event_type', 'points', 'per', 'daily_cap', 'once_per_entity'] as const

/** Returns the reward rules by event type. */
export async function listRules(db: Database): Promise<Rule[]> {
  const rules = await db
    .selectFrom('reward_rules')
    .select(ruleColumns)
    .orderBy('event_type')
    .execute()
  return rules.map(withSender)
}

/** Adds `sender` to a stored rule. */
export function withSender(rule: Omit<Rule, 'sender' | 'per'> & { per: string }): Rule {
  const per = rule.per === 'euro' ? 'euro' : 'event'
  return { ...rule, per, sender: senderOf(rule.event_type) }
}

export async function findBadge(db: Database, id: string): Promise<BadgeDefinition | undefined> {
  const { rows } = await sql<Omit<BadgeDefinition, 'icon'> & { icon: string | null }>`
    select b.id, ${sql.join(badgeColumns.select('b'))} from badges b where b.id = ${id}`.execute(db)
  return rows.map((badge) => ({
    ...badge,
    icon: badge.icon ?? drawnIcon(badge.event_type, badge.target),
  }))[0]
}

export async function listLevels(db: Database): Promise<Step[]> {
  const { rows } = await sql<Step>`
    select level, points, benefits from levels order by level`.execute(db)
  return rows
}

/** Returns challenges, newest first, then by id. */
export function listChallenges(
  db: Database,
  { limit, offset, after }: Part<[created_at: string, id: string]>,
): Promise<Challenge[]> {
  const follows = after ? sql`where ${followsInTime('c.created_at', 'c.id', after)}` : sql``
  const order = sql`order by c.created_at desc, c.id limit ${limit} offset ${offset}`
  return readChallenges(db, sql`${follows} ${order}`)
}

export async function findChallenge(db: Database, id: string): Promise<Challenge | undefined> {
  const [challenge] = await readChallenges(db, sql`where id = ${id}`)
  return challenge
}

async function readChallenges(db: Database, part: RawBuilder<unknown>): Promise<Challenge[]> {
  const { rows } = await sql<Challenge>`
    select c.id, ${sql.join(challengeColumns.select('c'))}, c.claims, c.created_at
    from challenges c ${part}`.execute(db)
  return rows
}
