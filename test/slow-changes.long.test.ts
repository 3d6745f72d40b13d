/** Many changes of large records at once leave connections to other callers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { aName } from './catalogue.ts'
import { until } from './until.ts'
import { aWorld, lenient } from './world.ts'

const world = await aWorld({ env: { DATABASE_CONNECTIONS: '4' } })
const { work, get, post, put, aUser } = world

/** How many connections wait for a lock. */
async function blocked(): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(work)
  return rows[0]?.many ?? 0
}

test('many changes by one user leave connections to the others, and too many are refused', async () => {
  const [stranger, other] = [await aUser(), await aUser()]
  const id = aName('stall')
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '-')
  await post('/organizers', { id, name: 'Stall' }, { as: stranger })
  const body = {
    name: aName('Tide'),
    organizer_id: id,
    start_time: '2027-07-01T12:00Z',
    end_time: '2027-07-02T12:00Z',
  }
  const festival = (await post('/festivals', body, { as: stranger })).body
  const free = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holder = work.transaction().execute(async (trx) => {
    await sql`select from festivals where id = ${festival.id} for update`.execute(trx)
    held.resolve()
    await free.promise
  })
  await held.promise
  const change = (more: object = {}) =>
    put(`/festivals/${festival.id}`, { name: 'Other', ...more }, { as: stranger, headers: lenient })
  const large = () => change({ unknown: 'x'.repeat(70_000) })
  const changes = [
    ...Array.from({ length: 18 }, () => change()),
    ...Array.from({ length: 2 }, large),
    ...Array.from({ length: 50 }, () => change()),
  ]
  await until('two wait', async () => (await blocked()) === 2)
  assert.equal((await get('/notifications', { as: other })).status, 200)
  assert.equal(await blocked(), 2)
  free.resolve()
  await holder
  const answers = await Promise.all(changes)
  const [done, refused] = [200, 503].map((status) => answers.filter((one) => one.status === status))
  // Two run, 64 wait, and behind 16 of them no large body is read.
  assert.deepEqual([done?.length, refused?.length], [66, 4])
  assert.ok(refused?.every(({ body, headers }) => body.code === 'busy' && headers['retry-after']))
  assert.equal((await change()).status, 200)
})
