import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/ids'
import { aFestival, aGig, anArtist, aPlace } from '../../test/catalogue.ts'
import { aWorld, type World } from '../../test/world.ts'
import { dayOf } from './timetable.ts'

const world = await aWorld()
const { get, statements } = world

const at = (time: string) => new Date(`2099-07-${time}:00.000Z`)

test('a night belongs to the evening it began on, until six', () => {
  for (const [start, day] of [
    ['02T00:00', '2099-07-01'],
    ['02T05:59', '2099-07-01'],
    ['02T06:00', '2099-07-02'],
    ['02T23:59', '2099-07-02'],
    ['01T03:00', '2099-06-30'],
  ] as const) {
    assert.equal(dayOf(at(start)), day, start)
  }
  assert.equal(dayOf(new Date('2100-01-01T02:00:00.000Z')), '2099-12-31')
  for (const time of ['00:00', '05:59', '06:00']) {
    assert.equal(dayOf(new Date(`0001-01-01T${time}:00.000Z`)), '0001-01-01')
  }
})

/** A festival of two days on two stages, written out of order, with what is still open. */
async function aLineUp(world: World) {
  const festival = await aFestival(world)
  const { id: festival_id } = festival
  const small = await aPlace(world, { festival_id, position: 1, name: 'Attic' })
  const large = await aPlace(world, { festival_id, position: 0, name: 'Zenith' })
  const artist = await anArtist(world, { photo: '/photos/a.webp' })
  const gig = (place_id: string | null, start: string | null) =>
    aGig(world, {
      festival_id,
      place_id,
      artist_id: artist.id,
      start_time: start === null ? null : at(start),
    })
  const gigs = {
    late: await gig(small.id, '02T01:00'),
    open: await gig(large.id, null),
    second: await gig(large.id, '02T19:00'),
    nowhere: await gig(null, '01T20:00'),
    first: await gig(large.id, '01T18:00'),
    next: await gig(large.id, '01T21:00'),
    early: await gig(small.id, '01T17:00'),
    unknown: await gig(null, null),
  }
  return { festival, small, large, artist, gigs }
}

test('gigs stand by day, by stage in the order of the places, then by start', async () => {
  const { festival, small, large, gigs } = await aLineUp(world)
  const { status, body } = await get(`/festivals/${festival.id}/timetable`)
  assert.equal(status, 200)
  assert.deepEqual(body.festival, {
    id: festival.id,
    name: festival.name,
    start_time: '2099-07-01T12:00:00.000Z',
    end_time: '2099-07-04T00:00:00.000Z',
    cancelled_at: null,
  })
  type Held = { place: { id: string } | null; gigs: { id: string }[] }
  const days = body.days.map(({ date, stages }: { date: string | null; stages: Held[] }) => [
    date,
    stages.map(({ place, gigs: held }) => [place?.id ?? null, held.map(({ id }) => id)]),
  ])
  assert.deepEqual(days, [
    [
      '2099-07-01',
      [
        [large.id, [gigs.first.id, gigs.next.id]],
        [small.id, [gigs.early.id, gigs.late.id]],
        [null, [gigs.nowhere.id]],
      ],
    ],
    ['2099-07-02', [[large.id, [gigs.second.id]]]],
    [
      null,
      [
        [large.id, [gigs.open.id]],
        [null, [gigs.unknown.id]],
      ],
    ],
  ])
})

test('a gig says who plays where and when', async () => {
  const { festival, large, artist, gigs } = await aLineUp(world)
  const { body } = await get(`/festivals/${festival.id}/timetable`)
  const place = { id: large.id, name: 'Zenith', type: 'stage' }
  assert.deepEqual(body.days[0].stages[0].place, place)
  assert.deepEqual(body.days[0].stages[0].gigs[0], {
    id: gigs.first.id,
    start_time: '2099-07-01T18:00:00.000Z',
    end_time: null,
    artist: {
      id: artist.id,
      name: artist.name,
      photo: body.days[0].stages[0].gigs[0].artist.photo,
    },
    place,
  })
  assert.match(body.days[0].stages[0].gigs[0].artist.photo, /^http.+\/photos\/a\.webp$/)
})

test('an empty festival has no days; an unknown or deleted one is 404', async () => {
  const { id } = await aFestival(world)
  const url = `/festivals/${id}/timetable`
  assert.deepEqual((await get(url)).body.days, [])
  await world.db
    .updateTable('festivals')
    .set({ deleted_at: new Date() })
    .where('id', '=', id)
    .execute()
  assert.equal((await get(url)).status, 404)
  assert.equal((await get(`/festivals/${newId()}/timetable`)).status, 404)
  assert.equal((await get('/festivals/none/timetable')).status, 404)
  assert.equal((await get(url, { client: null })).status, 401)
})

test('a long line-up takes two statements, and an ETag spares sending it again', async () => {
  const { festival } = await aLineUp(world)
  const url = `/festivals/${festival.id}/timetable`
  await get(url)
  statements.length = 0
  const { headers } = await get(url)
  assert.equal(statements.length, 2)
  const again = await get(url, { headers: { 'if-none-match': `${headers['etag']}` } })
  assert.equal(again.status, 304)
  assert.match(`${headers['cache-control']}`, /private/)
})
