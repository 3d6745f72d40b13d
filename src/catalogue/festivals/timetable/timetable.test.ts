import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { dayOf } from '#platform/zones/days'
import { instantOf } from '#platform/zones/local-time'
import { aFestival, aGig, anArtist, aPlace } from '../../../../test/catalogue.ts'
import { aWorld, type World } from '../../../../test/world.ts'

const world = await aWorld()
const { get, statements } = world

const at = (time: string) => new Date(`2099-07-${time}:00.000Z`)

// Requirement (rules): The timetable's night belongs to the evening before
test('a night belongs to the evening it began on, until six', () => {
  for (const [start, day] of [
    ['02T00:00', '2099-07-01'],
    ['02T05:59', '2099-07-01'],
    ['02T06:00', '2099-07-02'],
    ['02T23:59', '2099-07-02'],
    ['01T03:00', '2099-06-30'],
  ] as const) {
    assert.equal(dayOf(at(start), 'UTC'), day, start)
  }
  assert.equal(dayOf(new Date('2100-01-01T02:00:00.000Z'), 'UTC'), '2099-12-31')
  for (const time of ['00:00', '05:59', '06:00']) {
    assert.equal(dayOf(new Date(`0001-01-01T${time}:00.000Z`), 'UTC'), '0001-01-01')
  }
  // 23:30 there, and then 06:00 of the next morning.
  assert.equal(dayOf(at('02T03:30'), 'America/New_York'), '2099-07-01')
  assert.equal(dayOf(at('02T09:59'), 'America/New_York'), '2099-07-01')
  assert.equal(dayOf(at('02T10:00'), 'America/New_York'), '2099-07-02')
})

test('the days of a festival are those of its time zone, from the first to the last there is', async () => {
  for (const [time_zone, start_time, day] of [
    ['America/New_York', '2099-07-02T09:59:00Z', '2099-07-01'],
    ['America/New_York', '2099-07-02T10:00:00Z', '2099-07-02'],
    ['Asia/Kathmandu', '2099-07-02T00:14:00Z', '2099-07-01'],
    ['Asia/Kathmandu', '2099-07-02T00:15:00Z', '2099-07-02'],
    ['Asia/Tokyo', '9999-12-31T23:00:00Z', '9999-12-31'],
    ['America/New_York', '0001-01-01T00:00:00Z', '0001-01-01'],
  ] as const) {
    const { id: festival_id } = await aFestival(world, { time_zone })
    await aGig(world, { festival_id, start_time: new Date(start_time) })
    const { body } = await get(`/festivals/${festival_id}/timetable`)
    assert.deepEqual(
      body.days.map(({ date }: { date: string }) => date),
      [day],
    )
    const one = await get(`/festivals/${festival_id}/day?date=${day}`)
    assert.equal(one.body.pagination.total, 1)
    assert.equal(one.body.days.length, 1, start_time)
  }
})

/** Zones with clock changes of an hour, of half an hour, and at midnight. */
const changing = ['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'America/Havana']

test('in a night when clocks change every gig is on one day, in its order, and no other', async () => {
  const spring = [Date.UTC(2027, 2, 12), Date.UTC(2027, 2, 27), Date.UTC(2027, 9, 2)]
  const autumn = [Date.UTC(2027, 3, 3), Date.UTC(2027, 9, 30), Date.UTC(2027, 10, 6)]
  for (const time_zone of changing) {
    for (const from of [...spring, ...autumn]) {
      const { id: festival_id } = await aFestival(world, { time_zone })
      const starts = Array.from({ length: 24 }, (_, nth) => new Date(from + nth * 2.5 * 3_600_000))
      for (const start_time of starts) await aGig(world, { festival_id, start_time })
      const days = Object.entries(Object.groupBy(starts, (start) => dayOf(start, time_zone)))
      const expected = days.map(([date, held = []]) => [date, held.map((one) => one.toISOString())])
      const { body } = await get(`/festivals/${festival_id}/timetable`)
      assert.deepEqual(body.days.map(heldOn), expected)
      for (const [date, held] of expected) {
        const one = await get(`/festivals/${festival_id}/day?date=${date}`)
        assert.deepEqual(one.body.days.map(heldOn), [[date, held]])
      }
    }
  }
})

function heldOn({ date, stages }: { date: string; stages: { gigs: { start_time: string }[] }[] }) {
  return [date, stages.flatMap(({ gigs }) => gigs.map(({ start_time }) => start_time))]
}

/** A festival of two days on two stages, written out of order, with open slots. */
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

// Requirement (rules): GET /festivals/:id/timetable: by day, then stage, TBA last
test('gigs are sorted by day, by stage in the order of the places, then by start', async () => {
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
  type StageOfDay = { place: { id: string } | null; gigs: { id: string }[] }
  const days = body.days.map(({ date, stages }: { date: string | null; stages: StageOfDay[] }) => [
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
    headliner: false,
    billing: null,
    billing_text: null,
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

test('a long line-up takes two statements, and an ETag avoids sending it again', async () => {
  const { festival } = await aLineUp(world)
  const url = `/festivals/${festival.id}/timetable`
  await get(`/festivals/${newId()}/timetable`)
  statements.length = 0
  const { headers } = await get(url)
  assert.equal(statements.length, 2)
  const again = await get(url, { headers: { 'if-none-match': `${headers['etag']}` } })
  assert.equal(again.status, 304)
  assert.match(`${headers['cache-control']}`, /private/)
})

test('simultaneous readers share one query, and a change is seen at once', async () => {
  const { festival, artist } = await aLineUp(world)
  const { id } = festival
  for (const url of [`/festivals/${id}/timetable`, `/festivals/${id}/day?date=2099-07-01`]) {
    await get(`/festivals/${newId()}/timetable`)
    statements.length = 0
    const [first] = await Promise.all(Array.from({ length: 8 }, () => get(url)))
    assert.ok(statements.length <= 3, `${statements.length} statements`)
    for (const change of [{ name: `${url} anew` }, { photo: `https://p.example/${url.length}` }]) {
      await world.db.updateTable('artists').set(change).where('id', '=', artist.id).execute()
      const after = await get(url)
      assert.notEqual(after.text, first?.text)
      assert.ok(after.text.includes(Object.values(change)[0] ?? ''))
    }
  }
})

test('a day is read a page at a time, earliest first, with all days beside it', async () => {
  const { festival, large, small, gigs } = await aLineUp(world)
  const at = (query: string) => get(`/festivals/${festival.id}/day?${query}`)
  const dates = [
    { date: '2099-07-01', gigs: 5 },
    { date: '2099-07-02', gigs: 1 },
    { date: null, gigs: 2 },
  ]
  type StageOfDay = { place: { id: string } | null; gigs: { id: string }[] }
  const idsOf = (body: { days: { stages: StageOfDay[] }[] }) =>
    body.days.flatMap(({ stages }) =>
      stages.map(({ place, gigs: held }) => [place?.id ?? null, held.map(({ id }) => id)]),
    )
  const first = await at('date=2099-07-01&limit=3')
  assert.deepEqual(first.body.dates, dates)
  assert.deepEqual(first.body.pagination, {
    page: 1,
    limit: 3,
    total: 5,
    totalPages: 2,
    hasMore: true,
  })
  assert.deepEqual(idsOf(first.body), [
    [large.id, [gigs.first.id]],
    [small.id, [gigs.early.id]],
    [null, [gigs.nowhere.id]],
  ])
  const second = await at('date=2099-07-01&limit=3&page=2')
  assert.deepEqual(idsOf(second.body), [
    [large.id, [gigs.next.id]],
    [small.id, [gigs.late.id]],
  ])
  // Without a date it is the first day, since the festival is not running.
  assert.deepEqual((await at('limit=3')).body.days, first.body.days)
  const open = (await at('date=none')).body
  assert.deepEqual(
    open.days.map(({ date }: { date: null }) => date),
    [null],
  )
  assert.equal(open.pagination.total, 2)
  for (const date of ['2099-07-03', '2099-02-31']) {
    const { status, body } = await at(`date=${date}`)
    assert.deepEqual([status, body.days, body.pagination.total], [200, [], 0], date)
  }
  assert.equal((await at('date=tomorrow')).status, 400)
  assert.equal((await get(`/festivals/${newId()}/day`)).status, 404)
})

test('today is the default day while anything is on', async () => {
  const today = Date.parse(dayOf(new Date(), 'UTC'))
  const noon = (days: number) => new Date(today + (days * 24 + 12) * 3_600_000)
  const { id: festival_id } = await aFestival(world, { start_time: noon(-1), end_time: noon(1) })
  for (const days of [-1, 0, 1]) await aGig(world, { festival_id, start_time: noon(days) })
  const { body } = await get(`/festivals/${festival_id}/day`)
  assert.deepEqual(
    body.days.map(({ date }: { date: string }) => date),
    [dayOf(noon(0), 'UTC')],
  )
})

test('today is that of the festival', async () => {
  // At any time, it is another day in one of these zones than in the others.
  for (const time_zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']) {
    const today = dayOf(new Date(), time_zone)
    const start = instantOf(new Date(Date.parse(today) + 12 * 3_600_000), time_zone)
    const times = [-1, 0, 1].map((days) => new Date(start.getTime() + days * 24 * 3_600_000))
    const { id: festival_id } = await aFestival(world, { time_zone })
    for (const start_time of times) await aGig(world, { festival_id, start_time })
    const { body } = await get(`/festivals/${festival_id}/day`)
    assert.deepEqual(body.days.map(heldOn), [[today, [start.toISOString()]]])
  }
})

test('artists are listed once, by name, a page at a time', async () => {
  const { id: festival_id } = await aFestival(world)
  const names = ['Zenobia', 'Anemone', 'Mistral']
  for (const name of names) {
    const { id: artist_id } = await anArtist(world, { name })
    for (const start_time of [at('01T18:00'), null])
      await aGig(world, { festival_id, artist_id, start_time })
  }
  await aGig(world, { festival_id })
  const { body } = await get(`/festivals/${festival_id}/artists?limit=2`)
  assert.deepEqual(
    body.artists.map(({ name }: { name: string }) => name),
    ['Anemone', 'Mistral'],
  )
  assert.equal(body.pagination.total, 3)
  const second = await get(`/festivals/${festival_id}/artists?limit=2&page=2`)
  assert.equal(second.body.artists[0].name, 'Zenobia')
  assert.equal((await get(`/festivals/${newId()}/artists`)).status, 404)
})

test('a summary has the start of each list and its total', async () => {
  const { festival, artist, large, gigs } = await aLineUp(world)
  const { status, body } = await get(`/festivals/${festival.id}/summary?nested=1`)
  assert.equal(status, 200)
  assert.deepEqual(body.totals, { gigs: 8, artists: 1, places: 2, tickets: 0 })
  assert.deepEqual(
    [body.gigs, body.places].map((list) => list.map(({ id }: { id: string }) => id)),
    [[gigs.early.id], [large.id]],
  )
  const { body: whole } = await get(`/festivals/${festival.id}`)
  const { totals: _, ...summary } = (await get(`/festivals/${festival.id}/summary`)).body
  assert.deepEqual(summary, whole)
  const page = await get(`/festivals?organizer=${festival.organizer_id}&page=1&nested=0`)
  assert.deepEqual(page.body.festivals[0].totals, body.totals)
  assert.deepEqual(page.body.festivals[0].gigs, [])
  assert.equal(whole.gigs[0].artist.id, artist.id)
  assert.equal((await get(`/festivals/${newId()}/summary`)).status, 404)
})
