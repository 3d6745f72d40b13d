import { brokenConstraint } from '#platform/database/failures'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { conflict, found, invalidField } from '#platform/values/errors'
import type { Rule, RuleInput } from './admin-schemas.ts'
import { senderOf } from './event-types.ts'
import { ruleColumns, withSender } from './queries.ts'

const euroLimit = 100

/** Sets the points for events of a type from now on, whether there was a rule before or not. */
export async function putRule(
  db: Database,
  event_type: string,
  { points, per = 'event', daily_cap = null, once_per_entity = false }: RuleInput,
): Promise<Rule> {
  const rule = { points, per, daily_cap, once_per_entity }
  requireSense(senderOf(event_type), rule)
  const written = await transact(db, (trx) =>
    trx
      .insertInto('reward_rules')
      .values({ event_type, ...rule })
      .onConflict((oc) => oc.column('event_type').doUpdateSet(rule))
      .returning(ruleColumns)
      .executeTakeFirstOrThrow(),
  )
  return withSender(written)
}

/** Refuses contradictory rules. Points are money, so every rule that awards some has a cap; client events have no euros. */
function requireSense(
  sender: Rule['sender'],
  { points, per, daily_cap }: Pick<Rule, 'points' | 'per' | 'daily_cap'>,
): void {
  if (per === 'euro' && points > euroLimit) {
    throw invalidField('points', `must be at most ${euroLimit} per euro`)
  }
  if (sender === 'client' && per === 'euro') {
    throw invalidField('per', 'must be event: no euros are paid with events of clients')
  }
  if (daily_cap === null && points > 0)
    throw invalidField('daily_cap', 'is required for what earns points')
}

/** Deletes a rule: events of the type earn no points from now on. 409 while badges count them, 404 for an unknown rule. */
export async function deleteRule(db: Database, event_type: string): Promise<void> {
  const deleted = await transact(db, (trx) =>
    trx
      .deleteFrom('reward_rules')
      .where('event_type', '=', event_type)
      .returning('event_type')
      .executeTakeFirst(),
  ).catch((error: unknown) => {
    if (brokenConstraint(error) !== 'badges_of_a_rule') throw error
    throw conflict('Badges count these events: change or delete the badges first', 'in_use')
  })
  found(deleted, 'Rule')
}
