import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { newId } from '#platform/values/ids'
import { publishStarted } from './domain-events.ts'
import { type Membership, membershipOf, type Term } from './membership.ts'

type NewTerm = Omit<Term, 'bought_at'> & { payment_id: string; user_id: string }

/** Starts or extends memberships: one term for each payment, with the current duration of its plan. */
export async function startTerms(db: Database, terms: NewTerm[], now: Date): Promise<void> {
  if (terms.length === 0) return
  const rows = terms.map((term) => ({ ...term, event_id: newId() }))
  await sql`
    with terms as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}) as t (
        payment_id uuid, user_id uuid, subscription_id uuid, duration int, duration_type text, event_id uuid)
    ), told as (${publishStarted('terms', now)})
    insert into membership_terms (payment_id, user_id, subscription_id, duration, duration_type, bought_at)
    select payment_id, user_id, subscription_id, duration, duration_type, ${now} from terms`.execute(
    db,
  )
}

/** Removes the terms of refunded payments; later terms move forward. */
export async function endTerms(db: Database, paymentIds: string[]): Promise<void> {
  if (paymentIds.length === 0) return
  await sql`delete from membership_terms where payment_id = any (${paymentIds}::uuid[])`.execute(db)
}

/** Returns the membership of a user at `now`, or null. */
export async function findMembership(
  db: Database,
  userId: string,
  now: Date,
): Promise<Membership | null> {
  const terms = await db
    .selectFrom('membership_terms')
    .select(['subscription_id', 'duration', 'duration_type', 'bought_at'])
    .where('user_id', '=', userId)
    .orderBy('bought_at')
    .orderBy('payment_id')
    .execute()
  return membershipOf(terms, now)
}
