/** Payments as the versions before orders stored them, written by SQL. */
import type pg from 'pg'

type SoldTier = { id: string; tier: string; count: number }

/** Paid tickets of 20,000 buyers; their codes are none that a gate could read. */
export async function fillPaid(pool: pg.Pool, { id, tier, count }: SoldTier): Promise<void> {
  await pool.query(`
    insert into users (id, first_name, last_name, search_name, email, email_key)
    select gen_random_uuid(), 'Robin', n::text, 'robin ' || n, n || '@buyers.example', n || '@buyers.example'
    from generate_series(1, 20000) n`)
  await pool.query(
    `create temporary table bought as
     select n, gen_random_uuid() as id, now() - n * interval '10 seconds' as at, b.id as buyer
     from generate_series(1, $1::int) n
     join (select id, row_number() over () - 1 as nth from users where email like '%@buyers.example') b on b.nth = n % 20000`,
    [count],
  )
  await insertPayments(pool, {
    from: 'bought',
    values: `'paid:' || n, 'succeeded', at, at, true`,
    at: { id, tier },
  })
  await pool.query(
    `insert into tickets (payment_id, festival_id, code, issued_at)
     select id, $1::uuid, 'OLD' || replace(id::text, '-', ''), at from bought`,
    [id],
  )
  await pool.query('update tiers set sold = sold + $2 where id = $1', [tier, count])
}

/** What a payment may wait for when the service stops, and how it ends; by name. */
export const openKinds = [
  { name: 'approved', status: 'requires_action', charge: 'approved', ends: 'succeeded' },
  { name: 'charged', status: 'pending', charge: 'good', ends: 'succeeded' },
  { name: 'declined', status: 'pending', charge: 'bad', ends: 'failed' },
  { name: 'not approved', status: 'requires_action', charge: 'waiting', ends: 'expired' },
  { name: 'not asked', status: 'pending', charge: 'none', ends: 'expired' },
] as const

const charges = {
  approved: `null, now() - interval '1 minute'`,
  good: 'null, null',
  bad: `'insufficient_funds', null`,
  waiting: `null, now() + interval '1 year'`,
}

/** So many of each kind, whose leases and holds are over. */
export async function fillOpen(pool: pg.Pool, { id, tier, count }: SoldTier): Promise<void> {
  for (const [nth, { name, status, charge }] of openKinds.entries()) {
    const table = `open_${nth}`
    await pool.query(
      `create temporary table ${table} as
       select n, gen_random_uuid() as id, now() - interval '5 minutes' as at, b.id as buyer
       from generate_series(1, $1::int) n
       join (select id, row_number() over () as nth from users where email like '%@buyers.example') b on b.nth = n`,
      [count],
    )
    const over = `now() - interval '1 second'`
    await insertPayments(pool, {
      from: table,
      values: `'open:${name}:' || n, '${status}', ${over}, ${over}, false`,
      at: { id, tier },
    })
    if (charge === 'none') continue
    await pool.query(`
      insert into simulated_charges (key, cents, refuses_refund, reason, approves_at)
      select id, 5000, false, ${charges[charge]} from ${table}`)
  }
  const open = count * openKinds.length
  await pool.query('update tiers set held = held + $2 where id = $1', [tier, open])
}

type Inserted = { from: string; values: string; at: Omit<SoldTier, 'count'> }

/** `values`: key, status, end of the lease and of the hold, and whether a charge may still come. */
async function insertPayments(pool: pg.Pool, { from, values, at }: Inserted) {
  await pool.query(
    `insert into payments (id, user_id, payment_type, entity_id, festival_id, price_cents, points_used, amount_cents,
       request_hash, created_at, touched_at, livemode, idempotency_key, status, lease_until, hold_until, is_fenced)
     select id, buyer, 'ticket', $1, $2, 5000, 0, 5000, '\\x00', at, at, false, ${values} from ${from}`,
    [at.tier, at.id],
  )
  await pool.query(
    `insert into payment_events (payment_id, place, status, created_at)
     select id, 1, p.status, f.at from ${from} f join payments p using (id)`,
  )
}
