/**
 * `GET /gate/:festivalId/manifest`: it has everything a gate needs without a network, and its cursor misses nothing.
 */
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { changedTickets, openCodes, revokeTickets } from '#shop/tickets'
import { anotherProcess } from '../../../test/another-process.ts'
import { aPlaceToSleep, aTier } from '../../../test/buying.ts'
import { aDevice, aGate, anUpload, scan } from '../../../test/gate.ts'
import { aPaidTicket, somePaidTickets } from '../../../test/sales.ts'
import { untilBlocked } from '../../../test/until.ts'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld()
const { get, put, aUser, db, now } = world
const elsewhere = await anotherProcess(world)

async function aManned() {
  const gate = await aGate(world)
  const tier = await aTier(world, { festival_id: gate.festival.id, quantity: 1000 })
  const device = await aDevice(world, gate)
  const read = async (query = '') => {
    const headers = { 'x-f-authentication': device.token }
    const { status, body, text } = await get(`/gate/${gate.festival.id}/manifest${query}`, {
      headers,
    })
    assert.equal(status, 200, text)
    return body
  }
  return { ...gate, tier, device, read }
}

const idsOf = (tickets: { payment_id: string }[]) => tickets.map(({ payment_id }) => payment_id)

// Requirement (rules): contract §8 manifest with verification keys
test('it has the festival, the admission times of its tiers, and the keys that verify its codes', async () => {
  const gate = await aGate(world)
  const { festival } = gate
  const device = await aDevice(world, gate)
  const festival_id = festival.id
  const [early, late] = ['2099-07-01T12:00:00.000Z', '2099-07-02T12:00:00.000Z']
  const tiers = [
    await aTier(world, {
      festival_id,
      position: 0,
      valid_since: new Date(early),
      valid_until: new Date(late),
    }),
    await aTier(world, { festival_id, position: 1, archived_at: new Date() }),
  ]
  const stay = await aPlaceToSleep(world, { festival_id })
  const headers = { 'x-f-authentication': device.token }
  const { body } = await get(`/gate/${festival_id}/manifest`, { headers })
  const { keys, ...rest } = body
  const always = { valid_since: null, valid_until: null, admission: 'once', zones: ['main'] }
  assert.deepEqual(rest, {
    festival: {
      id: festival_id,
      name: festival.name,
      start_time: '2099-07-01T12:00:00.000Z',
      end_time: '2099-07-04T00:00:00.000Z',
      time_zone: 'UTC',
    },
    zone: 'main',
    tiers: [
      {
        id: tiers[0]?.id,
        name: tiers[0]?.name,
        valid_since: early,
        valid_until: late,
        admission: 'once',
        zones: ['main'],
      },
      { id: tiers[1]?.id, name: tiers[1]?.name, ...always },
    ],
    accommodations: [{ id: stay.id, name: stay.name, ...always }],
    tickets: [],
    cursor: '0',
    has_more: false,
  })
  // The manifest alone is enough to verify a code.
  const said = Buffer.from('said')
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: keys[0].public_key }
  assert.equal(
    verify(null, said, createPublicKey({ key: jwk, format: 'jwk' }), Buffer.alloc(64)),
    false,
  )
  const { code } = await aPaidTicket(world, {})
  const [opened] = await openCodes(db, [code])
  assert.ok(opened && 'key_id' in opened && idsOfKeys(keys).includes(opened.key_id))
})

const idsOfKeys = (keys: { id: number }[]) => keys.map(({ id }) => id)

test('used and revoked tickets are listed, others are not, and no personal data', async () => {
  const { festival, tier, device, read } = await aManned()
  const [used, revoked, both] = await somePaidTickets(world, 3, { tier })
  const elsewhereSold = await aPaidTicket(world)
  const admin = await aUser({ roles: ['admin'] })
  await put(`/payments/${elsewhereSold.id}/validate`, {}, { as: admin })
  const codes = [used, both].map((ticket) => ({ code: ticket?.code ?? '' }))
  const results = await scan(world, device, anUpload(festival.id, codes))
  const [a = '', b = '', c = ''] = [used?.id, revoked?.id, both?.id]
  await revokeTickets({ db, now: now() }, [b, c])
  const { tickets, cursor } = await read()
  const byId = new Map(tickets.map((ticket: any) => [ticket.payment_id, ticket]))
  assert.equal(tickets.length, 3)
  assert.deepEqual(byId.get(a), {
    payment_id: a,
    validated_at: results[0].validated_at,
    revoked: false,
    revision: 0,
    passages: [{ direction: 'in', at: results[0].validated_at }],
  })
  assert.deepEqual(byId.get(b), {
    payment_id: b,
    validated_at: null,
    revoked: true,
    revision: 0,
    passages: [],
  })
  assert.deepEqual(byId.get(c), {
    payment_id: c,
    validated_at: results[1].validated_at,
    revoked: true,
    revision: 0,
    passages: [{ direction: 'in', at: results[1].validated_at }],
  })
  assert.deepEqual((await read(`?since=${cursor}`)).tickets, [])
})

test('a ticket that changes after it was read is listed again', async () => {
  const { festival, tier, device, read } = await aManned()
  const { id, code } = await aPaidTicket(world, { tier })
  await scan(world, device, anUpload(festival.id, [{ code }]))
  const { cursor } = await read()
  await revokeTickets({ db, now: now() }, [id])
  const again = await read(`?since=${cursor}`)
  assert.deepEqual(
    again.tickets.map(({ payment_id, revoked }: any) => [payment_id, revoked]),
    [[id, true]],
  )
  assert.notEqual(again.cursor, cursor)
  assert.deepEqual((await read(`?since=${again.cursor}`)).tickets, [])
})

test('it is read in pages', async () => {
  const { festival, tier, device, read } = await aManned()
  const tickets = await somePaidTickets(world, 5, { tier })
  await scan(
    world,
    device,
    anUpload(
      festival.id,
      tickets.map(({ code }) => ({ code })),
    ),
  )
  const seen: string[] = []
  const more: boolean[] = []
  let cursor = '0'
  for (let page = 0; page < 3; page++) {
    const body = await read(`?since=${cursor}&limit=2`)
    seen.push(...idsOf(body.tickets))
    more.push(body.has_more)
    cursor = body.cursor
  }
  assert.deepEqual(seen.toSorted(), idsOf(tickets.map(({ id }) => ({ payment_id: id }))).toSorted())
  assert.deepEqual(more, [true, true, false])
  assert.equal((await read('?limit=9999')).tickets.length, 5)
})

test('a cursor from beyond the end, as after a restored backup, starts over', async () => {
  const { festival, tier, device, read } = await aManned()
  const { id, code } = await aPaidTicket(world, { tier })
  await scan(world, device, anUpload(festival.id, [{ code }]))
  const { tickets, cursor } = await read('?since=2147483647')
  assert.deepEqual(idsOf(tickets), [id])
  assert.deepEqual((await read(`?since=${cursor}`)).tickets, [])
})

for (const [since, rule] of [
  ['x', 'must be a whole number'],
  ['', 'must be a whole number'],
  ['1e3', 'must be a whole number'],
  ['-1', 'must be at least 0'],
  ['9999999999', 'must be at most 2147483647'],
]) {
  test(`since=${since} is refused: it ${rule}`, async () => {
    const { festival, staff } = await aGate(world)
    const { status, body } = await get(`/gate/${festival.id}/manifest?since=${since}`, {
      as: staff,
    })
    assert.deepEqual([status, body.error], [400, `since ${rule}`])
  })
}

test('gate staff read it, other users do not, and an unknown festival has none', async () => {
  const { festival, manager, staff } = await aGate(world)
  const url = `/gate/${festival.id}/manifest`
  for (const as of [manager, staff, await aUser({ roles: ['admin'] })]) {
    assert.equal((await get(url, { as })).status, 200)
  }
  for (const as of [await aUser(), await aUser({ permissions: ['manage_catalog'] })]) {
    assert.equal((await get(url, { as })).status, 403)
  }
  for (const id of [newId(), 'nonsense']) {
    const { status, body } = await get(`/gate/${id}/manifest`, { as: staff })
    assert.deepEqual([status, body.error], [404, 'Festival not found'])
  }
  await db
    .updateTable('festivals')
    .set({ deleted_at: new Date() })
    .where('id', '=', festival.id)
    .execute()
  assert.equal((await get(url, { as: staff })).status, 404)
})

// Requirement (rules): contract §8 used and revoked since a cursor
test('an admission that commits after a later one was read is not missed', async () => {
  const { festival, tier, device, read } = await aManned()
  const [slow, quick] = await somePaidTickets(world, 2, { tier })
  const [slowId = '', quickId = ''] = [slow?.id, quick?.id]
  const held = await holdOpen(slowId)
  await scan(world, device, anUpload(festival.id, [{ code: quick?.code ?? '' }]))
  const first = await read()
  assert.deepEqual(idsOf(first.tickets), [quickId])
  await held.commit()
  assert.deepEqual(idsOf((await read(`?since=${first.cursor}`)).tickets), [slowId])
})

/** Admits a ticket in a transaction that stays open until the test commits it. */
async function holdOpen(id: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { promise: admitted, resolve: admit } = Promise.withResolvers<void>()
  const done = world.work.transaction().execute(async (trx) => {
    await sql`update tickets set validated_at = now() where payment_id = ${id}`.execute(trx)
    admit()
    await promise
  })
  await admitted
  return {
    commit: () => {
      resolve()
      return done
    },
  }
}

test('readers number changes one after the other, and skip locked tickets', async () => {
  const { festival, tier, read } = await aManned()
  const [used, held] = await somePaidTickets(world, 2, { tier })
  const ids = [used?.id ?? '', held?.id ?? '']
  await sql`update tickets set validated_at = now() where payment_id = any (${ids}::uuid[])`.execute(
    db,
  )
  const reading = { festivalId: festival.id, zone: 'main', since: 0, limit: 10 }
  const { promise, resolve } = Promise.withResolvers<void>()
  const holder = world.work.transaction().execute(async (trx) => {
    await sql`select from tickets where payment_id = ${ids[1]} for no key update`.execute(trx)
    const { tickets } = await changedTickets(db, reading)
    assert.deepEqual(idsOf(tickets), [ids[0]])
    await promise
  })
  resolve()
  await holder
  const first = world.work.transaction().execute(async (trx) => {
    assert.deepEqual(idsOf((await changedTickets(trx, reading)).tickets), ids)
    const second = await aPaidTicket(world, { tier })
    await sql`update tickets set validated_at = now() where payment_id = ${second.id}`.execute(db)
    const waiting = read()
    await untilBlocked(world, 1)
    return { waiting, second: second.id }
  })
  const { waiting, second } = await first
  assert.deepEqual(idsOf((await waiting).tickets), [...ids, second])
})

// Requirement (rules): contract §8 used and revoked since a cursor
test('readers that poll while eight gates admit on two processes miss nothing', async () => {
  const { festival, tier, manager, staff, read } = await aManned()
  const tickets = await somePaidTickets(world, 200, { tier })
  let isOver = false
  const follow = async () => {
    const seen = new Set<string>()
    let cursor = '0'
    for (let isLast = false; ; isLast = isOver) {
      const body = await read(`?since=${cursor}&limit=7`)
      for (const id of idsOf(body.tickets)) seen.add(id)
      cursor = body.cursor
      if (isLast && !body.has_more) return seen
    }
  }
  const readers = [follow(), follow()]
  const admitting = Promise.all(
    Array.from({ length: 8 }, async (_, gate) => {
      for (const { id } of tickets.slice(gate * 25, gate * 25 + 25)) {
        const url = `/payments/${id}/validate`
        const { status } =
          gate % 2 === 0
            ? await put(url, {}, { as: staff })
            : await elsewhere('PUT', url, { client: world.client.token, as: manager })
        assert.equal(status, 200)
      }
    }),
  )
  await admitting.finally(() => {
    isOver = true
  })
  const all = tickets.map(({ id }) => id).toSorted()
  for (const seen of await Promise.all(readers)) assert.deepEqual([...seen].toSorted(), all)
  assert.equal(festival.id, tier.festival_id)
})
