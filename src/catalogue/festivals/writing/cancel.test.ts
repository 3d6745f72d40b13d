import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aFestival } from '../../../../test/catalogue.ts'
import { aPayment } from '../../../../test/sales.ts'
import { aWorld, type Person } from '../../../../test/world.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now })
const { db, get, post, del, aUser } = world
const admin = await aUser({ roles: ['admin'] })
const cancelled_at = clock.now.toISOString()

async function aHolder(festival_id: string): Promise<Person> {
  const user = await aUser()
  await aPayment(world, {
    user_id: user.id,
    payment_type: 'ticket',
    entity_id: newId(),
    festival_id,
  })
  return user
}

const told = async (as: Person) =>
  (await get('/notifications', { as })).body.map((n: { title: string; message: string }) => [
    n.title,
    n.message,
  ])

// Requirement (rules): contract §4 cancel: stays readable, holders are told
test('a cancelled festival stays readable everywhere, with its time; holders read the reason', async () => {
  const festival = await aFestival(world, { country: 'Denmark' })
  const [holder, stranger] = [await aHolder(festival.id), await aUser()]
  const { status, body } = await post(
    `/festivals/${festival.id}/cancel`,
    { reason: 'A storm is coming.' },
    { as: admin },
  )
  assert.deepEqual([status, body.id, body.cancelled_at], [200, festival.id, cancelled_at])
  assert.deepEqual((await get(`/festivals/${festival.id}`)).body, body)
  const { body: list } = await get(`/festivals?limit=100&country=Denmark`)
  assert.deepEqual(
    list.festivals.find(({ id }: { id: string }) => id === festival.id),
    body,
  )
  assert.deepEqual(await told(holder), [
    [`${festival.name} is cancelled`, 'A storm is coming.\nWhat you paid for it is refunded.'],
  ])
  assert.deepEqual(await told(stranger), [])
})

// Requirement (rules): A festival shows why it was cancelled
test('the reason is shown with the festival, in lists and in the audit log, and stays the first one', async () => {
  const festival = await aFestival(world, { country: 'Norway' })
  const reasonOf = async () => (await get(`/festivals/${festival.id}`)).body.cancelled_reason
  assert.equal(await reasonOf(), null)
  const cancel = (reason: unknown) =>
    post(`/festivals/${festival.id}/cancel`, { reason }, { as: admin })
  for (const wrong of [7, 'x'.repeat(1_001)]) {
    const { status, body } = await cancel(wrong)
    assert.equal(status, 400)
    assert.match(body.error, /reason/)
  }
  const { body } = await cancel(' A storm is coming. ')
  assert.equal(body.cancelled_reason, 'A storm is coming.')
  assert.equal((await cancel('Another.')).body.cancelled_reason, 'A storm is coming.')
  assert.equal(await reasonOf(), 'A storm is coming.')
  const { body: list } = await get('/festivals?country=Norway&page=1')
  assert.deepEqual(
    list.festivals.map((one: { cancelled_reason: string }) => one.cancelled_reason),
    ['A storm is coming.'],
  )
  const { body: audit } = await get(`/audit?entity_id=${festival.id}`, { as: admin })
  const [{ changes }] = audit.entries
  assert.deepEqual(changes.cancelled_reason, { from: null, to: 'A storm is coming.' })
})

test('a cancellation without a reason, or with a blank one, has none', async () => {
  for (const body of [undefined, {}, { reason: null }, { reason: ' ' }]) {
    const { id } = await aFestival(world)
    const holder = await aHolder(id)
    const cancelled = await post(`/festivals/${id}/cancel`, body, { as: admin })
    assert.deepEqual([cancelled.status, cancelled.body.cancelled_reason], [200, null])
    const [[, message]] = await told(holder)
    assert.equal(message, 'What you paid for it is refunded.')
  }
})

test('repeating it gives the same answer and notifies no holder again; so does deleting it', async () => {
  const { id } = await aFestival(world)
  const holder = await aHolder(id)
  const first = await post(`/festivals/${id}/cancel`, {}, { as: admin })
  const begin = clock.now
  clock.now = new Date(begin.getTime() + 60_000)
  const second = await post(`/festivals/${id}/cancel`, { reason: 'Still.' }, { as: admin })
  clock.now = begin
  assert.deepEqual([second.status, second.body], [200, first.body])
  await del(`/festivals/${id}`, { as: admin })
  assert.equal((await told(holder)).length, 1)
})

test('of many at once one cancels, all get the same answer, and holders are notified once', async () => {
  const { id } = await aFestival(world)
  const holder = await aHolder(id)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => post(`/festivals/${id}/cancel`, undefined, { as: admin })),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.equal((await told(holder)).length, 1)
})

// Requirement (rules): contract §4 deleting one that has not begun cancels it
test('deleting a festival that has not begun notifies its holders; one that has begun is not cancelled', async () => {
  const upcoming = await aFestival(world)
  const running = await aFestival(world, { start_time: new Date('2027-02-28T12:00Z') })
  const holders = [await aHolder(upcoming.id), await aHolder(running.id)]
  for (const { id } of [upcoming, running]) await del(`/festivals/${id}`, { as: admin })
  const [first, second] = await Promise.all(holders.map(told))
  assert.deepEqual(first, [[`${upcoming.name} is cancelled`, 'What you paid for it is refunded.']])
  assert.deepEqual(second, [])
  const { cancelled_at: at } = await db
    .selectFrom('festivals')
    .select('cancelled_at')
    .where('id', '=', running.id)
    .executeTakeFirstOrThrow()
  assert.equal(at, null)
})

test('a running one can be cancelled, a past one cannot, a deleted one is unknown', async () => {
  const running = await aFestival(world, { start_time: new Date('2027-02-28T12:00Z') })
  const over = await aFestival(world, {
    start_time: new Date('2027-02-01T12:00Z'),
    end_time: new Date('2027-03-01T11:59:59.999Z'),
  })
  const gone = await aFestival(world, { deleted_at: clock.now })
  assert.equal((await post(`/festivals/${running.id}/cancel`, {}, { as: admin })).status, 200)
  const refused = await post(`/festivals/${over.id}/cancel`, {}, { as: admin })
  assert.deepEqual(
    [refused.status, refused.body],
    [409, { error: 'The festival is over', code: 'over', end_time: '2027-03-01T11:59:59.999Z' }],
  )
  for (const id of [gone.id, newId(), 'nonsense']) {
    assert.equal((await post(`/festivals/${id}/cancel`, {}, { as: admin })).status, 404)
  }
})

test('its managers, catalogue staff and admins may, other users may not', async () => {
  const manager = await aUser()
  const { body: organizer } = await post(
    '/organizers',
    { id: `org-${newId()}`, name: 'Org' },
    { as: manager },
  )
  const festivals = []
  for (let n = 0; n < 3; n++) festivals.push(await aFestival(world, { organizer_id: organizer.id }))
  const url = `/festivals/${festivals[0]?.id}/cancel`
  const refused = await post(url, {}, { as: await aUser() })
  assert.equal(refused.status, 403)
  assert.deepEqual((await post(url, {})).body.error, 'Missing the user header')
  assert.equal((await get(`/festivals/${festivals[0]?.id}`)).body.cancelled_at, null)
  const staff = await aUser({ permissions: ['manage_catalog'] })
  for (const [n, as] of [manager, staff, admin].entries())
    assert.equal((await post(`/festivals/${festivals[n]?.id}/cancel`, {}, { as })).status, 200)
})

for (const [reason, error] of [
  [7, 'reason must be a string or null'],
  ['x'.repeat(1_001), 'reason must have at most 1000 characters'],
] as const) {
  test(`refuses a reason that ${error.slice(7)}`, async () => {
    const { id } = await aFestival(world)
    const answer = await post(`/festivals/${id}/cancel`, { reason }, { as: admin })
    assert.deepEqual([answer.status, answer.body.error], [400, error])
    assert.equal((await get(`/festivals/${id}`)).body.cancelled_at, null)
  })
}
