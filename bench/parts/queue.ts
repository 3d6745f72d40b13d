/** How many enter a queue in a second, at the database: two callers with batches of 256, as two processes have them. */
import { connect, connectPool } from '#platform/database/connections'
import { createVault } from '#platform/secrets/vault'
import { setQueue } from '../../src/shop/queue/changes.ts'
import { enter } from '../../src/shop/queue/enter.ts'
import { run as query } from '../databases.ts'
import { median } from '../load.ts'
import { atLeast } from '../row.ts'
import { type Part, scaled } from '../run.ts'

const batch = 256

export const queue: Part = async (run) => {
  const { databases, rounds, say, closing } = run
  const people = scaled(run, { full: 100_000, quick: 20_000, check: 2_000 })
  const database = await databases.empty()
  say(`${people} people, and a queue for each round`)
  const ids = await fill(database, people, rounds)
  const pool = connectPool(database, { max: 2, purpose: 'work' })
  closing.defer(() => pool.end())
  const db = connect(pool)
  const context = { db, vault: createVault('the key of a bench'), now: () => new Date() }
  const bus = { tell: async () => {} } as never
  const rates: number[] = []
  for (const { festival_id, tier_id } of ids.festivals) {
    const times = { opens_at: '2020-01-01', draw_at: '2100-01-01' }
    await setQueue({ ...context, bus }, festival_id, { tiers: [tier_id], ...times })
    const { id } = await db
      .selectFrom('queues')
      .select('id')
      .where('festival_id', '=', festival_id)
      .executeTakeFirstOrThrow()
    rates.push(await rateOf(ids.users, (users) => enter(context, id, users)))
  }
  const detail = `${people} people in batches of ${batch}, numbers and signed receipts; each round ${rates.map((rate) => Math.round(rate)).join(', ')}`
  return [
    atLeast(
      'entering a queue, at the database',
      { figure: median(rates), target: 20_000, unit: '/s' },
      detail,
    ),
  ]
}

async function rateOf(users: string[], act: (users: string[]) => Promise<unknown>) {
  const began = performance.now()
  let next = 0
  const caller = async () => {
    while (next < users.length) {
      const from = next
      next += batch
      await act(users.slice(from, from + batch))
    }
  }
  await Promise.all([caller(), caller()])
  return (users.length * 1000) / (performance.now() - began)
}

async function fill(database: string, people: number, rounds: number) {
  const users = await query<{ id: string }>(
    database,
    `insert into users (id, first_name, last_name, email, email_key, email_proven_at)
     select gen_random_uuid(), 'Ada', 'Marsh', n || '@people.example', n || '@people.example', now()
     from generate_series(1, $1::int) n returning id`,
    [people],
  )
  await query(database, `insert into organizers (id, name) values ('harbour', 'Harbour')`)
  const festivals = await query<{ festival_id: string; tier_id: string }>(
    database,
    `with made as (
       insert into festivals (id, name, search_name, organizer_id, start_time, end_time)
       select gen_random_uuid(), 'Tide ' || n, 'tide', 'harbour', '2100-07-01', '2100-07-02'
       from generate_series(1, $1::int) n returning id)
     insert into tiers (id, festival_id, position, name, price_cents, quantity)
     select gen_random_uuid(), id, 0, 'Weekend', 5000, 100 from made returning id as tier_id, festival_id`,
    [rounds],
  )
  return { users: users.map(({ id }) => id), festivals }
}
