import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectPool } from '#platform/database/connections'
import { runOn } from '../../../test/global-setup.ts'
import { until } from '../../../test/until.ts'
import { aWorld } from '../../../test/world.ts'
import { createJobs } from './jobs.ts'
import { createRounds } from './rounds.ts'

test('jobs that cannot start, as the database is away, start when it is back', async (t) => {
  const { connectionString, db } = await aWorld()
  const letIn = (isIn: boolean) => {
    const name = new URL(connectionString).pathname.slice(1)
    const server = process.env['TEST_DATABASE_URL'] ?? ''
    return runOn(server, `alter database ${name} allow_connections ${isIn}`)
  }
  const pool = connectPool(connectionString, { max: 2, purpose: 'work' })
  const jobs = createJobs(pool, () => {})
  t.after(async () => {
    await jobs.stop()
    await pool.end()
  })
  const done: number[] = []
  jobs.work<{ nth: number }>('count', async ({ nth }) => {
    done.push(nth)
  })
  await letIn(false)
  try {
    await assert.rejects(jobs.start(), /not currently accepting connections/)
    await assert.rejects(jobs.add(db, 'count', { nth: 1 }), /not currently accepting connections/)
  } finally {
    await letIn(true)
  }
  const add = () =>
    jobs.add(db, 'count', { nth: 2 }).then(
      () => true,
      () => false,
    )
  await until('started', add)
  await until('done', async () => done.length > 0)
  assert.deepEqual(done, [2])
})

test('a round that did something is asked again at once, and not while the process stops', async () => {
  const rounds = createRounds((error) => {
    throw error
  })
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  let [few, endless] = [0, 0]
  rounds.add(3600, async () => {
    if (++few === 3) begin()
    return few < 3 ? 1 : 0
  })
  rounds.add(3600, async () => {
    if (++endless === 2) await mayEnd
    return 1
  })
  rounds.start()
  await hasBegun
  const stopped = rounds.stop()
  end()
  await stopped
  assert.deepEqual([few, endless], [3, 2])
})
