import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { connectPool } from '#platform/database/connections'
import { Metrics } from '#platform/observe/metrics'
import { runOn } from '../../../test/ground.ts'
import { until } from '../../../test/until.ts'
import { aWorld } from '../../../test/world.ts'
import { eachInTurn } from './each.ts'
import { createJobs } from './jobs.ts'
import { createRounds } from './rounds.ts'

// Requirement (rules): No job lost or doubled
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

// Requirement (rules): What is due every night is done also after a stop at its time
test('what is due every night is done once by the first start after its time, when none ran then', async (t) => {
  const { connectionString, db } = await aWorld()
  const pool = connectPool(connectionString, { max: 2, purpose: 'work' })
  t.after(() => pool.end())
  let runs = 0
  const start = async () => {
    const jobs = createJobs(pool, (error) => {
      throw error
    })
    jobs.cron('nightly', '17 3 * * *', async () => {
      runs++
    })
    await jobs.start()
    return jobs
  }
  const hasPassed = async () => {
    const { rows } = await sql<{ passed: boolean }>`
      select cron_on > now() - interval '1 hour' as passed from jobs.version`.execute(db)
    return rows[0]?.passed === true
  }
  await (await start()).stop()
  // Sets the last check of schedules back to two nights ago.
  await sql`update jobs.version set cron_on = now() - interval '49 hours'`.execute(db)
  await sql`update jobs.schedule set created_on = now() - interval '9 days'`.execute(db)
  const jobs = await start()
  await until('the schedules were looked at', hasPassed)
  await until('done', async () => runs > 0)
  await jobs.stop()
  assert.equal(runs, 1)
})

// Requirement (rules): Background work that fails keeps no other from being done, and is logged and counted
test('each failure of repeated work is reported and counted by itself', async () => {
  const metrics = new Metrics()
  const failures: string[] = []
  const without = { query: async () => ({ rows: [] }) }
  const jobs = createJobs(without, ({ message }) => failures.push(message), metrics)
  jobs.everySeconds(3600, () =>
    eachInTurn(['one', 'two'], async (name) => {
      throw new Error(name)
    }),
  )
  await jobs.runDue(new Date(), new Date())
  assert.deepEqual(failures, ['one', 'two'])
  const figures = (await metrics.own()).find(({ name }) => name === 'festival_job_runs_total')
  assert.deepEqual(figures?.values, [{ labels: { queue: 'repeated', result: 'failed' }, value: 2 }])
})
