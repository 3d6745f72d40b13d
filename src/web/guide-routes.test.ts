/**
 * The guide as the server sends it: the content that a visitor without script reads, and that user content cannot
 * inject markup.
 */
import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { festivalTexts } from '#common/festivals/texts'
import { sessionKeyOf } from '#core/access'
import { aTier } from '../../test/buying.ts'
import { aFestival, aGig, aName, anArtist, anOrganizer, aPlace } from '../../test/catalogue.ts'
import { steadyClock } from '../../test/clock.ts'
import { aPaidTicket } from '../../test/sales.ts'
import { until } from '../../test/until.ts'
import { type Answer, aWorld } from '../../test/world.ts'

const day = 86_400_000
const hour = 3_600_000
// The shell from the source: Vite's build has the same placeholders.
const pagesFolder = await mkdtemp(join(tmpdir(), 'festival-guide-'))
await cp('pages/guide', join(pagesFolder, 'guide'), { recursive: true })
after(() => rm(pagesFolder, { recursive: true, force: true }))
const begin = Date.now()
let ahead = 0
const world = await aWorld({ parts: { pagesFolder }, now: steadyClock(() => ahead) })
const { db, get } = world

const hostile = [
  `<script>alert(1)</script>`,
  `<img src=x onerror=alert(1)>`,
  `"><svg onload=alert(1)>`,
  `' onmouseover='alert(1)`,
  `</title></script><!-- body --><b>`,
  `__NONCE__ $& $1 \${x} &amp; &lt;`,
  `‮right to left`,
  `x`.repeat(200),
]

/** Returns the tags of a page with the names of their attributes: all markup, without text. */
function skeletonOf(page: string): string[] {
  return (page.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/"[^"]*"/g, '""'))
}

/** Checks that text of users stays text. In a data block only its end could be harmful. */
function assertHarmless(page: string, text: string) {
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page) ?? []
  assert.doesNotMatch(data, /[<>&]|__NONCE__/)
  const markup = page.replace(data, '')
  assert.doesNotMatch(
    markup,
    /<script>alert|<img src=x|<svg onload|' onmouseover|<b>|\$\{x\} &amp; &lt;/,
    text,
  )
  const [, nonce = 'no nonce at all'] = /nonce="([^"]*)"/.exec(page) ?? []
  assert.equal(page.split(nonce).length, page.split(`<style nonce="${nonce}">`).length)
}

function escaped(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text
    .replace(/[&<>"']/g, (sign) => entities[sign] ?? '')
    .replaceAll('__NONCE__', '&#95;_NONCE__')
}

/** The short texts of a festival, each made from its name. */
const shortTexts = (textOf: (name: string) => string) =>
  Object.fromEntries(Object.keys(festivalTexts).map((name) => [name, textOf(name)]))

/** A festival and an artist with this text in every field. */
async function called(text: string) {
  const organizer = await anOrganizer(world, { id: aName('org').replace(' ', '-'), name: text })
  const festival = await aFestival(world, {
    name: text,
    description: text,
    ...shortTexts(() => text),
    photo: `https://pictures.example/${encodeURIComponent(text)}"onload="x`,
    organizer_id: organizer.id,
  })
  const festival_id = festival.id
  const artist = await anArtist(world, {
    name: text,
    bio: text,
    music_streaming: `javascript:alert(1)//${text}`,
  })
  const named = { festival_id, name: text }
  const place = await aPlace(world, { ...named, type: text, coordinates: '(12,55)' })
  await aPlace(world, { ...named, position: 1, coordinates: '(12.01,55)' })
  const slot = { festival_id, artist_id: artist.id, place_id: place.id }
  await aGig(world, { ...slot, start_time: new Date('2099-07-01T18:00:00.000Z') })
  await aGig(world, slot)
  await aTier(world, { festival_id, name: text })
  return [`/guide/${festival_id}`, `/guide/artists/${artist.id}`]
}

const plain = await Promise.all(
  (await called('Plain')).map(async (path) => (await get(path, { client: null })).text),
)

for (const text of hostile) {
  // Requirement (rules): stored text is always shown as text
  test(`user content is text everywhere: ${text.slice(0, 40)}`, async () => {
    const query = encodeURIComponent(text)
    const [own, lists] = [await called(text), [`/?country=${query}`, `/?for=${query}`]]
    for (const path of [...own, ...lists]) {
      const { status, text: page } = await get(path, { client: null })
      assert.equal(status, 200, path)
      assertHarmless(page, path)
      assert.ok(page.includes(escaped(text)), `${path} shows the text`)
      assert.doesNotMatch(page, /href="javascript:|"onload="x"/)
      const same = plain[own.indexOf(path)]
      if (same !== undefined) assert.deepEqual(skeletonOf(page), skeletonOf(same))
    }
  })
}

test('the page of a festival shows each of its short texts', async () => {
  const texts = shortTexts((name) => `The ${name} of the isle`)
  const { id } = await aFestival(world, texts)
  const { text } = await get(`/guide/${id}`, { client: null })
  const missing = Object.entries(texts).filter(([, one]) => !text.includes(one))
  assert.deepEqual(missing, [])
})

// Requirement (rules): / is a guide, readable without script
test('a festival is readable without script', async () => {
  const festival = await aFestival(world, {
    venue: 'Kalvø Pier',
    country: 'Denmark',
    description: 'By the water',
  })
  const [artist, place] = [await anArtist(world), await aPlace(world, { festival_id: festival.id })]
  await aGig(world, {
    festival_id: festival.id,
    artist_id: artist.id,
    place_id: place.id,
    start_time: new Date('2099-07-01T23:30:00.000Z'),
    end_time: new Date('2099-07-02T01:00:00.000Z'),
  })
  const later = await anArtist(world)
  await aGig(world, {
    festival_id: festival.id,
    artist_id: later.id,
    place_id: place.id,
    start_time: new Date('2099-07-02T02:00:00.000Z'),
  })
  const tier = await aTier(world, { festival_id: festival.id, price_cents: 8950, quantity: 30 })
  await aPaidTicket(world, { tier })

  const { status, text, headers } = await get(`/guide/${festival.id}`, { client: null })
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  for (const part of [
    `<h1>${festival.name}</h1>`,
    'Kalvø Pier, Denmark',
    'By the water',
    '1–3 Jul 2099',
    `<a href="/guide/artists/${artist.id}">${artist.name}</a>`,
    '€89.50',
    '29 left',
    `href="/festivals/${festival.id}/calendar.ics?language=en"`,
    `<link rel="canonical" href="http://localhost:80/guide/${festival.id}">`,
  ]) {
    assert.ok(text.includes(part), part)
  }
  // A gig at two in the night is listed under the evening before.
  assert.equal(text.match(/<section class="day"/g)?.length, 1)
  assert.match(text, /Wednesday 1 July 2099/)
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? []
  const data = JSON.parse(json)
  assert.deepEqual(data['@type'], ['Event', 'Festival'])
  assert.equal(data.name, festival.name)
  assert.equal(data.startDate, '2099-07-01T12:00:00.000Z')
  assert.equal(data.offers[0].availability, 'https://schema.org/InStock')
})

// Requirement (rules): the guide's session reads the API as a client and nothing of a person
test('a page brings a session that reads the API, and without it no request is answered', async () => {
  const { headers, text } = await get('/', { client: null })
  const cookie = `${headers['set-cookie']}`
  assert.match(
    cookie,
    /^festival_guide=fst_client_[^;]+; Path=\/; Max-Age=172800; HttpOnly; SameSite=Strict$/,
  )
  const [pair = ''] = cookie.split(';')
  const [, key = ''] = /name="festival-session" content="([^"]+)"/.exec(text) ?? []
  assert.equal(key, sessionKeyOf(pair.split('=')[1] ?? ''))
  assert.doesNotMatch(text, /fst_client/)
  const session = { cookie: pair, 'x-festival-session': key }
  assert.equal((await get('/festivals', { client: null, headers: session })).status, 200)
  assert.equal((await get('/festivals', { client: null, headers: { cookie: pair } })).status, 401)
  assert.equal((await get('/users/i', { client: null, headers: session })).status, 401)
  assert.equal((await get('/clients', { client: null, headers: session })).status, 401)
})

test('a visitor with a valid session keeps it, whatever else the request has', async () => {
  const { headers } = await get('/', { client: null })
  const [pair = ''] = `${headers['set-cookie']}`.split(';')
  const again = await get('/', { client: null, headers: { cookie: pair } })
  assert.ok(`${again.headers['set-cookie']}`.startsWith(pair))
  const person = await world.aUser()
  for (const token of [person.token, 'fst_client_nonsense', world.client.token]) {
    const other = await get('/', { client: null, headers: { cookie: `festival_guide=${token}` } })
    assert.equal(other.status, 200)
    assert.ok(!`${other.headers['set-cookie']}`.includes(token))
  }
  const renewed = await get('/guide/session', { client: null, headers: { cookie: pair } })
  assert.equal(renewed.body.session, sessionKeyOf(pair.split('=')[1] ?? ''))
})

test('its token is renewed while the old one still lives', async () => {
  const before = `${(await get('/', { client: null })).headers['set-cookie']}`.split(';')[0] ?? ''
  ahead = 1.2 * day
  try {
    const { headers, text } = await get('/', { client: null, headers: { cookie: before } })
    const [pair = ''] = `${headers['set-cookie']}`.split(';')
    assert.notEqual(pair, before)
    const [, key = ''] = /name="festival-session" content="([^"]+)"/.exec(text) ?? []
    const session = { cookie: pair, 'x-festival-session': key }
    assert.equal((await get('/festivals', { client: null, headers: session })).status, 200)
    const old = { cookie: before, 'x-festival-session': sessionKeyOf(before.split('=')[1] ?? '') }
    assert.equal((await get('/festivals', { client: null, headers: old })).status, 200)
  } finally {
    ahead = 0
  }
})

/** A festival with this many gigs of one artist each on two stages, five minutes apart. */
async function aLongDay(gigs: number) {
  const { id: festival_id, name } = await aFestival(world)
  const { id: place_id } = await aPlace(world, { festival_id, name: 'Pier' })
  await sql`
    with made as (
      insert into artists (id, name, search_name)
      select gen_random_uuid(), 'Act ' || lpad(n::text, 4, '0'), 'act ' || n from generate_series(1, ${gigs}) n
      returning id, name
    )
    insert into gigs (id, festival_id, artist_id, place_id, start_time)
    select gen_random_uuid(), ${festival_id}, id, ${place_id},
           timestamptz '2099-07-01 12:00Z' + right(name, 4)::int * interval '1 min'
    from made`.execute(db)
  await aGig(world, { festival_id, place_id, start_time: new Date('2099-07-03T18:00:00Z') })
  await aGig(world, { festival_id, place_id })
  return { festival_id, name }
}

const slotsIn = (page: string) => page.match(/<li class="slot/g)?.length ?? 0

test('a page shows one day, at most 300 gigs and 300 artists, and links to the others', async () => {
  const { festival_id, name } = await aLongDay(310)
  const path = `/guide/${festival_id}`
  const at = async (query = '') => {
    const { status, text } = await get(`${path}${query}`, { client: null })
    assert.equal(status, 200, query)
    const [, canonical] =
      /<link rel="canonical" href="http:\/\/localhost:80([^"]+)">/.exec(text) ?? []
    const days = [...text.matchAll(/<h3 id="day-([^"]+)">/g)].map(([, day]) => day)
    const names = text.match(/<li><a href="\/guide\/artists\//g)?.length ?? 0
    return {
      text,
      canonical: canonical?.replaceAll('&amp;', '&'),
      days,
      slots: slotsIn(text),
      names,
    }
  }
  const { text, ...first } = await at()
  assert.deepEqual(first, { canonical: path, days: ['2099-07-01'], slots: 300, names: 300 })
  assert.match(text, /<h1>Tide/)
  assert.ok(text.includes(`<title>${name} · Festival guide</title>`))
  assert.ok(text.includes('<p class="quiet">310 artists</p>'))
  for (const link of [
    `<a href="${path}#timetable" aria-current="page">Wed 1 Jul</a>`,
    `<a href="${path}?day=2099-07-03#timetable" rel="next">Fri 3 Jul</a>`,
    `<a href="${path}?day=none#timetable">To be announced</a>`,
    `rel="next" href="${path}?page=2#timetable">Next</a>`,
    `rel="next" href="${path}?artists=2#line-up">Next</a>`,
  ]) {
    assert.ok(text.includes(link), link)
  }
  const { text: rest, ...second } = await at('?page=2&artists=2')
  const canonical = `${path}?page=2&artists=2`
  assert.deepEqual(second, { canonical, days: ['2099-07-01'], slots: 10, names: 10 })
  assert.ok(rest.includes(`<title>${name}: Wednesday 1 July 2099, page 2 · Festival guide</title>`))
  const { text: _, ...other } = await at('?day=2099-07-03')
  assert.deepEqual([other.days, other.slots], [['2099-07-03'], 1])
  assert.deepEqual((await at('?day=none')).days, ['open'])
  // The default day has one address, whatever else is in the query.
  assert.equal((await at('?day=2099-07-01&page=nonsense')).canonical, path)
  for (const query of ['?page=3', '?artists=3', '?day=2099-07-02', '?day=2099-07-03&page=2']) {
    const { status, text: said } = await get(`${path}${query}`, { client: null })
    assert.equal(status, 404, query)
    assert.match(said, /The list ends before this page/)
  }
})

test('while a festival is on, its page shows today', async () => {
  const { id: festival_id } = await aFestival(world, {
    start_time: new Date(Date.now() - 2 * day),
    end_time: new Date(Date.now() + 2 * day),
  })
  for (const days of [-1, 0, 1])
    await aGig(world, { festival_id, start_time: new Date(Date.now() + days * day) })
  const today = new Date(Date.now() - day / 4).toISOString().slice(0, 10)
  const { text } = await get(`/guide/${festival_id}`, { client: null })
  assert.match(text, new RegExp(`<h3 id="day-${today}">`))
  assert.equal(slotsIn(text), 1)
})

test('a page is made once for all simultaneous requests, and again when the festival changes', async () => {
  const festival = await aFestival(world)
  const path = `/guide/${festival.id}`
  const unknown = '/guide/01980000-0000-7000-8000-00000000dead'
  await get(unknown, { client: null })
  const count = async (readers: number) => {
    const before = world.statements.length
    const ask = () => world.app.inject({ url: path })
    const answers = await Promise.all(Array.from({ length: readers }, ask))
    assert.ok(answers.every(({ statusCode }) => statusCode === 200))
    return { statements: world.statements.length - before, page: answers[0]?.body ?? '' }
  }
  const { statements } = await count(8)
  assert.ok(statements <= 10, `${statements} statements`)
  assert.equal((await count(8)).statements, 0)
  const name = aName('Renamed')
  await db.updateTable('festivals').set({ name }).where('id', '=', festival.id).execute()
  const { text } = await get(path, { client: null })
  assert.ok(text.includes(`<h1>${name}</h1>`))
})

test('many visitors at once share one token', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => get('/', { client: null })))
  const cookies = new Set(answers.map(({ headers }) => `${headers['set-cookie']}`))
  assert.equal(cookies.size, 1)
})

test('a policy blocks scripts of other origins', async () => {
  const { headers, text } = await get('/', { client: null })
  const policy = `${headers['content-security-policy']}`
  assert.match(policy, /default-src 'none'; script-src 'self';/)
  assert.match(policy, /frame-ancestors 'none'/)
  assert.doesNotMatch(text, /<[^>]+ style=|<script>| on\w+="/)
})

const refusals: [name: string, path: string, status: number, title: string][] = [
  ['an unknown festival', '/guide/01980000-0000-7000-8000-00000000dead', 404, 'Nothing here'],
  ['an id that cannot be one', '/guide/%3Cscript%3E', 404, 'Nothing here'],
  ['a way out of the folder', '/guide/..%2F..%2Fusers', 404, 'Nothing here'],
  ['an unknown artist', '/guide/artists/01980000-0000-7000-8000-00000000dead', 404, 'Nothing here'],
  ['an artist whose id cannot be one', '/guide/artists/x%3Fy', 404, 'Nothing here'],
  ['a parameter twice', '/?page=1&page=2', 400, 'Something went wrong'],
  ['a page beyond the last', '/?page=999999', 404, 'Nothing here'],
  ['a NUL', '/?country=%00', 400, 'Something went wrong'],
  ['a search that is too long', `/?for=${'x'.repeat(201)}`, 400, 'Something went wrong'],
]
for (const [name, path, status, title] of refusals) {
  // Requirement (rules): what is unknown is a page with its status
  test(`${name}: a page that says so, ${status}`, async () => {
    const { status: given, text, headers } = await get(path, { client: null })
    assert.equal(given, status)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.match(text, new RegExp(`<h1>${title}</h1>`))
    assert.match(text, /<meta name="robots" content="noindex">/)
    assertHarmless(text, path)
  })
}

const slashes: [typed: string, own: string][] = [
  ['/gate/', '/gate'],
  ['/docs/?x=a/', '/docs?x=a/'],
  ['/guide/', '/guide'],
  ['/guide/some-id/', '/guide/some-id'],
  ['/guide/artists/some-id/?x', '/guide/artists/some-id?x'],
]
for (const [typed, own] of slashes) {
  test(`${typed} leads to ${own}`, async () => {
    const { status, headers } = await get(typed, { client: null })
    assert.deepEqual([status, headers['location']], [308, own])
  })
}

// Requirement (rules): A browser at an unknown address gets a 404 page
test('a browser at an unknown address gets a page; other callers get JSON', async () => {
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const ask = (method: 'GET' | 'POST', url: string, accept: string) =>
    world.app.inject({ method, url, headers: { accept } })
  for (const url of ['/nowhere', '/guide/a/b/c', '/tickets-for-you?x=%3Cscript%3E']) {
    const { statusCode, headers, body } = await ask('GET', url, browser)
    assert.deepEqual([statusCode, headers['content-type']], [404, 'text/html; charset=utf-8'])
    assert.match(body, /<h1>Nothing here<\/h1>/)
    assert.match(body, /There is no page at this address/)
    assertHarmless(body, url)
  }
  const plain: [method: 'GET' | 'POST', url: string, accept: string][] = [
    ['GET', '/nowhere', '*/*'],
    ['GET', '/nowhere', 'application/json'],
    ['POST', '/nowhere', browser],
    ['GET', '/photos/none', browser],
    ['GET', '/photos/none/at/all', browser],
    ['GET', '/guide/assets/none.js', browser],
    ['GET', '/organizers/none', 'application/json'],
    ['GET', '/festivals/00000000-0000-7000-8000-000000000000/calendar.ics', browser],
  ]
  for (const [method, url, accept] of plain) {
    const { statusCode, headers } = await ask(method, url, accept)
    const said = [statusCode, headers['content-type']]
    assert.deepEqual(said, [404, 'application/json; charset=utf-8'], `${method} ${url}`)
  }
})

test('a list has its country, its time and its page in the address', async () => {
  const country = aName('Land')
  const names = await Promise.all(
    Array.from({ length: 14 }, async (_, index) => {
      const start_time = new Date(Date.UTC(2099, 6, 1 + index))
      const end_time = new Date(Date.UTC(2099, 6, 2 + index))
      const { name } = await aFestival(world, { country, start_time, end_time })
      return name
    }),
  )
  const past = await aFestival(world, {
    country,
    start_time: new Date('2020-07-01T12:00:00.000Z'),
    end_time: new Date('2020-07-02T12:00:00.000Z'),
  })
  const at = async (query: string) => {
    const { text } = await get(`/?country=${encodeURIComponent(country)}${query}`, { client: null })
    return { text, shown: [...names, past.name].filter((name) => text.includes(`>${name}</a>`)) }
  }
  const first = await at('')
  assert.deepEqual(first.shown, names.slice(0, 12))
  assert.match(
    first.text,
    /<a class="button" rel="next" href="\/\?country=[^"]+&amp;page=2">Next<\/a>/,
  )
  assert.deepEqual((await at('&page=2')).shown, names.slice(12))
  const beyond = await get(`/?country=${encodeURIComponent(country)}&page=3`, { client: null })
  assert.equal(beyond.status, 404)
  assert.match(beyond.text, /The list ends before this page/)
  assert.deepEqual((await at('&page=nonsense')).shown, names.slice(0, 12))
  assert.deepEqual((await at('&time=past')).shown, [past.name])
})

test('festivals that are on come first, and past or cancelled ones say so', async () => {
  const now = Date.now()
  const country = aName('Land')
  const located = { country, location: '(12,55)' }
  const on = await aFestival(world, {
    ...located,
    start_time: new Date(now - hour),
    end_time: new Date(now + day),
  })
  const over = await aFestival(world, {
    ...located,
    start_time: new Date(now - 2 * day),
    end_time: new Date(now - day),
  })
  const off = await aFestival(world, { ...located, cancelled_at: new Date(now) })
  const later = await aFestival(world, located)
  const list = (await get(`/?country=${encodeURIComponent(country)}`, { client: null })).text
  assert.ok(list.indexOf(on.name) > list.indexOf('On now'))
  assert.ok(list.indexOf(on.name) < list.indexOf('Upcoming festivals'))
  assert.ok(list.indexOf(later.name) > list.indexOf('Upcoming festivals'))
  assert.ok(!list.includes(over.name))
  assert.match(list, /<span class="badge bad">Cancelled<\/span>/)
  assert.match((await get(`/guide/${over.id}`, { client: null })).text, /<strong>Over\.<\/strong>/)
  const cancelled = (await get(`/guide/${off.id}`, { client: null })).text
  assert.match(cancelled, /<strong>Cancelled\.<\/strong>/)
  assert.match(cancelled, /EventCancelled/)
})

// Requirement (rules): who plays now, by the server's clock
test('artists who play now are marked by the clock of the server', async (t) => {
  // The middle of a day of the timetable, at any hour: the page shows one day.
  const now = Date.parse(`${new Date().toISOString().slice(0, 10)}T14:00:00Z`)
  ahead = now - begin
  t.after(() => {
    ahead = 0
  })
  const festival = await aFestival(world, {
    start_time: new Date(now - day),
    end_time: new Date(now + day),
  })
  const [artist, next, place] = [
    await anArtist(world),
    await anArtist(world),
    await aPlace(world, { festival_id: festival.id }),
  ]
  const at = (artist_id: string, from: number, until: number) =>
    aGig(world, {
      festival_id: festival.id,
      place_id: place.id,
      artist_id,
      start_time: new Date(now + from),
      end_time: new Date(now + until),
    })
  await at(artist.id, -hour, hour)
  await at(next.id, hour, 2 * hour)
  const { text } = await get(`/guide/${festival.id}`, { client: null })
  assert.ok(
    text.includes(`<strong>Now playing:</strong> <span>${artist.name} (${place.name})</span>`),
  )
  assert.equal(text.match(/ data-on=""/g)?.length, 1)
})

// Requirement (rules): tiers say what is left, not yet, closed, sold out
test('tiers show what is left, when they are sold, and that they are sold out', async () => {
  const festival = await aFestival(world)
  const festival_id = festival.id
  const tier = (given: Parameters<typeof aTier>[1]) => aTier(world, { ...given, festival_id })
  await tier({ name: 'Open', quantity: 1500, position: 1 })
  await tier({ name: 'Later', start_time: new Date('2099-01-02T10:00:00Z'), position: 2 })
  await tier({ name: 'Closed', end_time: new Date('2020-01-02T10:00:00Z'), position: 3 })
  await tier({ name: 'Gone', quantity: 0, position: 4, price_cents: 0 })
  const { text } = await get(`/guide/${festival_id}`, { client: null })
  const said = [...text.matchAll(/<p class="left">([^<]+)<\/p>/g)].map(([, words]) => words)
  assert.deepEqual(said, ['1,500 left', 'On sale Fri 2 Jan, 10:00 UTC', 'Sale closed', 'Sold out'])
  assert.match(text, /<p class="price">Free<\/p>/)
})

// Requirement (rules): no page of the guide holds anything of a person
test('no page contains personal data', async () => {
  const [manager, buyer] = [
    await world.aUser({ firstName: 'Zebulon' }),
    await world.aUser({ lastName: 'Quixada' }),
  ]
  const organizer = await anOrganizer(world)
  await db
    .insertInto('organizer_managers')
    .values({ organizer_id: organizer.id, user_id: manager.id })
    .execute()
  const festival = await aFestival(world, { organizer_id: organizer.id })
  const tier = await aTier(world, { festival_id: festival.id })
  const ticket = await aPaidTicket(world, { tier, user_id: buyer.id })
  const artist = await anArtist(world, { created_by: manager.id })
  for (const path of ['/', `/guide/${festival.id}`, `/guide/artists/${artist.id}`]) {
    const { text } = await get(path, { client: null })
    for (const secret of [
      manager.id,
      manager.email,
      'Zebulon',
      buyer.id,
      buyer.email,
      'Quixada',
      ticket.id,
      ticket.code,
    ]) {
      assert.ok(!text.includes(secret), `${path} holds ${secret}`)
    }
  }
})

test('an artist has only web links, and the next gigs', async () => {
  const artist = await anArtist(world, {
    bio: 'Three brothers',
    music_streaming: 'https://music.example/ebb',
    video_sharing: 'javascript:alert(1)',
  })
  const festival = await aFestival(world)
  await aGig(world, {
    festival_id: festival.id,
    artist_id: artist.id,
    start_time: new Date('2099-07-02T20:00:00Z'),
  })
  const { text } = await get(`/guide/artists/${artist.id}`, { client: null })
  assert.match(
    text,
    /href="https:\/\/music\.example\/ebb" rel="noopener noreferrer nofollow" target="_blank"/,
  )
  assert.doesNotMatch(text, /javascript:/)
  assert.ok(text.includes('Thu 2 Jul 2099, 20:00'))
  assert.ok(text.includes(`<a href="/guide/${festival.id}">${festival.name}</a>`))
})

test('a stored photo is shown from this host, and its metadata have the full address', async () => {
  const photo = '/photos/abcdefghijklmnopqrstuvwx.webp'
  const festival = await aFestival(world, { photo })
  const { text } = await get(`/guide/${festival.id}`, {
    client: null,
    headers: { host: 'guide.example' },
  })
  assert.ok(text.includes(`<img class="cover" src="${photo}"`))
  assert.ok(text.includes(`<meta property="og:image" content="http://guide.example${photo}">`))
})

test('a page costs a constant number of round trips', async () => {
  const country = aName('Land')
  const count = async (path: string) => {
    await get(path, { client: null })
    const before = world.statements.length
    await get(path, { client: null })
    return world.statements.length - before
  }
  const path = `/?country=${encodeURIComponent(country)}`
  await aFestival(world, { country })
  const few = await count(path)
  await Promise.all(Array.from({ length: 11 }, () => aFestival(world, { country })))
  assert.equal(await count(path), few)
})

test('calendars still find the festival they link to', async () => {
  const festival = await aFestival(world)
  const { status, headers } = await get(`/?festival=${festival.id}`, { client: null })
  assert.deepEqual([status, headers['location']], [302, `/guide/${festival.id}`])
  assert.deepEqual((await get('/guide', { client: null })).headers['location'], '/')
})

// Requirement (rules): suspending the guide's client closes it, with 503
test('a suspended guide is closed with a friendly page, and opens again', async () => {
  const other = await aWorld({ parts: { pagesFolder } })
  assert.equal((await other.get('/', { client: null })).status, 200)
  const suspend = async (suspended_at: Date | null) => {
    await other.db.updateTable('clients').set({ suspended_at }).where('id', '=', 'guide').execute()
    if (suspended_at) await other.access.endClient(other.db, 'guide')
  }
  await suspend(new Date())
  const seen = await Promise.all([1, 2, 3].map(() => untilStatus(other, 503)))
  for (const { text, headers } of seen) {
    assert.match(text, /<h1>The guide is closed<\/h1>/)
    assert.equal(headers['retry-after'], '300')
    assert.equal(headers['set-cookie'], undefined)
  }
  const rows = await other.db
    .selectFrom('tokens')
    .select('hash')
    .where('client_id', '=', 'guide')
    .execute()
  assert.equal(rows.length, 0)
  await suspend(null)
  assert.equal((await untilStatus(other, 200)).status, 200)
})

async function untilStatus({ get }: Pick<typeof world, 'get'>, status: number): Promise<Answer> {
  let answer = await get('/', { client: null })
  await until(`the guide answers ${status}`, async () => {
    answer = await get('/', { client: null })
    return answer.status === status
  })
  return answer
}

// Requirement (rules): while the database is away a page says so, with Retry-After
test('while the database does not answer a page says so', async () => {
  const away = await aWorld({ parts: { pagesFolder }, env: { TIMEOUT_SCALE: '1' } })
  assert.equal((await away.get('/', { client: null })).status, 200)
  await away.work.transaction().execute(async (trx) => {
    await sql`lock table festivals in access exclusive mode`.execute(trx)
    const { status, text, headers } = await away.get('/', { client: null })
    assert.deepEqual([status, headers['retry-after']], [503, '1'])
    assert.match(text, /<h1>Back in a moment<\/h1>/)
  })
  assert.equal((await away.get('/', { client: null })).status, 200)
})

test('an internal error reveals nothing', async () => {
  const away = await aWorld({ parts: { pagesFolder } })
  assert.equal((await away.get('/', { client: null })).status, 200)
  await away.db.schema.alterTable('festivals').renameTo('festivals_gone').execute()
  const broken = await away.get('/', { client: null })
  assert.equal(broken.status, 500)
  assert.match(broken.text, /<h1>Back in a moment<\/h1>/)
  assert.doesNotMatch(broken.text, /festivals_gone|relation|select/)
})

test('while the pages are not built the guide says what to do', async () => {
  const bare = await mkdtemp(join(tmpdir(), 'festival-bare-'))
  after(() => rm(bare, { recursive: true, force: true }))
  const unbuilt = await aWorld({ parts: { pagesFolder: bare } })
  const { status, body } = await unbuilt.get('/', { client: null })
  assert.deepEqual([status, body.error], [503, 'The pages are not built yet: npm run setup'])
})

test('offers of an organizer that is not approved are not shown as on sale', async () => {
  const strict = await aWorld({ parts: { pagesFolder }, env: { ORGANIZERS: 'approved' } })
  const pageOf = async (approved_at: Date | null) => {
    const organizer = await anOrganizer(strict, { approved_at })
    const { id: festival_id } = await aFestival(strict, { organizer_id: organizer.id })
    await aTier(strict, { festival_id, end_time: new Date('2098-01-01') })
    return (await strict.get(`/guide/${festival_id}`, { client: null })).text
  }
  assert.match(await pageOf(new Date()), /100 left[^]*On sale until/)
  const waiting = await pageOf(null)
  assert.match(waiting, /Sale closed/)
  assert.doesNotMatch(waiting, /On sale|\d left|InStock/)
})
