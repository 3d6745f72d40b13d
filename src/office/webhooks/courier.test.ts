/** Several processes share the work, and the work of one that dies is completed by others. Nothing here runs on a timer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteOldEvents, publish } from '#core/domain-events'
import { createOutgoing } from '#platform/outgoing/requests'
import { createVault } from '#platform/secrets/vault'
import { aName } from '../../../test/catalogue.ts'
import { aReceiver, well } from '../../../test/receiver.ts'
import { until } from '../../../test/until.ts'
import { deliveriesTo } from '../../../test/webhooks.ts'
import { aWorld } from '../../../test/world.ts'
import { Courier, type Post } from './courier.ts'
import { claimDue, fanOut, recordAttempt } from './deliveries.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const now = () => clock.now
const world = await aWorld({
  now,
  parts: { outgoing: createOutgoing({ toPrivate: true, patience: 20_000 }) },
})
const { db, work, post, aUser } = world
const as = await aUser({ roles: ['admin'] })
const patience = 60_000

const aProcess = (more: Partial<Post> = {}) =>
  new Courier({ ...world, log: world.app.log, random: () => 0, ...more })

async function anEndpoint(receiver: { url: string }) {
  const organizer_id = aName('tarn').replace(' ', '-')
  await db.insertInto('organizers').values({ id: organizer_id, name: 'Tarn' }).execute()
  const { body } = await post('/webhooks', { url: receiver.url, organizer_id }, { as })
  const { id } = body as { id: string }
  const happen = (count = 1) =>
    publish(
      { db, now: now() },
      Array.from({ length: count }, (_, n) => ({
        type: 'organizer.updated',
        organizer_id,
        data: { organizer: { id: organizer_id, name: `Tarn ${n}` } },
      })),
    )
  return { id, happen, log: () => deliveriesTo(world, { as, id }) }
}

type Endpoint = Awaited<ReturnType<typeof anEndpoint>>
const untilDelivered = ({ log }: Endpoint, count: number) =>
  until(
    `${count} delivered`,
    async () => (await log()).filter(({ status }) => status === 'delivered').length === count,
    patience,
  )

// Requirement (rules): No webhook is lost or doubled when processes die or stop
test('two processes share what is due: each event is sent once', async () => {
  const receiver = await aReceiver()
  const endpoint = await anEndpoint(receiver)
  const [one, two] = [aProcess(), aProcess()]
  await endpoint.happen(60)
  await Promise.all([one.look(), two.look(), one.look(), two.look()])
  await untilDelivered(endpoint, 60)
  assert.equal(receiver.received.length, 60)
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 60)
  await Promise.all([one.close(), two.close()])
})

// Requirement (rules): No webhook is lost or doubled when processes die or stop
test('deliveries of a dead process are taken over when its lease ends, and not before', async () => {
  const receiver = await aReceiver()
  const endpoint = await anEndpoint(receiver)
  await endpoint.happen()
  await fanOut(work, now())
  const leaseUntil = new Date(now().getTime() + 30_000)
  const claimed = await claimDue(work, { now: now(), leaseUntil, busy: [] })
  assert.equal(claimed.length, 1)
  const other = aProcess()
  clock.now = new Date(leaseUntil.getTime() - 1)
  await other.look()
  assert.equal((await endpoint.log())[0]?.attempts, 0)
  assert.equal(receiver.received.length, 0)
  clock.now = leaseUntil
  await other.look()
  await untilDelivered(endpoint, 1)
  assert.equal(receiver.received[0]?.id, claimed[0]?.event_id)
  await other.close()
})

// Requirement (rules): No webhook is lost or doubled when processes die or stop
test('a process that stops aborts its slow deliveries, and does not count them as attempts', async () => {
  let hung = 0
  const receiver = await aReceiver(() => {
    hung++
  })
  const endpoint = await anEndpoint(receiver)
  const [first, second] = [aProcess(), aProcess()]
  await endpoint.happen()
  await first.look()
  await until('it hangs', async () => hung === 1, patience)
  await first.close()
  assert.deepEqual(
    (await endpoint.log()).map(({ status, attempts }) => [status, attempts]),
    [['pending', 0]],
  )
  receiver.answer = well
  await first.look()
  assert.equal(receiver.received.length, 1, 'one that is closed begins nothing more')
  await second.look()
  await untilDelivered(endpoint, 1)
  await second.close()
})

test('a late failure does not end a delivery that was requested again meanwhile', async () => {
  const receiver = await aReceiver()
  const endpoint = await anEndpoint(receiver)
  await endpoint.happen()
  await fanOut(work, now())
  const leaseUntil = new Date(now().getTime() + 30_000)
  const [claimed] = await claimDue(work, { now: now(), leaseUntil, busy: [] })
  assert.ok(claimed)
  clock.now = new Date(now().getTime() + 1_000)
  await post(`/webhooks/deliveries/${claimed.id}/redeliver`, undefined, { as })
  await recordAttempt(work, claimed, {
    begun: now(),
    sent: { ms: 1, status: 500 },
    next: undefined,
  })
  const courier = aProcess()
  await courier.look()
  await untilDelivered(endpoint, 1)
  assert.equal((await endpoint.log())[0]?.attempts, 2)
  await courier.close()
})

test('with an unreadable secret nothing is sent unsigned, and the log says what to do', async () => {
  const receiver = await aReceiver()
  const endpoint = await anEndpoint(receiver)
  const courier = aProcess({ vault: createVault('another key, as long as it has to be') })
  await endpoint.happen()
  await courier.look()
  await until('an attempt', async () => (await endpoint.log())[0]?.attempts === 1, patience)
  const [delivery] = await endpoint.log()
  assert.equal(delivery?.last_error, 'the secret cannot be read: rotate it')
  assert.equal(receiver.received.length, 0)
  await courier.close()
})

// Requirement (rules): An event exists exactly when its cause does, and only where an endpoint wants it
test('an event of a transaction that is rolled back is not sent', async () => {
  const receiver = await aReceiver()
  const endpoint = await anEndpoint(receiver)
  const rolledBack = db.transaction().execute(async (trx) => {
    const data = { organizer: { id: 'x', name: 'x' } }
    const { organizer_id } = await trx
      .selectFrom('webhooks')
      .select('organizer_id')
      .where('id', '=', endpoint.id)
      .executeTakeFirstOrThrow()
    await publish({ db: trx, now: now() }, [{ type: 'organizer.updated', organizer_id, data }])
    throw new Error('no')
  })
  await assert.rejects(rolledBack, /no/)
  await fanOut(work, now())
  assert.deepEqual(await endpoint.log(), [])
})

// Requirement (rules): An event exists exactly when its cause does, and only where an endpoint wants it
test('an event without a subscriber is not written', async () => {
  const count = async () => (await db.selectFrom('outbox').select('id').execute()).length
  await db
    .updateTable('webhooks')
    .set({ events: ['payment.failed'] })
    .execute()
  const before = await count()
  const data = { organizer: { id: 'x', name: 'x' } }
  await publish({ db, now: now() }, [{ type: 'organizer.updated', organizer_id: null, data }])
  assert.equal(await count(), before)
  await publish({ db, now: now() }, [{ type: 'payment.failed', organizer_id: null, data }])
  assert.equal(await count(), before, 'they all want an organizer of their own')
  await db.updateTable('webhooks').set({ organizer_id: null }).execute()
  await publish({ db, now: now() }, [{ type: 'payment.failed', organizer_id: null, data }])
  assert.equal(await count(), before + 1)
})

test('events older than 30 days are deleted, with their deliveries', async () => {
  const other = await aWorld({ now, parts: { outgoing: world.outgoing } })
  const receiver = await aReceiver()
  const { body } = await other.post(
    '/webhooks',
    { url: receiver.url },
    {
      as: await other.aUser({ roles: ['admin'] }),
    },
  )
  const data = { organizer: { id: 'x', name: 'x' } }
  const day = 86_400_000
  for (const days of [31, 29]) {
    const at = new Date(now().getTime() - days * day)
    await publish({ db: other.db, now: at }, [
      { type: 'organizer.updated', organizer_id: null, data },
    ])
  }
  await fanOut(other.work, now())
  const claimed = await claimDue(other.work, { now: now(), leaseUntil: now(), busy: [] })
  for (const delivery of claimed) {
    await recordAttempt(other.work, delivery, {
      begun: now(),
      sent: { ms: 1, status: 200 },
      next: undefined,
    })
  }
  await deleteOldEvents(other.work, now())
  const counted = (table: 'outbox' | 'webhook_deliveries' | 'webhook_attempts') =>
    other.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
  for (const table of ['outbox', 'webhook_deliveries', 'webhook_attempts'] as const) {
    assert.deepEqual([table, (await counted(table)).count], [table, '1'])
  }
  assert.ok(body.id)
})
