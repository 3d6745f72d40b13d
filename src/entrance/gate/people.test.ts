/** The people and devices of a festival's gate, and the rights that end when they are removed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { anotherProcess } from '../../../test/another-process.ts'
import { aTier } from '../../../test/buying.ts'
import { aDevice, aGate, anUpload, scan } from '../../../test/gate.ts'
import { invited } from '../../../test/invitations.ts'
import { aPaidTicket } from '../../../test/sales.ts'
import { until } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const world = await aWorld()
await world.jobs.start()
const { get, post, put, del, aUser, aClient, db } = world
const elsewhere = await anotherProcess(world)

const staffOf = ({ id }: { id: string }) => `/festivals/${id}/gate-staff`
const devicesOf = ({ id }: { id: string }) => `/festivals/${id}/gate-devices`
const beside = ({ token }: { token: string }) => ({ headers: { 'x-f-authentication': token } })
const listed = ({ id, firstName, lastName, email }: Person) => ({ id, firstName, lastName, email })

async function rolesOf(as: Person) {
  const { body } = await get('/users/i', { as })
  return body.roles.map(({ id }: { id: string }) => id)
}

// Requirement (rules): contract §8 gate-staff
test('people are invited to a gate by e-mail, listed newest first, and removed', async () => {
  const { festival, manager, staff } = await aGate(world)
  const bo = await aUser({ firstName: 'Bo' })
  await invited(world, staffOf(festival), {
    by: manager,
    to: { ...bo, email: bo.email.toUpperCase() },
  })
  await invited(world, staffOf(festival), { by: manager, to: bo })
  const { body } = await get(staffOf(festival), { as: manager })
  assert.deepEqual(body, [listed(bo), listed(staff)])
  const gone = await del(`${staffOf(festival)}/${bo.id}`, { as: manager })
  assert.deepEqual([gone.status, gone.body], [200, { message: 'Gate staff removed' }])
  assert.deepEqual((await get(staffOf(festival), { as: manager })).body, [listed(staff)])
  const twice = await del(`${staffOf(festival)}/${bo.id}`, { as: manager })
  assert.deepEqual([twice.status, twice.body.error], [404, 'Gate staff not found'])
})

test('gate staff leave by themselves, and remove no other person', async () => {
  const { festival, staff } = await aGate(world)
  const bo = await aUser()
  await db
    .insertInto('gate_staff')
    .values({ festival_id: festival.id, user_id: bo.id, created_at: new Date() })
    .execute()
  assert.equal((await del(`${staffOf(festival)}/${staff.id}`, { as: bo })).status, 403)
  assert.equal((await del(`${staffOf(festival)}/${bo.id}`, { as: bo })).status, 200)
  assert.equal((await del(`${staffOf(festival)}/${bo.id}`, { as: bo })).status, 404)
})

test('inviting to a gate twice with one Idempotency-Key invites once', async () => {
  const { festival, manager } = await aGate(world)
  const bo = await aUser()
  const call = { as: manager, headers: { 'idempotency-key': newId() } }
  const first = await post(staffOf(festival), { email: bo.email }, call)
  const again = await post(staffOf(festival), { email: bo.email }, call)
  assert.deepEqual([again.body, again.headers['idempotent-replayed']], [first.body, 'true'])
})

// Requirement (rules): contract §8 role gate is derived
test('the role gate follows from it, and finds its holders', async () => {
  const { festival, manager } = await aGate(world)
  const bo = await aUser()
  const found = async () => {
    const { body } = await get('/users?role=gate&limit=1000')
    return body.some(({ id }: { id: string }) => id === bo.id)
  }
  assert.deepEqual([await rolesOf(bo), await found()], [['attender'], false])
  await invited(world, staffOf(festival), { by: manager, to: bo })
  assert.deepEqual([await rolesOf(bo), await found()], [['attender', 'gate'], true])
  await post('/organizers', { id: `org-${newId()}`, name: 'Org' }, { as: bo })
  assert.deepEqual(await rolesOf(bo), ['attender', 'organizer', 'gate'])
  await del(`${staffOf(festival)}/${bo.id}`, { as: manager })
  assert.deepEqual([await rolesOf(bo), await found()], [['attender', 'organizer'], false])
})

test('a removed or erased steward can no longer admit', async () => {
  const { festival, manager, staff } = await aGate(world)
  const tier = await aTier(world, { festival_id: festival.id })
  const { id } = await aPaidTicket(world, { tier })
  await del(`${staffOf(festival)}/${staff.id}`, { as: manager })
  assert.equal((await put(`/payments/${id}/validate`, {}, { as: staff })).status, 404)
  const bo = await aUser()
  await invited(world, staffOf(festival), { by: manager, to: bo })
  await del(`/users/${bo.id}`, { as: bo })
  assert.deepEqual((await get(staffOf(festival), { as: manager })).body, [])
})

// Requirement (rules): contract §8 a device's own token, shown once
test('a device is set up with a token shown once, listed newest first, and removed', async () => {
  const { festival, manager } = await aGate(world)
  const added = await post(devicesOf(festival), { name: 'North' }, { as: manager })
  assert.equal(added.status, 201)
  const { token, ...north } = added.body
  assert.match(token, /^fst_gate_\w{49}$/)
  assert.deepEqual([north.name, north.last_seen_at], ['North', null])
  const year = 365 * 24 * 3_600_000
  const end = Date.parse(north.expires_at)
  assert.ok(end >= Date.parse(north.createdAt) + year && end <= Date.now() + year)
  const { token: _, ...south } = (
    await post(devicesOf(festival), { name: 'South' }, { as: manager })
  ).body
  const { body } = await get(devicesOf(festival), { as: manager })
  assert.deepEqual(body, [south, north])
  const gone = await del(`${devicesOf(festival)}/${north.id}`, { as: manager })
  assert.deepEqual([gone.status, gone.body], [200, { message: 'Gate device removed' }])
  assert.deepEqual((await get(devicesOf(festival), { as: manager })).body, [south])
  const twice = await del(`${devicesOf(festival)}/${north.id}`, { as: manager })
  assert.deepEqual([twice.status, twice.body.error], [404, 'Gate device not found'])
  const stored = await db
    .selectFrom('tokens')
    .select('device_id')
    .where('device_id', '=', north.id)
    .execute()
  assert.deepEqual(stored, [])
})

test("a device of another festival's gate is not found there", async () => {
  const [mine, theirs] = [await aGate(world), await aGate(world)]
  const { id, token } = await aDevice(world, theirs)
  const gone = await del(`${devicesOf(mine.festival)}/${id}`, { as: mine.manager })
  assert.equal(gone.status, 404)
  assert.equal((await get(`/gate/${theirs.festival.id}/manifest`, beside({ token }))).status, 200)
})

for (const [name, error] of [
  [undefined, 'name is required'],
  [' ', 'name must not be blank'],
  ['x'.repeat(101), 'name must have at most 100 characters'],
] as const) {
  test(`a device named ${JSON.stringify(name)?.slice(0, 5)} is refused`, async () => {
    const { festival, manager } = await aGate(world)
    const answer = await post(devicesOf(festival), { name }, { as: manager })
    assert.deepEqual([answer.status, answer.body.error], [400, error])
  })
}

test('managers, catalogue staff and admins decide; gate staff and other users do not', async () => {
  const { festival, manager, staff } = await aGate(world)
  const { manager: other } = await aGate(world)
  const { id } = await aDevice(world, { festival, manager })
  const calls = (as: Person, festival: { id: string }) => [
    get(staffOf(festival), { as }),
    post(staffOf(festival), { email: staff.email }, { as }),
    get(devicesOf(festival), { as }),
    post(devicesOf(festival), { name: 'South' }, { as }),
    del(`${staffOf(festival)}/${newId()}`, { as }),
    del(`${devicesOf(festival)}/${newId()}`, { as }),
  ]
  for (const as of [staff, other, await aUser()]) {
    for (const { status, body } of await Promise.all(calls(as, festival))) {
      assert.deepEqual(
        [status, body.error],
        [403, 'Only managers of the festival may decide who works at its gate'],
      )
    }
  }
  const [admin, catalogue] = [
    await aUser({ roles: ['admin'] }),
    await aUser({ permissions: ['manage_catalog'] }),
  ]
  for (const as of [manager, admin, catalogue]) {
    const answers = await Promise.all(calls(as, festival))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 201, 200, 201, 404, 404],
    )
  }
  for (const unknown of [{ id: newId() }, { id: 'nonsense' }]) {
    for (const { status } of await Promise.all(calls(admin, unknown))) assert.equal(status, 404)
  }
  assert.equal((await get(devicesOf(festival), { as: manager })).body.at(-1).id, id)
})

// Requirement (rules): contract §8 a device is good for this festival's manifest and scans alone
test('the token of a device works at its gate only', async () => {
  const gate = await aGate(world)
  const other = await aGate(world)
  const device = await aDevice(world, gate)
  const invalid = [401, { error: 'Invalid token', code: 'unauthorized' }]
  for (const { status, body } of [
    await get('/users/i', beside(device)),
    await get(devicesOf(gate.festival), beside(device)),
    await put(`/payments/${newId()}/validate`, {}, beside(device)),
    await get('/festivals', { client: device.token }),
    // A client's token does not work as a device's, nor does an invented one.
    await get(`/gate/${gate.festival.id}/manifest`, beside(world.client)),
    await get(
      `/gate/${gate.festival.id}/manifest`,
      beside({ token: `${device.token.slice(0, -1)}${device.token.endsWith('0') ? 1 : 0}` }),
    ),
    await get(`/gate/${gate.festival.id}/manifest`, beside({ token: 'fst_gate_' })),
  ]) {
    assert.deepEqual([status, body], invalid)
  }
  assert.equal((await get(`/gate/${gate.festival.id}/manifest`, beside(device))).status, 200)
  assert.equal((await get(`/gate/${other.festival.id}/manifest`, beside(device))).status, 403)
  const alone = await get(`/gate/${gate.festival.id}/manifest`, { ...beside(device), client: null })
  assert.deepEqual([alone.status, alone.body.error], [401, 'Missing the service header'])
  const without = await get(`/gate/${gate.festival.id}/manifest`)
  assert.deepEqual([without.status, without.body.error], [401, 'Missing the user header'])
})

// Requirement (rules): contract §8 devices are revocable, everywhere within a second
test('a removed device is refused within a second, on every process', async () => {
  const gate = await aGate(world)
  const device = await aDevice(world, gate)
  const url = `/gate/${gate.festival.id}/manifest`
  const call = { client: world.client.token, ...beside(device) }
  assert.equal((await elsewhere('GET', url, call)).status, 200)
  await del(`${devicesOf(gate.festival)}/${device.id}`, { as: gate.manager })
  assert.deepEqual((await get(url, beside(device))).body.error, 'Invalid token')
  const isOut = async () => (await elsewhere('GET', url, call)).status === 401
  await until('the other process knows', isOut)
})

test('a device ends with the client it was created through', async () => {
  const gate = await aGate(world)
  const { id, token: client } = await aClient()
  const { body: device } = await post(
    devicesOf(gate.festival),
    { name: 'North' },
    { as: gate.manager, client },
  )
  const url = `/gate/${gate.festival.id}/manifest`
  assert.equal((await get(url, beside(device))).status, 200)
  await world.access.endClient(db, id)
  assert.equal((await get(url, beside(device))).status, 401)
  const [{ expires_at }] = (await get(devicesOf(gate.festival), { as: gate.manager })).body
  assert.equal(expires_at, null)
})

test('the last use of a device is recorded when it reads and scans, once a minute', async () => {
  const gate = await aGate(world)
  const seenAt = async () =>
    (await get(devicesOf(gate.festival), { as: gate.manager })).body[0].last_seen_at
  const device = await aDevice(world, gate)
  const before = Date.now()
  await get(`/gate/${gate.festival.id}/manifest`, beside(device))
  const first = await seenAt()
  assert.ok(Date.parse(first) >= before)
  await scan(world, device, anUpload(gate.festival.id, [{ code: 'x' }]))
  assert.equal(await seenAt(), first)
  const past = new Date(before - 60_000)
  await db
    .updateTable('gate_devices')
    .set({ last_seen_at: past })
    .where('id', '=', device.id)
    .execute()
  await scan(world, device, anUpload(gate.festival.id, [{ code: 'x' }]))
  assert.ok(Date.parse(await seenAt()) >= before)
})
