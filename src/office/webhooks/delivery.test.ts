/** Deliveries to receivers that are healthy, unreachable, slow, lying or gone. The test controls the clock. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { createOutgoing } from '#platform/outgoing/requests'
import { anOrganizer } from '../../../test/catalogue.ts'
import { steadyClock } from '../../../test/clock.ts'
import { nextMailTo } from '../../../test/mailbox.ts'
import { aReceiver, well } from '../../../test/receiver.ts'
import { until } from '../../../test/until.ts'
import { deliveriesTo } from '../../../test/webhooks.ts'
import { aWorld } from '../../../test/world.ts'
import { Courier } from './courier.ts'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const clock = { ahead: 0 }
const world = await aWorld({
  now: steadyClock(() => clock.ahead),
  parts: { outgoing: createOutgoing({ toPrivate: true, patience: 3_000 }) },
})
const { get, post, put, aUser } = world
const as = await aUser({ roles: ['admin'] })
// Mails are jobs. Besides the service's own polling every half second, each check below polls at once.
await world.jobs.start()
const courier = new Courier({ ...world, log: world.app.log, random: () => 0 })
after(() => courier.close())
const patience = 60_000
const soon = (what: string, ask: () => Promise<boolean>) =>
  until(
    what,
    async () => {
      await courier.look()
      return ask()
    },
    patience,
  )

/** A webhook for one organizer, and a function that makes an event of it. */
async function anEndpoint(receiver: { url: string }, given: object = {}) {
  const { id: organizer_id } = await anOrganizer(world)
  const webhook = { url: receiver.url, organizer_id, ...given }
  const { body, text } = await post('/webhooks', webhook, { as })
  assert.ok(body?.id, text)
  const { id, secret } = body as { id: string; secret: string }
  const happen = async (times = 1) => {
    for (let time = 0; time < times; time++) {
      const { status } = await put(`/organizers/${organizer_id}`, { name: `Tarn ${time}` }, { as })
      assert.equal(status, 200)
    }
  }
  const log = (query?: string) => deliveriesTo(world, { as, id, query })
  return { id, secret, organizer_id, happen, log }
}

type Endpoint = Awaited<ReturnType<typeof anEndpoint>>
const statuses = async ({ log }: Endpoint) => (await log()).map(({ status }) => status)

const untilAll = (endpoint: Endpoint, status: string, count: number) =>
  soon(`${count} ${status}`, async () => {
    const all = await statuses(endpoint)
    return all.length === count && all.every((one) => one === status)
  })

const untilAttempts = (endpoint: Endpoint, attempts: number) =>
  soon(`${attempts} attempts`, async () =>
    (await endpoint.log()).every((one) => one.attempts === attempts),
  )

// Requirement (rules): Outgoing webhooks carry Standard Webhooks signatures
test('an event is sent as JSON, signed so that the published library verifies it, and logged', async () => {
  const receiver = await aReceiver((response) => response.writeHead(202).end('thank you'))
  const endpoint = await anEndpoint(receiver)
  await endpoint.happen()
  await untilAll(endpoint, 'delivered', 1)
  const [received] = receiver.received
  assert.ok(received)
  const { text, headers, id, type, data } = received
  new Webhook(endpoint.secret).verify(text, headers as Record<string, string>)
  assert.deepEqual(
    [headers['content-type'], headers['user-agent'], headers['webhook-id']],
    ['application/json', 'Festival-Webhooks/1.0', id],
  )
  assert.equal(type, 'organizer.updated')
  assert.deepEqual(data, { organizer: { id: endpoint.organizer_id, name: 'Tarn 0' } })
  const [delivery] = await endpoint.log()
  assert.equal(delivery?.event_id, id)
  const { body } = await get(`/webhooks/deliveries/${delivery?.id}`, { as })
  assert.deepEqual(body.message, JSON.parse(text))
  const [{ at, duration_ms, ...attempt }] = body.attempted
  assert.deepEqual(attempt, { number: 1, status: 202, answer: 'thank you', error: null })
  assert.ok(Math.abs(Date.parse(at) - world.now().getTime()) < patience && duration_ms < patience)
})

test('a webhook receives the types and the organizer it chose, and nothing else', async () => {
  const receiver = await aReceiver()
  const all = await anEndpoint(receiver)
  const other = await anEndpoint(receiver, { events: ['organizer.deleted'] })
  const { body } = await post(
    '/webhooks',
    { url: receiver.url, organizer_id: other.organizer_id },
    { as },
  )
  await all.happen()
  await other.happen()
  await untilAll(all, 'delivered', 1)
  const id = body.id as string
  await soon('the other heard', async () => (await deliveriesTo(world, { as, id })).length === 1)
  assert.deepEqual(await other.log(), [])
  assert.deepEqual(
    new Set(receiver.received.map(({ data }) => data.organizer.id)),
    new Set([all.organizer_id, other.organizer_id]),
  )
  assert.equal(receiver.received.length, 2)
})

// Requirement (rules): A webhook receiver that is down for an hour: nothing lost, nothing doubled
test('a receiver that was down for an hour and more gets all it missed, each event once', async () => {
  const { server, url, port } = await aFreePort()
  server.close()
  await once(server, 'close')
  const endpoint = await anEndpoint({ url })
  await endpoint.happen(3)
  await soon('three on their way', async () => (await endpoint.log()).length === 3)
  for (const [attempts, pause] of [6 * second, 6 * minute, 34 * minute].entries()) {
    await untilAttempts(endpoint, attempts + 1)
    clock.ahead += pause
  }
  await untilAttempts(endpoint, 4)
  const down = await endpoint.log()
  assert.deepEqual(
    new Set(down.map(({ last_error }) => last_error)),
    new Set(['the connection was refused']),
  )
  const { body } = await get(`/webhooks/${endpoint.id}`, { as })
  assert.ok(body.enabled && body.failing_since !== null)

  const receiver = await aReceiver(well, port)
  clock.ahead += 2.3 * hour
  await untilAll(endpoint, 'delivered', 3)
  const ids = receiver.received.map(({ id }) => id)
  assert.deepEqual(ids.toSorted(), down.map(({ event_id }) => event_id).toSorted())
  assert.equal((await get(`/webhooks/${endpoint.id}`, { as })).body.failing_since, null)
})

async function aFreePort() {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  return { server, port, url: `http://127.0.0.1:${port}/hook` }
}

// Requirement (rules): A webhook receiver that is slow: other receivers not delayed
test('a receiver that hangs delays no other, and is tried again', async () => {
  let hung = 0
  const slow = await aReceiver(() => {
    hung++
  })
  const healthy = await aReceiver()
  const [behind, ahead] = [await anEndpoint(slow), await anEndpoint(healthy)]
  await behind.happen(20)
  // Eight from each process.
  await soon('as many hang as may', async () => hung >= 16)
  await ahead.happen(12)
  // While the slow one occupies these attempts, more of its own wait, and the other has received everything.
  await soon('the healthy one has all', async () => healthy.received.length === 12)
  await untilAll(ahead, 'delivered', 12)
  slow.answer = well
  await soon('it is given up', async () =>
    (await behind.log()).every(({ attempts }) => attempts > 0),
  )
  clock.ahead += 6 * second
  await untilAll(behind, 'delivered', 20)
  const ids = new Set(slow.received.map(({ id }) => id))
  assert.equal(ids.size, 20)
})

for (const [what, status, headers, body] of [
  ['takes it and says 500', 500, {}, 'broken'],
  ['redirects to where credentials lie', 302, { location: 'http://169.254.169.254/' }, ''],
  ['says 404', 404, {}, ''],
  ['says 304', 304, {}, ''],
] as const) {
  // Requirement (rules): A webhook receiver that lies: nothing lost, nothing doubled
  test(`a receiver that ${what} gets the same event again, with the same id`, async () => {
    const receiver = await aReceiver((response) => response.writeHead(status, headers).end(body))
    const endpoint = await anEndpoint(receiver)
    await endpoint.happen()
    await soon('the first attempt', async () => (await endpoint.log())[0]?.attempts === 1)
    assert.equal((await endpoint.log())[0]?.last_status, status)
    receiver.answer = well
    clock.ahead += 6 * second
    await untilAll(endpoint, 'delivered', 1)
    const [first, again, ...more] = receiver.received
    assert.deepEqual([again?.id, again?.text, more.length], [first?.id, first?.text, 0])
  })
}

for (const [what, headers] of [
  ['a cut body', { 'content-length': '1000' }],
  ['garbage for a body', { 'content-encoding': 'gzip' }],
] as const) {
  // Requirement (rules): A webhook receiver that lies: nothing lost, nothing doubled
  test(`a 200 with ${what} is an answer: nothing is sent twice`, async () => {
    const receiver = await aReceiver((response) => {
      response.writeHead(200, headers).write(Buffer.from([0, 0xff, 0xd8, 0]))
      setImmediate(() => response.destroy())
    })
    const endpoint = await anEndpoint(receiver)
    await endpoint.happen()
    await untilAll(endpoint, 'delivered', 1)
    clock.ahead += 10 * minute
    await endpoint.happen()
    await untilAll(endpoint, 'delivered', 2)
    assert.equal(receiver.received.length, 2)
  })
}

// Requirement (rules): /webhooks: an endpoint that is gone or fails for three days is disabled, and its maker
//   told
test('a webhook that answers 410 is disabled, and its creator is told by mail', async () => {
  const receiver = await aReceiver((response) => response.writeHead(410).end())
  const maker = await aUser({ permissions: ['manage_clients'] })
  const endpoint = await anEndpoint(receiver)
  await world.db
    .updateTable('webhooks')
    .set({ created_by: maker.id })
    .where('id', '=', endpoint.id)
    .execute()
  await endpoint.happen()
  await untilAll(endpoint, 'failed', 1)
  const mail = await nextMailTo(world, maker.email)
  assert.match(mail, /127\.0\.0\.1:\d+ is disabled/)
  assert.ok(mail.includes(endpoint.id) && !mail.includes('/hook'))
  const { body } = await get(`/webhooks/${endpoint.id}`, { as })
  assert.deepEqual([body.enabled, body.disabled_reason], [false, 'gone'])
  for (const [path, given] of [
    [`${endpoint.id}/test`, undefined],
    [`${endpoint.id}/replay`, { since: '2027-01-01' }],
  ] as const) {
    const refused = await post(`/webhooks/${path}`, given, { as })
    assert.deepEqual([refused.status, refused.body.code], [409, 'disabled'])
  }
  await endpoint.happen()
  await soon('it is missed', async () => (await missedBy(endpoint))?.events === 1)
  receiver.answer = well
  await put(`/webhooks/${endpoint.id}`, { enabled: true }, { as })
  await endpoint.happen()
  await soon('the next', async () => receiver.received.length === 2)
  assert.deepEqual(await statuses(endpoint), ['delivered', 'missed', 'failed'])
})

const missedBy = async ({
  id,
}: {
  id: string
}): Promise<{ events: number; since: string } | null> =>
  (await get(`/webhooks/${id}`, { as })).body.missed

/** An endpoint that the service has disabled, and that has missed this many events since. */
async function aDisabledEndpoint(receiver: Awaited<ReturnType<typeof aReceiver>>, events: number) {
  const answer = receiver.answer
  receiver.answer = (response) => response.writeHead(410).end()
  const endpoint = await anEndpoint(receiver)
  await endpoint.happen()
  const isEnabled = async () => (await get(`/webhooks/${endpoint.id}`, { as })).body.enabled
  await soon('it is disabled', async () => !(await isEnabled()))
  const before = new Date(world.now().getTime() + 1).toISOString()
  clock.ahead += 2
  await endpoint.happen(events)
  await soon('all missed', async () => (await missedBy(endpoint))?.events === events)
  receiver.answer = answer
  receiver.received.length = 0
  return { ...endpoint, before }
}

// Requirement (rules): Outgoing webhooks: what a disabled endpoint missed
test('an endpoint that was disabled says how many events it missed and since when, and a replay sends them once, in order', async () => {
  let [open, most] = [0, 0]
  const receiver = await aReceiver((response) => {
    most = Math.max(most, ++open)
    // The first ones take longest: sent side by side, they would arrive out of order.
    const ms = Math.max(1, 60 - receiver.received.length * 10)
    setTimeout(() => {
      open--
      well(response, receiver.received[0] as never)
    }, ms)
  })
  const endpoint = await aDisabledEndpoint(receiver, 12)
  const { since = '' } = (await missedBy(endpoint)) ?? {}
  assert.ok(since >= endpoint.before, `${since} ${endpoint.before}`)
  const missed = await endpoint.log('status=missed')
  assert.equal(missed.length, 12)
  assert.equal((await post(`/webhooks/${endpoint.id}/replay`, { since }, { as })).status, 409)

  await put(`/webhooks/${endpoint.id}`, { enabled: true }, { as })
  assert.equal((await missedBy(endpoint))?.events, 12, 'nothing is sent that nobody asked for')
  const asked = await Promise.all([
    post(`/webhooks/${endpoint.id}/replay`, { since }, { as }),
    post(`/webhooks/${endpoint.id}/replay`, { since }, { as }),
  ])
  assert.deepEqual(
    asked.map(({ body }) => body.replayed).toSorted((a, b) => a - b),
    [0, 12],
  )
  // Events during the replay come after the replayed ones.
  await endpoint.happen()
  assert.equal(await missedBy(endpoint), null)
  // The service's own courier and this one act as two processes.
  await soon('all came', async () => receiver.received.length >= 13)
  await soon('all noted', async () =>
    (await endpoint.log()).every(({ status }) => status !== 'pending'),
  )
  const came = receiver.received.map(({ id }) => id)
  assert.deepEqual(came.slice(0, 12), missed.map(({ event_id }) => event_id).toSorted())
  assert.deepEqual([came.length, new Set(came).size, most], [13, 13, 1])
})

// Requirement (rules): Outgoing webhooks: what a disabled endpoint missed
test('a replayed event that fails again holds up none of the others', async () => {
  const receiver = await aReceiver((response, { id }) =>
    response.writeHead(id === receiver.received[0]?.id ? 500 : 204).end(),
  )
  const endpoint = await aDisabledEndpoint(receiver, 4)
  await put(`/webhooks/${endpoint.id}`, { enabled: true }, { as })
  const since = endpoint.before
  const { body } = await post(`/webhooks/${endpoint.id}/replay`, { since }, { as })
  assert.deepEqual(body, { replayed: 4 })
  await soon('the others came', async () => (await endpoint.log('status=delivered')).length === 3)
  assert.equal((await endpoint.log('status=pending'))[0]?.last_status, 500)
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 4)
})

test('an endpoint that a user has disabled misses nothing: it was not to be told', async () => {
  const receiver = await aReceiver()
  const endpoint = await anEndpoint(receiver)
  const other = await anEndpoint(receiver)
  await put(`/webhooks/${endpoint.id}`, { enabled: false }, { as })
  await endpoint.happen()
  await other.happen()
  await untilAll(other, 'delivered', 1)
  assert.deepEqual(await endpoint.log(), [])
  assert.equal(await missedBy(endpoint), null)
})

// Requirement (rules): Outgoing webhooks are retried over three days
test('after ten attempts in three days a delivery has failed and its webhook is disabled; a replay sends it', async () => {
  const receiver = await aReceiver((response) => response.writeHead(503).end())
  const endpoint = await anEndpoint(receiver)
  const before = world.now().toISOString()
  await endpoint.happen()
  await soon('it is on its way', async () => (await endpoint.log()).length === 1)
  for (let attempts = 1; attempts < 10; attempts++) {
    await untilAttempts(endpoint, attempts)
    const [{ next_attempt_at } = { next_attempt_at: null }] = await endpoint.log()
    clock.ahead += Date.parse(next_attempt_at ?? '') - Number(world.now())
  }
  await untilAll(endpoint, 'failed', 1)
  assert.equal(receiver.received.length, 10)
  const failing = async () => (await get(`/webhooks/${endpoint.id}`, { as })).body
  await soon('it is disabled', async () => !(await failing()).enabled)
  assert.equal((await failing()).disabled_reason, 'failing')

  receiver.answer = well
  const { body: enabled } = await put(`/webhooks/${endpoint.id}`, { enabled: true }, { as })
  assert.deepEqual([enabled.disabled_reason, enabled.failing_since], [null, null])
  const replayed = await post(`/webhooks/${endpoint.id}/replay`, { since: before }, { as })
  assert.deepEqual(replayed.body, { replayed: 1 })
  await untilAll(endpoint, 'delivered', 1)
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 1)
  const nothing = await post(`/webhooks/${endpoint.id}/replay`, { since: before }, { as })
  assert.deepEqual(nothing.body, { replayed: 0 })
})

// Requirement (rules): Outgoing webhooks: redelivery
test('a replay brings forward deliveries that wait for their next attempt', async () => {
  const receiver = await aReceiver((response) => response.writeHead(500).end())
  const endpoint = await anEndpoint(receiver)
  const before = world.now().toISOString()
  await endpoint.happen()
  await soon('the first attempt', async () => (await endpoint.log())[0]?.attempts === 1)
  clock.ahead += 6 * second
  await untilAttempts(endpoint, 2)
  receiver.answer = well
  const { body } = await post(`/webhooks/${endpoint.id}/replay`, { since: before }, { as })
  assert.deepEqual(body, { replayed: 1 })
  await untilAll(endpoint, 'delivered', 1)
})

// Requirement (rules): Outgoing webhooks: redelivery
test('a delivered event is sent once more on request, with the same id', async () => {
  const receiver = await aReceiver()
  const endpoint = await anEndpoint(receiver)
  await endpoint.happen()
  await untilAll(endpoint, 'delivered', 1)
  const [delivery] = await endpoint.log()
  const again = await post(`/webhooks/deliveries/${delivery?.id}/redeliver`, undefined, { as })
  assert.deepEqual([again.status, again.body.status], [200, 'pending'])
  await soon('it came again', async () => receiver.received.length === 2)
  await untilAttempts(endpoint, 2)
  const [first, second] = receiver.received
  assert.deepEqual([second?.id, second?.text], [first?.id, first?.text])
})

test('a test event reaches its webhook, whatever events it chose', async () => {
  const receiver = await aReceiver()
  const endpoint = await anEndpoint(receiver, { events: ['payment.failed'] })
  const { status, body } = await post(`/webhooks/${endpoint.id}/test`, undefined, { as })
  assert.deepEqual([status, body.type, body.status], [201, 'webhook.test', 'pending'])
  await untilAll(endpoint, 'delivered', 1)
  assert.deepEqual(
    receiver.received.map(({ type, data }) => [type, data]),
    [['webhook.test', { webhook_id: endpoint.id }]],
  )
})

// Requirement (rules): Outgoing webhooks: secrets rotate, both sign for a while
test('after a rotation both secrets verify, until the old one ends', async () => {
  const receiver = await aReceiver()
  const endpoint = await anEndpoint(receiver)
  const { body } = await post(`/webhooks/${endpoint.id}/rotate`, { overlap_seconds: 60 }, { as })
  await endpoint.happen()
  await untilAll(endpoint, 'delivered', 1)
  clock.ahead += 2 * minute
  await endpoint.happen()
  await untilAll(endpoint, 'delivered', 2)
  const signatures = receiver.received.map(({ headers }) => `${headers['webhook-signature']}`)
  assert.deepEqual(
    signatures.map((all) => all.split(' ').length),
    [2, 1],
  )
  const [during, later] = receiver.received.map(({ id, text, headers }) => (secret: string) => {
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    const signature = new Webhook(secret).sign(id, at, text)
    return `${headers['webhook-signature']}`.split(' ').includes(signature)
  })
  assert.deepEqual([during?.(endpoint.secret), during?.(body.secret)], [true, true])
  assert.deepEqual([later?.(endpoint.secret), later?.(body.secret)], [false, true])
})

test('pending deliveries of a disabled webhook continue when it is enabled again', async () => {
  const receiver = await aReceiver((response) => response.writeHead(500).end())
  const endpoint = await anEndpoint(receiver)
  await endpoint.happen()
  await soon('the first attempt', async () => (await endpoint.log())[0]?.attempts === 1)
  await put(`/webhooks/${endpoint.id}`, { enabled: false }, { as })
  clock.ahead += hour
  const [other, elsewhere] = [await aReceiver(), receiver]
  const witness = await anEndpoint(other)
  await witness.happen()
  await untilAll(witness, 'delivered', 1)
  assert.equal(elsewhere.received.length, 1)
  receiver.answer = well
  await put(`/webhooks/${endpoint.id}`, { enabled: true }, { as })
  await untilAll(endpoint, 'delivered', 1)
})

// Requirement (rules): Outgoing webhooks: log
test('the log is filtered by status, type and time, and read page by page', async () => {
  const receiver = await aReceiver()
  const endpoint = await anEndpoint(receiver)
  await endpoint.happen(2)
  await untilAll(endpoint, 'delivered', 2)
  clock.ahead += minute
  const later = encodeURIComponent(world.now().toISOString())
  receiver.answer = (response) => response.writeHead(500).end()
  await post(`/webhooks/${endpoint.id}/test`, undefined, { as })
  await soon('the test failed', async () => (await endpoint.log())[0]?.attempts === 1)
  const typesOf = async (query: string) => (await endpoint.log(query)).map(({ type }) => type)
  const [tried, told] = ['webhook.test', 'organizer.updated']
  for (const [query, expected] of [
    ['', [tried, told, told]],
    ['status=delivered', [told, told]],
    ['status=pending', [tried]],
    ['status=failed', []],
    ['status=lost', []],
    [`type=${tried}`, [tried]],
    ['type=payment.made', []],
    [`from=${later}`, [tried]],
    [`to=${later}`, [told, told]],
  ] as const) {
    assert.deepEqual([query, await typesOf(query)], [query, expected])
  }
  const page = async (query: string) =>
    (await get(`/webhooks/${endpoint.id}/deliveries?${query}`, { as })).body
  const first = await page('limit=2')
  const again = await page(`limit=2&after=${first.next_after}`)
  assert.deepEqual(
    [first.deliveries.length, again.deliveries.length, again.next_after],
    [2, 1, null],
  )
  const refused = await get(`/webhooks/${endpoint.id}/deliveries?after=x`, { as })
  assert.deepEqual([refused.status, refused.body.error], [400, 'after is not a place in this list'])
})
