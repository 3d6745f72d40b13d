import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { aName } from '../../../test/catalogue.ts'
import { pngOf } from '../../../test/svg.ts'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld()
const { get, put, post } = world
const { token } = await world.aClient(['manage_rewards'])
const boss = { as: await world.aUser({ permissions: ['manage_rewards'] }), client: token }

async function aBadge(event_type: string, target: number) {
  const rule = await put(`/rewards/rules/${event_type}`, { points: 1, daily_cap: 10 }, boss)
  assert.equal(rule.status, 200, rule.text)
  const { status, body } = await post(
    '/rewards/badges',
    { name: aName('Badge'), event_type, target },
    boss,
  )
  assert.equal(status, 201)
  return body
}

const pictureOf = async (icon: string) => {
  const { pathname } = new URL(icon)
  return get(pathname, { client: null })
}

test('a badge without a picture has a drawn one, by what it counts and how many', async () => {
  const [few, many, other] = [
    await aBadge('artist_viewed', 5),
    await aBadge('artist_viewed', 100),
    await aBadge('festival_shared', 5),
  ]
  const icons = [few.icon, many.icon, other.icon]
  assert.equal(new Set(icons).size, 3)
  const drawn: string[] = []
  for (const icon of icons) {
    const { status, headers, text } = await pictureOf(icon)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'image/svg+xml')
    assert.equal(headers['cache-control'], 'public, max-age=604800')
    assert.match(`${headers['content-security-policy']}`, /^default-src 'none'/)
    const { width, height } = await sharp(pngOf(text)).metadata()
    assert.deepEqual([width, height], [128, 128])
    drawn.push(text)
  }
  assert.equal(new Set(drawn).size, 3)
  assert.equal((await aBadge('artist_viewed', 5)).icon, few.icon)
})

test('a drawn icon follows the badge, and is not kept when it is written back', async () => {
  const badge = await aBadge('check_in', 3)
  const same = await put(`/rewards/badges/${badge.id}`, { icon: badge.icon }, boss)
  assert.deepEqual(same.body, badge)
  const changed = await put(`/rewards/badges/${badge.id}`, { icon: badge.icon, target: 40 }, boss)
  assert.notEqual(changed.body.icon, badge.icon)
  assert.match(changed.body.icon, /-40\.svg$/)
  const own = 'https://pictures.example/badge.png'
  const pictured = await put(`/rewards/badges/${badge.id}`, { icon: own }, boss)
  assert.equal(pictured.body.icon, own)
  const copy = { name: aName('Copy'), event_type: 'check_in', target: 7, icon: badge.icon }
  assert.match((await post('/rewards/badges', copy, boss)).body.icon, /-7\.svg$/)
  const stored = world.db.selectFrom('badges').select('photo').where('name', '=', copy.name)
  assert.deepEqual(await stored.execute(), [{ photo: null }])
})

for (const name of [
  'eye-9-5.svg',
  'moon-0-5.svg',
  'eye-0-5',
  'eye-0-12345678.svg',
  'eye-0-%3C.svg',
])
  test(`there is no drawn icon named ${name}`, async () => {
    assert.equal((await get(`/photos/badges/${name}`, { client: null })).status, 404)
  })
