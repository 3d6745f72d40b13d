/** The guide's search by place. */
import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { aFestival, aName, aPlace } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'

const pagesFolder = await mkdtemp(join(tmpdir(), 'festival-guide-'))
await cp('pages/guide', join(pagesFolder, 'guide'), { recursive: true })
after(() => rm(pagesFolder, { recursive: true, force: true }))
const world = await aWorld({ parts: { pagesFolder } })
const { get } = world

type Found = { id: string; name: string; where: string }

async function foundBy(text: string): Promise<Found[]> {
  const { status, body } = await get(`/guide/places?${new URLSearchParams({ for: text })}`, {
    client: null,
  })
  assert.equal(status, 200, text)
  return body.festivals
}

/** A festival at a place that no other test uses, and the word unique to that place. */
async function aFestivalAt(field: 'venue' | 'address' | 'area' | 'country', text: string) {
  const word = aName('q').replace(/\W/g, '')
  return { word, festival: await aFestival(world, { [field]: `${text} ${word}` }) }
}

for (const [field, stored, ...asked] of [
  ['country', 'Denmark', 'denmark', 'DENM', 'Dénmark'],
  ['venue', 'Kalvø Pier', 'kalvo', 'KALVØ', 'pier kalvo'],
  ['address', 'Große Straße 4 (Hof)', 'grosse strasse', 'GROßE', 'strasse 4', '(hof)'],
  ['area', 'Łódź', 'lodz', 'łódź'],
  ['area', 'Ærø', 'aero', 'ærø'],
  ['venue', 'Cafe\u0301 Zu\u0308rich', 'café', 'zurich'],
  ['country', 'Österreich', 'osterreich', 'ÖSTERREICH'],
  ['country', 'Россия', 'россия', 'РОСС'],
  ['country', 'Ελλάς', 'ελλας'],
  ['venue', '東京ドーム', '東京'],
] as const) {
  test(`a festival is found by its ${field} ${stored}`, async () => {
    const { word, festival } = await aFestivalAt(field, stored)
    for (const text of asked) {
      const ids = (await foundBy(`${text} ${word}`)).map(({ id }) => id)
      assert.deepEqual(ids, [festival.id], text)
    }
    assert.deepEqual(await foundBy(`elsewhere ${word}`), [])
  })
}

// Requirement (rules): the guide's search finds festivals by the names of their places
test('a festival is found by the name of one of its places, which the result names', async () => {
  const word = aName('Stage').replace(' ', '')
  const festival = await aFestival(world, { venue: 'Harbour Park', country: 'Norway' })
  await aPlace(world, { festival_id: festival.id, name: `Grand ${word}` })
  await aPlace(world, { festival_id: festival.id, name: 'Bar', position: 1 })
  const [found, ...others] = await foundBy(word.toLowerCase())
  assert.deepEqual(others, [])
  assert.equal(found?.id, festival.id)
  assert.equal(found?.where, `Grand ${word}, Harbour Park, Norway`)
})

test('the next festivals come first; those that are over or deleted are not found', async () => {
  const country = aName('Land')
  const at = (year: number) => ({
    country,
    start_time: new Date(Date.UTC(year, 6, 1)),
    end_time: new Date(Date.UTC(year, 6, 3)),
  })
  const later = await aFestival(world, at(2098))
  const next = await aFestival(world, at(2097))
  await aFestival(world, at(2020))
  await aFestival(world, { ...at(2097), deleted_at: new Date() })
  const ids = (await foundBy(country)).map(({ id }) => id)
  assert.deepEqual(ids, [next.id, later.id])
})

test('a text that says nothing, or has signs of a pattern, finds nothing', async () => {
  await aFestival(world, { country: 'Denmark' })
  for (const text of ['', ' ', '.', '.*', '[a-z]', 'a|b', '\\w', '(', '\\', '%', '^Den', '***=x']) {
    assert.deepEqual(await foundBy(text), [], text)
  }
  for (const query of ['', '?for=', `?for=${'x'.repeat(201)}`, '?for=%00']) {
    const { status } = await get(`/guide/places${query}`, { client: null })
    assert.equal(status, query === '?for=' ? 200 : 400, query)
  }
})

test('the page of results shows places, and a festival that is found by name once', async () => {
  const word = aName('Quay').replace(' ', '')
  const named = await aFestival(world, { name: `${word} Nights`, venue: `${word} Pier` })
  const there = await aFestival(world, { venue: `${word} Pier`, country: 'Denmark' })
  const { text } = await get(`/?for=${word.toLowerCase()}`, { client: null })
  assert.match(text, /<h2 id="places">Places<\/h2>/)
  assert.ok(text.includes(`<p class="where">${word} Pier, Denmark</p>`))
  for (const { id } of [named, there]) {
    assert.equal(text.split(`href="/guide/${id}"`).length, 2)
  }
  const { body } = await get(`/search?for=${word.toLowerCase()}`, { client: null })
  assert.deepEqual(Object.keys(body).toSorted(), ['artists', 'festivals', 'genres', 'query'])
  assert.deepEqual(
    body.festivals.map(({ id }: Found) => id),
    [named.id],
  )
})

// Requirement (rules): the guide's search offers each word of what is not found
test('of several words that are not found together each is offered alone, as text; of one none is', async () => {
  const text = async (asked: string) =>
    (await get(`/?${new URLSearchParams({ for: asked })}`, { client: null })).text
  const page = await text('qqjazz near Qqrome <b>qqx')
  const offered = [...page.matchAll(/<li><a href="\/\?for=([^"]+)">([^<]+)<\/a>/g)]
  assert.deepEqual(
    offered.map(([, address, shown]) => [address, shown]),
    ['qqjazz', 'near', 'Qqrome', 'qqx'].map((word) => [word, word]),
  )
  assert.doesNotMatch(await text('qqjazz'), /look for one word/)
})
