import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transact } from '#platform/database/transactions'
import { newId } from '#platform/values/ids'
import { anotherApp } from '../../../test/another-process.ts'
import { aTier } from '../../../test/buying.ts'
import { openReader, type Reader } from '../../../test/event-stream.ts'
import { aGate } from '../../../test/gate.ts'
import { invited } from '../../../test/invitations.ts'
import { aPayment } from '../../../test/sales.ts'
import { until } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { readEventId } from './place.ts'

const world = await aWorld({ env: { STREAMS_PER_USER: '3' } })
await world.jobs.start()
const { db, put, aUser } = world
const listen = { port: 0, host: '127.0.0.1' }
const here = await world.app.listen(listen)
const there = await (await anotherApp(world)).listen(listen)

const open = (as: Person, { url = here, headers = {}, query = '' } = {}): Promise<Reader> =>
  openReader(`${url}/activity/sse${query}`, {
    'x-f-authorization': world.client.token,
    'x-f-authentication': as.token,
    ...headers,
  })

type Event = ReturnType<Awaited<ReturnType<typeof aStage>>['event']>

/** Writes an event in a transaction, and commits it only on request. */
async function anOpenTransaction(event: Event) {
  const [written, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const committed = transact(world.work, async (trx) => {
    await trx.insertInto('payment_events').values(event).execute()
    written.resolve()
    await told.promise
  })
  await written.promise
  return () => {
    told.resolve()
    return committed
  }
}

/** A festival with its manager, and a function that makes something happen there. */
async function aStage() {
  const { festival, manager } = await aGate(world)
  const tier = await aTier(world, { festival_id: festival.id })
  const sale = { payment_type: 'ticket', entity_id: tier.id, festival_id: festival.id }
  const { id: payment_id } = await aPayment(world, sale)
  let place = 0
  const event = () => ({
    payment_id,
    festival_id: festival.id,
    place: ++place,
    status: 'succeeded',
    amount_cents: place * 100,
    created_at: new Date(),
  })
  const happen = async (count = 1, at = new Date()) => {
    const events = Array.from({ length: count }, () => ({ ...event(), created_at: at }))
    await db.insertInto('payment_events').values(events).execute()
    return events.map(({ amount_cents }) => amount_cents / 100)
  }
  return { festival, manager, event, happen }
}

const amounts = (reader: Reader) => reader.messages.map(({ data }) => data.amount)
const arrived = async (reader: Reader, count: number) => {
  await until(`${count} messages`, async () => reader.messages.length >= count)
  return amounts(reader)
}

test('activity arrives on every process, as in the list, for users who may watch it and no others', async () => {
  const [stage, foreign] = [await aStage(), await aStage()]
  const admin = await aUser({ roles: ['admin'] })
  const [mine, elsewhere, all] = [
    await open(stage.manager),
    await open(stage.manager, { url: there }),
    await open(admin, { url: there }),
  ]
  assert.deepEqual([mine.status, mine.headers['content-type']], [200, 'text/event-stream'])
  await foreign.happen(3)
  await stage.happen(2)
  await put(`/festivals/${stage.festival.id}`, { venue: 'Quay' }, { as: stage.manager })
  const { body } = await world.get('/activity', { as: stage.manager })
  for (const reader of [mine, elsewhere]) {
    await arrived(reader, 3)
    assert.deepEqual(
      reader.messages.map(({ data }) => data),
      body.activities.toReversed(),
    )
  }
  await until('all of it', async () => all.messages.length >= 6)
  for (const reader of [mine, elsewhere, all]) reader.close()
})

// Requirement (rules): Activity: late commits are not lost
test('a late commit arrives, however early its time is, and nothing arrives twice', async () => {
  const stage = await aStage()
  const reader = await open(stage.manager)
  const commit = await anOpenTransaction(stage.event())
  await stage.happen()
  await stage.happen()
  const early = await until('two messages', async () => reader.messages.length >= 2).catch(
    (error: unknown) => error,
  )
  const before = amounts(reader)
  await commit()
  assert.deepEqual([early, before], [undefined, [2, 3]])
  assert.deepEqual(await arrived(reader, 3), [2, 3, 1])
  await stage.happen()
  assert.deepEqual(await arrived(reader, 4), [2, 3, 1, 4])
  reader.close()
})

test('a connection may be without traffic for longer, as a wait may take, where TIMEOUT_SCALE says so', () => {
  assert.equal(world.app.server.timeout, 15_000 * world.config.TIMEOUT_SCALE)
})

test('what a slow machine writes a minute after its time arrives, where TIMEOUT_SCALE allows that', async () => {
  const stage = await aStage()
  const reader = await open(stage.manager)
  await stage.happen(1, new Date(Date.now() - 60_000))
  await stage.happen()
  assert.deepEqual(await arrived(reader, 2), [1, 2])
  reader.close()
})

// Requirement (rules): Activity: Last-Event-ID brings what was missed
test('a reader that reconnects, to whichever process, gets what it missed and nothing twice', async () => {
  const stage = await aStage()
  const [reader, never] = [await open(stage.manager), await open(stage.manager)]
  await stage.happen(2)
  await arrived(reader, 2)
  const place = reader.messages.at(-1)?.eventId ?? ''
  reader.close()
  const commit = await anOpenTransaction(stage.event())
  await stage.happen(2)
  await commit()
  const back = await open(stage.manager, { url: there, headers: { 'last-event-id': place } })
  assert.deepEqual(new Set(await arrived(back, 3)), new Set([3, 4, 5]))
  const query = `?last_event_id=${encodeURIComponent(place)}`
  const again = await open(stage.manager, { query })
  assert.deepEqual(new Set(await arrived(again, 3)), new Set([3, 4, 5]))
  await stage.happen()
  for (const one of [back, again]) assert.equal((await arrived(one, 4)).at(-1), 6)
  for (const one of [back, again, never]) one.close()
})

test('only the last message of a batch has its position, so that a cut batch is sent again whole', async () => {
  const stage = await aStage()
  const reader = await open(stage.manager)
  await stage.happen(5)
  await arrived(reader, 5)
  const ids = reader.messages.map(({ eventId }) => eventId)
  assert.deepEqual(ids.slice(0, -1), [undefined, undefined, undefined, undefined])
  assert.ok(readEventId(ids.at(-1)))
  reader.close()
})

test('of a large burst the latest 200 arrive', async () => {
  const stage = await aStage()
  const reader = await open(stage.manager)
  await stage.happen(250)
  const read = await arrived(reader, 200)
  assert.deepEqual([read.length, read.at(0), read.at(-1)], [200, 51, 250])
  assert.deepEqual(await stage.happen(), [251])
  assert.deepEqual((await arrived(reader, 201)).at(-1), 251)
  reader.close()
})

for (const id of [
  'nothing',
  '1~0:1:',
  '1~9:1:',
  '1~1:9:9',
  '1~1:9:5,4',
  '1~1:9:4,4',
  '1~5:9:4',
  '1~1:9:12',
  `${'9'.repeat(15)}~${'9'.repeat(18)}:${'9'.repeat(18)}:`,
  '1~1:2:;drop table users',
]) {
  test(`an unknown position counts as none, or brings nothing: ${id}`, async () => {
    const stage = await aStage()
    const reader = await open(stage.manager, { headers: { 'last-event-id': id } })
    assert.equal(reader.status, 200)
    await until('a comment', async () => reader.retry() === 3000)
    assert.equal(reader.isOver(), false)
    reader.close()
  })
}

/** The position a stream reports before anything has happened. */
async function standingOf(as: Person, lastEventId: string) {
  const { body } = await fetch(`${here}/activity/sse`, {
    headers: {
      'x-f-authorization': world.client.token,
      'x-f-authentication': as.token,
      'last-event-id': lastEventId,
    },
  })
  let text = ''
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString()
    const [, id] = /^id: (.*)\n\n/m.exec(text) ?? []
    if (id !== undefined) return id
  }
  return ''
}

// Requirement (rules): A stream from a position that was never issued begins at the present
test('a stream from an impossible position starts at the present, and says so at once', async () => {
  const stage = await aStage()
  const now = Date.now()
  const invented = [
    'nothing',
    `${'9'.repeat(15)}~${'9'.repeat(18)}:${'9'.repeat(18)}:`,
    `${now}~${'9'.repeat(18)}:${'9'.repeat(18)}:`,
    `${now + 3_600_000}~1:1:`,
  ]
  for (const id of invented) {
    const standing = await standingOf(stage.manager, id)
    assert.notEqual(standing, id)
    assert.ok(Math.abs((readEventId(standing)?.at.getTime() ?? 0) - now) < 60_000, standing)
  }
  const issued = await standingOf(stage.manager, 'nothing')
  assert.equal(await standingOf(stage.manager, issued), issued)
  const headers = { 'last-event-id': invented[1] ?? '' }
  const reader = await open(stage.manager, { headers })
  await stage.happen()
  assert.deepEqual(await arrived(reader, 1), [1])
  reader.close()
})

// Requirement (rules): A watcher who has lost the right to an activity does not receive it
test('a removed manager receives no later activity, and a new manager does', async () => {
  const [stage, other] = [await aStage(), await aStage()]
  const admin = await aUser({ roles: ['admin'] })
  const { organizer_id } = await db
    .selectFrom('festivals')
    .select('organizer_id')
    .where('id', '=', stage.festival.id)
    .executeTakeFirstOrThrow()
  const managers = `/organizers/${organizer_id}/managers`
  await invited(world, managers, { by: admin, to: other.manager })
  const [both, elsewhere] = [await open(other.manager), await open(other.manager, { url: there })]
  await stage.happen()
  for (const reader of [both, elsewhere]) await arrived(reader, 1)
  const removed = await world.del(`${managers}/${other.manager.id}`, { as: admin })
  assert.equal(removed.status, 200)
  await stage.happen()
  await other.happen()
  for (const reader of [both, elsewhere]) {
    await arrived(reader, 2)
    const told = reader.messages.map(({ data }) => data.festival.id)
    assert.deepEqual(told, [stage.festival.id, other.festival.id])
  }
  await invited(world, managers, { by: admin, to: other.manager })
  await stage.happen()
  for (const reader of [both, elsewhere]) {
    await arrived(reader, 3)
    assert.equal(reader.messages.at(-1)?.data.festival.id, stage.festival.id)
    reader.close()
  }
})

test('a user who loses all access, or the account, receives no more, and the stream ends', async () => {
  const [stage, gone] = [await aStage(), await aStage()]
  const [reader, erased] = [await open(stage.manager), await open(gone.manager)]
  for (const one of [stage, gone]) await one.happen()
  for (const one of [reader, erased]) await arrived(one, 1)
  await db.deleteFrom('organizer_managers').where('user_id', '=', stage.manager.id).execute()
  await world.del(`/users/${gone.manager.id}`, { as: gone.manager })
  for (const one of [stage, gone]) await one.happen()
  await Promise.all([reader.over, erased.over])
  for (const one of [reader, erased]) assert.deepEqual(amounts(one), [1])
})

test('a position is one PostgreSQL accepts as a snapshot', async () => {
  const { snapshot } = readEventId('5~3:9:3,4,8') ?? { snapshot: '' }
  assert.equal(snapshot, '3:9:3,4,8')
  assert.equal(readEventId('5~3:9:')?.snapshot, '3:9:')
  assert.equal(readEventId('5~3:3:')?.snapshot, '3:3:')
})

test("a stream ends with its token, and with the user's access", async () => {
  const stage = await aStage()
  const [first, second] = [await open(stage.manager), await open(stage.manager, { url: there })]
  await world.post('/auth/logout', undefined, { as: stage.manager })
  await Promise.all([first.over, second.over])
  const refused = await open(stage.manager)
  assert.equal(refused.status, 401)

  const other = await aStage()
  const dismissed = await open(other.manager)
  await db.deleteFrom('organizer_managers').where('user_id', '=', other.manager.id).execute()
  await dismissed.over
  assert.equal((await open(other.manager)).status, 403)
})

test('too many streams of one user are refused, until one of them is closed', async () => {
  const { manager } = await aStage()
  const readers = [await open(manager), await open(manager), await open(manager)]
  const refused = await open(manager)
  assert.deepEqual(
    [refused.status, refused.headers['retry-after'], JSON.parse(refused.text()).code],
    [429, '3', 'too_many_streams'],
  )
  readers[0]?.close()
  await until('there is room', async () => {
    const reader = await open(manager)
    if (reader.status === 200) readers.push(reader)
    return reader.status === 200
  })
  for (const reader of readers) reader.close()
})

test('many watchers cost one statement per poll, and none without watchers', async () => {
  const stage = await aStage()
  const looks = () => world.statements.filter((text) => text.includes('pg_visible_in_snapshot'))
  const readers = [await open(stage.manager), await open(stage.manager)]
  await stage.happen()
  for (const reader of readers) await arrived(reader, 1)
  world.statements.length = 0
  await stage.happen()
  for (const reader of readers) await arrived(reader, 2)
  assert.equal(looks().length <= 2, true, `${looks().length} looks`)
  for (const reader of readers) reader.close()
  await Promise.all(readers.map(({ over }) => over))
  const id = newId()
  await until('the last look', async () => {
    world.statements.length = 0
    await world.get(`/festivals/${id}`)
    const reader = await open(stage.manager)
    reader.close()
    await reader.over
    return looks().length === 0
  })
})
