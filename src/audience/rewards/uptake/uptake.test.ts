/** Uptake of badges and challenges, now and over time (docs/contract, section 5.4). */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { aWorld, type Person } from '../../../../test/world.ts'

let clock = new Date('2030-07-01T12:00:00.000Z')
const world = await aWorld({ now: () => clock })
const { get, post, put, del, aUser } = world
const admin = await aUser({ roles: ['admin'] })
const boss = { as: admin, client: (await world.aClient(['manage_rewards'])).token }

/** A badge for events of a type of its own, each of which counts. */
async function aBadge(target: number, given: object = {}) {
  const event_type = `seen_${randomBytes(5).toString('hex')}`
  await put(`/rewards/rules/${event_type}`, { points: 0, daily_cap: 100 }, boss)
  const badge = { name: 'Seer', event_type, target, ...given }
  const { status, body, text } = await post('/rewards/badges', badge, boss)
  assert.equal(status, 201, text)
  const see = async (as: Person, more: object = {}) => {
    const answer = await post('/rewards/events', { event_type, ...more }, { as })
    assert.equal(answer.status, 201, answer.text)
  }
  return { id: String(body.id), see }
}

async function uptakeOf(path: string) {
  const { status, body, text } = await get(`/rewards/${path}/uptake`, boss)
  assert.equal(status, 200, text)
  return body
}

async function countsOf(id: string) {
  const { badges } = await uptakeOf('badges')
  const { started, earned } = badges.find((badge: { id: string }) => badge.id === id)
  return [started, earned]
}

const days = (...rows: [date: string, started: number, earned: number][]) =>
  rows.map(([date, started, earned]) => ({ date, started, earned }))

// Requirement (rules): contract §5.4: the uptake of badges
test('a badge tells how many have begun and unlocked it, and on which days', async () => {
  const { id, see } = await aBadge(2)
  assert.deepEqual(await uptakeOf(`badges/${id}`), {
    id,
    name: 'Seer',
    started: 0,
    earned: 0,
    days: [],
  })
  assert.deepEqual(await countsOf(id), [0, 0])
  const [ada, bo, cy] = [await aUser(), await aUser(), await aUser()]
  clock = new Date('2030-07-01T23:59:59.999Z')
  await see(ada)
  await see(bo)
  clock = new Date('2030-07-02T00:00:00.000Z')
  await see(ada)
  await see(ada)
  await see(cy)
  clock = new Date('2030-07-05T09:00:00.000Z')
  await see(bo)
  assert.deepEqual(await countsOf(id), [3, 2])
  const { started, earned, ...rest } = await uptakeOf(`badges/${id}`)
  assert.deepEqual([started, earned], [3, 2])
  assert.deepEqual(
    rest.days,
    days(['2030-07-01', 2, 0], ['2030-07-02', 1, 1], ['2030-07-05', 0, 1]),
  )

  await put(`/rewards/badges/${id}`, { target: 1 }, boss)
  assert.deepEqual(await countsOf(id), [3, 3])
  const now = await uptakeOf(`badges/${id}`)
  assert.deepEqual(now.days, days(['2030-07-01', 2, 2], ['2030-07-02', 1, 1]))
})

// Requirement (rules): contract §5.4: the uptake of badges
test('only events about what a badge counts are counted, and no erased account', async () => {
  const { id, see } = await aBadge(1, { entity_type: 'user' })
  const [ada, bo] = [await aUser(), await aUser()]
  await see(ada)
  await see(ada, { entity_type: 'user', entity_id: bo.id })
  await see(bo, { entity_type: 'user', entity_id: ada.id })
  assert.deepEqual(await countsOf(id), [2, 2])
  assert.equal((await del(`/users/${bo.id}`, { as: bo })).status, 200)
  assert.deepEqual(await countsOf(id), [1, 1])
  const { started, earned } = await uptakeOf(`badges/${id}`)
  assert.deepEqual([started, earned], [1, 1])
})

// Requirement (rules): contract §5.4: the uptake of challenges
test('a challenge tells how often it was claimed, day by day', async () => {
  const code = randomBytes(8).toString('hex')
  const { body } = await post('/rewards/challenges', { name: 'Swim', points: 5, code }, boss)
  const claim = async () => {
    const as = await aUser()
    assert.equal((await post(`/rewards/challenges/claim/${code}`, undefined, { as })).status, 201)
  }
  clock = new Date('2030-08-01T10:00:00.000Z')
  await claim()
  await claim()
  clock = new Date('2030-08-03T10:00:00.000Z')
  await claim()
  assert.deepEqual(await uptakeOf(`challenges/${body.id}`), {
    id: body.id,
    name: 'Swim',
    claims: 3,
    days: [
      { date: '2030-08-01', claims: 2 },
      { date: '2030-08-03', claims: 1 },
    ],
  })
})

// Requirement (rules): contract §5.4: the uptake of challenges
test('what does not exist has no uptake', async () => {
  for (const kind of ['badges', 'challenges']) {
    assert.equal((await get(`/rewards/${kind}/${admin.id}/uptake`, boss)).status, 404)
  }
})
