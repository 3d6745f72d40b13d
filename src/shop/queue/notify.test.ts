/** Notifications of a queue: a turn has come, the draw is moved, the queue is cancelled. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { bytesOf } from '#common/draw/check-draw'
import { orderOf } from '#common/draw/permutation'
import { aPushBrowser } from '../../../test/push-browser.ts'
import { aQueue, type QueueInTest, someEntered, tick } from '../../../test/queues.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { notifyQueues } from './notify.ts'
import { nodeTools } from './proof/node-tools.ts'
import { serveQueues } from './serve.ts'

const start = new Date('2027-03-01T12:00:00.000Z')
const clock = { now: start }
const world = await aWorld({
  now: () => clock.now,
  env: { QUEUE_WORK: '1' },
  parts: { waitForDatabase: () => 0, loopDelay: () => 0 },
})
const { get, post, put, del, db } = world
const work = { ...world, db: world.work }
const [second, minute] = [1_000, 60_000]
const later = (ms: number) => (clock.now = new Date(clock.now.getTime() + ms))

beforeEach(() => {
  clock.now = start
})

type Entered = Awaited<ReturnType<typeof someEntered>>[number]

const buy = ({ tier }: QueueInTest, as: Person) =>
  post('/payments', { payment_type: 'ticket', entity_id: tier.id }, { as })
const newsOf = async (as: Person) =>
  (await get('/notifications', { as })).body.filter(({ type }: { type: string }) =>
    type.startsWith('queue.'),
  )
const typesOf = async (as: Person) => (await newsOf(as)).map(({ type }: { type: string }) => type)

/** Counts the notifications of each person's turn, in the sequence of their places. */
const turnsTold = (people: Entered[]) =>
  Promise.all(
    people.map(
      async ({ user }) =>
        (await typesOf(user)).filter((type: string) => type === 'queue.turn').length,
    ),
  )

/** Draws a queue and gives its first turns; returns its people in the sequence of their places. */
async function drawn(queue: QueueInTest, entered: Entered[]): Promise<Entered[]> {
  later(10 * minute)
  await tick(world)
  later(second)
  const { body } = await get(queue.url)
  const { placeOf } = await orderOf(bytesOf(body.draw.seed), body.draw.entries, nodeTools.sha256)
  return entered.toSorted((a, b) => placeOf(a.serves) - placeOf(b.serves))
}

// Requirement (rules): contract §7.18, §6.2 `queue.turn`: once, in one’s language, on one’s devices
test('who has a turn is told once, in their language, and on their devices', async () => {
  const queue = await aQueue(world, { tier: { quantity: 3 } })
  const entered = await someEntered(world, queue, 6)
  for (const { user } of entered) await put(`/users/${user.id}`, { language: 'de' }, { as: user })
  const browsers = await Promise.all(entered.map(({ user }) => aPushBrowser(world, user)))
  const inTurn = await drawn(queue, entered)
  assert.deepEqual(await turnsTold(inTurn), [1, 1, 1, 0, 0, 0])
  const [{ title, data, language }] = await newsOf(inTurn[0]?.user as Person)
  assert.deepEqual([title, language], [`Sie sind an der Reihe: ${queue.festival.name}`, 'de'])
  assert.deepEqual(data, { festival_id: queue.festival.id, queue_id: queue.id })
  const pushes = await db
    .selectFrom('pushes_due')
    .select('subscription_id')
    .where(
      'subscription_id',
      'in',
      browsers.map(({ id }) => id),
    )
    .execute()
  assert.equal(pushes.length, 3)
  later(10 * minute)
  await tick(world)
  await tick(world)
  assert.deepEqual(await turnsTold(inTurn), [1, 1, 1, 1, 1, 1])
})

// Requirement (rules): contract §7.18: each of a group, and latecomers
test('each of a group is told, and so are those who came after the draw', async () => {
  const queue = await aQueue(world, { tier: { quantity: 50 }, queue: { groups_of: 3 } })
  const entered = await someEntered(world, queue, 4)
  const [one, two, three] = entered
  for (const { user } of [two, three] as Entered[]) {
    await post(`${queue.url}/group`, { invitation: one?.invitation }, { as: user })
  }
  later(10 * minute)
  await tick(world)
  const late = await someEntered(world, queue, 1)
  assert.deepEqual(await turnsTold(late), [0])
  for (let n = 0; n < 3; n++) {
    later(second)
    await tick(world)
  }
  assert.deepEqual(await turnsTold([...entered, ...late]), [1, 1, 1, 1, 1])
})

// Requirement (rules): contract §7.18: not who has bought, nor while nothing is left
test('who has bought is not told, nor who is suspended, nor anyone while nothing is left', async () => {
  const queue = await aQueue(world, { tier: { quantity: 2 } })
  const inTurn = await drawn(queue, await someEntered(world, queue, 4))
  assert.deepEqual(await turnsTold(inTurn), [1, 1, 0, 0])
  const [first, , third, fourth] = inTurn.map(({ user }) => user) as [
    Person,
    Person,
    Person,
    Person,
  ]
  // Two more have their turn, and no one was notified yet.
  later(10 * minute)
  await serveQueues(work)
  assert.equal((await buy(queue, third)).status, 201)
  assert.equal((await buy(queue, first)).status, 201)
  while ((await notifyQueues(work)) > 0);
  assert.deepEqual(await turnsTold(inTurn), [1, 1, 0, 0], 'it is sold out')
  await db.updateTable('tiers').set({ quantity: 3 }).where('id', '=', queue.tier.id).execute()
  await db
    .updateTable('users')
    .set({ suspended_at: clock.now })
    .where('id', '=', fourth.id)
    .execute()
  while ((await notifyQueues(work)) > 0);
  await db.updateTable('users').set({ suspended_at: null }).where('id', '=', fourth.id).execute()
  assert.deepEqual(await turnsTold(inTurn), [1, 1, 0, 0])
})

// Requirement (rules): contract §7.18: once, whichever process tells
test('several processes at once tell each once', async () => {
  const queue = await aQueue(world, { tier: { quantity: 500 } })
  const entered = await someEntered(world, queue, 30)
  later(10 * minute)
  await tick(world)
  for (let round = 0; round < 6; round++) {
    later(second)
    await Promise.all(Array.from({ length: 4 }, () => tick(world)))
  }
  assert.deepEqual(new Set(await turnsTold(entered)), new Set([1]))
})

// Requirement (rules): contract §7.18: once, whichever process tells
test('a process that is cut off between telling and noting it has done neither', async () => {
  const queue = await aQueue(world, { tier: { quantity: 5 } })
  const entered = await someEntered(world, queue, 5)
  later(10 * minute)
  await sql`
    create function cut_off() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$;
    create trigger cut_off before update on queue_notices for each row execute function cut_off()`.execute(
    db,
  )
  await assert.rejects(tick(world), /cut off/)
  assert.deepEqual(new Set(await turnsTold(entered)), new Set([0]))
  await sql`drop trigger cut_off on queue_notices`.execute(db)
  await tick(world)
  assert.deepEqual(new Set(await turnsTold(entered)), new Set([1]))
})

// Requirement (rules): contract §7.18, §6.2 `queue.moved`
test('who has a number is told that the draw is moved, each time', async () => {
  const queue = await aQueue(world)
  const early = await someEntered(world, queue, 3)
  const move = async (minutes: number) => {
    const draw_at = new Date(start.getTime() + minutes * minute).toISOString()
    assert.equal(
      (await put(queue.url, { ...queue.body, draw_at }, { as: queue.manager })).status,
      200,
    )
  }
  later(second)
  await move(30)
  later(second)
  const [late] = await someEntered(world, queue, 1)
  await tick(world)
  later(second)
  await move(40)
  later(second)
  // Moves only its tickets: the draw stays.
  await move(40)
  await tick(world)
  await tick(world)
  const news = await newsOf(early[0]?.user as Person)
  assert.deepEqual(
    news.map(({ type, message }: Record<string, string>) => [
      type,
      message?.match(/\d\d:\d\d/)?.[0],
    ]),
    [
      ['queue.moved', '12:40'],
      ['queue.moved', '12:30'],
    ],
  )
  assert.deepEqual(await typesOf(late?.user as Person), ['queue.moved'])
})

// Requirement (rules): contract §7.18, §6.2 `queue.cancelled`
test('who has a number is told that the queue is cancelled, and of no turn any more', async () => {
  const queue = await aQueue(world, { tier: { quantity: 1 } })
  const entered = await someEntered(world, queue, 3)
  const inTurn = await drawn(queue, entered)
  assert.equal((await del(queue.url, { as: queue.manager })).status, 200)
  later(20 * minute)
  await tick(world)
  const told = await Promise.all(inTurn.map(({ user }) => typesOf(user)))
  assert.deepEqual(told, [
    ['queue.cancelled', 'queue.turn'],
    ['queue.cancelled'],
    ['queue.cancelled'],
  ])
  const left = await db
    .selectFrom('queue_notices')
    .select('type')
    .where('queue_id', '=', queue.id)
    .execute()
  assert.deepEqual(left, [])
})

test('nobody is told of the turn of a festival that is cancelled', async () => {
  const queue = await aQueue(world, { tier: { quantity: 5 } })
  const entered = await someEntered(world, queue, 2)
  later(10 * minute)
  await db
    .updateTable('festivals')
    .set({ cancelled_at: clock.now })
    .where('id', '=', queue.festival.id)
    .execute()
  await tick(world)
  assert.deepEqual(await turnsTold(entered), [0, 0])
})

// Requirement (rules): contract §7.18: a festival that is cancelled before the draw
test('a festival that is cancelled before the draw ends its queue, and all with a number are told', async () => {
  const queue = await aQueue(world, { tier: { quantity: 5 } })
  const entered = await someEntered(world, queue, 2)
  const { festival, manager } = queue
  assert.equal((await post(`/festivals/${festival.id}/cancel`, {}, { as: manager })).status, 200)
  await tick(world)
  const told = await Promise.all(entered.map(({ user }) => typesOf(user)))
  assert.deepEqual(told, [['queue.cancelled'], ['queue.cancelled']])
  assert.equal((await get(queue.url)).status, 404)
  await tick(world)
  assert.deepEqual((await Promise.all(entered.map(({ user }) => typesOf(user)))).flat().length, 2)
})

// Requirement (rules): contract §7.18: a draft keeps its queue
test('a festival that becomes a draft keeps its queue, with the numbers of all who have entered', async () => {
  const queue = await aQueue(world, { tier: { quantity: 5 } })
  const entered = await someEntered(world, queue, 2)
  const { festival, manager: as } = queue
  const path = `/festivals/${festival.id}`
  assert.equal((await put(path, { published: false }, { as })).status, 200)
  await tick(world)
  const { status, body } = await get(`${queue.url}?hidden=true`, { as })
  assert.deepEqual([status, body.entered], [200, 2])
  assert.equal((await put(path, { published: true }, { as })).status, 200)
  assert.equal((await get(queue.url)).status, 200)
  const told = await Promise.all(entered.map(({ user }) => typesOf(user)))
  assert.deepEqual(told.flat(), [])
})

// Requirement (rules): contract §7.18: a festival that is cancelled before the draw
test('a festival that is cancelled after the draw keeps its queue, whose draw can be checked', async () => {
  const queue = await aQueue(world, { tier: { quantity: 5 } })
  const [first] = await drawn(queue, await someEntered(world, queue, 2))
  const { festival, manager } = queue
  assert.equal((await post(`/festivals/${festival.id}/cancel`, {}, { as: manager })).status, 200)
  await tick(world)
  assert.equal((await get(`${queue.url}/proof`)).status, 200)
  assert.ok(first && !(await typesOf(first.user)).includes('queue.cancelled'))
})

test('settings switch it off', async () => {
  const queue = await aQueue(world, { tier: { quantity: 5 } })
  const [one, two] = (await someEntered(world, queue, 2)) as [Entered, Entered]
  const set = await put(
    '/users/i/notification-settings/queues',
    { notice: false },
    { as: one.user },
  )
  assert.deepEqual([set.status, set.body.mail, set.body.mail_fixed], [200, false, true])
  later(10 * minute)
  await tick(world)
  assert.deepEqual(await turnsTold([one, two]), [0, 1])
})
