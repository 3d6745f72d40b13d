/** The picture of a festival's site: written and read with the festival, shown with its places, and deleted with it. */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { builtPages } from '../../../test/built-pages.ts'
import { aName, anOrganizer } from '../../../test/catalogue.ts'
import { until } from '../../../test/until.ts'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld({
  parts: { pagesFolder: await builtPages('<!-- head --><!-- body -->') },
})
const { app, get, post, put, del, aUser } = world
const admin = await aUser({ roles: ['admin'] })
const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const link = 'https://pictures.example/plan.png'

const stored = (): Promise<string[]> => readdir(join(world.folder, 'photos')).catch(() => [])
const fileOf = (picture: string) => picture.replace(/^.*\//, '')
const isStored = async (picture: string) => (await stored()).includes(fileOf(picture))
const gone = (picture: string) =>
  until(`${picture} is removed`, async () => !(await isStored(picture)))

async function aFestivalWith(given: object = {}) {
  const body = {
    name: aName('Tide'),
    organizer_id: (await anOrganizer(world)).id,
    start_time: '2099-07-01T12:00:00Z',
    end_time: '2099-07-04T00:00:00Z',
    ...given,
  }
  const answer = await post('/festivals', body, { as: admin })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

const change = (id: string, body: object) => put(`/festivals/${id}`, body, { as: admin })

test('a plan is stored, kept, replaced and removed on its own, beside the photo of the festival', async () => {
  const festival = await aFestivalWith({ photo: gif, site_plan: gif })
  const { id, photo, site_plan } = festival
  assert.match(site_plan, /^http:\/\/[^/]+\/photos\/[\w-]{24}\.webp$/)
  assert.notEqual(site_plan, photo)
  assert.equal((await app.inject(new URL(site_plan).pathname)).statusCode, 200)

  const renamed = await change(id, { name: 'Tide again', site_plan })
  assert.deepEqual([renamed.body.photo, renamed.body.site_plan], [photo, site_plan])
  const replaced = (await change(id, { site_plan: gif })).body.site_plan
  assert.notEqual(replaced, site_plan)
  await gone(site_plan)
  const both = (await change(id, { photo: gif, site_plan: link })).body
  assert.equal(both.site_plan, link)
  await gone(replaced)
  await gone(photo)
  assert.ok(await isStored(both.photo))
  const listed = (await get(`/festivals?ids=${id}`)).body.festivals[0]
  assert.equal(listed.site_plan, link)
  const without = (await change(id, { site_plan: null })).body
  assert.deepEqual([without.photo, without.site_plan], [both.photo, null])
})

test('a plan is deleted with its festival', async () => {
  const { id, photo, site_plan } = await aFestivalWith({ photo: gif, site_plan: gif })
  assert.equal((await del(`/festivals/${id}`, { as: admin })).status, 200)
  await gone(site_plan)
  await gone(photo)
})

const refusals: [what: string, given: object, status: number, error: RegExp][] = [
  [
    'no picture',
    { site_plan: 'nonsense' },
    400,
    /^site_plan must be a PNG, JPEG, WebP, GIF or AVIF/,
  ],
  ['a damaged one', { site_plan: gif.slice(0, -28) }, 400, /^site_plan is damaged/],
  ['an address of another kind', { site_plan: 'ftp://a.example/a.png' }, 400, /^site_plan must be/],
  [
    'one that is too large',
    { site_plan: 'A'.repeat(7_200_000) },
    413,
    /^site_plan must have at most 5 MiB/,
  ],
  [
    'too long a description',
    { site_plan_description: 'x'.repeat(1_001) },
    400,
    /^site_plan_description must have at most 1,?000/,
  ],
  [
    'too long a translation',
    { translations: { de: { site_plan_description: 'x'.repeat(1_001) } } },
    400,
    /^translations\.de\.site_plan_description must have at most 1,?000/,
  ],
]

for (const [what, given, status, error] of refusals) {
  test(`a site plan of ${what} is refused with ${status}, and no picture of the request stays`, async () => {
    const { id, photo, site_plan } = await aFestivalWith({ photo: gif, site_plan: gif })
    const before = await stored()
    const refused = await change(id, { photo: gif, ...given })
    assert.deepEqual([refused.status, error.test(refused.body.error)], [status, true], refused.text)
    assert.deepEqual(new Set(await stored()), new Set(before))
    const { body } = await get(`/festivals/${id}`)
    assert.deepEqual([body.photo, body.site_plan], [photo, site_plan])
    const again = { ...body, organizer_id: body.organizer.id, photo: gif, ...given }
    const created = await post('/festivals', again, { as: admin })
    assert.deepEqual([created.status, error.test(created.body.error)], [status, true], created.text)
    assert.deepEqual(new Set(await stored()), new Set(before))
  })
}

test('only managers and staff set a plan', async () => {
  const { id } = await aFestivalWith()
  const before = await stored()
  const refused = await put(`/festivals/${id}`, { site_plan: gif }, { as: await aUser() })
  assert.equal(refused.status, 403)
  assert.deepEqual(await stored(), before)
  assert.equal((await get(`/festivals/${id}`)).body.site_plan, null)
})

async function pageOf(id: string, language = 'en') {
  const headers = { accept: 'text/html', 'accept-language': language }
  return (await app.inject({ url: `/guide/${id}`, headers })).body
}

test('the guide shows the plan with the places, described in the language of the reader', async () => {
  const { id } = await aFestivalWith({
    places: [{ name: 'Quay', type: 'stage' }],
    language: 'en',
    site_plan: link,
    site_plan_description: 'The "Quay" is north',
    translations: { de: { site_plan_description: 'Das „Quay“ ist im Norden' } },
  })
  const page = await pageOf(id)
  assert.match(page, new RegExp(`<a class="plan" href="${link}"`))
  const picture = /<img src="https:\/\/pictures\.example\/plan\.png"[^>]*>/.exec(page)?.[0] ?? ''
  assert.match(
    picture,
    / alt="The &quot;Quay&quot; is north" width="\d+" height="\d+" loading="lazy"/,
  )
  const german = await pageOf(id, 'de')
  assert.match(german, /alt="Das „Quay“ ist im Norden" width/)
  const french = await pageOf(id, 'fr')
  assert.match(french, /alt="The &quot;Quay&quot; is north" lang="en" width/)

  await change(id, { site_plan_description: null, translations: { de: null }, places: [] })
  assert.match(await pageOf(id), /alt="Plan of the site" width/)
  await change(id, { site_plan: null })
  assert.doesNotMatch(await pageOf(id), /class="plan"|Plan of the site/)
})
