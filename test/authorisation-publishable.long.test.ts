/**
 * Every operation of the description × a publishable client, alone and with users of every kind, admins and managers
 * too: it is let in where `test/authorisation/publishable.ts` says so, as any client is, and refused everywhere else.
 */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { scopes } from '#core/access'
import { newId } from '#platform/values/ids'
import { aStage, askerOf, headersOf, operationsOf } from './authorisation/calls.ts'
import { identities } from './authorisation/outcomes.ts'
import { outcomeOf } from './authorisation/policies.ts'
import { openToPublishable, publicOutcomeOf } from './authorisation/publishable.ts'
import { requestOf } from './authorisation/requests.ts'
import { hashes } from './authorisation/rows.ts'
import { aScene, type Caller, type Scene } from './authorisation/scene.ts'
import { openReader } from './event-stream.ts'
import { aWorld, type Person } from './world.ts'

const world = await aWorld()
const { app, db, access } = world
const service = await app.listen({ port: 0, host: '127.0.0.1' })
const { all, closed } = operationsOf(world)
const stage = await aStage(world)
const ask = askerOf(world)

const shop = await world.aClient([])
await db
  .updateTable('clients')
  .set({ kind: 'publishable', allow_without_origin: true })
  .where('id', '=', shop.id)
  .execute()
await access.changed(db, { clientId: shop.id })

const isOpen = (operation: string) => openToPublishable.includes(operation)

/** The caller with the publishable client's token in place of that of the test's. */
const throughShop = ({ client, user }: Caller): Caller => ({
  client: client === null ? null : shop.token,
  user,
})

/** The same user, signed in through the publishable client. */
async function signedInThere(scene: Scene, identity: 'owner' | 'manager' | 'admin') {
  const { token } = await access.issue(db, {
    clientId: shop.id,
    userId: scene.people[identity].id,
  })
  return token
}

/** The response of a stream does not end. */
async function open(operation: string, scene: Scene, caller: Caller) {
  const reader = await openReader(service + requestOf(operation, scene).url, headersOf(caller))
  reader.close()
  return { status: reader.status, text: reader.text() }
}

async function refusedOn(operation: string, { scene, caller }: { scene: Scene; caller: Caller }) {
  const { status, text } = await ask(operation, scene, caller)
  const isRight = status === 403 && text.includes('"code":"publishable_client"')
  return isRight ? [] : [`${operation}: ${status} ${text}`]
}

// Requirement (authentication): publishable client: what is open
test('the list names operations of the description, and the description says the same', () => {
  const { paths = {} } = app.swagger() as {
    paths?: Record<string, Record<string, { 'x-publishable'?: boolean }>>
  }
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation['x-publishable'] ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  )
  assert.deepEqual(described.toSorted(), openToPublishable.toSorted())
  assert.deepEqual(
    openToPublishable.filter((operation) => !closed.includes(operation)),
    [],
  )
})

for (const identity of identities) {
  if (identity === 'anonymous') continue
  // Requirement (authentication): publishable client: what is closed
  test(`closed operations refuse, and nothing changes: ${identity}`, async () => {
    const scene = await aScene(stage)
    const caller = throughShop(scene.callers[identity])
    const before = await hashes(world)
    const differences: string[] = []
    for (const operation of closed.filter((one) => !isOpen(one))) {
      // Without a valid user token that comes first.
      if (outcomeOf(operation, identity) === '401') continue
      differences.push(...(await refusedOn(operation, { scene, caller })))
    }
    assert.deepEqual(differences, [])
    assert.deepEqual(await hashes(world), before)
  })
}

for (const identity of ['owner', 'manager', 'admin'] as const) {
  // Requirement (authentication): publishable client: user tokens issued through it
  test(`a user token of it stays limited beside a confidential client: ${identity}`, async () => {
    const scene = await aScene(stage)
    const caller = { client: stage.client, user: await signedInThere(scene, identity) }
    const before = await hashes(world)
    const differences: string[] = []
    for (const operation of closed.filter((one) => !isOpen(one))) {
      // An operation for clients looks at no user token.
      if (outcomeOf(operation, 'client') === 'in') continue
      differences.push(...(await refusedOn(operation, { scene, caller })))
    }
    assert.deepEqual(differences, [])
    assert.deepEqual(await hashes(world), before)
  })
}

// Requirement (authentication): publishable client: permissions
test('an admin holds no permission in a session of a publishable client', async () => {
  const admin = await world.aUser({ roles: ['admin'] })
  const permissions = async (client: string) =>
    (await world.get('/users/i', { as: admin, client })).body.permissions.length
  assert.equal(await permissions(shop.token), 0)
  assert.ok((await permissions((await world.aClient([...scopes])).token)) > 0)
})

test('a gate device works through no publishable client', async () => {
  const scene = await aScene(stage)
  const caller = throughShop(scene.callers.device)
  const { status, body } = await ask('POST /gate/scans', scene, caller)
  assert.deepEqual([status, body.code], [403, 'publishable_client'])
})

describe('open operations', () => {
  // Not before: a job would change what a refused call must not.
  before(() => world.jobs.start())

  for (const identity of ['client', 'stranger', 'owner', 'manager', 'admin'] as const) {
    // Requirement (authentication): publishable client: what is open
    test(`answer as for any other client: ${identity}`, async () => {
      const scene = await aScene(stage)
      const caller = throughShop(scene.callers[identity])
      const differences: string[] = []
      for (const operation of all.filter((one) => isOpen(one) && one !== 'POST /auth/logout')) {
        const expected = publicOutcomeOf(operation, identity)
        const send = operation.endsWith('/sse') && expected === 'in' ? open : ask
        const { status, text } = await send(operation, scene, caller)
        const isRight = expected === 'in' ? status < 300 : `${status}` === expected
        if (!isRight) differences.push(`${operation}: ${status} instead of ${expected}, ${text}`)
      }
      assert.deepEqual(differences, [])
    })
  }

  // Requirement (authentication): publishable client: the e-mail of an account with rights
  test('the e-mail of an account with rights is not changed through it, that of others is', async () => {
    const scene = await aScene(stage)
    const { owner, manager, steward, admin } = scene.people
    const staff = await world.aUser({ permissions: ['manage_users'] })
    const through = async (as: Person, body: object, client = shop.token) =>
      (await world.put(`/users/${as.id}`, body, { as, client })).status
    const email = () => `${newId()}@people.example`
    for (const person of [manager, steward, admin, staff]) {
      assert.equal(await through(person, { email: email() }), 403)
      assert.equal(await through(person, { city: 'Aarhus', email: person.email }), 200)
      assert.equal(await through(person, { email: email() }, stage.client), 200)
    }
    assert.equal(await through(owner, { email: email() }), 200)
  })
})
