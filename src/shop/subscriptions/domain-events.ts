import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { type EventKind, publishing } from '#core/domain-events'
import { iso } from '#platform/database/sql'
import { Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'
import { DurationType } from './schemas.ts'

/** The domain events of memberships. */
export const membershipEvents: Record<string, EventKind> = {
  'subscription.started': {
    summary: 'A plan was paid for: a term begins, or follows the one that runs',
    data: Type.Object(
      {
        membership: Type.Object(
          {
            payment_id: Uuid,
            subscription_id: Uuid,
            user_id: Uuid,
            duration: Type.Integer({ examples: [12] }),
            duration_type: DurationType,
            bought_at: Timestamp,
          },
          { title: 'EventMembership' },
        ),
      },
      { title: 'MembershipEventData' },
    ),
  },
}

/** Publishes the terms started by a statement: the rows that `startTerms` writes, with `event_id`. */
export function publishStarted(terms: string, now: Date): RawBuilder<unknown> {
  return publishing(sql`
    select t.event_id as id, 'subscription.started' as type, cast(null as text) as organizer_id,
           jsonb_build_object('membership', jsonb_build_object(
             'payment_id', t.payment_id, 'subscription_id', t.subscription_id, 'user_id', t.user_id,
             'duration', t.duration, 'duration_type', t.duration_type,
             'bought_at', ${iso('t.bought_at')})) as data,
           t.bought_at as at
    from (select *, cast(${now} as timestamptz) as bought_at from ${sql.table(terms)}) t`)
}
