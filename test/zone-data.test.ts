/**
 * Every part says the same local time and day, by the time zone data of Node. Chromium 153 has tz 2026a, PostgreSQL 18.4
 * 2026b, Node 26.12.1 2026e: they disagree on Casablanca, Edmonton and Winnipeg.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { aTier } from './buying.ts'
import { anArtist, anOrganizer } from './catalogue.ts'
import { aDevice } from './gate.ts'
import { nextMailTo } from './mailbox.ts'
import { linesIn } from './pdf.ts'
import { aWorld } from './world.ts'

const world = await aWorld()
const { app, client, db, get, post, aUser, statements } = world
await world.jobs.start()
const manager = await aUser()
const { id: organizer_id } = await anOrganizer(world)
await db.insertInto('organizer_managers').values({ organizer_id, user_id: manager.id }).execute()

for (const { named, zone, starts, shown, day } of [
  // Clocks by the decree of 2026: UTC all year; by older data an hour ahead of it, and so on the day after at 06:30.
  {
    named: 'Africa/Casablanca',
    zone: 'Africa/Casablanca',
    starts: '2027-06-26T05:30:00.000Z',
    shown: '05:30',
    day: '2027-06-25',
  },
  {
    named: 'America/Edmonton',
    zone: 'America/Edmonton',
    starts: '2027-02-10T12:30:00.000Z',
    shown: '06:30',
    day: '2027-02-10',
  },
  {
    named: 'America/Winnipeg',
    zone: 'America/Winnipeg',
    starts: '2027-02-10T11:30:00.000Z',
    shown: '06:30',
    day: '2027-02-10',
  },
  {
    named: 'America/Havana',
    zone: 'America/Havana',
    starts: '2027-02-10T10:30:00.000Z',
    shown: '05:30',
    day: '2027-02-09',
  },
  {
    named: 'Asia/Calcutta',
    zone: 'Asia/Kolkata',
    starts: '2027-02-09T23:30:00.000Z',
    shown: '05:00',
    day: '2027-02-09',
  },
  {
    named: 'Europe/Berlin',
    zone: 'Europe/Berlin',
    starts: '2027-07-01T04:30:00.000Z',
    shown: '06:30',
    day: '2027-07-01',
  },
]) {
  // Requirement (rules): Every part says the same local time, whatever PostgreSQL knows of the zone
  test(`API, page, calendar, ticket, mail and gate say ${shown} of the festival in ${named}`, async () => {
    const local = Temporal.Instant.from(starts).toZonedDateTimeISO(zone)
    assert.equal(local.toPlainTime().toString({ smallestUnit: 'minute' }), shown)
    const artist = await anArtist(world)
    const ends = local.add({ days: 2 }).toInstant().toString()
    const { status, text, body } = await post(
      '/festivals',
      {
        name: 'Tide',
        organizer_id,
        time_zone: named,
        start_time: starts,
        end_time: ends,
        gigs: [{ artist_id: artist.id, start_time: starts }],
      },
      { as: manager },
    )
    assert.equal(status, 201, text)
    assert.equal(body.time_zone, zone)
    const { id } = body
    statements.length = 0

    const { days } = (await get(`/festivals/${id}/timetable`)).body
    assert.deepEqual(
      days.map(({ date }: { date: string }) => date),
      [day],
    )
    const { dates } = (await get(`/festivals/${id}/day?date=${day}`)).body
    assert.deepEqual(dates, [{ date: day, gigs: 1 }])

    const page = (await get(`/guide/${id}?day=${day}`, { client: null })).text
    assert.match(page, new RegExp(`id="day-${day}"`))
    assert.match(page, new RegExp(`class="times"><time[^>]*>${shown}<`))

    const calendar = (await get(`/festivals/${id}/calendar.ics`)).text
    const written = `DTSTART:${starts.replace('.000', '').replaceAll(/[-:]/g, '')}`
    assert.ok(calendar.includes(written), calendar)

    const buyer = await aUser()
    const tier = await aTier(world, { festival_id: id })
    const bought = await post(
      '/payments',
      { payment_type: 'ticket', entity_id: tier.id },
      { as: buyer },
    )
    assert.equal(bought.status, 201, bought.text)
    const told = `${local.day} ${local.toLocaleString('en', { month: 'long' })} 2027 at ${shown}`
    assert.ok((await nextMailTo(world, buyer.email)).includes(told), told)
    const { rawPayload } = await app.inject({
      url: `/payments/${bought.body.id}/ticket.pdf`,
      headers: { 'x-f-authorization': client.token, 'x-f-authentication': buyer.token },
    })
    assert.ok((await linesIn(rawPayload)).join('\n').includes(told), told)

    const device = await aDevice(world, { festival: { id }, manager })
    const headers = { 'x-f-authentication': device.token }
    const { festival } = (await get(`/gate/${id}/manifest`, { headers })).body
    assert.deepEqual([festival.time_zone, festival.start_time], [zone, starts])
    assert.deepEqual(
      statements.filter((text) => /at time zone (?!'UTC')/.test(text)),
      [],
    )
  })
}

// Requirement (rules): contract §10.1 Sales: days are those of the festival
test('what is sold at 23:20 in Los Angeles is of that day in every figure', async () => {
  const { body } = await post(
    '/festivals',
    {
      name: 'Tide',
      organizer_id,
      time_zone: 'America/Los_Angeles',
      start_time: '2027-07-10T12:00:00Z',
      end_time: '2027-07-12T12:00:00Z',
    },
    { as: manager },
  )
  const tier = await aTier(world, { festival_id: body.id, price_cents: 1234 })
  const sale = await post(
    '/payments',
    { payment_type: 'ticket', entity_id: tier.id },
    { as: await aUser() },
  )
  await sql`update payments set created_at = '2027-06-02T06:20:00Z' where id = ${sale.body.id}`.execute(
    db,
  )
  const { days } = (await get(`/festivals/${body.id}/sales`, { as: manager })).body
  assert.deepEqual(
    days.map(({ date, sold }: { date: string; sold: number }) => [date, sold]),
    [['2027-06-01', 1]],
  )
  const compared = (await get(`/festivals/${body.id}/sales/compared`, { as: manager })).body
  assert.equal(compared.edition.days[0].days_to_start, 39)
  for (const [query, sold] of [
    ['from=2027-06-01&to=2027-06-01', 1],
    ['from=2027-06-02', 0],
    ['from=2027-06-02T06:00:00Z', 1],
  ] as const) {
    const narrowed = await get(`/festivals/${body.id}/sales?${query}`, { as: manager })
    assert.equal(narrowed.body.days.length, sold, query)
  }
  for (const [date, sold] of [
    ['2027-06-01', 1],
    ['2027-06-02', 0],
  ] as const) {
    assert.equal((await get(`/users/i/sales?date=${date}`, { as: manager })).body.sold, sold)
  }
})
