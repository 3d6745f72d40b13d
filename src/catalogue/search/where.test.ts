/** Festivals are found by where they are: each word in any field. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { saveArtists } from '#catalogue/artists'
import { languageCodes } from '#platform/values/reader-languages'
import { aName, anOrganizer } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld()
const { get, post, put } = world
const admin = await world.aUser({ roles: ['admin'] })
const organizer = await anOrganizer(world)

/** Creates a festival as a client does; other fields may be given. */
async function made(fields: object) {
  const { status, body, text } = await post(
    '/festivals',
    {
      organizer_id: organizer.id,
      name: aName('Festival'),
      start_time: '2099-07-01T12:00:00.000Z',
      end_time: '2099-07-03T12:00:00.000Z',
      ...fields,
    },
    { as: admin },
  )
  assert.equal(status, 201, text)
  return body
}

async function found(text: string): Promise<any[]> {
  const { status, body } = await get(`/search?for=${encodeURIComponent(text)}`, { client: null })
  assert.equal(status, 200, text)
  return body.festivals
}

const idsFor = async (text: string) => (await found(text)).map(({ id }) => id)

/** A word that no other test uses, and that has no misspelt sibling. */
const aWord = () => aName('q').replace(/\W/g, '').toLowerCase()

for (const [field, stored, ...asked] of [
  ['city', 'Roma', 'roma', 'ROM'],
  ['city', 'København', 'kobenhavn', 'koebenhavn', 'havn'],
  ['city', 'Saint-Étienne', 'saint etienne', 'saintetienne', 'Étienne'],
  ['venue', 'Kalvø Pier', 'kalvo', 'KALVØ', 'pier kalvo'],
  ['venue', 'Lichtung am Grünsee', 'gruensee', 'grunsee', 'GRÜNSEE'],
  ['venue', 'Cafe\u0301 Zu\u0308rich', 'café', 'zuerich'],
  ['venue', '東京ドーム', '東京', 'ドーム'],
  ['address', 'Große Straße 4 (Hof)', 'grosse strasse', 'GROßE', 'strasse 4', '(hof)'],
  ['address', "12 rue de l'Église", 'leglise', 'l’eglise', 'rue eglise'],
  ['area', 'Łódź', 'lodz', 'łódź'],
  ['area', 'Ærø', 'aero', 'ærø'],
  ['country', 'Россия', 'россия', 'РОСС'],
] as const) {
  test(`a festival is found by its ${field} ${stored}`, async () => {
    const word = aWord()
    const festival = await made({ [field]: `${stored} ${word}` })
    for (const text of asked) {
      assert.deepEqual(await idsFor(`${text} ${word}`), [festival.id], text)
      assert.deepEqual(await idsFor(`${word} ${text}`), [festival.id], text)
    }
    assert.deepEqual(await idsFor(`elsewhere ${word}`), [])
  })
}

// Requirement (rules): contract §4 Search: each word in any field
test('words are looked for in any field: jazz, which is in the name, and rome, which is the town', async () => {
  const word = aWord()
  const wanted = await made({ name: `Jazz ${word}`, city: 'Rome', country: 'Italy' })
  await made({ name: `Rock ${word}`, city: 'Rome', country: 'Italy' })
  await made({ name: `Jazz ${word} West`, city: 'Oslo', country: 'Norway' })
  for (const text of ['jazz rome', 'Rome, Jazz', 'jazz italy', 'jazz in italien'].slice(0, 3)) {
    assert.deepEqual(await idsFor(`${text} ${word}`), [wanted.id], text)
  }
  const [{ city, country }] = await found(`rome jazz ${word}`)
  assert.deepEqual([city, country], ['Rome', 'Italy'])
})

// Requirement (rules): contract §4 Search: each word in any field
test('a word may be a genre that is played there', async () => {
  const word = aWord()
  const genre = `${word} jazz`
  const ids = await saveArtists(
    world.db,
    [{ name: aName('Trio'), genres: [genre] }, { name: aName('Duo') }],
    { createdBy: null },
  )
  const [played, other] = ids.map((artist_id) => ({ gigs: [{ artist_id }] }))
  const wanted = await made({ city: 'Trastevere', ...played })
  await made({ city: 'Trastevere', ...other })
  await made({ city: 'Ostia', ...played })
  for (const text of [`${genre} trastevere`, `trastevere ${genre}`, `${word}-jazz, TRASTEVERE`]) {
    assert.deepEqual(await idsFor(text), [wanted.id], text)
  }
  assert.deepEqual(await idsFor(`${genre} testaccio`), [])
  await put(`/festivals/${wanted.id}`, { gigs: [] }, { as: admin })
  assert.deepEqual(await idsFor(`${genre} trastevere`), [])
})

suite('a country is found by its name in each language of the guide', () => {
  for (const [stored, ...asked] of [
    ['Italy', 'Italien', 'Italie', 'Italia', 'italy'],
    ['Deutschland', 'Germany', 'Allemagne', 'Alemania', 'Germania'],
    ['UK', 'United Kingdom', 'Royaume-Uni', 'Reino Unido', 'Vereinigtes Königreich'],
    ['Österreich', 'Austria', 'Oesterreich', 'Autriche'],
    ['The Netherlands', 'Niederlande', 'Pays-Bas', 'Países Bajos', 'Paesi Bassi'],
    ['ch', 'Schweiz', 'Suisse', 'Svizzera', 'Switzerland'],
  ] as const) {
    test(stored, async () => {
      const word = aWord()
      const { id } = await made({ venue: word, country: stored })
      for (const text of asked) assert.deepEqual(await idsFor(`${text} ${word}`), [id], text)
    })
  }
  test('of every language', async () => {
    const word = aWord()
    const { id } = await made({ venue: word, country: 'Spain' })
    for (const language of languageCodes) {
      const name = new Intl.DisplayNames([language], { type: 'region' }).of('ES') ?? ''
      assert.deepEqual(await idsFor(`${name} ${word}`), [id], name)
    }
  })
})

suite('a city is found by its names in other languages', () => {
  for (const [city, country, ...asked] of [
    ['Roma', 'Italy', 'Rome', 'Rom', 'roma'],
    ['Munich', 'Germany', 'München', 'Muenchen', 'munich'],
    ['Köln', 'Germany', 'Cologne', 'Colonia'],
    ['Wien', 'Austria', 'Vienna', 'Vienne'],
    ['Copenhagen', null, 'København', 'Kopenhagen', 'kobenhavn'],
    ['Praha 7', 'Czechia', 'Prague', 'Prag'],
    ['Lisboa', 'Portugal', 'Lisbon', 'Lissabon'],
    ['1201 Genève', 'Switzerland', 'Geneva', 'Genf'],
  ] as const) {
    test(city, async () => {
      const word = aWord()
      const { id } = await made({ venue: word, city, country })
      for (const text of asked) assert.deepEqual(await idsFor(`${text} ${word}`), [id], text)
    })
  }
})

test('a country is found by its name in its own language', async () => {
  for (const [country, asked] of [
    ['Denmark', 'Danmark'],
    ['Japan', '日本'],
    ['Spain', 'España'],
    ['Greece', 'Ελλάδα'],
    ['日本', 'Japan'],
  ] as const) {
    const word = aWord()
    const { id } = await made({ venue: word, country })
    assert.deepEqual(await idsFor(`${asked} ${word}`), [id], asked)
  }
})

test('a year finds the festivals of that year', async () => {
  const word = aWord()
  const at = (year: number) => ({
    name: `Jazz ${word}`,
    start_time: `${year}-07-01T12:00:00.000Z`,
    end_time: `${year}-07-03T12:00:00.000Z`,
  })
  const [first, second] = [await made(at(2097)), await made(at(2098))]
  assert.deepEqual(await idsFor(`${word} 2097`), [first.id])
  assert.deepEqual(await idsFor(`jazz ${word} 2098`), [second.id])
  assert.deepEqual(await idsFor(`2096 ${word}`), [])
  await put(`/festivals/${first.id}`, { end_time: '2098-01-02T12:00:00.000Z' }, { as: admin })
  assert.deepEqual(new Set(await idsFor(`${word} 2098`)), new Set([first.id, second.id]))
})

test('a festival is found by the name of one of its places', async () => {
  const word = aWord()
  const { id } = await made({ places: [{ name: 'Bar' }, { name: `Grand ${word} Stage` }] })
  assert.deepEqual(await idsFor(word), [id])
  await put(`/festivals/${id}`, { places: [{ name: 'Bar' }] }, { as: admin })
  assert.deepEqual(await idsFor(word), [])
})

test('a change of where it is counts at once', async () => {
  const [before, after] = [aWord(), aWord()]
  const { id } = await made({ city: before, country: 'Italy' })
  assert.deepEqual(await idsFor(before), [id])
  await put(`/festivals/${id}`, { city: after }, { as: admin })
  assert.deepEqual([await idsFor(before), await idsFor(after)], [[], [id]])
  await put(`/festivals/${id}`, { country: 'Norway' }, { as: admin })
  const [{ country }] = await found(`${after} norwegen`)
  assert.equal(country, 'Norway')
  assert.deepEqual(await idsFor(`${after} italien`), [])
})

// Requirement (rules): contract §4 Search: the next festivals first
test('names come before places; of those found by where they are, the next come first, then the past', async () => {
  const word = aWord()
  const at = (year: number) => ({
    city: word,
    start_time: `${year}-07-01T12:00:00.000Z`,
    end_time: `${year}-07-03T12:00:00.000Z`,
  })
  const over = await made(at(2020))
  const later = await made(at(2098))
  const next = await made(at(2097))
  const named = await made({ ...at(2099), name: `Nights of ${word}` })
  assert.deepEqual(await idsFor(word), [named.id, next.id, later.id, over.id])
})

test('drafts and deleted festivals are not found by where they are', async () => {
  const word = aWord()
  await made({ city: word, published: false })
  const gone = await made({ city: word })
  await world.del(`/festivals/${gone.id}`, { as: admin })
  assert.deepEqual(await idsFor(word), [])
})
