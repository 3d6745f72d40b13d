import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOutgoing } from '#platform/outgoing/requests'
import { newId } from '#platform/values/ids'
import { anOrganizer } from '../../../test/catalogue.ts'
import { type Answer, aWorld } from '../../../test/world.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const resolve = async (host: string) => [
  { address: host.startsWith('inside') ? '10.1.2.3' : '9.9.9.9', family: 4 },
]
const world = await aWorld({
  now: () => clock.now,
  parts: { outgoing: createOutgoing({ toPrivate: false, resolve }) },
})
const { db, get, post, put, del, aUser } = world
const as = await aUser({ permissions: ['manage_clients'] })
const url = 'https://shop.example/hooks'

async function aWebhook(given: object = {}) {
  const { status, body, text } = await post('/webhooks', { url, ...given }, { as })
  assert.equal(status, 201, text)
  return body
}

function assertRefused({ status, body }: Answer, expected: [status: number, error: RegExp]) {
  assert.match(body.error, expected[1])
  assert.equal(status, expected[0])
}

// Requirement (rules): /webhooks: an endpoint's secret is shown once
test('a webhook is created with a secret that is shown once, read, changed and deleted', async () => {
  const { id: organizer_id } = await anOrganizer(world)
  const wanted = ['payment.refunded', 'payment.succeeded', 'payment.refunded']
  const given = { description: 'Shop', events: wanted, organizer_id }
  const { secret, ...made } = await aWebhook(given)
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.deepEqual(made, {
    id: made.id,
    url,
    description: 'Shop',
    events: ['payment.refunded', 'payment.succeeded'],
    organizer_id,
    enabled: true,
    disabled_reason: null,
    failing_since: null,
    missed: null,
    old_secret_ends_at: null,
    created_at: clock.now.toISOString(),
    createdAt: clock.now.toISOString(),
  })
  assert.deepEqual((await get(`/webhooks/${made.id}`, { as })).body, made)
  const { body: all, text } = await get('/webhooks', { as })
  assert.deepEqual(
    all.filter(({ id }: { id: string }) => id === made.id),
    [made],
  )
  assert.ok(!text.includes('whsec_'))
  const change = { events: null, organizer_id: null, description: null, enabled: false }
  const { body: changed } = await put(`/webhooks/${made.id}`, change, { as })
  assert.deepEqual(changed, { ...made, ...change })
  assert.deepEqual((await put(`/webhooks/${made.id}`, {}, { as })).body, changed)
  assert.deepEqual((await del(`/webhooks/${made.id}`, { as })).body, { message: 'Webhook deleted' })
  assertRefused(await get(`/webhooks/${made.id}`, { as }), [404, /^Webhook not found$/])
  assert.ok(!world.lines.join('').includes(secret))
})

test('a secret is stored encrypted, and is in no log', async () => {
  const { id, secret } = await aWebhook()
  const row = await db
    .selectFrom('webhooks')
    .select('secret')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  assert.ok(!row.secret.includes(key))
  assert.deepEqual(world.vault.open(row.secret, `webhook secret ${id}`), key)
})

for (const [why, body, error] of [
  ['no url', {}, /^url is required$/],
  [
    'plain HTTP',
    { url: 'http://shop.example/' },
    /^url must start with https:\/\/, unless .* WEBHOOKS_TO_PRIVATE_ADDRESSES=true$/,
  ],
  ['no URL', { url: 'shop' }, /^url must start with https:\/\/$/],
  [
    'a private address',
    { url: 'https://10.0.0.1/' },
    /^url must not lead to a private address, unless .* WEBHOOKS_TO_PRIVATE_ADDRESSES=true$/,
  ],
  [
    'a name inside',
    { url: 'https://inside.example/' },
    /^url must not lead to a private address, unless .* WEBHOOKS_TO_PRIVATE_ADDRESSES=true$/,
  ],
  ['a password', { url: 'https://a:b@shop.example/' }, /^url must not hold a name or a password$/],
  [
    'a long url',
    { url: `https://shop.example/${'a'.repeat(2000)}` },
    /^url must have at most 2000/,
  ],
  ['an unknown event', { url, events: ['payment.made'] }, /^events\[0\] must be one of payment/],
  ['no event at all', { url, events: [] }, /^events must have at least 1/],
  ['the test event', { url, events: ['webhook.test'] }, /^events\[0\] must be one of/],
  [
    'an unknown organizer',
    { url, organizer_id: 'unknown' },
    /^organizer_id is not the id of an org/,
  ],
  ['enabled as text', { url, enabled: 'yes' }, /^enabled must be true or false$/],
] as const) {
  test(`a webhook is not created with ${why}, nor changed to it: 400`, async () => {
    assertRefused(await post('/webhooks', body, { as }), [400, error])
    if (why === 'no url') return
    const { id } = await aWebhook()
    assertRefused(await put(`/webhooks/${id}`, body, { as }), [400, error])
  })
}

test('read-only fields change nothing', async () => {
  const forged = { secret: 'mine', failing_since: '2020-01-01', disabled_reason: 'gone' }
  const { secret, failing_since, disabled_reason } = await aWebhook(forged)
  assert.notEqual(secret, forged.secret)
  assert.deepEqual([failing_since, disabled_reason], [null, null])
})

test('a rotation returns a new secret, and when the old one ends: in a day, or as requested', async () => {
  const { id, secret } = await aWebhook()
  const inADay = new Date(clock.now.getTime() + 86_400_000).toISOString()
  const first = await post(`/webhooks/${id}/rotate`, undefined, { as })
  assert.notEqual(first.body.secret, secret)
  assert.deepEqual([first.status, first.body.old_secret_ends_at], [200, inADay])
  const second = await post(`/webhooks/${id}/rotate`, { overlap_seconds: 0 }, { as })
  assert.equal(second.body.old_secret_ends_at, null)
  for (const overlap_seconds of [-1, 604_801, '60']) {
    const refused = await post(`/webhooks/${id}/rotate`, { overlap_seconds }, { as })
    assertRefused(refused, [400, /^overlap_seconds must be/])
  }
})

for (const [method, path, body] of [
  ['GET', '', undefined],
  ['PUT', '', {}],
  ['DELETE', '', undefined],
  ['POST', '/rotate', {}],
  ['POST', '/test', undefined],
  ['POST', '/replay', { since: '2027-01-01' }],
  ['GET', '/deliveries', undefined],
] as const) {
  test(`${method} /webhooks/:id${path} of an unknown webhook is 404`, async () => {
    for (const id of [newId(), '0', 'a'.repeat(300)]) {
      const answer = await world.call(method, `/webhooks/${id}${path}`, { as, body })
      assertRefused(answer, [404, /^Webhook not found$/])
    }
  })
}

test('an unknown delivery is 404', async () => {
  assertRefused(await get(`/webhooks/deliveries/${newId()}`, { as }), [404, /^Delivery not found$/])
  const again = await post(`/webhooks/deliveries/${newId()}/redeliver`, undefined, { as })
  assertRefused(again, [404, /^Delivery not found$/])
})

test('the types of events are listed with their schemas', async () => {
  const { body } = await get('/webhooks/events', { as })
  const types = body.map(({ type }: { type: string }) => type)
  assert.ok(types.includes('payment.succeeded') && types.includes('webhook.test'), types.join())
  for (const { type, schema } of body) {
    assert.deepEqual(schema.required, ['id', 'type', 'timestamp', 'data'], type)
  }
})

test('there are 50 webhooks at most', async () => {
  const other = await aWorld({ parts: { outgoing: createOutgoing({ toPrivate: false, resolve }) } })
  const admin = await other.aUser({ roles: ['admin'] })
  const make = () => other.post('/webhooks', { url }, { as: admin })
  for (let count = 0; count < 50; count++) assert.equal((await make()).status, 201)
  const refused = await make()
  assertRefused(refused, [409, /^There are already 50 webhooks/])
  assert.equal(refused.body.code, 'too_many')
})
