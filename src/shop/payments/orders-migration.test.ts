/** The migration that moves the charge from payments to orders, run on payments of an earlier version. */
import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { connectPool } from '#platform/database/connections'
import { migrate } from '#platform/database/migrate'
import { startPostgres } from '#platform/postgres/server'
import { anEmptyDatabase, rowsOf } from '../../../test/databases.ts'
import { aFolder, start } from '../../../test/service-process.ts'
import { until } from '../../../test/until.ts'

const moving = '0047_orders.sql'
const closing: (() => Promise<unknown>)[] = []
after(async () => {
  for (const close of closing) await close()
})

/** Creates a database as it is just before the move, with a person. */
async function before(given?: string): Promise<{ pool: pg.Pool; connectionString: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'festival-before-'))
  const names = await readdir('migrations')
  for (const name of names.filter((one) => one < moving)) {
    await cp(join('migrations', name), join(folder, name))
  }
  const connectionString = given ?? (await anEmptyDatabase())
  const pool = connectPool(connectionString, { max: 1, purpose: 'work' })
  closing.push(
    () => (pool.ended ? Promise.resolve() : pool.end()),
    () => rm(folder, { recursive: true }),
  )
  await migrate(pool, pathToFileURL(`${folder}/`))
  await pool.query(
    `insert into users (id, first_name, last_name) values ('${ada}', 'Ada', 'Marsh')`,
  )
  return { pool, connectionString }
}

const ada = '0198c0de-0000-7000-8000-00000000000a'
const idOf = (nth: number) => `0198c0de-0000-7000-8000-00000000000${nth}`

type Payment = { status: string; cents: number; livemode?: boolean; charged?: boolean }

/** Writes payments as the earlier version did. */
async function fill(pool: pg.Pool, payments: Payment[]) {
  for (const [nth, { status, cents, livemode, charged }] of payments.entries()) {
    const isOpen = status === 'pending' || status === 'requires_action'
    await pool.query(
      `insert into payments (id, user_id, idempotency_key, request_hash, payment_type, entity_id, price_cents, points_used,
         amount_cents, status, failure, client_secret, lease_until, hold_until, is_fenced, created_at, touched_at, livemode)
       values ($1, $2, 'key ' || $3::int, 'hash', 'ticket', $1, $4, 0, $4, $5, $6, $7, now(), now(), $8, now(), now(), $9)`,
      [
        idOf(nth),
        ada,
        nth,
        cents,
        status,
        status === 'failed' ? 'expired_card' : null,
        isOpen ? 'secret' : null,
        !isOpen,
        livemode ?? null,
      ],
    )
    if (charged) {
      await pool.query(
        'insert into simulated_charges (key, cents, refuses_refund) values ($1, $2, false)',
        [idOf(nth), cents],
      )
    }
  }
}

// Requirement (rules): Payments of an earlier version get an order, while no other service runs
test('each payment gets an order with its id, which has what belongs to the charge', async () => {
  const { pool } = await before()
  await fill(pool, [
    { status: 'succeeded', cents: 0 },
    { status: 'refunding', cents: 5_000, charged: true },
    { status: 'partially_refunded', cents: 5_000 },
    { status: 'failed', cents: 0 },
    { status: 'requires_action', cents: 100, livemode: false },
    { status: 'expired', cents: 100, livemode: true },
  ])
  await migrate(pool)
  const { rows } = await pool.query(`
    select o.id, o.status, o.amount_cents, o.livemode, o.failure, o.client_secret, o.is_fenced, o.idempotency_key as key,
           o.endpoint, p.status as payment, p.line
    from orders o join payments p on p.order_id = o.id and p.id = o.id order by o.id`)
  const one = { failure: null, client_secret: null, is_fenced: true, endpoint: 'payments', line: 1 }
  // Payments that do not say if they were live were, unless the simulated processor knows of them.
  assert.deepEqual(
    rows.map(({ id, key, ...order }) => {
      assert.equal(key, `key ${id.at(-1)}`)
      return order
    }),
    [
      { ...one, status: 'succeeded', payment: 'succeeded', amount_cents: 0, livemode: false },
      { ...one, status: 'succeeded', payment: 'refunding', amount_cents: 5_000, livemode: false },
      {
        ...one,
        status: 'succeeded',
        payment: 'partially_refunded',
        amount_cents: 5_000,
        livemode: true,
      },
      {
        ...one,
        status: 'failed',
        payment: 'failed',
        amount_cents: 0,
        livemode: true,
        failure: 'expired_card',
      },
      {
        ...one,
        status: 'requires_action',
        payment: 'requires_action',
        amount_cents: 100,
        livemode: false,
        client_secret: 'secret',
        is_fenced: false,
      },
      { ...one, status: 'expired', payment: 'expired', amount_cents: 100, livemode: true },
    ],
  )
  // A process of the version before does not find the columns that it would write.
  await assert.rejects(
    pool.query('update payments set lease_until = now()'),
    /column "lease_until" of relation "payments" does not exist/,
  )
})

// Requirement (rules): Payments of an earlier version get an order, while no other service runs
test('while another service works on the database the charge is not moved', async () => {
  const { pool, connectionString } = await before()
  await fill(pool, [{ status: 'succeeded', cents: 5_000 }])
  const other = connectPool(connectionString, { max: 1, purpose: 'requests' })
  await other.query('select 1')
  await assert.rejects(migrate(pool), {
    message: `Migration ${moving} failed: other services or commands work on this database: stop them first, then start this version`,
  })
  await other.end()
  // The server ends a session a moment after its client has left.
  await until('the other session has ended', async () => {
    const { rows } = await pool.query(`
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'festival%'`)
    return rows.length === 0
  })
  await migrate(pool)
  const { rows } = await pool.query('select count(*)::int as orders from orders')
  assert.deepEqual(rows, [{ orders: 1 }])
})

/** Starts a service on such a database, and stops it when it is ready. */
async function startAndStop(env: Record<string, string>, folder: string) {
  const service = await start(folder, [], env)
  service.child.kill('SIGTERM')
  assert.equal(await service.ended, 0, service.output())
}

const ordersAt = (connectionString: string) =>
  rowsOf<{ id: string }>(connectionString, 'select id from orders')

test('a service that starts on a database of the version before moves the charge', async () => {
  const { pool, connectionString } = await before()
  await fill(pool, [{ status: 'succeeded', cents: 5_000 }])
  await pool.end()
  await startAndStop({ DATABASE_URL: connectionString }, await aFolder())
  assert.deepEqual(await ordersAt(connectionString), [{ id: idOf(0) }])
})

test('and in a PostgreSQL of its own, which it keeps from other services', async () => {
  const folder = await aFolder()
  const own = await startPostgres({ folder, durable: false })
  const { pool } = await before(own.connectionString)
  await fill(pool, [{ status: 'succeeded', cents: 5_000 }])
  await pool.end()
  await own.stop()
  await startAndStop({}, folder)
  const again = await startPostgres({ folder, durable: false })
  assert.deepEqual(await ordersAt(again.connectionString), [{ id: idOf(0) }])
  await again.stop()
})
