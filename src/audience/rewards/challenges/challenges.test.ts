import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { anotherProcess } from '../../../../test/another-process.ts'
import { aName } from '../../../../test/catalogue.ts'
import { aWorld, type Person } from '../../../../test/world.ts'
import { deleteOldWrongCodes } from './wrong-codes.ts'

let clock = new Date('2030-06-15T12:00:00.000Z')
const world = await aWorld({ now: () => clock })
const { get, post, put, db, aUser, aClient } = world
const { token: client } = await aClient(['manage_rewards'])
const boss = { as: await aUser({ permissions: ['manage_rewards'] }), client }
const elsewhere = await anotherProcess(world)

async function aChallenge(fields: object = {}) {
  const answer = await post(
    '/rewards/challenges',
    { name: aName('Sunrise swim'), points: 50, ...fields },
    boss,
  )
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const claim = (as: Person, code: string, headers: Record<string, string> = {}) =>
  post(`/rewards/challenges/claim/${encodeURIComponent(code)}`, undefined, { as, headers })
const balanceOf = async (as: Person) => (await get('/rewards/points', { as })).body.balance
const claimsOf = async (id: string) => {
  const { body } = await get('/rewards/challenges?limit=1000', boss)
  return body.find((challenge: { id: string }) => challenge.id === id).claims
}

// Requirement (records): Challenge claim result: challenge_id, points_awarded, message
// Requirement (operations): POST /rewards/challenges/claim/:code
test('a challenge is claimed by its code, in any case and grouping, once', async () => {
  const ada = await aUser()
  const { id, code, name } = await aChallenge()
  const typed = ` ${code.toLowerCase().replaceAll('-', ' ')}`
  const { status, body } = await claim(ada, typed)
  assert.equal(status, 201)
  assert.deepEqual(body, {
    challenge_id: id,
    points_awarded: 50,
    message: `${name}: 50 points are yours`,
  })
  assert.deepEqual((await get('/rewards/points', { as: ada })).body, {
    balance: 50,
    total_earned: 50,
    total_spent: 0,
  })
  const again = await claim(ada, code)
  assert.deepEqual([again.status, again.body.code], [409, 'already_claimed'])
  assert.deepEqual([await balanceOf(ada), await claimsOf(id)], [50, 1])
})

test('claims lead to levels and badges as purchases do', async () => {
  const ada = await aUser()
  for (const points of [1, 0, 99]) {
    const { code, name } = await aChallenge({ points })
    const { body } = await claim(ada, code)
    assert.equal(
      body.message,
      `${name}: ${points === 1 ? '1 point is' : `${points} points are`} yours`,
    )
  }
  assert.equal((await get('/rewards/level', { as: ada })).body.level, 2)
  const { body: badges } = await get('/rewards/badges', { as: ada })
  const challenger = badges.find(({ name }: { name: string }) => name === 'Challenger')
  assert.deepEqual([challenger.progress.current, challenger.unlocked], [3, true])
  const { body: told } = await get('/notifications', { as: ada })
  const types = told.map(({ type }: { type: string }) => type)
  assert.deepEqual(types.toSorted(), ['badge.unlocked', 'level.reached'])
})

for (const [code, fields, facts] of [
  [
    'not_started',
    { starts_at: '2030-06-15T12:00:00.001Z' },
    { starts_at: '2030-06-15T12:00:00.001Z' },
  ],
  ['ended', { ends_at: '2030-06-15T12:00:00.000Z' }, { ends_at: '2030-06-15T12:00:00.000Z' }],
  ['inactive', { active: false }, {}],
  ['inactive', { active: false, ends_at: '2030-01-01' }, {}],
] as const) {
  // Requirement (rules): contract §5 challenge outside its time or inactive 409
  test(`a challenge with ${JSON.stringify(fields)} is ${code}`, async () => {
    const ada = await aUser()
    const challenge = await aChallenge(fields)
    const { status, body } = await claim(ada, challenge.code)
    const { error, ...rest } = body
    assert.deepEqual([status, rest], [409, { code, ...facts }])
    assert.deepEqual([await balanceOf(ada), await claimsOf(challenge.id)], [0, 0])
  })
}

test('a challenge can be claimed from its first to its last moment', async () => {
  const ada = await aUser()
  const open = { starts_at: '2030-06-15T12:00:00.000Z', ends_at: '2030-06-15T12:00:00.001Z' }
  assert.equal((await claim(ada, (await aChallenge(open)).code)).status, 201)
})

test('a challenge is used up after its maximum of claims', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const { code } = await aChallenge({ max_claims: 1 })
  assert.equal((await claim(ada, code)).status, 201)
  const late = await claim(bo, code)
  assert.deepEqual([late.status, late.body.code], [409, 'used_up'])
  assert.equal((await claim(ada, code)).body.code, 'already_claimed')
})

// Requirement (rules): contract §5 challenge used up 409
test('of 20 users at once, here and in another process, five get a challenge for five', async () => {
  const users = await Promise.all(Array.from({ length: 20 }, () => aUser()))
  const { id, code } = await aChallenge({ max_claims: 5 })
  const url = `/rewards/challenges/claim/${code}`
  const answers = await Promise.all(
    users.map((as, index) =>
      index % 2 ? elsewhere('POST', url, { client: world.client.token, as }) : claim(as, code),
    ),
  )
  const claimed = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ body }) => body.code === 'used_up')
  assert.deepEqual([claimed.length, refused.length, await claimsOf(id)], [5, 15, 5])
  const balances = await Promise.all(users.map(balanceOf))
  assert.equal(
    balances.reduce((sum, balance) => sum + balance, 0),
    250,
  )
})

test('claims of one user at once, here and in another process, are one claim', async () => {
  const ada = await aUser()
  const { id, code } = await aChallenge()
  const url = `/rewards/challenges/claim/${code}`
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      index % 2
        ? elsewhere('POST', url, { client: world.client.token, as: ada })
        : claim(ada, code),
    ),
  )
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  assert.deepEqual(statuses, [201, ...Array(7).fill(409)])
  assert.deepEqual([await balanceOf(ada), await claimsOf(id)], [50, 1])
})

test('a replay with the same Idempotency-Key answers the same; a refusal frees its key', async () => {
  const ada = await aUser()
  const { id, code } = await aChallenge({ active: false })
  const headers = { 'idempotency-key': newId() }
  assert.equal((await claim(ada, code, headers)).status, 409)
  await put(`/rewards/challenges/${id}`, { active: true }, boss)
  const first = await claim(ada, code, headers)
  const again = await claim(ada, code, headers)
  assert.deepEqual([first.status, again.status, again.body], [201, 201, first.body])
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.equal(await balanceOf(ada), 50)
})

// Requirement (rules): contract §5 ten wrong codes at once: the right one among them is 429 too
test('many codes at once tell no more than one after the other', async () => {
  const ada = await aUser()
  const { code } = await aChallenge()
  const guesses = [...Array.from({ length: 40 }, () => newId()), code]
  const statuses = (await Promise.all(guesses.map((guess) => claim(ada, guess)))).map(
    ({ status }) => status,
  )
  assert.equal(statuses.at(-1), 429, 'the right one')
  assert.equal(statuses.filter((status) => status === 404).length, 10)
  assert.equal(await balanceOf(ada), 0)
})

// Requirement (rules): contract §5 ten wrong codes 429
test('an unknown code is 404; after ten within ten minutes every code is 429, for this user alone', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const { code } = await aChallenge()
  const guess = async (as: Person) => (await claim(as, `guess-${newId()}`)).status
  for (let guesses = 0; guesses < 9; guesses++) assert.equal(await guess(ada), 404)
  assert.equal((await claim(ada, code)).status, 201)
  assert.equal(await guess(ada), 404)
  for (const refused of [await claim(ada, newId()), await claim(ada, code)]) {
    assert.equal(refused.status, 429)
    assert.equal(refused.headers['retry-after'], '600')
    assert.deepEqual(refused.body, {
      error: 'Too many wrong codes: try again in 600 s',
      code: 'too_many_wrong_codes',
      retry_after: 600,
    })
  }
  assert.equal((await claim(bo, code)).status, 201)
  assert.equal(
    (
      await elsewhere('POST', `/rewards/challenges/claim/${code}`, {
        client: world.client.token,
        as: ada,
      })
    ).status,
    429,
  )
  const noon = clock
  try {
    clock = new Date(noon.getTime() + 600_000)
    await deleteOldWrongCodes(db, noon)
    assert.equal((await claim(ada, code)).body.code, 'already_claimed')
    for (let guesses = 0; guesses < 10; guesses++) assert.equal(await guess(ada), 404)
    assert.equal(await guess(ada), 429)
    clock = new Date(noon.getTime() + 1_200_000)
    await deleteOldWrongCodes(db, clock)
    const left = await db
      .selectFrom('wrong_codes')
      .select('user_id')
      .where('user_id', '=', ada.id)
      .execute()
    assert.deepEqual(left, [])
  } finally {
    clock = noon
  }
})

test('wrong codes count within ten minutes, not forever', async () => {
  const ada = await aUser()
  const noon = clock
  try {
    for (let guesses = 0; guesses < 15; guesses++) {
      assert.equal((await claim(ada, newId())).status, 404)
      clock = new Date(clock.getTime() + 67_000)
    }
  } finally {
    clock = noon
  }
})

// Requirement (rules): Attackers: brute force of challenge codes
test('of 30 guesses at once no more than ten are answered', async () => {
  const ada = await aUser()
  const guesses = await Promise.all(Array.from({ length: 30 }, () => claim(ada, newId())))
  const statuses = guesses.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 404).length, 10)
  assert.equal(statuses.filter((status) => status === 429).length, 20)
})

// Requirement (rules): Rate limits of contract.md with Retry-After, counted across processes, configurable
test('WRONG_CODES says how many wrong codes are free, counted across processes', async () => {
  const strict = await aWorld({ env: { WRONG_CODES: '3' } })
  const there = await anotherProcess(strict)
  const as = await strict.aUser()
  const guess = async (isHere: boolean) => {
    const url = `/rewards/challenges/claim/${newId()}`
    const answer = isHere
      ? await strict.post(url, undefined, { as })
      : await there('POST', url, { client: strict.client.token, as })
    return answer.status
  }
  const seen = [await guess(true), await guess(false), await guess(true)]
  assert.deepEqual(seen, [404, 404, 404])
  assert.deepEqual([await guess(false), await guess(true)], [429, 429])
})

// Requirement (rules): contract §5 code stored hashed
test('a code is stored as a hash alone', async () => {
  const { id, code } = await aChallenge()
  const row = await db
    .selectFrom('challenges')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const essence = code.replaceAll('-', '').toLowerCase()
  assert.ok(!JSON.stringify(row).toLowerCase().includes(essence))
  assert.equal(row.code_hash.length, 32)
})
