import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPasskey } from '../../../test/authenticator.ts'
import { anEmail } from '../../../test/guests.ts'
import { mailsTo, nextMailTo } from '../../../test/mailbox.ts'
import { until } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { deleteEndedChallenges } from './challenges.ts'

const origin = 'https://festival.example'
const clock = { now: new Date('2027-03-01T12:00:00.123Z') }
// Written as an operator may write it; browsers write it as above.
const world = await aWorld({
  now: () => clock.now,
  env: { PUBLIC_URL: 'HTTPS://Festival.Example:443' },
})
const { db, get, post, put, del, aUser } = world
await world.jobs.start()

const here = { origin }
const offer = async (as: Person) =>
  (await post('/users/i/passkeys/options', {}, { as })).body.options
const offerSignIn = async () => (await post('/auth/passkey/options', {})).body.options
const add = (as: Person, credential: object, name = 'Phone') =>
  post('/users/i/passkeys', { name, credential }, { as })
const signIn = (credential: object) => post('/auth/passkey', { credential })
const list = async (as: Person) => (await get('/users/i/passkeys', { as })).body.passkeys
const whoIs = async (token: string) => (await get('/users/i', { as: { token } as Person })).body.id

/** A user with a passkey. */
async function withPasskey() {
  const as = await aUser()
  const key = aPasskey('festival.example')
  const { status, text } = await add(as, key.create(await offer(as), here))
  assert.equal(status, 201, text)
  return { as, key }
}

// Requirement (operations): contract §2.10 Passkeys: added, listed, signed in with, removed
test('a passkey is added, signs in, is listed with its last use, and signs in no more once it is removed', async () => {
  const as = await aUser()
  const key = aPasskey('festival.example')
  const options = await offer(as)
  assert.deepEqual(options.rp.id, 'festival.example')
  assert.deepEqual(options.authenticatorSelection.userVerification, 'required')
  const added = await add(as, key.create(options, here), 'Ada’s phone')
  const passkey = {
    id: key.id,
    name: 'Ada’s phone',
    created_at: clock.now.toISOString(),
    last_used_at: null,
  }
  assert.deepEqual([added.status, added.body], [201, passkey])
  clock.now = new Date(clock.now.getTime() + 60_000)
  const entered = await signIn(key.get(await offerSignIn(), here))
  assert.equal(entered.status, 200, entered.text)
  assert.equal(await whoIs(entered.body.token), as.id)
  assert.deepEqual(await list(as), [{ ...passkey, last_used_at: clock.now.toISOString() }])
  const gone = await del(`/users/i/passkeys/${key.id}`, { as })
  assert.deepEqual([gone.status, gone.body], [200, { message: 'Passkey removed' }])
  assert.equal((await signIn(key.get(await offerSignIn(), here))).status, 401)
  assert.equal((await del(`/users/i/passkeys/${key.id}`, { as })).status, 404)
})

// Requirement (operations): contract §2.10 Passkeys: added by a user who has just signed in
test('it is added by a user who has signed in within ten minutes, else 403 that says so, also when options are there already', async () => {
  const as = await aUser()
  const begun = clock.now
  const passed = (ms: number) => {
    clock.now = new Date(begun.getTime() + ms)
  }
  const ask = () => post('/users/i/passkeys/options', {}, { as })
  passed(10 * 60_000)
  const made = aPasskey('festival.example').create((await ask()).body.options, here)
  passed(10 * 60_000 + 1)
  for (const refused of [await ask(), await add(as, made)])
    assert.deepEqual([refused.status, refused.body.code], [403, 'sign_in_again'])
  assert.deepEqual(await list(as), [])
  await post('/auth/code', { email: as.email })
  const mail = await nextMailTo(world, as.email, { about: 'Your sign-in code' })
  const [, code] = /sign-in code: (\d{6})/.exec(mail) ?? []
  const { body } = await post('/auth/code/verify', { email: as.email, code })
  const again = { ...as, token: body.token }
  assert.equal((await add(again, made)).status, 201)
})

// Requirement (operations): contract §2.10 Passkeys: the audit log
test('the audit log says of passkeys that are added and removed, and not what is in them', async () => {
  const { as, key } = await withPasskey()
  await del(`/users/i/passkeys/${key.id}`, { as })
  const reader = await aUser({ roles: ['admin'] })
  const { body } = await get(`/audit?entity_id=${as.id}`, { as: reader })
  const hidden = { public_key: { from: null, to: null } }
  assert.deepEqual(
    body.entries.map(({ action, actor, changes }: any) => [action, actor.user_id, changes]),
    [
      ['user.remove_passkey', as.id, hidden],
      ['user.add_passkey', as.id, hidden],
    ],
  )
})

// Requirement (operations): contract §2.10 Passkeys: the e-mail is told
test('the e-mail of the account is told', async () => {
  const { as } = await withPasskey()
  const mails = () => mailsTo(world, as.email, 'A passkey was added')
  await until('the mail', async () => (await mails()).length === 1)
})

test('a passkey that is there already is not offered again, nor added twice', async () => {
  const { as, key } = await withPasskey()
  const options = await offer(as)
  assert.deepEqual(
    options.excludeCredentials.map(({ id }: { id: string }) => id),
    [key.id],
  )
  const again = await add(as, key.create(options, here))
  assert.deepEqual([again.status, again.body.code], [409, 'exists'])
})

// Requirement (operations): contract §2.10 Passkeys: refusals of what is added
test('an account with an e-mail that is not confirmed gets no passkey', async () => {
  const as = await aUser({ isProven: false })
  const answer = await add(as, aPasskey('festival.example').create(await offer(as), here))
  assert.deepEqual([answer.status, answer.body.code], [409, 'email_not_proven'])
})

// Requirement (operations): contract §2.10 Passkeys: refusals of what is added
test('an account has at most 20', async () => {
  const { as, key } = await withPasskey()
  const stored = {
    user_id: as.id,
    name: 'x',
    public_key: Buffer.alloc(1),
    counter: 0,
    transports: [],
  }
  const others = Array.from({ length: 19 }, (_, nth) => ({
    ...stored,
    id: `${key.id}${nth}`,
    created_at: clock.now,
  }))
  await db.insertInto('passkeys').values(others).execute()
  const answer = await add(as, aPasskey('festival.example').create(await offer(as), here))
  assert.deepEqual([answer.status, answer.body.code], [409, 'too_many'])
})

const another = 'https://festival.example.evil.example'
for (const [what, made] of [
  [
    'of a page of another site',
    async (as: Person) => aPasskey('festival.example').create(await offer(as), { origin: another }),
  ],
  [
    'of a passkey of another site',
    async (as: Person) => aPasskey('evil.example').create(await offer(as), here),
  ],
  [
    'without the check of the user',
    async (as: Person) =>
      aPasskey('festival.example').create(await offer(as), { origin, isVerified: false }),
  ],
  [
    'to the challenge of another account',
    async () => aPasskey('festival.example').create(await offer(await aUser()), here),
  ],
  [
    'to the challenge of a sign-in',
    async () => aPasskey('festival.example').create(await offerSignIn(), here),
  ],
  [
    'to a challenge that is too old',
    async (as: Person) => {
      const options = await offer(as)
      clock.now = new Date(clock.now.getTime() + 5 * 60_000)
      return aPasskey('festival.example').create(options, here)
    },
  ],
] as const) {
  // Requirement (operations): contract §2.10 Passkeys: refusals of what is added
  test(`an answer ${what} adds no passkey`, async () => {
    const as = await aUser()
    const answer = await add(as, await made(as))
    assert.deepEqual(
      [answer.status, answer.body.error],
      [400, 'credential is not the answer to a challenge of this account'],
    )
    assert.deepEqual(await list(as), [])
  })
}

type Key = ReturnType<typeof aPasskey>
for (const [what, made] of [
  [
    'of a page of another site',
    async (key: Key) => key.get(await offerSignIn(), { origin: another }),
  ],
  [
    'without the check of the user',
    async (key: Key) => key.get(await offerSignIn(), { origin, isVerified: false }),
  ],
  [
    'to a challenge that was never given',
    async (key: Key) => key.get({ challenge: 'Q29uY2VydHM' }, here),
  ],
  [
    'to a challenge whose end was moved',
    async (key: Key) => {
      const options = await offerSignIn()
      const bytes = Buffer.from(options.challenge, 'base64url')
      bytes.writeUIntBE(bytes.readUIntBE(16, 6) + 60_000, 16, 6)
      return key.get({ ...options, challenge: bytes.toString('base64url') }, here)
    },
  ],
  [
    'by another key with the same id',
    async (key: Key) => {
      const other = aPasskey('festival.example')
      other.known.handle = key.known.handle
      return { ...other.get(await offerSignIn(), here), id: key.id, rawId: key.id }
    },
  ],
  [
    'in the name of another account',
    async (key: Key) => {
      const signed = key.get(await offerSignIn(), here)
      return { ...signed, response: { ...signed.response, userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' } }
    },
  ],
  [
    'by a copy that has not counted on',
    async (key: Key) => {
      assert.equal((await signIn(key.get(await offerSignIn(), here))).status, 200)
      key.known.counter = 0
      return key.get(await offerSignIn(), here)
    },
  ],
] as const) {
  // Requirement (operations): contract §2.10 Passkeys: only used challenges are stored
  // Requirement (operations): contract §2.10 Passkeys: refusals of a sign-in
  test(`a signature ${what} does not sign in`, async () => {
    const { key } = await withPasskey()
    const { status, body } = await signIn(await made(key))
    assert.deepEqual([status, body.error], [401, 'This passkey is unknown: sign in another way'])
  })
}

// Requirement (operations): contract §2.10 Passkeys: a challenge is signed once
test('a signature signs in once, also when it is sent four times at once', async () => {
  const { key } = await withPasskey()
  const signed = key.get(await offerSignIn(), here)
  const answers = await Promise.all([1, 2, 3, 4].map(() => signIn(signed)))
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  assert.deepEqual(statuses, [200, 401, 401, 401])
})

test('a challenge to add a passkey signs no one in', async () => {
  const { as, key } = await withPasskey()
  assert.equal((await signIn(key.get(await offer(as), here))).status, 401)
})

// Requirement (operations): contract §2.10 Passkeys: refusals of a sign-in
test('suspended and erased accounts are not signed in', async () => {
  const [ada, ben] = [await withPasskey(), await withPasskey()]
  const admin = await aUser({ roles: ['admin'] })
  await put(`/users/${ada.as.id}/suspended`, { suspended: true }, { as: admin })
  assert.equal((await del(`/users/${ben.as.id}`, { as: ben.as })).status, 200)
  for (const { key } of [ada, ben]) {
    assert.equal((await signIn(key.get(await offerSignIn(), here))).status, 401)
  }
  const left = await db
    .selectFrom('passkeys')
    .where('user_id', '=', ben.as.id)
    .selectAll()
    .execute()
  assert.deepEqual(left, [])
})

// Requirement (authentication): contract §2.10 Passkeys: stay with an account that was moved
test('a passkey stays with an account that was moved to another person’s e-mail, whose mailbox alone does not open it', async () => {
  const { as: mallory, key } = await withPasskey()
  const email = anEmail()
  assert.equal((await put(`/users/${mallory.id}`, { email }, { as: mallory })).status, 200)
  assert.equal((await signIn(key.get(await offerSignIn(), here))).status, 200)
  await post('/auth/code', { email })
  const mail = await nextMailTo(world, email, { count: 1, about: 'Your sign-in code' })
  const [, code] = /^Subject: Your sign-in code: (\d{6})\r?$/m.exec(mail) ?? []
  const refused = await post('/auth/code/verify', { email, code })
  assert.deepEqual([refused.status, refused.body.code], [401, 'second_factor_required'])
  assert.equal((await signIn(key.get(await offerSignIn(), here))).status, 200)
  const admin = await aUser({ roles: ['admin'] })
  assert.equal((await del(`/users/${mallory.id}/second-factor`, { as: admin })).status, 200)
  assert.equal((await post('/auth/code/verify', { email, code })).status, 200)
  assert.equal((await signIn(key.get(await offerSignIn(), here))).status, 401)
})

test('each user sees and removes their own passkeys alone', async () => {
  const [ada, ben] = [await withPasskey(), await withPasskey()]
  assert.deepEqual(
    (await list(ada.as)).map(({ id }: { id: string }) => id),
    [ada.key.id],
  )
  assert.equal((await del(`/users/i/passkeys/${ben.key.id}`, { as: ada.as })).status, 404)
  assert.equal((await list(ben.as)).length, 1)
})

test('an answer adds one passkey, also when that was removed since', async () => {
  const as = await aUser()
  const made = aPasskey('festival.example').create(await offer(as), here)
  const { body } = await add(as, made)
  assert.equal((await del(`/users/i/passkeys/${body.id}`, { as })).status, 200)
  assert.equal((await add(as, made)).status, 400)
})

const usedChallenges = () => db.selectFrom('passkey_challenges').select('expires_at').execute()

// Requirement (operations): contract §2.10 Passkeys: only used challenges are stored
test('a request for options stores nothing, nor does a signature that is refused', async () => {
  const { as, key } = await withPasskey()
  await deleteEndedChallenges(db, new Date(clock.now.getTime() + 5 * 60_000))
  await offer(as)
  const signed = key.get(await offerSignIn(), { origin: another })
  assert.equal((await signIn(signed)).status, 401)
  assert.deepEqual(await usedChallenges(), [])
})

// Requirement (operations): contract §2.10 Passkeys: only used challenges are stored
test('a used challenge is stored until it ends', async () => {
  const { key } = await withPasskey()
  const expires_at = new Date(clock.now.getTime() + 5 * 60_000)
  await deleteEndedChallenges(db, expires_at)
  assert.equal((await signIn(key.get(await offerSignIn(), here))).status, 200)
  await deleteEndedChallenges(db, new Date(expires_at.getTime() - 1))
  assert.deepEqual(await usedChallenges(), [{ expires_at }])
  await deleteEndedChallenges(db, expires_at)
  assert.deepEqual(await usedChallenges(), [])
})
