/**
 * `npm run test:upgrade:orders -- REF [PAYMENTS]`: the service at REF of the history, which is from before orders, has
 * sold that many tickets and is stopped with purchases open in every state. This version migrates its database in less
 * than a minute, every open payment ends as it would have, every code that was given out admits, and the ledger is
 * exact before and after.
 */
import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { connect } from '#platform/database/connections'
import { startPostgres } from '#platform/postgres/server'
import { auditLedger } from '#shop/payments'
import { fillOpen, fillPaid, openKinds } from './old-payments.ts'
import { Box } from './upgrade-box.ts'
import { Versions } from './versions.ts'

const [ref, count = '400000'] = process.argv.slice(2)
assert.ok(ref, 'Say from where: npm run test:upgrade:orders -- REF')
const printed = 500
const openOfEach = 200
/** The longest stop, from the start of the new version until it is ready, seconds. */
const longestStop = 60

async function run(versions: Versions, pool: pg.Pool) {
  const code = versions.codeOf(ref ?? '')
  const old = await versions.start(code)
  const box = await Box.open(folder, old.url)
  const festival = await box.aFestival(Number(count) + openOfEach * openKinds.length + printed)
  const codes = await box.sell(festival.tier, printed)
  await versions.stop(old)
  await fillPaid(pool, { ...festival, count: Number(count) })
  await fillOpen(pool, { ...festival, count: openOfEach })
  process.stdout.write(versions.run(code, ['doctor', '--ledger']))

  const from = performance.now()
  const fresh = await versions.start(process.cwd())
  const stop = (performance.now() - from) / 1000
  const ended = await untilDecided(pool)
  const admitted = await new Box({ ...box.tokens, url: fresh.url }).admit(festival.id, codes)
  await versions.stop(fresh)
  process.stdout.write(versions.run(process.cwd(), ['doctor', '--ledger']))
  const faults = await auditLedger(connect(pool), { atRest: true })
  const slowest = await slowestMigrations(pool)
  const figures = {
    from: ref,
    payments: Number(count),
    stop_seconds: stop,
    slowest,
    ended,
    admitted,
  }
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
  assert.deepEqual(faults, [])
  assert.deepEqual(
    ended,
    openKinds.map(({ name, ends }) => ({ name, status: ends, payments: openOfEach })),
  )
  assert.equal(admitted, printed, 'codes that were given out do not admit')
  assert.ok(stop < longestStop, `the stop took ${stop} s`)
}

/** Waits until no payment is open; returns how those that were open before have ended. */
async function untilDecided(pool: pg.Pool) {
  const end = performance.now() + 180_000
  const isOpen = async () => {
    const { rows } = await pool.query('select from orders where not is_fenced limit 1')
    return rows.length > 0
  }
  while ((await isOpen()) && performance.now() < end) await pause(500)
  const { rows } = await pool.query(`
    select split_part(idempotency_key, ':', 2) as name, p.status, count(*)::int as payments
    from orders o join payments p on p.order_id = o.id where idempotency_key like 'open:%'
    group by 1, 2 order by 1, 2`)
  return rows as { name: string; status: string; payments: number }[]
}

async function slowestMigrations(pool: pg.Pool) {
  const { rows } = await pool.query(`
    select name, extract(epoch from lead(applied_at) over (order by name) - applied_at)::float as seconds
    from migrations where name > '0046' order by seconds desc nulls last limit 5`)
  return rows as { name: string; seconds: number }[]
}

const folder = mkdtempSync(join(tmpdir(), 'festival-upgrade-'))
const server = await startPostgres({ folder, durable: false })
const { connectionString } = server
const versions = new Versions({ folder, connectionString })
// One connection, because of temporary tables; not named like a service, which would have to be stopped first.
const pool = new pg.Pool({ connectionString, max: 1 })
pool.on('error', () => {})
try {
  await run(versions, pool)
} finally {
  versions.kill()
  await pool.end()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
