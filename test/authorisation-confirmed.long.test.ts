/**
 * What a session of the console that was left open must not do (docs/contract, section 2.12): each such operation is
 * refused there until its user has signed in once more, and open to every other token.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { ensurePageClient } from '#identity/clients'
import { aStage, askerOf, operationsOf } from './authorisation/calls.ts'
import { aScene } from './authorisation/scene.ts'
import { bankEnv } from './bank/statements.ts'
import { describedBy } from './described.ts'
import { aWorld } from './world.ts'

/** The operations that are always confirmed. */
const confirmed = [
  // rights
  'PUT /users/{id}/roles',
  'PUT /users/{id}/permissions',
  'POST /users/invitations',
  'POST /organizers/{id}/managers',
  'DELETE /organizers/{id}/managers/{userId}',
  'POST /organizers/{id}/members',
  'PUT /organizers/{id}/members/{userId}',
  'DELETE /organizers/{id}/members/{userId}',
  'POST /festivals/{id}/gate-staff',
  'DELETE /users/{id}/second-factor',
  // what a guest bought, and its mailbox
  'PUT /users/{id}/guest-email',
  // keys
  'POST /clients',
  'PUT /clients/{id}',
  'POST /clients/{id}/rotate',
  'POST /webhooks',
  'PUT /webhooks/{id}',
  'POST /webhooks/{id}/rotate',
  'POST /festivals/{id}/gate-devices',
  'POST /festivals/{id}/shifts',
  // people's data, and codes that are worth money
  'GET /festivals/{id}/attendees.csv',
  'GET /festivals/{id}/payments.csv',
  'GET /payments/all.csv',
  'GET /festivals/{id}/documents.csv',
  'GET /festivals/{id}/documents.zip',
  'GET /organizers/{id}/datev.csv',
  'GET /operator/datev.csv',
  'GET /festivals/{id}/vouchers/{voucherId}/codes.csv',
  // all money of a festival
  'POST /festivals/{id}/cancel',
  'PUT /organizers/{id}/seller',
  'POST /organizers/{id}/closed-months',
  'POST /operator/closed-months',
  'PUT /organizers/{id}/settlement-terms',
  'POST /settlements/{id}/payment',
]
/** Those that are confirmed by what is asked for: a sum, another e-mail, the ticket of another. */
const byRequest = [
  'POST /payments/{id}/refund',
  'POST /orders/{id}/refund',
  'PUT /users/{id}',
  'POST /payments/{id}/transfer',
]

/** What looks like one of them and is none, and why. */
const others = {
  'GET /festivals/{id}/sales.csv': 'sums a day, of nobody',
  'GET /festivals/{id}/report.csv': 'sums a month, of nobody',
  'GET /payouts/entries.csv': 'amounts and numbers of orders, without people',
  'POST /auth/client': 'takes the secret of a client',
  'POST /auth/user': 'takes a password',
  'POST /auth/code/verify': 'takes a code of a mail',
  'POST /auth/passkey': 'takes what a passkey has signed',
  'POST /auth/guest': 'makes a guest, who has no rights',
  'POST /auth/second-factor': 'takes a password',
  'PUT /auth/second-factor': 'takes a password and a code',
  'POST /users/i/second-factor/recovery-codes': 'takes a code of the second factor',
}

const world = await aWorld({ env: bankEnv })
const { app, db, access } = world
const { all } = operationsOf(world)
const stage = await aStage(world)
const ask = askerOf(world)
await ensurePageClient(db, { id: 'console', name: 'Console' })
await world.jobs.start()
const inOrder = all.filter((operation) => confirmed.includes(operation))

type Described = Record<string, { content?: Record<string, { schema?: object }> }>
const { paths } = describedBy(app) as {
  paths: Record<string, Record<string, { responses: Described }>>
}

/** What the answers of an operation with these statuses are, as text. */
function answersOf(operation: string, is: RegExp): string {
  const [method = '', path = ''] = operation.split(' ')
  const responses = paths[path]?.[method.toLowerCase()]?.responses ?? {}
  return JSON.stringify(Object.entries(responses).filter(([status]) => is.test(status)))
}

test('the description says of each that it may have to be confirmed, and of no other', () => {
  const described = all.filter((operation) =>
    answersOf(operation, /403/).includes('confirm_identity'),
  )
  assert.deepEqual(described.toSorted(), [...confirmed, ...byRequest].toSorted())
})

test('whatever gives out a secret or a table is one of them, or said to be none', () => {
  const gives = /"(secret|token|recovery_codes)":\{|"text\/csv"/
  const found = all.filter((operation) => gives.test(answersOf(operation, /2\d\d/)))
  const known = new Set([...confirmed, ...Object.keys(others)])
  assert.deepEqual(
    found.filter((operation) => !known.has(operation)),
    [],
  )
  assert.deepEqual(
    Object.keys(others).filter((operation) => !found.includes(operation)),
    [],
  )
})

// Requirement (authentication): contract §2.12 Asking again: what is asked
test('each is refused in the console ten minutes after signing in, and to no other token', async () => {
  const scene = await aScene(stage)
  const userId = scene.people.admin.id
  const { token } = await access.issue(db, { clientId: 'console', userId })
  const inConsole = { client: scene.client, user: token }
  const age = (minutes: number) =>
    sql`
    update tokens set created_at = now() - make_interval(mins => ${minutes})
    where user_id = ${userId}`.execute(db)
  await age(11)
  for (const operation of inOrder) {
    const { status, body } = await ask(operation, scene, inConsole)
    assert.deepEqual([operation, status, body.code], [operation, 403, 'confirm_identity'])
  }
  for (const operation of inOrder) {
    const { status, text } = await ask(operation, scene, scene.callers.admin)
    assert.ok(status < 300, `${operation}: ${status} ${text}`)
  }
  const anew = await aScene(stage)
  await age(9)
  for (const operation of inOrder) {
    const { status, text } = await ask(operation, anew, inConsole)
    assert.ok(status < 300, `${operation}: ${status} ${text}`)
  }
})
