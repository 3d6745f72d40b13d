/**
 * `npm run test:upgrade -- REF`: the service at REF of the history sells; this one starts beside it on the
 * same database and migrates it; then both sell, and in the end this one alone. No request may fail, every
 * sold ticket must be there, and the ledger exact. REF may also be a folder, such as one that
 * scripts/pack.ts made from an older version. With `--pooler PROGRAM` requests go through that PgBouncer (1.21 or newer), in
 * transaction mode.
 */
import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect, connectPool } from '#platform/database/connections'
import { startPostgres } from '#platform/postgres/server'
import { auditLedger } from '#shop/payments'
import { startPooler } from './pooler.ts'
import { Buyers } from './upgrade-buyers.ts'
import { Versions } from './versions.ts'

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: { pooler: { type: 'string' } },
})
const [ref] = positionals
assert.ok(ref, 'Say from where: npm run test:upgrade -- REF')
const folder = mkdtempSync(join(tmpdir(), 'festival-upgrade-'))
/** How long both versions sell together at least, in ms. */
const together = 15_000

async function run(versions: Versions, at: string): Promise<void> {
  const buyers = new Buyers()
  const old = await versions.start(versions.codeOf(at))
  buyers.services = [old]
  buyers.part = 'before'
  const tokens = await buyers.open(folder)
  const visits = tokens.map((as) => buyers.visit(as))
  await pause(3000)
  buyers.part = 'while it migrates'
  const fresh = await versions.start(process.cwd())
  buyers.part = 'the old code alone, on the new tables'
  await pause(together)
  buyers.part = 'both'
  buyers.services = [old, fresh]
  await pause(together)
  buyers.part = 'after'
  buyers.services = [fresh]
  await pause(1000)
  await versions.stop(old)
  await pause(3000)
  buyers.close()
  await Promise.all(visits)
  for (const [id, as] of buyers.sold) {
    const { status } = await buyers.ask(`/payments/${id}`, { as })
    assert.equal(status, 200, `payment ${id} is gone`)
  }
  await versions.stop(fresh)
  const pool = connectPool(server.connectionString, { max: 1, purpose: 'work' })
  const { rows } = await pool.query('select name from migrations order by applied_at, name')
  const faults = await auditLedger(connect(pool))
  await pool.end()
  process.stdout.write(
    `${JSON.stringify({ from: at, pooled: options.pooler, sold: buyers.sold.size, counts: buyers.counts, last: rows.slice(-4).map(({ name }) => name) }, null, 2)}\n`,
  )
  assert.deepEqual(buyers.failures, [])
  assert.deepEqual(faults, [])
  assert.ok(buyers.sold.size > 0, 'nothing was sold')
}

const server = await startPostgres({ folder, durable: false })
const { connectionString } = server
const pooler =
  options.pooler && (await startPooler({ program: options.pooler, folder, connectionString }))
const pooled = pooler ? pooler.connectionString : undefined
const versions = new Versions({ folder, connectionString, pooled })
try {
  await run(versions, ref)
} finally {
  versions.kill()
  if (pooler) await pooler.stop()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
