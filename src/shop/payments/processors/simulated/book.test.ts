/** Results reported by the simulated processor stay true, whatever happens to the database afterwards. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { connect, connectPool } from '#platform/database/connections'
import { migrate } from '#platform/database/migrate'
import { startPostgres } from '#platform/postgres/server'
import { newId } from '#platform/values/ids'
import {
  childrenOf,
  postmasterOf,
  signalAlive,
} from '../../../../../test/faults/outages-postgres.ts'
import { until } from '../../../../../test/until.ts'
import { simulatedProcessor } from './simulated.ts'

const folder = await mkdtemp(join(tmpdir(), 'festival-book-'))
after(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))

/** Opens the processor on a PostgreSQL that keeps committed data, but writes the rest late. */
async function open() {
  const { connectionString, ...server } = await startPostgres({ folder, connections: 20 })
  const pool = connectPool(connectionString, { max: 4, purpose: 'work' })
  pool.on('error', () => undefined)
  await migrate(pool)
  await pool.query("alter system set wal_writer_delay = '10s'")
  await pool.query('select pg_reload_conf()')
  const secret = 'a secret of sixteen and more'
  const processor = simulatedProcessor({ db: connect(pool), now: () => new Date(), secret })
  return { processor, pool, server }
}

/** Returns true if Linux says that a process still runs; one that only waits for its parent does not. */
function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

test('a charge that was told is there after PostgreSQL was killed', async () => {
  for (let nth = 0; nth < 5; nth++) {
    const { processor, pool, server } = await open()
    const charge = { key: newId(), cents: 5_000, createdAt: new Date() }
    const postmaster = await postmasterOf(folder)
    const all = [postmaster, ...(await childrenOf(postmaster))]
    const { state } = await processor.charge(charge, 'pm_card_visa')
    // Ends its child processes too: one that lingers would keep the next server from starting.
    for (const pid of all) signalAlive(pid, 'SIGKILL')
    await server.stop().catch(() => undefined)
    await until('all of it is gone', async () => !all.some(isAlive))
    await pool.end().catch(() => undefined)
    const again = await open()
    const found = await again.processor.find(charge)
    await again.pool.end()
    await again.server.stop()
    assert.deepEqual([state, found.state], ['succeeded', 'succeeded'], `time ${nth + 1}`)
  }
})
