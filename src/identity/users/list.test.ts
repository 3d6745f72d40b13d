import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { fold } from '#platform/values/text'
import { anOrganizer } from '../../../test/catalogue.ts'
import { aWorld, lenient } from '../../../test/world.ts'

const world = await aWorld()
const { db, get, aUser, aClient } = world

type Listed = { id: string; email: string | null; roles: { id: string }[] }
type AccountFields = { roles?: string[]; created_at?: Date; erased_at?: Date; suspended_at?: Date }

/** An account as stored, created at a known time. */
async function anAccount(accountFields: AccountFields = {}): Promise<string> {
  const id = newId()
  const email = `${id}@harbour.example`
  await db
    .insertInto('users')
    .values({
      id,
      first_name: 'Bo',
      last_name: 'Bay',
      email,
      email_key: fold(email),
      ...accountFields,
    })
    .execute()
  return id
}

async function aManager(): Promise<string> {
  const [user_id, organizer] = [await anAccount(), await anOrganizer(world)]
  await db
    .insertInto('organizer_managers')
    .values({ user_id, organizer_id: organizer.id })
    .execute()
  return user_id
}

async function list(query: string): Promise<Listed[]> {
  const { status, body } = await get(`/users?${query}`, { headers: lenient })
  assert.equal(status, 200)
  return body
}

const idsOf = (listed: Listed[]) => listed.map(({ id }) => id)
const rolesOf = (listed: Listed[], id: string) =>
  listed.find((user) => user.id === id)?.roles.map((role) => role.id)

// Requirement (operations): GET /users: array of {id, firstName, lastName, email, photo, roles[{id}]}
test('a listed user has exactly the documented fields', async () => {
  const ada = await aUser({ firstName: 'Ada', lastName: 'Marsh' })
  const listed = (await list('limit=1000')).find(({ id }) => id === ada.id)
  const { id, email } = ada
  assert.deepEqual(listed, {
    id,
    firstName: 'Ada',
    lastName: 'Marsh',
    email,
    photo: null,
    roles: [{ id: 'attender' }],
  })
})

// Requirement (operations): GET /users: email null without read_emails
test('an e-mail is null for a client without the scope read_emails', async () => {
  const ada = await aUser()
  const shown = await get('/users?limit=1000', { client: (await aClient(['read_emails'])).token })
  const hidden = await get('/users?limit=1000', { client: (await aClient([])).token })
  const emailIn = (users: Listed[]) => users.find(({ id }) => id === ada.id)?.email
  assert.deepEqual([emailIn(shown.body), emailIn(hidden.body)], [ada.email, null])
  assert.ok(!hidden.text.includes('@'))
})

// Requirement (operations): GET /users: headers C
test('a list without a client token is refused', async () => {
  const answer = await get('/users', { client: null })
  assert.deepEqual([answer.status, answer.body.error], [401, 'Missing the service header'])
})

// Requirement (operations): GET /users: roles derived
test('roles follow from what a user does and has, in one order', async () => {
  const [plain, manager, admin] = [await anAccount(), await aManager(), await aManager()]
  await db
    .updateTable('users')
    .set({ roles: ['admin'] })
    .where('id', '=', admin)
    .execute()
  const listed = await list('limit=1000')
  assert.deepEqual(rolesOf(listed, plain), ['attender'])
  assert.deepEqual(rolesOf(listed, manager), ['attender', 'organizer'])
  assert.deepEqual(rolesOf(listed, admin), ['attender', 'organizer', 'admin'])
})

// Requirement (operations): GET /users: role, comma-separated role ids; unknown role an empty list
test('the role filter keeps users with one of the given roles, once each', async () => {
  const [plain, manager, admin] = [
    await anAccount(),
    await aManager(),
    await anAccount({ roles: ['admin'] }),
  ]
  for (const [role, expected] of [
    ['attender', [plain, manager, admin]],
    ['organizer', [manager]],
    ['admin', [admin]],
    ['organizer,admin', [manager, admin]],
    ['%20admin%20,%20organizer', [manager, admin]],
    ['attender,organizer,admin', [plain, manager, admin]],
    ['admin,unheard-of', [admin]],
    ['unheard-of', []],
    ['gate', []],
    ['constructor', []],
    [',', []],
    ['', [plain, manager, admin]],
  ] as const) {
    const listed = idsOf(await list(`limit=1000&role=${role}`))
    const ours = listed.filter((id) => [plain, manager, admin].includes(id))
    assert.deepEqual(ours.toSorted(), [...expected].toSorted(), `role=${role}`)
    assert.equal(listed.length, new Set(listed).size)
  }
  assert.deepEqual(await list('role=unheard-of'), [])
})

// Requirement (operations): GET /users: limit and offset
test('users come newest first, then by id, and limit and offset cut that order', async () => {
  const at = (time: string) => new Date(`2090-01-0${time}T00:00:00Z`)
  const newest = await anAccount({ created_at: at('3') })
  const same = [await anAccount({ created_at: at('2') }), await anAccount({ created_at: at('2') })]
  const older = await anAccount({ created_at: at('1') })
  const expected = [newest, ...same.toSorted(), older]
  assert.deepEqual(idsOf(await list('limit=4')), expected)
  assert.deepEqual(idsOf(await list('limit=2&offset=1')), expected.slice(1, 3))
  assert.deepEqual(idsOf(await list('limit=1&offset=3')), expected.slice(3))
  assert.deepEqual(await list('offset=1000000'), [])
})

// Requirement (operations): GET /users: erased users never appear
test('erased users never appear, suspended ones do', async () => {
  const [erased, suspended] = [
    await anAccount({ erased_at: new Date() }),
    await anAccount({ suspended_at: new Date() }),
  ]
  const listed = idsOf(await list('limit=1000'))
  assert.deepEqual([listed.includes(erased), listed.includes(suspended)], [false, true])
})

// Requirement (operations): GET /users: limit default 100, capped at 1,000
// Requirement (limits): users: limits not stated, 100 and 1,000 (contract 1)
test('a list has 100 users by default, and 1,000 at most', async () => {
  await db
    .insertInto('users')
    .values(
      Array.from({ length: 1001 }, () => {
        const id = newId()
        return { id, first_name: 'Bo', last_name: 'Bay', created_at: new Date('2001-01-01') }
      }),
    )
    .execute()
  assert.equal((await list('')).length, 100)
  assert.equal((await list('limit=1000')).length, 1000)
  assert.equal((await list('limit=1001')).length, 1000)
  assert.equal((await list('limit=1000000000')).length, 1000)
  assert.equal((await list('limit=1')).length, 1)
})

for (const query of ['limit=0', 'limit=-1', 'limit=ten', 'limit=1.5', 'offset=-1', 'offset=x']) {
  // Requirement (operations): GET /users: limit, offset malformed 400
  test(`a list with ${query} is refused: 400`, async () => {
    const { status, body } = await get(`/users?${query}`)
    const [field = ''] = query.split('=')
    assert.equal(status, 400)
    assert.match(body.error, new RegExp(`^${field} must be`))
  })
}

test('unknown query parameters are ignored', async () => {
  assert.equal((await list('limit=1&sort=name')).length, 1)
})

test('roles in any spelling use a few prepared statements of PostgreSQL', async () => {
  const before = world.statements.length
  for (let times = 1; times < 30; times++) {
    await list(
      `role=${Array.from({ length: times }, (_, n) => ['admin', 'organizer', 'x'][n % 3]).join(',')}&limit=1`,
    )
  }
  assert.ok(new Set(world.statements.slice(before)).size <= 3)
})
