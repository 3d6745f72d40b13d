/** `festival doctor` reports overdue draws. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withClient } from '#platform/database/client'
import { aQueue, tick } from '../../../test/queues.ts'
import { aWorld } from '../../../test/world.ts'
import { checkQueues, findOverdueDraws } from './queues.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
/** An address at which no relay of drand answers. */
const world = await aWorld({ now: () => clock.now, env: { DRAND_URL: 'http://127.0.0.1:9' } })
const minutes = (count: number) => new Date(Date.parse('2027-03-01T12:00:00.000Z') + count * 60_000)
const check = () =>
  withClient({ connectionString: world.connectionString }, async (client) =>
    checkQueues(await findOverdueDraws(client, clock.now)),
  )

// Requirement (rules): festival doctor names draws that are overdue
test('a draw that no service has made, or that drand keeps waiting, is named until it is made', async () => {
  const { festival, queue, manager, url } = await aQueue(world, { queue: { source: 'drand' } })
  clock.now = minutes(12)
  assert.deepEqual(await check(), { name: 'Queues', ok: true, detail: 'no draw is overdue' })
  clock.now = minutes(14)
  const late = await check()
  const when = `${festival.name}, 2027-03-01T12:10:00.000Z`
  assert.deepEqual([late.ok, late.faults], [false, [`${when}: its entries are not fixed`]])
  await tick(world)
  const waiting = await check()
  assert.deepEqual(waiting.faults, [`${when}: round ${queue.round} of drand is missing`])
  assert.match(`${waiting.advice}`, /DRAND_URL/)
  clock.now = minutes(27)
  await tick(world)
  assert.equal((await check()).ok, true)
  assert.equal((await world.del(url, { as: manager })).status, 200)
})

test('a cancelled one is not waited for', async () => {
  clock.now = minutes(0)
  const { url, manager } = await aQueue(world)
  clock.now = minutes(30)
  assert.equal((await check()).ok, false)
  assert.equal((await world.del(url, { as: manager })).status, 200)
  assert.equal((await check()).ok, true)
})
