import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { anOrganizer } from '../../../test/catalogue.ts'
import { aWorld, lenient } from '../../../test/world.ts'

const world = await aWorld()
await world.jobs.start()
const { db, get, post, put, aUser } = world
const staff = await aUser({ permissions: ['manage_users'] })
const aWord = () => `q${randomBytes(5).toString('hex')}`
const password = 'correct horse battery'

async function register(given: { firstName?: string; lastName?: string } = {}) {
  const email = `${aWord()}@people.example`
  const { body } = await post('/users', {
    firstName: 'Ada',
    lastName: aWord(),
    email,
    password,
    ...given,
  })
  return body
}

async function list(query: string, client?: string) {
  const { status, body } = await get(`/users/all?${query}`, {
    as: staff,
    headers: lenient,
    ...(client && { client }),
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

const ids = ({ users }: { users: { id: string }[] }) => users.map(({ id }) => id)

test('a user who manages accounts reads their rights, their creation and their last sign-in', async () => {
  const ada = await register({ firstName: 'Zoë' })
  const q = ada.lastName
  const [before] = (await list(`q=${q}`)).users
  assert.deepEqual(before, {
    id: ada.id,
    firstName: 'Zoë',
    lastName: q,
    email: ada.email,
    photo: null,
    roles: [{ id: 'attender' }],
    permissions: [],
    email_proven_at: null,
    suspended: false,
    created_at: before.created_at,
    createdAt: before.created_at,
    last_sign_in_at: null,
    last_sign_in: null,
  })
  assert.equal((await post('/auth/user', { email: ada.email, password })).status, 200)
  const [after] = (await list(`q=${q}`)).users
  assert.ok(Date.now() - Date.parse(after.last_sign_in_at) < 60_000)
  await post('/auth/user', { email: ada.email, password: 'a wrong one' })
  assert.equal((await list(`q=${q}`)).users[0].last_sign_in_at, after.last_sign_in_at)
})

// Requirement (rules): Accounts are found by a part of their name, by e-mail or id
test('people are found by a part of their name, the beginning of their e-mail, or their id', async () => {
  const [first, last] = [aWord(), aWord()]
  const ada = await register({ firstName: `Zoë${first}`, lastName: last })
  for (const q of [
    first.slice(2),
    last.slice(1, 8).toUpperCase(),
    `zoe${first} ${last}`,
    `${last}, Zoe${first}`,
    ada.email,
    ada.email.slice(0, 9).toUpperCase(),
    ada.id,
    ada.id.toUpperCase(),
  ]) {
    assert.deepEqual([q, ids(await list(`q=${encodeURIComponent(q)}`))], [q, [ada.id]])
  }
  for (const q of ['%25', '_', `${first}_zz`, aWord(), '%40people.example']) {
    assert.deepEqual([q, ids(await list(`q=${q}`))], [q, []])
  }
})

test('a new name is found at once, whichever part of it changed, and the old one is not', async () => {
  const ada = await aUser()
  const [first, last] = [aWord(), aWord()]
  await put(`/users/${ada.id}`, { firstName: first }, { as: ada })
  await put(`/users/${ada.id}`, { lastName: last }, { as: ada })
  assert.deepEqual(ids(await list(`q=${first} ${last}`)), [ada.id])
  await put(`/users/${ada.id}`, { firstName: 'Ada', lastName: 'Marsh' }, { as: ada })
  assert.deepEqual([ids(await list(`q=${first}`)), ids(await list(`q=${last}`))], [[], []])
})

// Requirement (rules): Finding accounts by e-mail needs read_emails
test('a client without read_emails sees no e-mail and finds no user by one', async () => {
  const ada = await register()
  const { token } = await world.aClient([])
  const [seen] = (await list(`q=${ada.lastName}`, token)).users
  assert.deepEqual([seen.id, seen.email], [ada.id, null])
  assert.deepEqual(ids(await list(`q=${ada.email}`, token)), [])
})

test('the list is paged, filtered by role, and leaves out erased accounts', async () => {
  const lastName = aWord()
  const [ada, bo, gone] = [
    await register({ lastName }),
    await register({ lastName }),
    await register({ lastName }),
  ]
  const organizer = await anOrganizer(world)
  await db
    .insertInto('organizer_managers')
    .values({ organizer_id: organizer.id, user_id: ada.id })
    .execute()
  const { token } = await world.access.issue(db, { clientId: world.client.id, userId: gone.id })
  await world.del(`/users/${gone.id}`, { as: { ...gone, token } })
  const page = await list(`q=${lastName}&limit=1`)
  assert.deepEqual([ids(page), page.pagination.total, page.pagination.hasMore], [[bo.id], 2, true])
  assert.deepEqual(ids(await list(`q=${lastName}&limit=1&page=2`)), [ada.id])
  assert.deepEqual(ids(await list(`q=${lastName}&role=organizer`)), [ada.id])
  assert.deepEqual(ids(await list(`q=${lastName}&role=admin`)), [])
  assert.deepEqual(ids(await list(`q=${lastName}&role=attender`)), [bo.id, ada.id])
  for (const unknown of ['owner', 'Admin', '']) {
    const none = await list(`q=${lastName}&role=${unknown}`)
    assert.deepEqual([ids(none), none.pagination.total], [[], 0], unknown)
  }
  assert.ok(ids(await list('')).length > 0)
})

test('only users who manage accounts read the list', async () => {
  const refused = await get('/users/all', { as: await aUser() })
  assert.deepEqual(
    [refused.status, refused.body.error],
    [403, 'Missing user permission: manage_users'],
  )
  assert.equal((await get('/users/all')).status, 401)
})
