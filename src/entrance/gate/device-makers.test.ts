/**
 * A gate device depends on the person responsible for it: it ends when they may no longer manage the gate, and after
 * the festival.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anotherProcess } from '../../../test/another-process.ts'
import { anOrganizer } from '../../../test/catalogue.ts'
import { aDevice, aGate } from '../../../test/gate.ts'
import { until } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const clock = { now: new Date() }
const world = await aWorld({ now: () => clock.now })
const { get, post, put, del, aUser, db } = world
const elsewhere = await anotherProcess(world)
const admin = await aUser({ roles: ['admin'] })
const day = 86_400_000

type Festival = { id: string; organizer_id: string | null }
const devicesOf = ({ id }: { id: string }) => `/festivals/${id}/gate-devices`

/** Returns the answers to a device, from this process and from another one. */
async function answersOf(festival: Festival, { token }: { token: string }) {
  const url = `/gate/${festival.id}/manifest`
  const here = await get(url, { headers: { 'x-f-authentication': token } })
  const there = await elsewhere('GET', url, { client: world.client.token, as: { token } })
  return [here.status, there.status]
}

async function assertEnds(festival: Festival, device: { token: string }) {
  const both = (status: number) => async () =>
    (await answersOf(festival, device)).every((one) => one === status)
  await until('it has ended', both(401))
}

/** Adds a second manager, since the only manager cannot leave. */
async function aSecondManager({ organizer_id }: Festival): Promise<Person> {
  const second = await aUser()
  const row = { organizer_id: organizer_id ?? '', user_id: second.id }
  await db.insertInto('organizer_managers').values(row).execute()
  return second
}

const endings: [
  string,
  (gate: Awaited<ReturnType<typeof aGate>>, maker: Person) => Promise<unknown>,
][] = [
  [
    'is removed as manager',
    ({ festival }, maker) =>
      del(`/organizers/${festival.organizer_id}/managers/${maker.id}`, { as: admin }),
  ],
  [
    'leaves',
    ({ festival }, maker) =>
      del(`/organizers/${festival.organizer_id}/managers/${maker.id}`, { as: maker }),
  ],
  [
    'is suspended',
    (_, maker) => put(`/users/${maker.id}/suspended`, { suspended: true }, { as: admin }),
  ],
  ['erases the account', (_, maker) => del(`/users/${maker.id}`, { as: maker })],
  [
    'sees the festival go to another organizer',
    async ({ festival }) => {
      const { id: organizer_id } = await anOrganizer(world)
      return put(`/festivals/${festival.id}`, { organizer_id }, { as: admin })
    },
  ],
]
for (const [what, end] of endings) {
  test(`a device ends when its creator ${what}, and works again once taken over`, async () => {
    const gate = await aGate(world)
    const { festival, manager } = gate
    await aSecondManager(festival)
    const device = await aDevice(world, gate)
    assert.deepEqual(await answersOf(festival, device), [200, 200])
    await end(gate, manager)
    await assertEnds(festival, device)
    const { body: listed } = await get(devicesOf(festival), { as: admin })
    assert.deepEqual([listed[0].needs_manager, listed[0].made_by.id], [true, manager.id])
    const url = `${devicesOf(festival)}/${device.id}/take-over`
    const taken = await post(url, undefined, { as: admin })
    assert.deepEqual(
      [taken.status, taken.body.needs_manager, taken.body.made_by.id],
      [200, false, admin.id],
    )
    await until('it works', async () => (await answersOf(festival, device)).join() === '200,200')
  })
}

test('a device ends with the rights of staff who made it, and a device taken over before does not', async () => {
  const { festival } = await aGate(world)
  const staff = await aUser({ permissions: ['manage_catalog'] })
  const [one, other] = [
    await aDevice(world, { festival, manager: staff }),
    await aDevice(world, { festival, manager: staff }),
  ]
  const second = await aSecondManager(festival)
  const taken = await post(`${devicesOf(festival)}/${other.id}/take-over`, undefined, {
    as: second,
  })
  assert.equal(taken.status, 200)
  assert.deepEqual(await answersOf(festival, one), [200, 200])
  await put(`/users/${staff.id}/permissions`, { permissions: [] }, { as: admin })
  await assertEnds(festival, one)
  assert.deepEqual(await answersOf(festival, other), [200, 200])
})

test('only managers of the gate take a device over; a removed one stays removed', async () => {
  const gate = await aGate(world)
  const { festival, manager, staff } = gate
  const device = await aDevice(world, gate)
  const url = `${devicesOf(festival)}/${device.id}/take-over`
  assert.equal((await post(url, undefined, { as: staff })).status, 403)
  const elsewhereUrl = `${devicesOf((await aGate(world)).festival)}/${device.id}/take-over`
  assert.equal((await post(elsewhereUrl, undefined, { as: admin })).status, 404)
  await del(`${devicesOf(festival)}/${device.id}`, { as: manager })
  assert.equal((await post(url, undefined, { as: admin })).status, 404)
  assert.deepEqual(await answersOf(festival, device), [401, 401])
})

test('a device ends a week after its festival, also after that was moved', async () => {
  const gate = await aGate(world)
  const { festival, manager } = gate
  const move = async (end_time: Date) => {
    const start_time = new Date(end_time.getTime() - day).toISOString()
    const change = { start_time, end_time: end_time.toISOString() }
    assert.equal((await put(`/festivals/${festival.id}`, change, { as: manager })).status, 200)
  }
  const begun = clock.now
  const end = new Date(begun.getTime() + 30 * day)
  await move(end)
  const device = await aDevice(world, gate)
  const expires = async () => (await get(devicesOf(festival), { as: manager })).body[0].expires_at
  assert.equal(await expires(), new Date(end.getTime() + 7 * day).toISOString())
  assert.deepEqual(await answersOf(festival, device), [200, 200])
  // The festival is brought forward: the device ends at once, and works again when the festival is postponed.
  await move(new Date(begun.getTime() - 8 * day))
  await assertEnds(festival, device)
  await move(new Date(begun.getTime() - 6 * day))
  assert.deepEqual(await answersOf(festival, device), [200, 200])
  clock.now = new Date(begun.getTime() + day)
  assert.deepEqual(await answersOf(festival, device), [401, 401])
  clock.now = begun
})

test('a device without a recorded creator ends a week after its festival alone', async () => {
  const gate = await aGate(world)
  const { festival, manager } = gate
  const device = await aDevice(world, gate)
  await db
    .updateTable('gate_devices')
    .set({ created_by: null })
    .where('id', '=', device.id)
    .execute()
  await aSecondManager(festival)
  await del(`/organizers/${festival.organizer_id}/managers/${manager.id}`, { as: manager })
  assert.deepEqual(await answersOf(festival, device), [200, 200])
  const { body } = await get(devicesOf(festival), { as: admin })
  assert.deepEqual([body[0].made_by, body[0].needs_manager], [null, false])
})
