/** Roles within an organizer beside manager: inviting, changing, leaving, and the rights of each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTier } from '../../../../test/buying.ts'
import { aFestival, aName, anOrganizer } from '../../../../test/catalogue.ts'
import { acceptAll } from '../../../../test/invitations.ts'
import { aPaidTicket } from '../../../../test/sales.ts'
import { aWorld, type Person } from '../../../../test/world.ts'

const world = await aWorld()
const { db, get, post, put, del, aUser } = world
await world.jobs.start()

async function anOrganizerOf(manager: Person) {
  const organizer = await anOrganizer(world)
  await db
    .insertInto('organizer_managers')
    .values({ organizer_id: organizer.id, user_id: manager.id })
    .execute()
  return { ...organizer, members: `/organizers/${organizer.id}/members` }
}

type Role = { role: string; may_refund?: boolean }

/** Invites a new user to a role, and accepts for them. */
async function aMember(
  { members }: Awaited<ReturnType<typeof anOrganizerOf>>,
  manager: Person,
  role: Role,
): Promise<Person> {
  const person = await aUser()
  const invited = await post(members, { email: person.email, ...role }, { as: manager })
  assert.equal(invited.status, 201, invited.text)
  await acceptAll(world, person)
  return person
}

test('a manager invites to a role; who accepts has it, and its rights are told', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const organizer = await anOrganizerOf(ada)
  const role = { role: 'accountant', may_refund: true }
  const { status, body } = await post(organizer.members, { email: bo.email, ...role }, { as: ada })
  assert.equal(status, 201)
  assert.deepEqual(
    [body.kind, body.role, body.may_refund, body.organizer.id, body.right],
    ['member', 'accountant', true, organizer.id, null],
  )
  const pending = await get(`/organizers/${organizer.id}/invitations`, { as: ada })
  assert.deepEqual(pending.body, [body])
  assert.deepEqual((await get(organizer.members, { as: ada })).body, [])
  await acceptAll(world, bo)
  const [member, ...others] = (await get(organizer.members, { as: ada })).body
  assert.deepEqual(others, [])
  assert.deepEqual(
    [member.id, member.email, member.role, member.may_refund],
    [bo.id, bo.email, 'accountant', true],
  )
  const { body: me } = await get('/users/i', { as: bo })
  assert.deepEqual(me.organizer_roles, [
    { organizer_id: organizer.id, ...role, rights: ['read_sales', 'read_money', 'refund'] },
  ])
  assert.deepEqual(me.roles, [{ id: 'attender' }])
  assert.deepEqual((await get(`/organizers/${organizer.id}`)).body.managers.length, 1)
})

test('a manager stays a manager, and a member who becomes one has no other role', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const organizer = await anOrganizerOf(ada)
  await post(organizer.members, { email: ada.email, role: 'editor' }, { as: ada })
  await acceptAll(world, ada)
  assert.deepEqual((await get(organizer.members, { as: ada })).body, [])
  await post(organizer.members, { email: bo.email, role: 'editor' }, { as: ada })
  await acceptAll(world, bo)
  await post(`/organizers/${organizer.id}/managers`, { email: bo.email }, { as: ada })
  await acceptAll(world, bo)
  assert.deepEqual((await get(organizer.members, { as: bo })).body, [])
})

test('a role is changed, which ends the tokens of the person only where it gives a right', async () => {
  const ada = await aUser()
  const organizer = await anOrganizerOf(ada)
  const bo = await aMember(organizer, ada, { role: 'accountant', may_refund: true })
  const path = `${organizer.members}/${bo.id}`
  const less = await put(path, { may_refund: false }, { as: ada })
  assert.deepEqual([less.status, less.body.may_refund], [200, false])
  assert.equal((await get('/users/i', { as: bo })).status, 200)
  const more = await put(path, { may_refund: true }, { as: ada })
  assert.deepEqual([more.body.role, more.body.may_refund], ['accountant', true])
  assert.equal((await get('/users/i', { as: bo })).status, 401)
  const other = await put(path, { role: 'editor' }, { as: ada })
  assert.deepEqual([other.body.role, other.body.may_refund], ['editor', false])
  for (const [change, as, status] of [
    [{ may_refund: true }, ada, 400],
    [{ role: 'manager' }, ada, 400],
    [{ role: 'sales' }, await aUser(), 403],
  ] as const) {
    assert.equal((await put(path, change, { as })).status, status)
  }
  assert.equal((await put(`${organizer.members}/${ada.id}`, {}, { as: ada })).status, 404)
  const refused = { email: 'cy@harbour.example', role: 'sales', may_refund: true }
  const { body } = await post(organizer.members, refused, { as: ada })
  assert.equal(body.error, 'may_refund is for accountants: others refund nothing')
})

test('members leave, and are removed by managers alone', async () => {
  const ada = await aUser()
  const organizer = await anOrganizerOf(ada)
  const [bo, cy] = [
    await aMember(organizer, ada, { role: 'sales' }),
    await aMember(organizer, ada, { role: 'editor' }),
  ]
  assert.equal((await del(`${organizer.members}/${cy.id}`, { as: bo })).status, 403)
  assert.equal((await del(`${organizer.members}/${bo.id}`, { as: bo })).status, 200)
  assert.equal((await del(`${organizer.members}/${cy.id}`, { as: ada })).status, 200)
  assert.equal((await del(`${organizer.members}/${cy.id}`, { as: ada })).status, 404)
  assert.deepEqual((await get('/users/i', { as: cy })).body.organizer_roles, [])
})

test('an erased account has no role left', async () => {
  const ada = await aUser()
  const organizer = await anOrganizerOf(ada)
  const bo = await aMember(organizer, ada, { role: 'sales' })
  assert.equal((await del(`/users/${bo.id}`, { as: bo })).status, 200)
  assert.deepEqual((await get(organizer.members, { as: ada })).body, [])
})

test('an editor changes texts and line-up, also of a draft, and nothing that is sold or published', async () => {
  const ada = await aUser()
  const organizer = await anOrganizerOf(ada)
  const editor = await aMember(organizer, ada, { role: 'editor' })
  const draft = {
    name: aName('Tide'),
    organizer_id: organizer.id,
    start_time: '2099-07-01T12:00:00Z',
    end_time: '2099-07-02T12:00:00Z',
    published: false,
  }
  const { body: festival } = await post('/festivals', draft, { as: ada })
  const path = `/festivals/${festival.id}`
  const texts = { name: 'Harbour Nights 2031', description: 'By the water' }
  const lineup = { places: [{ name: 'Quay' }], gigs: [{ place_id: 'Quay' }] }
  const { status, body } = await put(path, { ...texts, ...lineup }, { as: editor })
  assert.deepEqual([status, body.name, body.gigs.length], [200, texts.name, 1])
  for (const change of [
    { tickets: [] },
    { published: true },
    { start_time: '2099-07-01T00:00:00Z' },
    { organizer_id: organizer.id },
    { venue: 'Quay' },
    { refund_percent: 100 },
  ]) {
    const refused = await put(path, { ...texts, ...change }, { as: editor })
    const [field] = Object.keys(change)
    assert.deepEqual(
      [refused.status, refused.body.error],
      [
        403,
        `Editors change texts and the line-up: only managers of the organizer may change ${field}`,
      ],
    )
  }
  const accountant = await aMember(organizer, ada, { role: 'accountant' })
  assert.equal((await put(path, texts, { as: accountant })).status, 403)
})

test('roles count in their own organizer alone', async () => {
  const ada = await aUser()
  const [organizer, other] = [await anOrganizerOf(ada), await anOrganizerOf(ada)]
  const accountant = await aMember(organizer, ada, { role: 'accountant', may_refund: true })
  const [mine, theirs] = [
    await aFestival(world, { organizer_id: organizer.id }),
    await aFestival(world, { organizer_id: other.id }),
  ]
  const paid = await aPaidTicket(world, { tier: await aTier(world, { festival_id: theirs.id }) })
  assert.equal((await get(`/festivals/${mine.id}/report`, { as: accountant })).status, 200)
  const refused = await get(`/festivals/${theirs.id}/report`, { as: accountant })
  assert.deepEqual(
    [refused.status, refused.body.error],
    [403, 'Only managers of the organizer, its accountants and admins may see its books'],
  )
  assert.equal((await post(`/payments/${paid.id}/refund`, {}, { as: accountant })).status, 404)
  const { body } = await get('/users/i/festivals', { as: accountant })
  assert.deepEqual(
    body.festivals.map(({ id }: { id: string }) => id),
    [mine.id],
  )
  assert.equal(body.festivals[0].sold, 0)
  const settled = `/settlements?organizer=`
  assert.equal((await get(`${settled}${organizer.id}`, { as: accountant })).status, 200)
  assert.equal((await get(`${settled}${other.id}`, { as: accountant })).status, 403)
})

test('an accountant refunds where a manager says so, and what the role may not is said', async () => {
  const ada = await aUser()
  const organizer = await anOrganizerOf(ada)
  const festival = await aFestival(world, { organizer_id: organizer.id })
  const tier = await aTier(world, { festival_id: festival.id })
  const [clerk, sales, accountant] = [
    await aMember(organizer, ada, { role: 'accountant' }),
    await aMember(organizer, ada, { role: 'sales' }),
    await aMember(organizer, ada, { role: 'accountant', may_refund: true }),
  ]
  const paid = await aPaidTicket(world, { tier, price_cents: 0, amount_cents: 0 })
  for (const as of [clerk, sales]) {
    for (const path of [`/payments/${paid.id}/refund`, `/orders/${paid.id}/refund`]) {
      const refused = await post(path, {}, { as })
      assert.deepEqual(
        [refused.status, refused.body.error],
        [
          403,
          'Only managers of the organizer, its accountants who may refund and admins may give back its payments',
        ],
      )
    }
  }
  assert.equal((await post(`/payments/${paid.id}/refund`, {}, { as: accountant })).status, 200)
})

test('an organizer has 200 people with a role at most', async () => {
  const ada = await aUser()
  const organizer = await anOrganizerOf(ada)
  const users = await Promise.all(Array.from({ length: 199 }, () => aUser()))
  const rows = users.map(({ id: user_id }) => ({
    organizer_id: organizer.id,
    user_id,
    role: 'sales',
  }))
  await db.insertInto('organizer_members').values(rows).execute()
  await aMember(organizer, ada, { role: 'sales' })
  const bo = await aUser()
  await post(organizer.members, { email: bo.email, role: 'sales' }, { as: ada })
  const { body: offered } = await get('/users/i/invitations', { as: bo })
  const refused = await post(`/invitations/${offered[0].id}/accept`, {}, { as: bo })
  assert.deepEqual([refused.status, refused.body.code], [409, 'too_many'])
})
