/** Requests of an account registered with another person's e-mail, at the very moment when the owner of the e-mail accepts an invitation. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { invitationTo } from '../../../test/invitations.ts'
import { untilBlocked } from '../../../test/until.ts'
import { type Answer, aWorld, type Person } from '../../../test/world.ts'

const world = await aWorld({ env: { DATABASE_CONNECTIONS: '6' } })
const { db, get, post, put, del, aUser } = world
await world.jobs.start()
const admin = await aUser({ roles: ['admin'] })
const own = 'the owner’s own password'

const signIn = (email: string, password: string) => post('/auth/user', { email, password })
const anEmail = () => `ops-${randomBytes(6).toString('hex')}@harbour.example`

/** A signed-in user with the e-mail of an invitation, and the token its owner accepts with. */
async function aSquatter(path: string, right: object = {}) {
  const [email, password] = [anEmail(), 'the password of the attacker']
  const { body } = await post('/users', { firstName: 'Mal', lastName: 'Lory', email, password })
  const mallory: Person = { ...body, token: (await signIn(email, password)).body.token }
  await post(path, { email, ...right }, { as: admin })
  return { mallory, acceptance: { token: await invitationTo(world, email), password: own } }
}

for (const [name, send] of Object.entries({
  'moves no e-mail': (as: Person) => put(`/users/${as.id}`, { email: anEmail() }, { as }),
  'erases nothing': (as: Person) => del(`/users/${as.id}`, { as }),
})) {
  test(`an attacker's request that waits while the owner accepts ${name}`, async () => {
    const { mallory, acceptance } = await aSquatter('/users/invitations', { right: 'admin' })
    const begun = await db.transaction().execute(async (trx) => {
      const row = trx.selectFrom('users').select('id').where('id', '=', mallory.id)
      await row.forNoKeyUpdate().execute()
      const accepted = post('/invitations/accept', acceptance)
      await untilBlocked(world, 1)
      const late = send(mallory)
      await untilBlocked(world, 2)
      return { accepted, late }
    })
    const answers = [(await begun.accepted).status, (await begun.late).status]
    assert.deepEqual(answers, [200, 401])
    const { token } = (await signIn(mallory.email, own)).body
    assert.equal((await get('/audit', { as: { ...mallory, token } })).status, 200)
  })
}

test("an attacker's request that began before the owner accepts uses no right of the owner", async () => {
  const { id } = (
    await post('/organizers', { id: `org-${newId()}`, name: 'Harbour' }, { as: await aUser() })
  ).body
  const { mallory, acceptance } = await aSquatter(`/organizers/${id}/managers`)
  const headers = { 'idempotency-key': newId() }
  const begun = await db.transaction().execute(async (trx) => {
    await sql`lock table idempotency_keys in exclusive mode`.execute(trx)
    const late = post(`/organizers/${id}/managers`, { email: anEmail() }, { as: mallory, headers })
    await untilBlocked(world, 1)
    assert.equal((await post('/invitations/accept', acceptance)).status, 200)
    return { late }
  })
  const late: Answer = await begun.late
  assert.equal(late.status, 401, late.text)
  assert.deepEqual((await get(`/organizers/${id}/invitations`, { as: admin })).body, [])
})
