/** The data that belongs to a person, read in one statement. Each list is read by the index on its user. */
import { type RawBuilder, sql } from 'kysely'
import { standing } from '#audience/rewards'
import { sold, statusOf } from '#entrance/attendees'
import { iso, mostCounted } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { shownShortCode } from '#shop/tickets'
import { type Facts, mostShown } from './schemas.ts'

export type FactsRequest = { userId: string; now: Date; isAdmin: boolean }

export async function readFacts(
  db: Database,
  { userId, now, isAdmin }: FactsRequest,
): Promise<Facts> {
  const ofAdmins = isAdmin ? purchasesOf(userId, now) : none
  const { rows } = await sql<Facts>`
    select (select ${iso('enrolled_at')} from second_factors where user_id = ${userId}) as second_factor_since,
      ${passkeysOf(userId)} as passkeys, ${sessionsOf(userId, now)} as sessions, ${pointsOf(userId)} as points,
      ${claimsOf(userId)} as claims, ${followsOf(userId)} as follows, ${ofAdmins.notices} as notices,
      ${ofAdmins.orders} as orders, ${ofAdmins.tickets} as tickets`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('A statement without a table answers one row')
  return { ...facts, tickets: facts.tickets && withShownCodes(facts.tickets) }
}

const none = { notices: sql`null::json`, orders: sql`null::json`, tickets: sql`null::json` }

/** The lists that show purchases and their prices. */
const purchasesOf = (userId: string, now: Date) => ({
  notices: noticesOf(userId),
  orders: ordersOf(userId, now),
  tickets: ticketsOf(userId),
})

type Rows = { from: RawBuilder<unknown>; order: RawBuilder<unknown> }

/** Returns the number of rows, and the newest of them: each as JSON, of a row `t`. */
function latest({ from, order }: Rows, item: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select json_build_object('total', count(*),
      'latest', coalesce(json_agg(${item} order by t.place) filter (where t.place <= ${mostShown}), '[]'))
    from (select *, row_number() over (order by ${order}) as place
          from (${from} order by ${order} limit ${mostCounted}) found) t)`
}

const newest = sql`created_at desc`

const passkeysOf = (userId: string) =>
  latest(
    { from: sql`select * from passkeys where user_id = ${userId}`, order: newest },
    sql`json_build_object('name', t.name, 'created_at', ${iso('t.created_at')}, 'last_used_at', ${iso('t.last_used_at')})`,
  )

const sessionsOf = (userId: string, now: Date) =>
  latest(
    {
      from: sql`select * from tokens where user_id = ${userId} and expires_at > ${now}`,
      order: newest,
    },
    sql`json_build_object(
      'client_name', (select name from clients c where c.id = t.client_id), 'created_at', ${iso('t.created_at')},
      'last_used_on', to_char(coalesce(t.last_used_on, t.created_at) at time zone 'UTC', 'YYYY-MM-DD'),
      'expires_at', ${iso('t.expires_at')}, 'second_factor', t.second_factor)`,
  )

const entriesOf = (userId: string) =>
  latest(
    {
      from: sql`select * from point_entries where user_id = ${userId}`,
      order: sql`created_at desc, id`,
    },
    sql`json_build_object('kind', t.kind, 'delta', t.delta, 'created_at', ${iso('t.created_at')})`,
  )

const pointsOf = (userId: string) => sql`(
  select json_build_object('balance', coalesce(p.available + p.reserved, 0), 'total_earned', coalesce(p.earned, 0),
    'level', coalesce((select max(level) from levels where points <= coalesce(${standing}, 0)), 1),
    'entries', ${entriesOf(userId)})
  from (select ${userId}::uuid as user_id) asked left join points p using (user_id))`

const claimsOf = (userId: string) =>
  latest(
    {
      from: sql`select * from challenge_claims where user_id = ${userId}`,
      order: sql`claimed_at desc`,
    },
    sql`json_build_object('claimed_at', ${iso('t.claimed_at')}, 'challenge', (
      select json_build_object('id', c.id, 'name', c.name) from challenges c where c.id = t.challenge_id))`,
  )

const followsOf = (userId: string) =>
  latest(
    {
      from: sql`select * from interests where user_id = ${userId}`,
      order: sql`created_at desc, id`,
    },
    sql`json_build_object(
      'entity_type', case when t.artist_id is not null then 'artist'
        when t.organizer_id is not null then 'organizer' else 'genre' end,
      'entity_id', coalesce(t.artist_id::text, t.organizer_id, t.genre_id::text),
      'name', coalesce((select name from artists where id = t.artist_id),
        (select name from organizers where id = t.organizer_id), (select name from genres where id = t.genre_id)),
      'created_at', ${iso('t.created_at')})`,
  )

const noticesOf = (userId: string) =>
  latest(
    {
      from: sql`select * from notifications where user_id = ${userId} and not is_hidden`,
      order: sql`number desc`,
    },
    sql`json_build_object(
      'id', t.id, 'type', t.type, 'title', t.title, 'read', t.read, 'created_at', ${iso('t.created_at')})`,
  )

const festival = sql`
  select json_build_object('id', f.id, 'name', f.name) from festivals f`

/** A held order is expired as soon as its time is over, even before the service has noticed. */
const ordersOf = (userId: string, now: Date) =>
  latest(
    { from: sql`select * from orders where user_id = ${userId}`, order: sql`id desc` },
    sql`(
      select json_build_object('id', t.id, 'payment_id', min(p.id::text), 'units', count(*),
        'status', case when t.status = 'held' and t.hold_until <= ${now} then 'expired' else t.status end,
        'amount', round(t.amount_cents / 100.0, 2), 'refunded_amount', round(sum(p.refunded_cents) / 100.0, 2),
        'festival', (${festival} where f.id = min(p.festival_id::text)::uuid), 'created_at', ${iso('t.created_at')})
      from payments p where p.order_id = t.id)`,
  )

/** The tickets that the person holds: bought and not transferred, or received. */
const ticketsOf = (userId: string) =>
  latest(
    {
      from: sql`
        select t.*, p.created_at as bought_at, p.payment_type, p.entity_id, p.user_id <> ${userId} as received,
               ${statusOf} as status
        from (
          select p.id from payments p where p.user_id = ${userId}
          union
          select h.payment_id from tickets h where h.holder_id = ${userId}) mine
        join payments p on p.id = mine.id
        join tickets t on t.payment_id = p.id and coalesce(t.holder_id, p.user_id) = ${userId}
        where ${sold}`,
      order: sql`payment_id desc`,
    },
    sql`json_build_object('payment_id', t.payment_id, 'short_code', t.short_code, 'status', t.status,
      'tier_name', coalesce((select name from tiers where id = t.entity_id and t.payment_type = 'ticket'),
        (select name from accommodations where id = t.entity_id and t.payment_type = 'accommodation')),
      'festival', (${festival} where f.id = t.festival_id), 'received', t.received, 'bought_at', ${iso('t.bought_at')})`,
  )

function withShownCodes(tickets: NonNullable<Facts['tickets']>): Facts['tickets'] {
  const shown = tickets.latest.map(({ short_code, ...ticket }) => {
    const admits = ticket.status === 'valid' || ticket.status === 'used'
    return { ...ticket, short_code: admits && short_code ? shownShortCode(short_code) : null }
  })
  return { ...tickets, latest: shown }
}
