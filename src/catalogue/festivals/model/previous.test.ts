/** The previous edition of a festival: its readers, and the festivals that can be one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aFestival, anOrganizer } from '../../../../test/catalogue.ts'
import { aWorld, type Person } from '../../../../test/world.ts'

const world = await aWorld()
const { db, get, post, put, del, aUser } = world

async function aFamily() {
  const manager = await aUser()
  const { id: organizer_id } = await anOrganizer(world)
  await db.insertInto('organizer_managers').values({ organizer_id, user_id: manager.id }).execute()
  const next = async () => (await aFestival(world, { organizer_id })).id
  return { manager, organizer_id, ids: [await next(), await next(), await next()] as const }
}

const follow = (as: Person, id: string, previous_edition_id: string | null) =>
  put(`/festivals/${id}`, { previous_edition_id }, { as })
const previousOf = async (id: string, as: Person) =>
  (await get(`/festivals/${id}?hidden=true`, { as })).body.previous_edition_id

// Requirement (operations): contract §4.16 previous_edition_id: another festival of the organizer
test('a festival is told to follow another of its organizer, and to follow none', async () => {
  const { manager, organizer_id, ids } = await aFamily()
  const [id, before] = ids
  assert.equal(await previousOf(id, manager), null)
  const told = await follow(manager, id, before)
  assert.equal(told.status, 200)
  assert.equal(await previousOf(id, manager), before)
  assert.equal((await put(`/festivals/${id}`, { venue: 'Park' }, { as: manager })).status, 200)
  assert.equal(await previousOf(id, manager), before)
  assert.equal((await follow(manager, id, null)).status, 200)
  assert.equal(await previousOf(id, manager), null)
  const { name, start_time, end_time } = told.body
  const made = await post(
    '/festivals',
    { name, start_time, end_time, organizer_id, previous_edition_id: before },
    { as: manager },
  )
  assert.equal(made.status, 201)
  assert.equal(await previousOf(made.body.id, manager), before)
})

test('those who may change the festival see which it follows; for others it is not there, or null', async () => {
  const { manager, ids } = await aFamily()
  const [id, before] = ids
  await follow(manager, id, before)
  const stranger = await aUser()
  assert.equal(await previousOf(id, stranger), null)
  assert.equal(await previousOf(id, await aUser({ permissions: ['manage_catalog'] })), before)
  const shown = await get(`/festivals/${id}`, { as: manager })
  assert.ok(!('previous_edition_id' in shown.body))
  const { body } = await get(`/festivals?ids=${id}`, { as: manager })
  assert.ok(!('previous_edition_id' in body.festivals[0]))
})

test('an edition before that is deleted is none any more', async () => {
  const { manager, ids } = await aFamily()
  const [id, before] = ids
  await follow(manager, id, before)
  assert.equal((await del(`/festivals/${before}`, { as: manager })).status, 200)
  assert.equal(await previousOf(id, manager), null)
})

const refusals = {
  'an unknown id': async () => newId(),
  'a festival of another organizer': async () => (await aFamily()).ids[0],
  'a deleted festival': async ({ organizer_id }: Awaited<ReturnType<typeof aFamily>>) =>
    (await aFestival(world, { organizer_id, deleted_at: new Date() })).id,
  'no id': async () => 'last year',
}

for (const [what, idOf] of Object.entries(refusals)) {
  test(`a festival cannot follow ${what}: 400`, async () => {
    const family = await aFamily()
    const { status, body } = await follow(family.manager, family.ids[0], await idOf(family))
    assert.equal(status, 400)
    assert.match(body.error, /^previous_edition_id /)
    assert.equal(await previousOf(family.ids[0], family.manager), null)
  })
}

// Requirement (operations): contract §4.16 previous_edition_id: not of itself
test('no festival follows itself, over others either', async () => {
  const { manager, ids } = await aFamily()
  const [one, two, three] = ids
  assert.equal((await follow(manager, two, one)).status, 200)
  assert.equal((await follow(manager, three, two)).status, 200)
  for (const previous of ids) {
    const { status, body } = await follow(manager, one, previous)
    assert.deepEqual(
      [status, body.error],
      [400, 'previous_edition_id is this festival, or an edition that follows it'],
    )
  }
})

test('of changes at once that would close a circle, one is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { manager, ids } = await aFamily()
    const [one, two, three] = ids
    const answers = await Promise.all([
      follow(manager, one, two),
      follow(manager, two, three),
      follow(manager, three, one),
    ])
    assert.equal(answers.filter(({ status }) => status === 200).length, 2)
    assert.equal(answers.filter(({ status }) => status === 400).length, 1)
  }
})
