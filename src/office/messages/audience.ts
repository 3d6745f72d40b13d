/** The people a message is for, and whether they get it. */
import { type RawBuilder, sql } from 'kysely'
import { holdersFound } from '#entrance/attendees'
import type { Database } from '#platform/database/tables'
import type { WrittenMessage } from './queries.ts'

const day = 86_400_000

/** The first state of a recipient. */
type FirstState = 'queued' | 'unsubscribed' | 'limited'
type Counted = Record<FirstState, number>

/** Guests have a separate key, which several of them may share. */
const keyOf = (user: string) =>
  sql`coalesce(${sql.ref(`${user}.email_key`)}, ${sql.ref(`${user}.guest_email_key`)})`

/**
 * A query for the recipients of a message as they are now: `user_id`, and a `state`. Of several users with one e-mail,
 * an account and guests, one gets it. People with another message of the festival within a day are limited, whichever
 * of their accounts had it.
 */
export async function recipientsOf(
  db: Database,
  { id, festival_id, entity_id, language, inside, urgent }: WrittenMessage,
  now: Date,
): Promise<RawBuilder<{ user_id: string; state: FirstState }>> {
  const holders = await holdersFound(db, {
    festivalId: festival_id,
    ...(entity_id !== null && { tier: entity_id }),
    ...(inside !== null && { inside }),
  })
  const reads = language === null ? sql`true` : sql`coalesce(u.language, 'en') = ${language}`
  const since = new Date(now.getTime() - day)
  return sql`
    with told as materialized (
      select distinct ${keyOf('o')} as key, coalesce(o.taken_over_by, o.id) as id
      from messages m join message_recipients r on r.message_id = m.id join users o on o.id = r.user_id
      where m.festival_id = ${festival_id} and m.id <> ${id} and m.sent_at > ${since}
        and r.state in ('queued', 'mailed', 'sent') and not ${urgent}::boolean
    ), people as (
      select distinct on (${keyOf('u')}) u.id, ${keyOf('u')} as key
      from (${holders}) h join users u on u.id = h.user_id
      where u.email is not null and u.suspended_at is null and u.erased_at is null and ${reads}
      order by ${keyOf('u')}, u.is_guest, u.id
    )
    select p.id as user_id,
           case when s.mail is false then 'unsubscribed'
                when p.key in (select key from told where key is not null) or p.id in (select id from told) then 'limited'
                else 'queued' end as state
    from people p left join notification_settings s on s.user_id = p.id and s.topic = 'messages'`
}

/** Counts the people a message is for now, by their first state. */
export async function countAudience(
  db: Database,
  message: WrittenMessage,
  now: Date,
): Promise<Counted> {
  const recipients = await recipientsOf(db, message, now)
  const { rows } = await sql<{ state: FirstState; many: number }>`
    select state, count(*)::int as many from (${recipients}) r group by state`.execute(db)
  const many = new Map(rows.map((row) => [row.state, row.many]))
  const of = (state: FirstState) => many.get(state) ?? 0
  return { queued: of('queued'), unsubscribed: of('unsubscribed'), limited: of('limited') }
}
