/** Hidden tiers, the fields that an update leaves as they are, and the end of a tier by its own DELETE. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aPlaceToSleep, aTier } from '../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../test/catalogue.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const world = await aWorld()
const { get, put, post, del, aUser, db } = world

const [manager, staff, stranger] = [
  await aUser(),
  await aUser({ permissions: ['manage_catalog'] }),
  await aUser(),
]
const organizer = await anOrganizer(world)
await db
  .insertInto('organizer_managers')
  .values({ organizer_id: organizer.id, user_id: manager.id })
  .execute()

/** A festival of the manager with a tier that all see and one that is hidden. */
async function ownFestival() {
  const { id } = await aFestival(world, { organizer_id: organizer.id })
  const shown = await aTier(world, { festival_id: id, name: 'Weekend', position: 0 })
  const hidden = await aTier(world, { festival_id: id, name: 'Crew', position: 1, hidden: true })
  return { id, url: `/festivals/${id}`, shown, hidden }
}

const namesOf = ({ tickets }: { tickets: { name: string }[] }) => tickets.map(({ name }) => name)
const read = async (url: string, as?: Person) => {
  const { status, body, text } = await get(url, as && { as })
  assert.equal(status, 200, `${url}: ${text}`)
  return body
}

// Requirement (rules): contract §4.13: hidden is left out of every public answer
test('no public answer has a hidden tier', async () => {
  const { id, url, shown, hidden } = await ownFestival()
  for (const as of [undefined, manager]) {
    assert.deepEqual(namesOf(await read(url, as)), ['Weekend'])
  }
  const summary = await read(`${url}/summary?nested=5`)
  assert.deepEqual([namesOf(summary), summary.totals.tickets], [['Weekend'], 1])
  const left = await read(`${url}/availability`)
  assert.deepEqual(
    left.map(({ ticket_id }: any) => ticket_id),
    [shown.id],
  )
  const expanded = await read(`${url}?expand=availability`)
  assert.equal(expanded.availability.length, 1)
  for (const list of [
    `/festivals?ids=${id}`,
    `/festivals?ids=${id}&nested=9&expand=availability`,
    `/festivals?organizer=${organizer.id}`,
    `/guide/${id}`,
    `${url}/timetable`,
    `${url}/day`,
    `${url}/calendar.ics`,
    '/users/i/feed',
    '/search?for=Harbour',
  ]) {
    const { status, text } = await get(list, { as: stranger })
    assert.equal(status, 200, list)
    assert.ok(!text.includes(hidden.id) && !text.includes('Crew'), `${list} has it`)
  }
})

// Requirement (rules): contract §4.13: hidden=true, for those who may change the festival
test('hidden=true shows it to those who may change the festival, and to no one else', async () => {
  const { url, hidden } = await ownFestival()
  for (const as of [manager, staff, await aUser({ roles: ['admin'] })]) {
    assert.deepEqual(namesOf(await read(`${url}?hidden=true`, as)), ['Weekend', 'Crew'])
    const whole = await read(`${url}?hidden=1&expand=availability`, as)
    assert.deepEqual([whole.tickets.length, whole.availability.length], [2, 2])
    assert.equal(whole.availability[1].ticket_id, hidden.id)
  }
  assert.deepEqual(namesOf(await read(`${url}?hidden=true`, stranger)), ['Weekend'])
  const left = await read(`${url}?hidden=true&expand=availability`, stranger)
  assert.equal(left.availability.length, 1)
  assert.equal((await get(`${url}?hidden=true`)).status, 401)
  assert.deepEqual(namesOf(await read(`${url}?hidden=false`)), ['Weekend'])
  // The manager's answer is not cached for others.
  assert.deepEqual(namesOf(await read(url)), ['Weekend'])
})

// Requirement (rules): contract §4.4 Updates: a hidden tier that is not named stays
test('an update that does not name a hidden tier leaves it, and its answer shows it', async () => {
  const { url, shown, hidden } = await ownFestival()
  const { tickets } = await read(url)
  const written = await put(url, { tickets }, { as: manager })
  assert.deepEqual(namesOf(written.body), ['Weekend', 'Crew'])
  const none = await put(url, { tickets: [] }, { as: manager })
  assert.deepEqual(namesOf(none.body), ['Crew'])
  assert.deepEqual(namesOf(await read(url)), [])
  const { id, name } = hidden
  const named = { id, name, price: 5, quantity: 8, hidden: false }
  const opened = await put(url, { tickets: [named] }, { as: manager })
  assert.deepEqual(namesOf(opened.body), ['Crew'])
  assert.deepEqual(namesOf(await read(url)), ['Crew'])
  assert.equal((await read(url)).tickets[0].id, hidden.id)
  assert.notEqual(shown.id, hidden.id)
})

// Requirement (rules): contract §4.4 Updates: terms of a tier left out keep their value, times are cleared
test('terms of a tier that an update leaves out keep their value, its times are cleared; null empties both', async () => {
  const { url, hidden } = await ownFestival()
  const { id, name } = hidden
  const times = {
    start_time: '2090-01-01T00:00:00.000Z',
    end_time: '2090-02-01T00:00:00.000Z',
    valid_since: '2090-07-01T00:00:00.000Z',
    valid_until: '2090-07-02T00:00:00.000Z',
  }
  const noTimes = { start_time: null, end_time: null, valid_since: null, valid_until: null }
  const terms = {
    description: 'For those who help',
    hidden: true,
    max_per_order: 2,
    max_per_person: 4,
    vat: { rate: 7, exemption: null },
    refundable: false,
    transferable: false,
    admission: 'reentry',
    zones: ['main', 'camping'],
    at_tills: true,
  }
  const bare = { id, name, price: 5, quantity: 8 }
  const write = async (fields: object) => {
    const { body } = await put(url, { tickets: [{ ...bare, ...fields }] }, { as: manager })
    return body.tickets.find((tier: any) => tier.id === id)
  }
  const whole = { ...bare, ...times, ...terms, festival_id: hidden.festival_id }
  assert.deepEqual(await write({ ...times, ...terms }), whole)
  assert.deepEqual(await write(times), whole)
  const earlier = { end_time: '2089-01-01T00:00:00.000Z' }
  assert.deepEqual(await write(earlier), { ...whole, ...noTimes, ...earlier })
  assert.deepEqual(await write({}), { ...whole, ...noTimes })
  const emptied = { description: null, max_per_person: null, vat: null }
  assert.deepEqual(await write({ ...times, ...emptied }), { ...whole, ...emptied })
  assert.deepEqual(await write(noTimes), { ...whole, ...noTimes, ...emptied })
})

// Requirement (rules): contract §4.13: after the fields of the specification
test('the fields of the specification come first', async () => {
  const { url } = await ownFestival()
  const [tier] = (await read(url)).tickets
  assert.equal(
    Object.keys(tier).join(' '),
    'id name price quantity start_time end_time valid_since valid_until festival_id ' +
      'description hidden max_per_order max_per_person vat refundable transferable admission zones at_tills',
  )
})

const refused: [fields: object, path: string][] = [
  [{ vat: {} }, 'tickets[0].vat'],
  [{ vat: { rate: 19, exemption: 'Culture' } }, 'tickets[0].vat'],
  [{ vat: { rate: null, exemption: null } }, 'tickets[0].vat'],
  [{ vat: { rate: 100.01 } }, 'tickets[0].vat.rate'],
  [{ vat: { rate: 19.255 } }, 'tickets[0].vat.rate'],
  [{ vat: { rate: -1 } }, 'tickets[0].vat.rate'],
  [{ vat: { exemption: ' ' } }, 'tickets[0].vat.exemption'],
  [{ vat: 19 }, 'tickets[0].vat'],
  [{ hidden: null }, 'tickets[0].hidden'],
  [{ max_per_order: 0 }, 'tickets[0].max_per_order'],
  [{ max_per_order: 21 }, 'tickets[0].max_per_order'],
  [{ max_per_order: null }, 'tickets[0].max_per_order'],
  [{ max_per_person: 0 }, 'tickets[0].max_per_person'],
  [{ max_per_person: 1.5 }, 'tickets[0].max_per_person'],
  [{ refundable: null }, 'tickets[0].refundable'],
  [{ at_tills: 'yes' }, 'tickets[0].at_tills'],
  [{ transferable: 'yes' }, 'tickets[0].transferable'],
  [{ description: 'x'.repeat(2_001) }, 'tickets[0].description'],
]
for (const [fields, path] of refused) {
  // Requirement (rules): contract §4.13: bounds of the fields, VAT is a rate or an exemption
  test(`${JSON.stringify(fields).slice(0, 60)} of a tier is refused at ${path}`, async () => {
    const { url } = await ownFestival()
    const tickets = [{ name: 'Late', price: 5, quantity: 8, ...fields }]
    const { status, body } = await put(url, { tickets }, { as: manager })
    assert.deepEqual([status, body.code], [400, 'invalid'])
    assert.ok(body.fields.map((one: any) => one.path).includes(path), JSON.stringify(body))
  })
}

// Requirement (rules): DELETE /festivals/:id/tiers/:tierId
test('DELETE ends a tier, hidden or not: with sales it is archived, without it is gone', async () => {
  const { url, shown, hidden } = await ownFestival()
  const tier = (id: string) => `${url}/tiers/${id}`
  await db.updateTable('tiers').set({ sold: 1 }).where('id', '=', hidden.id).execute()
  assert.equal((await del(tier(hidden.id), { as: stranger })).status, 403)
  const ended = await del(tier(hidden.id), { as: manager })
  assert.deepEqual([ended.status, ended.body], [200, { message: 'Ticket deleted' }])
  const { archived_at } = await db
    .selectFrom('tiers')
    .select('archived_at')
    .where('id', '=', hidden.id)
    .executeTakeFirstOrThrow()
  assert.notEqual(archived_at, null)
  assert.equal((await del(tier(shown.id), { as: manager })).status, 200)
  assert.equal(
    await db.selectFrom('tiers').where('id', '=', shown.id).executeTakeFirst(),
    undefined,
  )
  assert.deepEqual(namesOf(await read(`${url}?hidden=true`, manager)), [])
  const other = await ownFestival()
  for (const id of [hidden.id, shown.id, other.shown.id, newId(), 'nonsense']) {
    assert.equal((await del(tier(id), { as: manager })).status, 404, id)
  }
  const { entries } = await read('/audit?limit=20', await aUser({ roles: ['admin'] }))
  const told = entries.find(({ changes }: any) => `tickets.${hidden.id}.archived_at` in changes)
  assert.deepEqual([told.action, told.actor.user_id], ['festival.update', manager.id])
})

// Requirement (rules): contract §4.13: what is hidden cannot be bought
test('a hidden tier or accommodation cannot be bought: it is as unknown as none', async () => {
  const { id: festival_id, hidden } = await ownFestival()
  const stay = await aPlaceToSleep(world, { festival_id, hidden: true })
  for (const [payment_type, entity_id, noun] of [
    ['ticket', hidden.id, 'Ticket'],
    ['accommodation', stay.id, 'Accommodation'],
  ]) {
    for (const as of [stranger, manager]) {
      const { status, body } = await post('/payments', { payment_type, entity_id }, { as })
      assert.deepEqual([status, body], [404, { error: `${noun} not found`, code: 'not_found' }])
    }
  }
})

// Requirement (rules): contract §4.13: hidden accommodations
test('hidden accommodations are shown to those who may change their festival alone', async () => {
  const { id: festival_id } = await ownFestival()
  const stay = await aPlaceToSleep(world, { festival_id, name: 'Backstage', hidden: true })
  const list = `/accommodations?festival=${festival_id}`
  const one = `/accommodations/${stay.id}`
  assert.deepEqual(await read(list), [])
  assert.equal((await get(one)).status, 404)
  assert.equal((await get(`${list}&hidden=true`)).status, 401)
  assert.deepEqual(await read(`${list}&hidden=true`, stranger), [])
  assert.equal((await read(`${list}&hidden=true`, manager))[0].name, 'Backstage')
  const all = await read('/accommodations?hidden=true', staff)
  assert.ok(all.some(({ id }: any) => id === stay.id))
  assert.ok(!(await get(`/guide/${festival_id}`)).text.includes('Backstage'))
  assert.equal((await put(one, { price: 1 }, { as: stranger })).status, 404)
  assert.equal((await put(one, { hidden: false }, { as: manager })).body.hidden, false)
  assert.equal((await read(list)).length, 1)
})
