/** Pages show the texts of festivals in the language of their reader, otherwise in the festival's own. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeItems } from '#common/pages/basket-items'
import { newId } from '#platform/values/ids'
import { builtPages } from '../../../test/built-pages.ts'
import { aTier } from '../../../test/buying.ts'
import { aFestival, aName, aPlace } from '../../../test/catalogue.ts'
import { enterAsFan } from '../../../test/fan-session.ts'
import { anEmail } from '../../../test/guests.ts'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld({
  parts: { pagesFolder: await builtPages('<!-- head --><!-- body -->') },
})
const { app, db, post } = world
await world.jobs.start()

const open = async (url: string, language = '', cookie = '') => {
  const headers = {
    ...(!url.includes('.ics') && { accept: 'text/html' }),
    ...(language && { 'accept-language': language }),
    ...(cookie && { cookie }),
  }
  const { statusCode, body, headers: answered } = await app.inject({ url, headers })
  assert.equal(statusCode, 200, body)
  return { body, vary: answered['vary'] }
}

/** A festival with a tier, an accommodation and a plan, all in two languages. */
async function aTranslatedFestival() {
  const festival = await aFestival(world, {
    description: 'Three nights',
    language: 'en',
    translations: { de: { description: 'Drei Nächte' } },
  })
  const tier = await aTier(world, {
    festival_id: festival.id,
    name: 'Weekend',
    description: 'All days',
    translations: { de: { name: 'Wochenende', description: 'Alle Tage' } },
  })
  const stay = {
    id: newId(),
    festival_id: festival.id,
    name: 'Bell tent',
    price_cents: 100,
    quantity: 9,
    translations: { de: { name: 'Rundzelt' } },
  }
  await db.insertInto('accommodations').values(stay).execute()
  const plan = {
    id: newId(),
    name: aName('Amico'),
    price_cents: 100,
    duration: 1,
    duration_type: 'year' as const,
    language: 'it',
    translations: { de: { name: aName('Freund'), description: 'Ein Jahr <b>lang</b>' } },
  }
  await db.insertInto('subscriptions').values(plan).execute()
  return { festival, tier, stay, plan }
}

// Requirement (rules): contract §4.15: pages in the reader's language, with `lang`
test('a festival is shown in the language of its reader, and says which text is in which', async () => {
  const { festival, plan } = await aTranslatedFestival()
  const url = `/guide/${festival.id}`
  const german = await open(url, 'de-AT,de;q=0.9,en;q=0.5')
  assert.match(german.body, /<p class="about">Drei Nächte<\/p>/)
  assert.match(german.body, /<h3>Wochenende<\/h3>/)
  assert.match(german.body, /<p class="window">Alle Tage<\/p>/)
  assert.match(german.body, /<h3>Rundzelt<\/h3>/)
  assert.ok(german.body.includes(`<h3>${plan.translations.de.name}</h3>`))
  assert.ok(german.body.includes('<p class="window">Ein Jahr &lt;b&gt;lang&lt;/b&gt;</p>'))
  assert.match(german.body, /calendar\.ics\?language=de"/)
  assert.match(german.body, /<meta name="description" content="Drei Nächte">/)
  assert.match(`${german.vary}`, /accept-language/)

  const own = await open(url, 'nl')
  assert.match(own.body, /<p class="about">Three nights<\/p>/)
  assert.match(own.body, /<h3>Weekend<\/h3>/)
  assert.match(own.body, /<h3>Bell tent<\/h3>/)
  assert.ok(own.body.includes(`<h3 lang="it">${plan.name}</h3>`))
  assert.match(own.body, /calendar\.ics\?language=en"/)
})

test('the guide, countries and kinds of places are named in the language of the page', async () => {
  const start_time = new Date('2099-07-01T12:00:00Z')
  const country = 'Denmark'
  const located = { country, venue: 'Quay', location: '(12,55)', start_time }
  const festival = await aFestival(world, located)
  for (const type of ['stage', 'medical', 'hammock'])
    await aPlace(world, { festival_id: festival.id, name: `Place ${type}`, type })
  const { body } = await open(`/guide/${festival.id}`, 'de')
  for (const text of [
    '· Festivalführer</title>',
    'Quay, Dänemark',
    'Bühne',
    'Erste Hilfe',
    'hammock',
  ])
    assert.ok(body.includes(text), text)
  const list = (await open('/', 'it')).body
  assert.match(list, /<option value="Denmark">Danimarca<\/option>/)
  assert.match(list, /<span>Guida ai festival<\/span>/)
  const own = (await open(`/guide/${festival.id}`, 'en')).body
  for (const text of ['· Festival guide</title>', 'Quay, Denmark', 'first aid'])
    assert.ok(own.includes(text), text)
})

test('of readers of different languages at the same moment each gets their own', async () => {
  const { festival } = await aTranslatedFestival()
  const languages = ['de', 'en', 'fr', 'de', 'en', '']
  const pages = await Promise.all(languages.map((one) => open(`/guide/${festival.id}`, one)))
  const shown = pages.map(({ body }) => body.includes('Drei Nächte'))
  assert.deepEqual(shown, [true, false, false, true, false, false])
})

/** Creates a fan with a session, by its cookie. */
async function aFan() {
  const [email, password] = [anEmail(), 'correct horse battery']
  const user = await post('/users', { firstName: 'Ada', lastName: 'Marsh', email, password })
  assert.equal(user.status, 201, user.text)
  const { token } = (await post('/auth/user', { email, password })).body
  const { cookie } = await enterAsFan(world, { email, password })
  return { ...user.body, token, cookie }
}

test('the checkout, the tickets and the account name what is bought in the language of the fan', async () => {
  const { festival, tier, stay } = await aTranslatedFestival()
  const fan = await aFan()
  const wish = writeItems([
    { kind: 'ticket', id: tier.id, quantity: 2 },
    { kind: 'accommodation', id: stay.id, quantity: 1 },
  ])
  const basket = `/checkout?festival=${festival.id}&items=${wish}`
  const german = (await open(basket, 'de', fan.cookie)).body
  assert.match(german, /<dt>2 × <bdi>Wochenende<\/bdi><\/dt>/)
  assert.match(german, /<bdi>Rundzelt<\/bdi>/)
  assert.match((await open(basket, 'en', fan.cookie)).body, /<dt>2 × <bdi>Weekend<\/bdi><\/dt>/)

  const bought = await post(
    '/payments',
    { payment_type: 'ticket', entity_id: tier.id },
    { as: fan },
  )
  assert.equal(bought.status, 201, bought.text)
  assert.match((await open('/tickets', 'de', fan.cookie)).body, /<h3>Wochenende<\/h3>/)
  assert.match((await open('/tickets', 'en', fan.cookie)).body, /<h3>Weekend<\/h3>/)
  assert.match((await open('/me', 'de', fan.cookie)).body, /1 × <bdi>Wochenende<\/bdi>/)
})

// Requirement (rules): contract §4.15: markup and bidi controls are text
test('markup and signs that turn the direction of text are shown as text', async () => {
  const hostile = '"><script>alert(1)</script>\u202e desrever \u2066 __NONCE__'
  const festival = await aFestival(world, { translations: { ar: { description: hostile } } })
  await aTier(world, {
    festival_id: festival.id,
    name: 'Weekend',
    translations: { ar: { name: hostile, description: hostile } },
  })
  const { body } = await open(`/guide/${festival.id}`, 'ar')
  assert.doesNotMatch(body, /<script>alert/)
  const text = hostile
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('__NONCE__', '&#95;_NONCE__')
  for (const tag of [
    '<p class="about" lang="ar">',
    '<h3 lang="ar">',
    '<p class="window" lang="ar">',
  ]) {
    assert.ok(body.includes(`${tag}${text}</`), tag)
  }
})

// Requirement (rules): contract §4.4: calendar.ics with `language`
test('a calendar has its description in the language that is asked for, else its own', async () => {
  const { festival } = await aTranslatedFestival()
  const read = async (query: string) =>
    (await open(`/festivals/${festival.id}/calendar.ics${query}`)).body
  assert.match(await read('?language=de-CH'), /Drei Nächte/)
  assert.match(await read('?language=fr'), /Three nights/)
  assert.match(await read(''), /Three nights/)
  const { statusCode, body } = await app.inject(
    `/festivals/${festival.id}/calendar.ics?language=xx`,
  )
  assert.equal(statusCode, 400)
  assert.equal(JSON.parse(body).fields[0].path, 'language')
})
