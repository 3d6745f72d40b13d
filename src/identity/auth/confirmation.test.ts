/** Confirming an e-mail, and its effects. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { transact } from '#platform/database/transactions'
import { tokenIn } from '../../../test/invitations.ts'
import { mailsTo, nextMailTo } from '../../../test/mailbox.ts'
import { until, untilBlocked } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { deleteOldConfirmations, mailConfirmation } from './confirmation.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now, env: { DATABASE_CONNECTIONS: '6' } })
const { app, db, get, post, put, del } = world
await world.jobs.start()

const password = 'correct horse battery'
const anEmail = () => `${randomBytes(6).toString('hex')}@harbour.example`
const refusal =
  'token is wrong, used, expired or for another e-mail: ask for a new confirmation mail'

async function register(email = anEmail()): Promise<Person> {
  const { body } = await post('/users', { firstName: 'Ada', lastName: 'Marsh', email, password })
  return { ...body, token: (await signIn(email, password)).body.token }
}

const signIn = (email: string, secret: string) => post('/auth/user', { email, password: secret })
const confirm = (token: string, as: Person) => post('/auth/confirm-email', { token }, { as })
const again = (of: Person, as = of) => post(`/users/${of.id}/email-confirmation`, {}, { as })
const provenAt = async (as: Person) => (await get('/users/i', { as })).body.email_proven_at
const move = (as: Person, email: string) => put(`/users/${as.id}`, { email }, { as })

async function tokenTo(email: string, count = 1): Promise<string> {
  return tokenIn(
    await nextMailTo(world, email, { count, about: 'Confirm your e-mail' }),
    'fst_confirm',
  )
}

/** Waits until no mail is due. */
const allMailed = () =>
  until('all mail is sent', async () => {
    const { rows } = await sql`
      select from jobs.job
      where name like 'email-%' and state in ('created', 'retry', 'active')`.execute(db)
    return rows.length === 0
  })

async function assertRefused(token: string, as: Person) {
  const { status, body } = await confirm(token, as)
  assert.deepEqual([status, body.error], [400, refusal])
}

test('a new user is mailed a token, which confirms the e-mail once and keeps password and tokens', async () => {
  const ada = await register()
  const other = { ...ada, token: (await signIn(ada.email, password)).body.token }
  assert.equal(await provenAt(ada), null)
  const token = await tokenTo(ada.email)
  const { status, body } = await confirm(token, ada)
  assert.deepEqual([status, body], [200, { message: 'E-mail confirmed' }])
  assert.equal(await provenAt(other), clock.now.toISOString())
  assert.equal((await signIn(ada.email, password)).status, 200)
  await assertRefused(token, ada)
  const twice = await again(ada)
  assert.deepEqual([twice.status, twice.body.code], [409, 'already_confirmed'])
})

test('the mail contains no text that a user chose', async () => {
  const email = anEmail()
  const name = 'Win at https://evil.example'
  await post('/users', { firstName: name, lastName: name, email, password })
  const mail = await nextMailTo(world, email)
  assert.ok(!mail.includes('evil') && !mail.includes('Win'))
})

test('two changes of an e-mail at once, and a confirmation between them, confirm no e-mail of another user', async () => {
  // The order of the waiting requests is not certain: one of a few rounds is enough.
  for (let round = 0; round < 4; round++) {
    const mallory = await register()
    const token = await tokenTo(mallory.email)
    const email = anEmail()
    await move(mallory, email)
    const answers = await db.transaction().execute(async (trx) => {
      const row = trx.selectFrom('users').select('id').where('id', '=', mallory.id)
      await row.forNoKeyUpdate().execute()
      const back = move(mallory, mallory.email)
      await untilBlocked(world, 1)
      const proof = confirm(token, mallory)
      await untilBlocked(world, 2)
      const away = move(mallory, email)
      await untilBlocked(world, 3)
      return [back, proof, away]
    })
    await Promise.all(answers)
    const { body } = await get('/users/i', { as: mallory })
    if (body.email === email) assert.equal(body.email_proven_at, null)
  }
})

test('a token confirms nothing for another account, nor with a wrong letter, nor after a day', async () => {
  const [ada, bo] = [await register(), await register()]
  const token = await tokenTo(ada.email)
  await assertRefused(token, bo)
  await assertRefused(`${token.slice(0, -1)}?`, ada)
  const begun = clock.now
  clock.now = new Date(begun.getTime() + 24 * 3_600_000)
  await assertRefused(token, ada)
  clock.now = begun
  assert.deepEqual([await provenAt(ada), await provenAt(bo)], [null, null])
  assert.equal((await confirm(token, ada)).status, 200)
})

test('a changed e-mail is unconfirmed, a token for the old one is invalid, and the old one gets a mail', async () => {
  const ada = await register(`Zoe.${anEmail()}`)
  await confirm(await tokenTo(ada.email), ada)
  const written = ada.email.replace('Zoe', 'zoe')
  assert.ok((await move(ada, written)).body.email_proven_at)
  const left = anEmail()
  assert.equal((await move(ada, left)).body.email_proven_at, null)
  const told = await nextMailTo(world, written, { about: 'Your e-mail was changed' })
  assert.ok(!told.includes(left))
  const token = await tokenTo(left)
  await move(ada, anEmail())
  await assertRefused(token, ada)
  assert.equal(await provenAt(ada), null)
  await allMailed()
  assert.deepEqual(await mailsTo(world, left, 'Your e-mail was changed'), [])
})

test('a mailbox gets five mails a day at most, through all accounts together', async () => {
  const victim = anEmail()
  const mallory = await register(victim)
  for (let asked = 0; asked < 3; asked++) await again(mallory)
  await move(mallory, anEmail())
  const accomplice = await register(victim)
  for (let asked = 0; asked < 4; asked++) await again(accomplice)
  await allMailed()
  assert.equal((await mailsTo(world, victim)).length, 5)
  const { status, body } = await again(accomplice)
  assert.deepEqual([status, body.code, body.limit], [429, 'too_many_mails', 5])
  clock.now = new Date(clock.now.getTime() + body.retry_after * 1000)
  assert.equal((await again(accomplice)).status, 200)
})

test('nor one more, when two mails are due at once', async () => {
  const ada = await register()
  for (let asked = 0; asked < 3; asked++) await again(ada)
  await allMailed()
  const { sixth } = await transact(db, async (trx) => {
    await mailConfirmation({ ...app, db: trx }, ada.id)
    const due = mailConfirmation(app, ada.id)
    await Promise.race([due, untilBlocked(world, 1)])
    return { sixth: due }
  })
  await sixth
  assert.equal((await mailsTo(world, ada.email)).length, 5)
})

test('only the owner requests the mail; a suspended and an erased account get none', async () => {
  const [ada, bo] = [await register(), await register()]
  assert.equal((await again(ada, bo)).status, 403)
  await allMailed()
  const admin = await world.aUser({ roles: ['admin'] })
  await put(`/users/${ada.id}/suspended`, { suspended: true }, { as: admin })
  await del(`/users/${bo.id}`, { as: bo })
  for (const { id, email } of [ada, bo]) {
    await mailConfirmation(app, id)
    assert.equal((await mailsTo(world, email)).length, 1)
  }
})

test('a reset confirms the e-mail, and the user who registered it before keeps nothing', async () => {
  const mallory = await register()
  await post('/auth/forgot-password', { email: mallory.email })
  const token = tokenIn(await nextMailTo(world, mallory.email, { about: 'Reset' }), 'fst_reset')
  const body = { email: mallory.email, token, newPassword: 'the owner’s own password' }
  assert.equal((await post('/auth/reset-password', body)).status, 200)
  assert.equal((await get('/users/i', { as: mallory })).status, 401)
  assert.equal((await signIn(mallory.email, password)).status, 401)
  const owner = { ...mallory, token: (await signIn(mallory.email, body.newPassword)).body.token }
  assert.equal(await provenAt(owner), clock.now.toISOString())
})

test('tokens are stored hashed, and deleted when they are old', async () => {
  const ada = await register()
  const token = await tokenTo(ada.email)
  const stored = () => db.selectFrom('email_confirmations').selectAll().execute()
  assert.ok(!JSON.stringify(await stored()).includes(token))
  assert.ok(!world.lines.join('').includes(token))
  await deleteOldConfirmations(db, new Date(clock.now.getTime() + 24 * 3_600_000))
  assert.deepEqual(await stored(), [])
})
