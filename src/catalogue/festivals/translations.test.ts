/** Texts of festivals, tiers, accommodations and plans in other languages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '#core/access'
import { aName, anOrganizer } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld()
const { get, post, put, aUser } = world
const admin = await aUser({ roles: ['admin'] })
const client = (await world.aClient([...scopes])).token
const organizer = await anOrganizer(world)

const times = { start_time: '2099-07-01T12:00:00Z', end_time: '2099-07-04T00:00:00Z' }
const weekend = { name: 'Weekend', price: 129, quantity: 10 }

async function aWrittenFestival(fields: object = {}) {
  const given = { name: aName('Tide'), organizer_id: organizer.id, ...times, ...fields }
  const { status, body, text } = await post('/festivals', given, { as: admin })
  assert.equal(status, 201, text)
  return body
}

const german = { language: 'en', translations: { DE: { description: 'Drei Nächte' } } }
const germanTier = { ...weekend, translations: { de: { name: 'Wochenende', description: 'Alle' } } }

async function translated(path: string) {
  const { status, body, text } = await get(
    `${path}${path.includes('?') ? '&' : '?'}expand=translations`,
  )
  assert.equal(status, 200, text)
  return body
}

// Requirement (rules): contract §4.15: `expand=translations`, and no other read
test('translations are read by a caller who asks: in the festival, its summary and lists; no other read has them', async () => {
  const { id, ...created } = await aWrittenFestival({ ...german, tickets: [germanTier] })
  assert.ok(!('translations' in created) && !('language' in created))
  const plain = await get(`/festivals/${id}`)
  assert.ok(!plain.text.includes('Nächte') && !plain.text.includes('Wochenende'))
  const expected = { language: 'en', translations: { de: { description: 'Drei Nächte' } } }
  const reads = [
    await translated(`/festivals/${id}`),
    await translated(`/festivals/${id}?hidden=false`),
    await translated(`/festivals/${id}/summary`),
    (await translated(`/festivals?ids=${id}`)).festivals[0],
    (
      await translated(`/festivals?organizer=${organizer.id}&page=1&limit=100&nested=1`)
    ).festivals.find((one: any) => one.id === id),
  ]
  for (const { language, translations, tickets, description } of reads) {
    assert.deepEqual({ language, translations }, expected)
    assert.equal(description, null)
    assert.deepEqual(tickets[0].translations, germanTier.translations)
  }
  const { festivals } = (await get(`/festivals?ids=${id}&expand=artists`)).body
  assert.ok(!('translations' in festivals[0]))
})

// Requirement (rules): contract §4.15: a merge patch
test('a change adds to them, leaves what it does not name, and removes by null', async () => {
  const { id } = await aWrittenFestival({ ...german, tickets: [germanTier] })
  const change = (body: object) => put(`/festivals/${id}`, body, { as: admin })
  await change({ translations: { fr: { description: 'Trois nuits' } } })
  const read = () => translated(`/festivals/${id}`)
  assert.deepEqual(Object.keys((await read()).translations), ['de', 'fr'])
  await change({ description: 'Three nights', tickets: [{ ...weekend, quantity: 12 }] })
  const kept = await read()
  assert.deepEqual(kept.tickets[0].translations, germanTier.translations)
  assert.deepEqual(Object.keys(kept.translations), ['de', 'fr'])
  await change({
    language: null,
    translations: { de: null, fr: { description: null } },
    tickets: [{ ...weekend, translations: { de: { description: null } } }],
  })
  const { language, translations, tickets } = await read()
  assert.deepEqual([language, translations], [null, {}])
  assert.deepEqual(tickets[0].translations, { de: { name: 'Wochenende' } })
})

// Requirement (rules): contract §4.15: two changes at once
test('two changes at once of different languages are both kept', async () => {
  const { id } = await aWrittenFestival(german)
  const { body: stay } = await post(
    '/accommodations',
    { festival_id: id, name: 'Tent', price: 1, quantity: 1 },
    { as: admin },
  )
  const tags = ['fr', 'es', 'it', 'nl', 'da']
  const answers = await Promise.all(
    tags.flatMap((tag) => [
      put(`/festivals/${id}`, { translations: { [tag]: { description: tag } } }, { as: admin }),
      put(`/accommodations/${stay.id}`, { translations: { [tag]: { name: tag } } }, { as: admin }),
    ]),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  const sorted = (read: any) => Object.keys(read.translations).toSorted()
  assert.deepEqual(sorted(await translated(`/festivals/${id}`)), ['de', ...tags].toSorted())
  assert.deepEqual(sorted(await translated(`/accommodations/${stay.id}`)), tags.toSorted())
})

// Requirement (rules): contract §4.15: tags, lengths, 20 languages
test('what breaks a rule is refused by the field, and nothing of it is written', async () => {
  const { id } = await aWrittenFestival({ ...german, tickets: [germanTier] })
  const many = Object.fromEntries(
    'ABCDEFGHIJKLMNOPQRSTU'.split('').map((letter) => [`de-${letter}A`, { description: 'x' }]),
  )
  const refusals: [body: object, path: string][] = [
    [{ language: 'xx' }, 'language'],
    [{ language: 'deutsch' }, 'language'],
    [{ translations: { qqx: { description: 'x' } } }, 'translations.qqx'],
    [{ translations: { 'fr-fr': null, 'fr-FR': null } }, 'translations.fr-FR'],
    [{ translations: { fr: { description: ' ' } } }, 'translations.fr.description'],
    [{ translations: { fr: { description: 'x'.repeat(20_001) } } }, 'translations.fr.description'],
    [{ translations: { fr: 'Trois nuits' } }, 'translations.fr'],
    [{ translations: null }, 'translations'],
    [{ translations: many }, 'translations'],
    [
      { tickets: [{ ...weekend, translations: { xx: { name: 'x' } } }] },
      'tickets[0].translations.xx',
    ],
    [
      { tickets: [{ ...weekend, translations: { fr: { name: 'x'.repeat(201) } } }] },
      'tickets[0].translations.fr.name',
    ],
  ]
  const before = await translated(`/festivals/${id}`)
  for (const [body, path] of refusals) {
    const { status, body: answer, text } = await put(`/festivals/${id}`, body, { as: admin })
    assert.equal(status, 400, text)
    assert.equal(answer.code, 'invalid')
    assert.equal(answer.fields[0].path, path)
  }
  assert.deepEqual(await translated(`/festivals/${id}`), before)
})

// Requirement (rules): contract §4.15: accommodations and plans
test('accommodations and plans have them too, and their lists for a caller who asks', async () => {
  const { id: festival_id } = await aWrittenFestival(german)
  const translations = { 'pt-BR': { name: 'Barraca', description: 'À beira do lago' } }
  const tent = { festival_id, name: 'Tent', price: 40, quantity: 4, translations }
  const stay = await post('/accommodations', tent, { as: admin })
  const plan = await post(
    '/subscriptions',
    {
      name: aName('Friend'),
      price: 10,
      duration: 1,
      duration_type: 'year',
      language: 'EN',
      translations,
    },
    { as: admin, client },
  )
  assert.ok(!('translations' in stay.body) && !('translations' in plan.body))
  assert.deepEqual((await translated(`/accommodations/${stay.body.id}`)).translations, translations)
  const [listed] = await translated(`/accommodations?festival=${festival_id}`)
  assert.deepEqual(listed.translations, translations)
  const [bare] = (await get(`/accommodations?festival=${festival_id}`)).body
  assert.ok(!('translations' in bare))
  const read = async (path: string) => (await get(path, { as: admin, client })).body
  const whole = await read(`/subscriptions/${plan.body.id}?expand=translations`)
  assert.deepEqual([whole.language, whole.translations], ['en', translations])
  const all = await read('/subscriptions?expand=translations')
  assert.deepEqual(all.find(({ id }: any) => id === plan.body.id).translations, translations)
  assert.ok(!('language' in (await read(`/subscriptions/${plan.body.id}`))))
  const refused = await put(
    `/accommodations/${stay.body.id}`,
    { translations: { xx: {} } },
    { as: admin },
  )
  assert.deepEqual([refused.status, refused.body.fields[0].path], [400, 'translations.xx'])
})

test('markup and control characters are texts like any other', async () => {
  const description = '<script>alert(1)</script> & "\u202e desrever \u2066\u0007'
  const { id } = await aWrittenFestival({ translations: { ar: { description } } })
  assert.equal((await translated(`/festivals/${id}`)).translations.ar.description, description)
  const nul = { translations: { ar: { description: 'a\0b' } } }
  assert.equal((await put(`/festivals/${id}`, nul, { as: admin })).status, 400)
})
