/** The levels are global, so their tests have a database of their own. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { anotherProcess } from '../../../test/another-process.ts'
import { aName } from '../../../test/catalogue.ts'
import { aWorld, lenient } from '../../../test/world.ts'
import { recordServerEvents } from './index.ts'

const now = new Date('2030-06-15T12:00:00.000Z')
const world = await aWorld({ now: () => now })
const { get, post, put, del, db, bus, aUser, aClient } = world
const { token: client } = await aClient(['manage_rewards'])
const boss = { as: await aUser({ permissions: ['manage_rewards'] }), client }
const elsewhere = await anotherProcess(world)

// Requirement (records): Level: benefits with active
test('levels are read, replaced as a whole, and apply to every user', async () => {
  const ada = await aUser()
  const purchase = { event_type: 'ticket_purchased', entity_type: null, entity_id: null }
  const given = { ...purchase, user_id: ada.id, source: newId(), euros: 60, isOwn: false }
  await recordServerEvents({ db, bus, now }, [given])
  const { body: before } = await get('/rewards/levels', boss)
  assert.ok(before.levels.length >= 5)
  assert.deepEqual((await put('/rewards/levels', before, boss)).body, before)
  const levels = [
    { points: 0 },
    {
      level: 2,
      points: 50,
      benefits: [{ name: 'Fast lane' }, { name: 'Tea', description: 'Hot' }],
    },
    { points: 60 },
    { points: 61, benefits: [{ name: 'Sofa' }] },
  ]
  const { status, body } = await put('/rewards/levels', { levels }, boss)
  assert.equal(status, 200)
  const [lane, tea] = body.levels[1].benefits
  assert.deepEqual(body.levels.slice(0, 2), [
    { level: 1, points: 0, benefits: [] },
    {
      level: 2,
      points: 50,
      benefits: [
        { id: lane.id, name: 'Fast lane', description: null },
        { id: tea.id, name: 'Tea', description: 'Hot' },
      ],
    },
  ])
  assert.deepEqual((await get('/rewards/levels', boss)).body, body)
  const { body: level } = await get('/rewards/level', { as: ada })
  assert.deepEqual([level.level, level.points, level.next_level_points], [3, 60, 61])
  const active = level.benefits.map((one: { name: string; active: boolean }) => [
    one.name,
    one.active,
  ])
  assert.deepEqual(active, [
    ['Fast lane', true],
    ['Tea', true],
    ['Sofa', false],
  ])
  const kept = await put(
    '/rewards/levels',
    { levels: [{ points: 0, benefits: [tea, tea, { ...lane, id: newId() }] }] },
    boss,
  )
  const ids = kept.body.levels[0].benefits.map(({ id }: { id: string }) => id)
  assert.deepEqual([ids[0], new Set(ids).size, ids.includes(lane.id)], [tea.id, 3, false])
})

test('of two sets of levels at once, here and in another process, one is stored unchanged', async () => {
  const ladder = (points: number) => ({
    levels: [{ points: 0 }, { points }, { points: points * 2 }],
  })
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      index % 2
        ? elsewhere('PUT', '/rewards/levels', { client, as: boss.as, body: ladder(100 + index) })
        : put('/rewards/levels', ladder(100 + index), boss),
    ),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  const { body } = await get('/rewards/levels', boss)
  const [, second = { points: 0 }, third] = body.levels
  assert.deepEqual([body.levels.length, third.points], [3, second.points * 2])
})

for (const [why, levels, error] of [
  ['no levels', [], 'levels must have at least 1 item'],
  ['a first level that takes points', [{ points: 1 }], 'levels[0].points must be 0'],
  [
    'a level like the one before',
    [{ points: 0 }, { points: 9 }, { points: 9 }],
    'levels[2].points must be more than 9',
  ],
  ['levels out of order', [{ points: 0 }, { level: 3, points: 9 }], 'levels[1].level must be 2'],
  [
    'a benefit without a name',
    [{ points: 0, benefits: [{}] }],
    'levels[0].benefits[0].name is required',
  ],
] as const) {
  test(`levels with ${why} are refused, and the old ones stay`, async () => {
    const { body: before } = await get('/rewards/levels', boss)
    const { status, body } = await put('/rewards/levels', { levels }, boss)
    assert.deepEqual([status, body.error], [400, error])
    assert.deepEqual((await get('/rewards/levels', boss)).body, before)
  })
}

async function aChallenge(fields: object = {}) {
  const answer = await post('/rewards/challenges', { name: 'Swim', points: 5, ...fields }, boss)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

test('a challenge is created with its code, which is shown once, listed, changed and deleted', async () => {
  const code = aName('Sunrise-swim')
  const given = { name: 'Swim', description: 'Early', points: 5, max_claims: 10, active: false }
  const times = { starts_at: '2030-06-01T00:00:00.000Z', ends_at: '2030-07-01T00:00:00.000Z' }
  const made = await aChallenge({ ...given, ...times, code })
  const { id } = made
  const created = { created_at: now.toISOString(), createdAt: now.toISOString() }
  const expected = { id, ...given, ...times, claims: 0, ...created }
  assert.deepEqual(made, { ...expected, code })
  const { body: listed } = await get('/rewards/challenges?limit=1', boss)
  assert.deepEqual(listed, [expected])
  const change = {
    name: 'Dive',
    description: null,
    points: 7,
    ends_at: null,
    max_claims: null,
    active: true,
  }
  const changed = await put(
    `/rewards/challenges/${id}`,
    { ...change, code: 'ANOTHER-CODE' },
    { ...boss, headers: lenient },
  )
  assert.deepEqual(changed.body, { ...expected, ...change })
  assert.deepEqual((await put(`/rewards/challenges/${id}`, {}, boss)).body, changed.body)
  assert.deepEqual((await del(`/rewards/challenges/${id}`, boss)).body, {
    message: 'Challenge deleted',
  })
  for (const gone of [
    await put(`/rewards/challenges/${id}`, {}, boss),
    await del(`/rewards/challenges/${id}`, boss),
    await post(`/rewards/challenges/claim/${code}`, undefined, { as: await aUser() }),
  ]) {
    assert.deepEqual([gone.status, gone.body.error], [404, 'Challenge not found'])
  }
})

test('challenges are listed newest first, in parts', async () => {
  const ids: string[] = []
  for (let day = 1; day <= 3; day++) {
    const { id } = await aChallenge()
    // The last one created is the oldest.
    const created_at = new Date(Date.UTC(2030, 0, 10 - day))
    await db.updateTable('challenges').set({ created_at }).where('id', '=', id).execute()
    ids.push(id)
  }
  const idsAt = async (query: string) =>
    (await get(`/rewards/challenges?${query}`, boss)).body.map(({ id }: { id: string }) => id)
  const all: string[] = await idsAt('limit=5000')
  assert.deepEqual(
    all.filter((id) => ids.includes(id)),
    ids,
  )
  assert.deepEqual(await idsAt('limit=2&offset=1'), all.slice(1, 3))
})

test('a challenge that was claimed is deactivated, not deleted', async () => {
  const { id, code } = await aChallenge()
  const claim = async () =>
    (await post(`/rewards/challenges/claim/${code}`, undefined, { as: await aUser() })).status
  assert.equal(await claim(), 201)
  const { body } = await del(`/rewards/challenges/${id}`, boss)
  assert.deepEqual(body, { message: 'Challenge deactivated' })
  assert.equal(await claim(), 409)
  const { body: listed } = await get('/rewards/challenges?limit=1000', boss)
  const kept = listed.find((one: { id: string }) => one.id === id)
  assert.deepEqual([kept.active, kept.claims], [false, 1])
  const fewer = await put(`/rewards/challenges/${id}`, { max_claims: 1 }, boss)
  assert.equal(fewer.status, 200)
  await db
    .updateTable('challenges')
    .set({ claims: 2, max_claims: 2 })
    .where('id', '=', id)
    .execute()
  const below = await put(`/rewards/challenges/${id}`, { max_claims: 1, name: 'Less' }, boss)
  assert.deepEqual([below.status, below.body.code], [409, 'below_claims'])
})

test('a code that is in use is refused, however it is written', async () => {
  const code = `spring ${newId()}`
  await aChallenge({ code })
  const same = { name: 'Swim', points: 5, code: code.toUpperCase().replaceAll('-', ' - ') }
  const { status, body } = await post('/rewards/challenges', same, boss)
  assert.deepEqual([status, body.code], [409, 'code_taken'])
})

for (const [why, fields, error] of [
  ['nothing', { name: undefined, points: undefined }, 'name and points are required'],
  [
    'a short code',
    { code: 'ABC-DEF-GHI' },
    'code must have at least 10 characters that are neither blank nor dash',
  ],
  [
    'a code of dashes',
    { code: '-'.repeat(20) },
    'code must have at least 10 characters that are neither blank nor dash',
  ],
  ['points below nothing', { points: -1 }, 'points must be at least 0'],
  ['no claims', { max_claims: 0 }, 'max_claims must be at least 1'],
  [
    'an end before its start',
    { starts_at: '2030-02-02', ends_at: '2030-02-01' },
    'ends_at must not be before starts_at',
  ],
] as const) {
  test(`a challenge with ${why} is refused`, async () => {
    const body = { name: 'Swim', points: 5, ...fields }
    const answer = await post('/rewards/challenges', body, boss)
    assert.deepEqual([answer.status, answer.body.error], [400, error])
  })
}

test('the times of a challenge stay in order when one of them changes', async () => {
  const { id } = await aChallenge({ starts_at: '2030-02-02' })
  const { status, body } = await put(`/rewards/challenges/${id}`, { ends_at: '2030-02-01' }, boss)
  assert.deepEqual([status, body.error], [400, 'ends_at must not be before starts_at'])
})
