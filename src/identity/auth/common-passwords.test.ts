/** Easily guessed passwords are refused when they are set; an earlier one still works. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ensureAdmin } from '#identity/users'
import { hashPassword } from '#platform/secrets/passwords'
import { mailsTo } from '../../../test/mailbox.ts'
import { aWorld } from '../../../test/world.ts'
import { mailReset } from './recovery.ts'

const world = await aWorld({ env: { REFUSE_COMMON_PASSWORDS: 'true' } })
await world.jobs.start()
const { app, db, post, put, aUser } = world

const sentence = (name: string) => `${name} is a common password: choose another one`
const person = { firstName: 'Ada', lastName: 'Marsh', email: 'ada@harbour.example' }

// Requirement (rules): New passwords have 8 to 200 characters; in production, one that many people have, or
//   that is made of its owner's e-mail or names, is 400
test("a registration needs a password that few have, and that is not the user's name", async () => {
  const common = await post('/users', { ...person, password: 'Password123' })
  assert.deepEqual([common.status, common.body.error], [400, sentence('password')])
  const close = await post('/users', { ...person, password: 'adamarsh1990' })
  assert.deepEqual(
    [close.status, close.body.error.startsWith('password is made of a name')],
    [400, true],
  )
  const good = await post('/users', { ...person, password: 'lanterns by the water' })
  assert.equal(good.status, 201)
})

// Requirement (rules): New passwords have 8 to 200 characters; in production, one that many people have, or
//   that is made of its owner's e-mail or names, is 400
test('so do a change and a reset: the old password stays until then', async () => {
  const as = await aUser()
  const password_hash = await hashPassword('password')
  await db.updateTable('users').set({ password_hash }).where('id', '=', as.id).execute()
  const signIn = async (password: string) =>
    (await post('/auth/user', { email: as.email, password })).status
  assert.equal(await signIn('password'), 200)
  const change = (newPassword: string) =>
    put('/auth/change-password', { currentPassword: 'password', newPassword }, { as })
  const changed = await change('12345678')
  assert.deepEqual([changed.status, changed.body.error], [400, sentence('newPassword')])
  assert.equal((await change(as.email)).status, 400)
  await mailReset(app, as.email)
  const [mail = ''] = await mailsTo(world, as.email)
  const [token = ''] = /fst_reset_\w+/.exec(mail) ?? []
  const reset = (newPassword: string) =>
    post('/auth/reset-password', { email: as.email, token, newPassword }, { client: null })
  const refused = await reset('iloveyou')
  assert.deepEqual([refused.status, refused.body.error], [400, sentence('newPassword')])
  assert.equal(await signIn('password'), 200)
  // The refused password did not use up the token.
  assert.equal((await reset('lanterns by the water')).status, 200)
  assert.equal(await signIn('lanterns by the water'), 200)
})

test('an administrator of the environment needs a good one as well, once', async () => {
  const email = 'admin@harbour.example'
  const ensure = (password: string) => ensureAdmin(app, { email, password })
  await assert.rejects(ensure('password'), { message: sentence('ADMIN_PASSWORD') })
  await ensure('lanterns by the water')
  await assert.rejects(ensure('sunshine'), { message: sentence('ADMIN_PASSWORD') })
  const password_hash = await hashPassword('sunshine')
  await db.updateTable('users').set({ password_hash }).where('email', '=', email).execute()
  await ensure('sunshine')
})
