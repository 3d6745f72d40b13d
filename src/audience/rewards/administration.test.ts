import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { recordServerEvents } from '#audience/rewards'
import { newId } from '#platform/values/ids'
import { aName, anArtist } from '../../../test/catalogue.ts'
import { until } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const now = new Date('2030-06-15T12:00:00.000Z')
const world = await aWorld({ now: () => now })
const { get, post, put, del, call, db, bus, aUser, aClient } = world
const { token: client } = await aClient(['manage_rewards'])
const staff = await aUser({ permissions: ['manage_rewards'] })
const boss = { as: staff, client }
const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** An event type that no other test of the file uses, with a rule. */
async function aType(fields: object = {}) {
  const event_type = `danced_${randomBytes(4).toString('hex')}`
  const rule = { points: 5, daily_cap: 3, ...fields }
  const answer = await put(`/rewards/rules/${event_type}`, rule, boss)
  assert.equal(answer.status, 200, answer.text)
  return event_type
}
async function aBadge(fields: object) {
  const badge = { name: aName('Dancer'), target: 2, ...fields }
  const answer = await post('/rewards/badges', badge, boss)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
async function record(as: Person, event: object) {
  const { status, body, text } = await post('/rewards/events', event, { as })
  assert.equal(status, 201, text)
  return body
}
async function progressOf(as: Person, id: string) {
  const { body } = await get('/rewards/badges', { as })
  const badge = body.find((one: { id: string }) => one.id === id)
  return badge && [badge.progress.current, badge.progress.percentage, badge.unlocked]
}

// Requirement (rules): contract §5 administration for manage_rewards
test('administering rewards needs the scope of the client and the permission of the user, each named', async () => {
  const [user, admin] = [await aUser(), await aUser({ roles: ['admin'] })]
  for (const [method, path] of [
    ['GET', 'rules'],
    ['PUT', 'rules/danced'],
    ['DELETE', 'rules/danced'],
    ['POST', 'badges'],
    ['GET', `badges/${newId()}`],
    ['PUT', `badges/${newId()}`],
    ['DELETE', `badges/${newId()}`],
    ['GET', 'levels'],
    ['PUT', 'levels'],
    ['GET', 'challenges'],
    ['POST', 'challenges'],
    ['PUT', `challenges/${newId()}`],
    ['DELETE', `challenges/${newId()}`],
  ] as const) {
    const ask = async (how: object) => {
      const { status, body } = await call(method, `/rewards/${path}`, how)
      return [status, body.error]
    }
    assert.deepEqual(await ask({ as: staff }), [403, 'Missing client scope: manage_rewards'], path)
    const missing = [403, 'Missing user permission: manage_rewards']
    assert.deepEqual(await ask({ as: user, client }), missing, path)
    assert.deepEqual(await ask({ client }), [401, 'Missing the user header'], path)
    const [status = 0] = await ask({ as: admin, client })
    assert.ok([200, 400, 404].includes(Number(status)), path)
  }
})

test('a rule is created, replaced, followed and deleted', async () => {
  const ada = await aUser()
  const event_type = await aType()
  const rule = { event_type, points: 5, per: 'event', daily_cap: 3, once_per_entity: false }
  const ruleOf = async () => {
    const { body } = await get('/rewards/rules', boss)
    return body.find((one: { event_type: string }) => one.event_type === event_type)
  }
  assert.deepEqual(await ruleOf(), { ...rule, sender: 'client' })
  assert.equal((await record(ada, { event_type })).points_awarded, 5)
  const change = { points: 2, daily_cap: 2 }
  const { status, body } = await put(`/rewards/rules/${event_type}`, change, boss)
  assert.deepEqual([status, body], [200, { ...rule, ...change, sender: 'client' }])
  const awarded = async () => (await record(ada, { event_type })).points_awarded
  assert.deepEqual([await awarded(), await awarded()], [2, 0])
  const gone = await del(`/rewards/rules/${event_type}`, boss)
  assert.deepEqual([gone.status, gone.body], [200, { message: 'Rule deleted' }])
  assert.equal((await record(await aUser(), { event_type })).points_awarded, 0)
  const again = await del(`/rewards/rules/${event_type}`, boss)
  assert.deepEqual([again.status, again.body.error], [404, 'Rule not found'])
})

test('rules are listed by type; those of the service say so', async () => {
  const { body } = await get('/rewards/rules', boss)
  const types = body.map(({ event_type }: { event_type: string }) => event_type)
  assert.deepEqual(types, types.toSorted())
  const senders = new Map(body.map((rule: any) => [rule.event_type, [rule.sender, rule.per]]))
  assert.deepEqual(senders.get('ticket_purchased'), ['server', 'euro'])
  assert.deepEqual(senders.get('ticket_validated'), ['server', 'event'])
  assert.deepEqual(senders.get('daily_visit'), ['client', 'event'])
})

test('the rule of an event of the service can change, but not its sender', async () => {
  const ada = await aUser()
  const euros = { points: 2, per: 'euro', daily_cap: 9, sender: 'client' }
  const { body } = await put('/rewards/rules/accommodation_booked', euros, boss)
  assert.deepEqual([body.sender, body.daily_cap], ['server', 9])
  assert.equal((await record(ada, { event_type: 'accommodation_booked' })).points_awarded, 0)
  const booking = { event_type: 'accommodation_booked', entity_type: null, entity_id: null }
  const given = { ...booking, user_id: ada.id, source: newId(), euros: 30.5, isOwn: false }
  await recordServerEvents({ db, bus, now }, [given])
  assert.equal((await get('/rewards/points', { as: ada })).body.balance, 60)
})

for (const [why, type, rule, error] of [
  ['no points', 'danced', {}, 'points is required'],
  ['points below nothing', 'danced', { points: -1 }, 'points must be at least 0'],
  ['points without end', 'danced', { points: 10_001 }, 'points must be at most 10000'],
  ['half a point', 'danced', { points: 0.5 }, 'points must be a whole number'],
  ['no cap', 'danced', { points: 1 }, 'daily_cap is required for what earns points'],
  [
    'no cap for what is paid',
    'ticket_purchased',
    { points: 1, per: 'euro' },
    'daily_cap is required for what earns points',
  ],
  ['a cap of 0', 'danced', { points: 1, daily_cap: 0 }, 'daily_cap must be at least 1'],
  [
    'euros of a client',
    'danced',
    { points: 1, per: 'euro', daily_cap: 1 },
    'per must be event: no euros are paid with events of clients',
  ],
  [
    'too much for a euro',
    'ticket_purchased',
    { points: 101, per: 'euro' },
    'points must be at most 100 per euro',
  ],
  ['another unit', 'danced', { points: 1, per: 'hour' }, 'per must be one of event, euro'],
] as const) {
  test(`a rule with ${why} is refused`, async () => {
    const { status, body } = await put(`/rewards/rules/${type}`, rule, boss)
    assert.deepEqual([status, body.error], [400, error])
  })
}

test('a type is written in small letters', async () => {
  for (const type of ['Danced', '1', 'a%20b', `a${'b'.repeat(100)}`]) {
    assert.equal(
      (await put(`/rewards/rules/${type}`, { points: 1, daily_cap: 1 }, boss)).status,
      400,
    )
  }
})

// Requirement (records): Badge: icon is a URL on read
test('a badge is created, read, changed and deleted', async () => {
  const event_type = await aType()
  const given = {
    name: aName('Dancer'),
    description: 'Dance',
    event_type,
    entity_type: 'artist',
    target: 3,
  }
  const headers = { 'idempotency-key': newId() }
  const body = { ...given, icon: gif }
  const made = await post('/rewards/badges', body, { ...boss, headers })
  assert.equal(made.status, 201)
  const { id, icon } = made.body
  assert.deepEqual(made.body, { id, ...given, icon })
  assert.deepEqual((await post('/rewards/badges', body, { ...boss, headers })).body, made.body)
  assert.deepEqual((await get(`/rewards/badges/${id}`, boss)).body, made.body)
  const { body: listed } = await get('/rewards/badges', { as: staff })
  assert.equal(listed.at(-1).icon, icon)
  const picture = new URL(icon).pathname
  assert.equal((await get(picture, { client: null })).status, 200)
  assert.deepEqual((await put(`/rewards/badges/${id}`, { icon }, boss)).body, made.body)
  const change = { name: 'Ballerina', description: null, entity_type: null, target: 4, icon: null }
  const changed = await put(`/rewards/badges/${id}`, change, boss)
  assert.deepEqual(changed.body, { ...made.body, ...change, icon: changed.body.icon })
  assert.match(changed.body.icon, /\/photos\/badges\/[a-z]+-\d-4\.svg$/)
  const second = await aBadge({ event_type, icon: gif })
  await del(`/rewards/badges/${second.id}`, boss)
  for (const old of [picture, new URL(second.icon).pathname]) {
    const isGone = async () => (await get(old, { client: null })).status === 404
    await until('the picture is gone', isGone)
  }
  assert.deepEqual((await del(`/rewards/badges/${id}`, boss)).body, { message: 'Badge deleted' })
  for (const gone of [
    await get(`/rewards/badges/${id}`, boss),
    await put(`/rewards/badges/${id}`, {}, boss),
    await del(`/rewards/badges/${id}`, boss),
  ]) {
    assert.deepEqual([gone.status, gone.body.error], [404, 'Badge not found'])
  }
})

// Requirement (rules): contract §5 badge criteria over events, progress stays right
test('a new badge counts earlier events, a changed one what it now requires', async () => {
  const ada = await aUser()
  const event_type = await aType()
  const { id: artist } = await anArtist(world)
  const early = await record(ada, { event_type })
  assert.deepEqual(early.badges_progressed, [])
  await record(ada, { event_type, entity_type: 'artist', entity_id: artist })
  const { id } = await aBadge({ event_type, target: 3 })
  assert.deepEqual(await progressOf(ada, id), [2, 66.6, false])
  const becomes = async (change: object) => {
    await put(`/rewards/badges/${id}`, change, boss)
    return progressOf(ada, id)
  }
  assert.deepEqual(await becomes({ target: 2 }), [2, 100, true])
  assert.deepEqual(await becomes({ target: 1000 }), [2, 0.2, false])
  assert.deepEqual(await becomes({ entity_type: 'artist', target: 2 }), [1, 50, false])
  assert.deepEqual(await becomes({ event_type: 'daily_visit', target: 1 }), [0, 0, false])
  assert.deepEqual(await becomes({ event_type, entity_type: null, target: 3 }), [2, 66.6, false])
  const { badges_progressed } = await record(ada, { event_type })
  assert.deepEqual(badges_progressed, [id])
  assert.deepEqual(await progressOf(ada, id), [3, 100, true])
})

test('badges of one type move together, each by what it counts, and not past their target', async () => {
  const ada = await aUser()
  const event_type = await aType()
  const { id: artist } = await anArtist(world)
  const any = await aBadge({ event_type, target: 1 })
  const artists = await aBadge({ event_type, entity_type: 'artist' })
  const moved = async (event: object) =>
    (await record(ada, { event_type, ...event })).badges_progressed
  assert.deepEqual(await moved({}), [any.id])
  assert.deepEqual(await moved({ entity_type: 'artist', entity_id: artist }), [artists.id])
  assert.deepEqual(await moved({ entity_type: 'artist', entity_id: artist }), [artists.id])
  assert.deepEqual(await progressOf(ada, any.id), [1, 100, true])
})

test('the rule a badge counts by cannot be deleted', async () => {
  const event_type = await aType()
  const { id } = await aBadge({ event_type })
  const { status, body } = await del(`/rewards/rules/${event_type}`, boss)
  assert.deepEqual([status, body.code], [409, 'in_use'])
  await del(`/rewards/badges/${id}`, boss)
  assert.equal((await del(`/rewards/rules/${event_type}`, boss)).status, 200)
})

for (const [why, fields, error] of [
  ['no name', { name: undefined }, 'name is required'],
  ['no target', { target: 0 }, 'target must be at least 1'],
  [
    'a type without a rule',
    { event_type: 'unheard_of' },
    'event_type must be one that has a rule: see GET /rewards/rules',
  ],
  ['an icon that is none', { icon: 'bm90aGluZw==' }, /^icon must be /],
] as const) {
  test(`a badge with ${why} is refused`, async () => {
    const badge = { name: 'Dancer', event_type: 'daily_visit', target: 1 }
    const { id } = await aBadge(badge)
    const answers = [await post('/rewards/badges', { ...badge, ...fields }, boss)]
    if (why !== 'no name') answers.push(await put(`/rewards/badges/${id}`, fields, boss))
    for (const { status, body } of answers) {
      assert.equal(status, 400)
      if (typeof error === 'string') assert.equal(body.error, error)
      else assert.match(body.error, error)
    }
  })
}
