/** A fan's own timetable as rendered by the server: readable without a script, and only by that fan. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { builtPages } from '../../../test/built-pages.ts'
import { aFestival, aGig, anArtist, aPlace } from '../../../test/catalogue.ts'
import { enterAsFan, type FanSession } from '../../../test/fan-session.ts'
import { anEmail } from '../../../test/guests.ts'
import { aWorld } from '../../../test/world.ts'

const clock = { now: new Date('2099-07-01T14:00:00.000Z') }
const world = await aWorld({
  now: () => clock.now,
  parts: { pagesFolder: await builtPages('<!-- head --><!-- body -->') },
})
const { app, db, post } = world
await world.jobs.start()
const password = 'correct horse battery'

type Headers = Record<string, string>

async function aFan() {
  const email = anEmail()
  await post('/users', { firstName: 'Ada', lastName: 'Marsh', email, password })
  return enterAsFan(world, { email, password })
}

const give = ({ cookie, key }: FanSession, id: string, body: object = {}) =>
  world.put(`/gigs/${id}/heart`, body, {
    client: null,
    headers: { cookie, 'x-festival-session': key },
  })

const open = (url: string, headers: Headers = {}) =>
  app.inject({ url, headers: { accept: 'text/html', ...headers } })

async function aLineUp() {
  const festival = await aFestival(world, { time_zone: 'Europe/Copenhagen' })
  const at = { festival_id: festival.id }
  const pier = await aPlace(world, { ...at, name: 'Pier', coordinates: '(12.6,55.7)' })
  const tent = await aPlace(world, { ...at, name: 'Tent', coordinates: '(12.6,55.7072)' })
  const gig = async (place: { id: string }, from: string, until: string) => {
    const artist = await anArtist(world)
    const [start_time, end_time] = [from, until].map((time) => new Date(`2099-07-01T${time}:00Z`))
    const about = { ...at, place_id: place.id, artist_id: artist.id }
    const { id } = await aGig(world, {
      ...about,
      start_time: start_time ?? null,
      end_time: end_time ?? null,
    })
    return { id, name: artist.name }
  }
  return {
    festival,
    page: `/guide/${festival.id}/mine`,
    one: await gig(pier, '16:00', '17:00'),
    other: await gig(tent, '16:30', '17:30'),
    third: await gig(pier, '17:40', '18:40'),
    left: await gig(pier, '20:00', '21:00'),
  }
}

test('a fan reads what they have chosen without a script, and it is kept nowhere', async () => {
  const fan = await aFan()
  const { festival, page, one, other, third, left } = await aLineUp()
  for (const { id } of [one, other, third]) await give(fan, id)
  const { statusCode, headers, payload } = await open(page, { cookie: fan.cookie })
  assert.equal(statusCode, 200)
  assert.equal(headers['cache-control'], 'no-store')
  assert.match(payload, /<meta name="robots" content="noindex">/)
  assert.match(payload, /<h2 id="day-2099-07-01">Wednesday 1 July 2099<\/h2>/)
  assert.match(payload, new RegExp(`${one.name} and ${other.name} clash from 18:30 to 19:00.`))
  assert.match(payload, /About 16 min on foot to Pier; <strong>only 10 min between the two/)
  assert.ok(payload.includes(`Next: ${one.name} (Pier), 18:00, in 2 h.`))
  assert.ok(!payload.includes(left.name))
  const ids = [one, other, third].map(({ id }) => id).join(',')
  assert.ok(payload.includes(`/festivals/${festival.id}/calendar.ics?gigs=${ids}&amp;language=en`))
  assert.ok(payload.includes(`href="${page}?gigs=${ids}"`))
})

test('a gig that was moved says from when to when, one that is gone that it is cancelled', async () => {
  const fan = await aFan()
  const { page, one, third } = await aLineUp()
  for (const { id } of [one, third]) await give(fan, id)
  const start_time = new Date('2099-07-01T19:15:00Z')
  await db
    .updateTable('gigs')
    .set({ start_time, end_time: null })
    .where('id', '=', one.id)
    .execute()
  await db.deleteFrom('gigs').where('id', '=', third.id).execute()
  const { payload } = await open(page, { cookie: fan.cookie })
  assert.match(payload, /Moved: was 18:00, now 21:15/)
  assert.match(payload, new RegExp(`<s>19:40</s>.*${third.name}.*Cancelled`, 's'))
  await db.updateTable('gigs').set({ start_time: null }).where('id', '=', one.id).execute()
  const { payload: open_ } = await open(page, { cookie: fan.cookie })
  assert.match(open_, /Moved: was Wed 1 Jul, 18:00, now to be announced/)
})

test('of a cancelled festival all is cancelled, and nothing is next', async () => {
  const fan = await aFan()
  const { festival, page, one } = await aLineUp()
  await give(fan, one.id)
  await db
    .updateTable('festivals')
    .set({ cancelled_at: clock.now })
    .where('id', '=', festival.id)
    .execute()
  const { payload } = await open(page, { cookie: fan.cookie })
  assert.match(payload, /This festival does not take place/)
  assert.doesNotMatch(payload, /id="next"/)
})

test('an empty one says what to do, to a visitor, a guest and an account', async () => {
  const { festival, page, one } = await aLineUp()
  const fan = await aFan()
  const guest = await enterAsFan(world)
  assert.equal((await give(guest, one.id)).body.code, 'needs_account')
  for (const [cookie, isAccount] of [
    ['', false],
    [guest.cookie, false],
    [fan.cookie, true],
  ] as const) {
    const { statusCode, payload } = await open(page, { cookie })
    assert.equal(statusCode, 200)
    assert.match(payload, /Nothing chosen yet/)
    assert.ok(payload.includes(`href="/guide/${festival.id}#timetable"`))
    assert.equal(payload.includes('kept in this browser alone'), !isAccount)
  }
})

test('a shared link shows the selection to everyone, and cannot change it', async () => {
  const fan = await aFan()
  const { page, one, third, left } = await aLineUp()
  await give(fan, left.id)
  const elsewhere = await aGig(world, { festival_id: (await aFestival(world)).id })
  const gigs = [one.id, third.id.toUpperCase(), elsewhere.id, newId(), 'nonsense', '"><b>'].join(
    ',',
  )
  for (const headers of [{}, { cookie: fan.cookie }]) {
    const { statusCode, payload } = await open(`${page}?gigs=${encodeURIComponent(gigs)}`, headers)
    assert.equal(statusCode, 200)
    assert.match(payload, /data-mine="shared"/)
    assert.ok(payload.includes(one.name) && payload.includes(third.name))
    assert.ok(!payload.includes(left.name) && !payload.includes('<b>'))
    assert.ok(!payload.includes(`data-chosen="${elsewhere.id}"`))
    assert.equal(payload.match(/data-chosen/g)?.length, 3)
    assert.doesNotMatch(payload, /data-do=/)
  }
})

test('what a browser keeps is in the address, with what was seen of each', async () => {
  const { page, one, other } = await aLineUp()
  const seen = Date.parse('2099-07-01T15:00:00Z')
  const both = `${one.id}~${seen}~k,${other.id}~n~k`
  const { payload } = await open(`${page}?own=1&gigs=${both}`)
  assert.match(payload, /data-mine="browser"/)
  assert.match(payload, /Moved: was 17:00, now 18:00/)
  assert.match(payload, /Moved: was to be announced, now Wed 1 Jul, 18:30/)
  assert.doesNotMatch(payload, /class="clash"/)
  const { payload: open_ } = await open(`${page}?own=1&gigs=${both.replace('~k', '')}`)
  assert.match(open_, /class="clash"/)
})

test('a hundred and fifty gigs are shown, more are left out', async () => {
  const { id: festival_id } = await aFestival(world)
  const rows = Array.from({ length: 151 }, () => ({
    id: newId(),
    festival_id,
    start_time: clock.now,
  }))
  await db.insertInto('gigs').values(rows).execute()
  const gigs = rows.map(({ id }) => id).join(',')
  const { statusCode, payload } = await open(`/guide/${festival_id}/mine?gigs=${gigs}`)
  assert.equal(statusCode, 200)
  assert.equal(payload.match(/data-chosen/g)?.length, 150)
  // All of them begin at once: two clashes of each are shown.
  assert.equal(payload.match(/class="clash"/g)?.length, 2 * 150 - 3)
})

test('the page of the festival is the same for a fan as for everyone', async () => {
  const fan = await aFan()
  const { festival, one } = await aLineUp()
  await give(fan, one.id)
  const address = `/guide/${festival.id}`
  const [theirs, others] = [await open(address, { cookie: fan.cookie }), await open(address)]
  const main = ({ payload }: { payload: string }) =>
    payload
      .slice(payload.indexOf('<main'), payload.indexOf('</main>'))
      .replace(/nonce="[^"]+"/g, '')
  assert.equal(main(theirs), main(others))
  assert.match(main(theirs), new RegExp(`data-gig="${one.id}"`))
  assert.doesNotMatch(main(theirs), /aria-pressed/)
})

for (const [why, path] of [
  ['an unknown festival', `/guide/${newId()}/mine`],
  ['nonsense', '/guide/nonsense/mine'],
] as const) {
  test(`${why} is 404, as a page`, async () => {
    const fan = await aFan()
    for (const headers of [{}, { cookie: fan.cookie }]) {
      const { statusCode, payload } = await open(path, headers)
      assert.equal(statusCode, 404)
      assert.match(payload, /<h1/)
    }
  })
}

test('names are text, whatever they are', async () => {
  const fan = await aFan()
  const { festival, page } = await aLineUp()
  const name = '<img src=x onerror=alert(1)>'
  const artist = await anArtist(world, { name })
  const gig = await aGig(world, { festival_id: festival.id, artist_id: artist.id })
  await give(fan, gig.id)
  const { payload } = await open(page, { cookie: fan.cookie })
  assert.ok(payload.includes('&lt;img src=x') && !payload.includes('<img src=x'))
  await db.deleteFrom('gigs').where('id', '=', gig.id).execute()
  const { payload: gone } = await open(page, { cookie: fan.cookie })
  assert.ok(gone.includes('&lt;img src=x') && !gone.includes('<img src=x'))
})
