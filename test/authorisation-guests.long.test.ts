/**
 * Every operation of the description × a guest: let in where `test/authorisation/guests.ts` says so, and refused on all
 * others that look at a user's token, before anything else about them is asked.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '#core/access'
import { aStage, askerOf, operationsOf } from './authorisation/calls.ts'
import { openToGuests } from './authorisation/guests.ts'
import { outcomeOf } from './authorisation/policies.ts'
import { hashes } from './authorisation/rows.ts'
import { aScene } from './authorisation/scene.ts'
import { aGuest } from './guests.ts'
import { aWorld } from './world.ts'

const world = await aWorld()
const { all, ofUsers } = operationsOf(world)
const stage = await aStage(world)
const ask = askerOf(world)

/** It looks at a user's token if one is sent. */
const optional = ['POST /invitations/accept', 'POST /auth/second-factor']
const closed = [...ofUsers, ...optional].filter((operation) => !openToGuests.includes(operation))

test('the list names operations of the description, and the description says the same', () => {
  const { paths = {} } = world.app.swagger() as {
    paths?: Record<string, Record<string, { 'x-guests'?: boolean }>>
  }
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation['x-guests'] ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  )
  assert.deepEqual(described.toSorted(), openToGuests.toSorted())
  assert.ok(closed.length > 100, `${closed.length} closed operations`)
})

// Requirement (rules): contract §2.9: every other operation is 409 needs_account
test('closed operations refuse a guest, whatever they are asked for, and nothing changes', async () => {
  const scene = await aScene(stage)
  const caller = { client: stage.client, user: (await aGuest(world)).token }
  const before = await hashes(world)
  const differences: string[] = []
  for (const operation of closed) {
    const { status, text } = await ask(operation, scene, caller)
    const isRight = status === 409 && text.includes('"code":"needs_account"')
    if (!isRight) differences.push(`${operation}: ${status} ${text}`)
  }
  assert.deepEqual(differences, [])
  assert.deepEqual(await hashes(world), before)
})

test('open operations answer a guest as any user: what is of others is unknown', async () => {
  const scene = await aScene(stage)
  const caller = { client: stage.client, user: (await aGuest(world)).token }
  const last = (operation: string) => operation === 'POST /auth/logout'
  const differences: string[] = []
  for (const operation of all.filter((one) => openToGuests.includes(one) && !last(one))) {
    const expected = operation === 'PUT /auth/guest' ? 'in' : outcomeOf(operation, 'stranger')
    const { status, text } = await ask(operation, scene, caller)
    const isRight = expected === 'in' ? status < 300 : `${status}` === expected
    if (!isRight) differences.push(`${operation}: ${status} instead of ${expected}, ${text}`)
  }
  assert.deepEqual(differences, [])
  assert.equal((await ask('POST /auth/logout', scene, caller)).status, 200)
})

test('the catalogue is read by the client alone, with the token of a guest beside it or not', async () => {
  const scene = await aScene(stage)
  const caller = { client: stage.client, user: (await aGuest(world)).token }
  for (const operation of ['GET /festivals', 'GET /festivals/{id}', 'GET /artists/{id}']) {
    assert.equal((await ask(operation, scene, caller)).status, 200, operation)
  }
})

test('a guest holds no right, and is given none', async () => {
  const scene = await aScene(stage)
  const guest = await aGuest(world)
  // What the database holds by mistake opens nothing either.
  await world.db
    .updateTable('users')
    .set({ roles: ['admin'] })
    .where('id', '=', guest.id)
    .execute()
  await world.access.changed(world.db, { userId: guest.id })
  const caller = { client: (await world.aClient([...scopes])).token, user: guest.token }
  for (const operation of ['GET /audit', 'GET /payments/all', 'POST /gate/scans']) {
    assert.equal((await ask(operation, scene, caller)).body.code, 'needs_account', operation)
  }
})
