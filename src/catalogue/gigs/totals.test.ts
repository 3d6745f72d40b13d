import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { transact } from '#platform/database/transactions'
import { fold } from '#platform/values/text'
import { aFestival, aGig, aName, anArtist, aPlace } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'

let clock = new Date('2027-01-30T12:00:00.000Z')
const world = await aWorld({ now: () => clock })
const { db, get } = world
const day = 86_400_000
const at = (days: number) => new Date(clock.getTime() + days * day)

// Requirement (rules): Gigs: an answer holds until the millisecond at which its set changes
test('an answer is valid until the millisecond at which a gig begins, or is no longer upcoming', async () => {
  clock = at(20)
  const country = aName('Land')
  const festival = await aFestival(world, { country, start_time: at(1), end_time: at(3) })
  const artist = await anArtist(world)
  const gig = { festival_id: festival.id, artist_id: artist.id }
  const timed = await aGig(world, { ...gig, start_time: at(2) })
  const tba = await aGig(world, gig)
  const urls = [
    '/gigs?',
    `/gigs?country=${encodeURIComponent(country)}`,
    `/gigs?artist=${artist.id}`,
  ]
  const [starts, ends] = [at(2), at(3)]
  const around: [now: Date, expected: string[]][] = [
    [new Date(starts.getTime() - 1), [timed.id, tba.id]],
    [starts, [tba.id]],
    [ends, [tba.id]],
    [new Date(ends.getTime() + 1), []],
  ]
  for (const [now, expected] of around) {
    clock = now
    for (const url of urls) {
      const { gigs, pagination } = (await get(url)).body
      assert.deepEqual(
        [gigs.map(({ id }: { id: string }) => id), pagination.total],
        [expected, expected.length],
      )
    }
    const { artists } = (await get('/gigs/chart')).body
    const counts = artists.map(({ gig_count }: { gig_count: number }) => gig_count)
    assert.deepEqual(counts, expected.length > 0 ? [expected.length] : [])
  }
})

test('a gig follows its festival: to another country, another time, and out of every list', async () => {
  clock = at(20)
  const [country, other] = [aName('Land'), aName('Land')]
  const festival = await aFestival(world, { country, start_time: at(5), end_time: at(6) })
  const timed = await aGig(world, { festival_id: festival.id, start_time: at(5) })
  const tba = await aGig(world, { festival_id: festival.id })
  const listed = async (query: string) =>
    (await get(`/gigs?${query}`)).body.gigs.map(({ id }: { id: string }) => id)
  const inCountry = (name: string) => listed(`country=${encodeURIComponent(name)}`)
  const inMonth = (time: Date) => listed(`month=${time.toISOString().slice(0, 7)}`)
  const change = (values: object) =>
    db.updateTable('festivals').set(values).where('id', '=', festival.id).execute()
  assert.deepEqual(await inCountry(country), [timed.id, tba.id])
  await change({ country: other, country_key: fold(other) })
  assert.deepEqual([await inCountry(country), await inCountry(other)], [[], [timed.id, tba.id]])
  await change({ start_time: at(400), end_time: at(401) })
  assert.deepEqual(await inMonth(at(5)), [timed.id])
  assert.deepEqual(await inMonth(at(400)), [tba.id])
  await change({ start_time: at(-3), end_time: at(-2) })
  assert.deepEqual(await inCountry(other), [timed.id])
  await change({ end_time: at(1) })
  assert.deepEqual(await inCountry(other), [timed.id, tba.id])
  await change({ deleted_at: at(0) })
  assert.deepEqual(await inCountry(other), [])
})

test("a gig that is added while its festival moves gets the festival's new values", async () => {
  for (let round = 0; round < 30; round++) {
    const [before, after] = [aName('Land'), aName('Land')]
    const { id } = await aFestival(world, { country: before, start_time: at(5), end_time: at(6) })
    await Promise.all([
      aGig(world, { festival_id: id, start_time: at(5) }),
      transact(db, (trx) =>
        trx
          .updateTable('festivals')
          .set({ country: after, country_key: fold(after) })
          .where('id', '=', id)
          .execute(),
      ),
    ])
    const { gigs } = (await get(`/gigs?country=${encodeURIComponent(after)}`)).body
    assert.equal(gigs.length, 1)
  }
})

test('nested artists, places and festivals in a list are never outdated', async () => {
  clock = at(20)
  const country = aName('Land')
  const festival = await aFestival(world, { country, start_time: at(5), end_time: at(6) })
  const [artist, place] = [
    await anArtist(world),
    await aPlace(world, { festival_id: festival.id, type: null }),
  ]
  const gig = { festival_id: festival.id, artist_id: artist.id, place_id: place.id }
  const { id } = await aGig(world, { ...gig, start_time: at(5) })
  const urls = [
    '/gigs',
    '/gigs/chart',
    `/gigs?country=${encodeURIComponent(country)}`,
    `/gigs?artist=${artist.id}`,
    `/gigs?month=${at(5).toISOString().slice(0, 7)}`,
  ]
  const shown = async () => Promise.all(urls.map(async (url) => (await get(url)).text))
  for (const table of ['artists', 'places', 'festivals'] as const) {
    const old = { artists: artist, places: place, festivals: festival }[table]
    const name = aName('New')
    await shown()
    await sql`update ${sql.table(table)} set name = ${name} where id = ${old.id}`.execute(db)
    for (const [index, text] of (await shown()).entries()) {
      const isShown = table === 'artists' || urls[index] !== '/gigs/chart'
      assert.deepEqual(
        [text.includes(old.name), text.includes(name)],
        [false, isShown],
        `${urls[index]}`,
      )
    }
  }
  await db
    .updateTable('gigs')
    .set({ end_time: at(6) })
    .where('id', '=', id)
    .execute()
  const texts = await shown()
  assert.ok(texts.every((text, index) => index === 1 || text.includes(at(6).toISOString())))
})

test('counts are cached, except for the month of a change', async () => {
  clock = at(20)
  const { id: festival_id } = await aFestival(world)
  const statements = async (url: string) => {
    const before = world.statements.length
    assert.equal((await get(url)).status, 200)
    return world.statements.length - before
  }
  await aGig(world, { festival_id, start_time: at(5) })
  await statements('/gigs?limit=7')
  assert.equal(await statements('/gigs?limit=8'), 1)
  assert.equal(await statements('/gigs?limit=8'), 0)
  await aGig(world, { festival_id, start_time: at(1) })
  assert.equal(await statements('/gigs?limit=8'), 2)
  await aGig(world, { festival_id, start_time: at(90) })
  assert.equal(await statements('/gigs?limit=8'), 3)
})
