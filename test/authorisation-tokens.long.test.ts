/** Tokens on every operation: the answer to none, to a wrong one, and to one that has ended. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '#core/access'
import { aStage, askerOf, headersOf, operationsOf } from './authorisation/calls.ts'
import { opened } from './authorisation/policies.ts'
import { requestOf } from './authorisation/requests.ts'
import { aScene, type Caller, type Scene } from './authorisation/scene.ts'
import { aWorld } from './world.ts'

const world = await aWorld()
const { db, access, call, aUser } = world
const { all, closed, ofUsers } = operationsOf(world)
const stage = await aStage(world)
const ask = askerOf(world)

const broken = '{'
const json = { 'content-type': 'application/json' }

// Requirement (rules): Order of checks: client token, user token, scope and permission, body, existence,
//   ownership
test('401 comes first: before a broken body, an unknown id and a missing permission', async () => {
  const scene = await aScene(stage)
  const { stranger } = scene.callers
  const [service, user] = [/Missing the service header/, /Missing the user header/]
  const invalid = /"Invalid token"/
  const callers: [what: string, client: string | null, user: string | null, error: RegExp][] = [
    ['no token', null, null, service],
    ['a user alone', null, stranger.user, service],
    ['an empty client header', ' ', stranger.user, service],
    ['a client token that is none', 'fst_client_0', 'fst_user_0', invalid],
    ['a user token in the place of the client’s', stranger.user, stranger.user, invalid],
    ['an empty user header', stage.client, '', user],
    ['a client token in the place of the user’s', stage.client, stage.client, invalid],
    ['a user token that is none', stage.client, `${stranger.user}x`, invalid],
  ]
  for (const operation of closed) {
    const { method, url } = requestOf(operation, scene)
    const address = url.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '%00')
    for (const [what, client, user, error] of callers) {
      if (client === stage.client && !ofUsers.includes(operation)) continue
      const headers = { ...headersOf({ client, user }), ...json }
      const body = method === 'GET' ? undefined : broken
      const answer = await call(method, address, { client: null, headers, body })
      assert.deepEqual([operation, what, answer.status], [operation, what, 401])
      assert.match(answer.text, error, `${operation} with ${what}`)
    }
  }
})

// Requirement (rules): Order of checks: permission before body
test('a missing permission is refused before a broken body', async () => {
  const scene = await aScene(stage)
  const managed = all.filter((operation) =>
    Object.entries(opened).some(
      ([name, open]) => name !== 'manage_catalog' && open.includes(operation),
    ),
  )
  for (const operation of managed) {
    const { method, url } = requestOf(operation, scene)
    if (method === 'GET') continue
    const headers = { ...headersOf(scene.callers.manager), ...json }
    const answer = await call(method, url, { client: null, headers, body: broken })
    assert.deepEqual([operation, answer.status], [operation, 403])
    assert.match(answer.text, /"Missing user permission: /)
  }
})

/** The answer of every operation that takes a user to a token that has ended. */
async function assertEnded(scene: Scene, caller: Caller) {
  for (const operation of ofUsers) {
    const { status, text } = await ask(operation, scene, caller)
    assert.deepEqual(
      [operation, status, text],
      [operation, 401, '{"error":"Invalid token","code":"unauthorized"}'],
    )
  }
}

// Requirement (rules): Suspending or deleting a user ends their tokens, for every operation
test('a suspended user is signed in nowhere, and neither is an erased one', async () => {
  const scene = await aScene(stage)
  const { callers, people } = scene
  const suspended = await call('PUT', `/users/${people.stranger.id}/suspended`, {
    client: stage.client,
    as: people.admin,
    body: { suspended: true },
  })
  assert.equal(suspended.status, 200, suspended.text)
  await assertEnded(scene, callers.stranger)
  const erased = await ask('DELETE /users/{id}', scene, callers.owner)
  assert.equal(erased.status, 200, erased.text)
  await assertEnded(scene, callers.owner)
})

// Requirement (rules): Deleting or suspending a client ends its tokens and those its users got through it
test('a user token works with any client, whose scopes then count, and ends with the client that issued it', async () => {
  const [own, other] = [await world.aClient([...scopes]), await world.aClient([])]
  const admin = await aUser({ roles: ['admin'] })
  const { token } = await access.issue(db, { clientId: own.id, userId: admin.id })
  const through = (client: string) =>
    call('GET', '/rewards/levels', { client, headers: { 'x-f-authentication': token } })
  assert.equal((await through(own.token)).status, 200)
  assert.equal((await through(other.token)).body.error, 'Missing client scope: manage_rewards')
  const suspended = await call('PUT', `/clients/${own.id}`, {
    as: admin,
    body: { suspended: true },
  })
  assert.equal(suspended.status, 200, suspended.text)
  for (const client of [own.token, other.token]) {
    assert.deepEqual((await through(client)).body.error, 'Invalid token')
  }
})

// Requirement (rules): read_emails, without which e-mails in GET /users are null
test('e-mails of others are for clients with the scope read_emails', async () => {
  const [plain, reading] = [await world.aClient([]), await world.aClient(['read_emails'])]
  const admin = await aUser({ roles: ['admin'] })
  for (const url of ['/users', '/users/all']) {
    const emails = async (client: string) => {
      const { body } = await call('GET', url, { client, as: admin })
      const listed: { email: string | null }[] = Array.isArray(body) ? body : body.users
      return listed.filter(({ email }) => email !== null).length
    }
    assert.equal(await emails(plain.token), 0, url)
    assert.ok((await emails(reading.token)) > 0, url)
  }
})
