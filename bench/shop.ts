/** A shop with 128 buyers and a hundred tiers, whose ids a pgbench script can compute too. */
import { run } from './databases.ts'

export const [buyers, tiers] = [128, 100]

const idOf = (kind: number, n: number) =>
  `00000000-0000-7000-800${kind}-${`${n}`.padStart(12, '0')}`
export const buyer = (n: number): string => idOf(0, n)
export const tier = (n: number): string => idOf(1, n)
export const festival = idOf(2, 1)
const ids = (kind: number) => `('00000000-0000-7000-800${kind}-' || lpad(n::text, 12, '0'))::uuid`

/** Adds buyers, and tiers that never sell out, to a database that has none of them. */
export async function openShop(database: string): Promise<void> {
  await run(
    database,
    `with people as (
      insert into users (id, first_name, last_name)
      select ${ids(0)}, 'Ada', 'Marsh' from generate_series(1, ${buyers}) n
    ), house as (
      insert into organizers (id, name, approved_at) values ('bench', 'Bench', now())
    ), festival as (
      insert into festivals (id, organizer_id, name, search_name, start_time, end_time)
      values ('${festival}', 'bench', 'Bench', 'bench', now(), now() + interval '1 day')
    )
    insert into tiers (id, festival_id, position, name, price_cents, quantity)
    select ${ids(1)}, '${festival}', n, 'Weekend', 5000, 100000000 from generate_series(1, ${tiers}) n`,
  )
}

/** Tickets that are not used yet: the ids of their payments. */
export async function sellTickets(database: string, many: number): Promise<string[]> {
  const rows = await run<{ id: string }>(
    database,
    `with ordered as (
      insert into orders (id, user_id, endpoint, idempotency_key, request_hash, amount_cents, status, livemode,
        lease_until, hold_until, is_fenced, created_at, touched_at)
      select ${ids(3)}, ('00000000-0000-7000-8000-' || lpad((1 + n % ${buyers})::text, 12, '0'))::uuid, 'payments',
        'key ' || n, sha256(n::text::bytea), 5000, 'succeeded', false, now(), now(), true, now(), now()
      from generate_series(1, ${many}) n returning id, user_id
    ), sold as (
      insert into payments (id, order_id, line, user_id, payment_type, entity_id, festival_id, price_cents, points_used,
        amount_cents, status, hold_until, created_at)
      select id, id, 1, user_id, 'ticket', '${tier(1)}', '${festival}', 5000, 0, 5000, 'succeeded', now(), now()
      from ordered returning id, festival_id
    )
    insert into tickets (payment_id, festival_id, code, issued_at)
    select id, festival_id, upper(md5(id::text)), now() from sold returning payment_id as id`,
  )
  return rows.map(({ id }) => id)
}
