import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { aFestival, aGig } from '../../../../test/catalogue.ts'
import { aWorld } from '../../../../test/world.ts'

// No time may depend on the machine's zone.
process.env['TZ'] = 'Pacific/Auckland'

const world = await aWorld()

type LocalTimes = { zone: string; instant: number; shown: string }

/** Reads a calendar by another program, which knows no zone except the ones described in it. */
function readerOf(text: string) {
  const calendar = ICAL.Component.fromString(text)
  const zones = calendar
    .getAllSubcomponents('vtimezone')
    .map((zone) => zone.getFirstPropertyValue('tzid'))
  const timeOf = (event: ICAL.Component, name: string): LocalTimes => {
    const time = event.getFirstPropertyValue(name)
    assert.ok(time instanceof ICAL.Time)
    const zone = time.zone?.tzid ?? ''
    if (zone !== 'UTC') assert.deepEqual(zones, [zone])
    return { zone, instant: time.toUnixTime() * 1_000, shown: `${time}` }
  }
  return calendar
    .getAllSubcomponents('vevent')
    .map((event) => ({ start: timeOf(event, 'dtstart'), end: timeOf(event, 'dtend') }))
}

async function calendarOf(
  times: { time_zone: string; start_time: Date; end_time: Date },
  gigs: { start_time: Date; end_time: Date | null }[],
): Promise<string> {
  const { id: festival_id } = await aFestival(world, times)
  for (const gig of gigs) await aGig(world, { festival_id, ...gig })
  const { text } = await world.get(`/festivals/${festival_id}/calendar.ics`, { client: null })
  return text
}

test('a calendar tells local times with their zone, on a machine in any zone', async () => {
  const text = await calendarOf(
    {
      time_zone: 'Europe/London',
      start_time: new Date('2027-06-23T08:00:00Z'),
      end_time: new Date('2027-06-28T04:00:00Z'),
    },
    [{ start_time: new Date('2027-06-25T21:00:00Z'), end_time: new Date('2027-06-25T22:15:00Z') }],
  )
  assert.ok(text.includes('\r\nDTSTART;TZID=Europe/London:20270625T220000\r\n'), text)
  assert.ok(text.includes('\r\nDTEND;TZID=Europe/London:20270625T231500\r\n'))
  assert.ok(text.includes('\r\nDTSTART;TZID=Europe/London:20270623T090000\r\n'))
  const [zone, ...more] = text.match(/BEGIN:VTIMEZONE.*?END:VTIMEZONE/gs) ?? []
  assert.deepEqual(more, [])
  assert.deepEqual(zone?.split('\r\n'), [
    'BEGIN:VTIMEZONE',
    'TZID:Europe/London',
    'BEGIN:DAYLIGHT',
    'DTSTART:20270328T010000',
    'TZOFFSETFROM:+0000',
    'TZOFFSETTO:+0100',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ])
  assert.ok(text.indexOf('END:VTIMEZONE') < text.indexOf('BEGIN:VEVENT'))
  const [, gig] = readerOf(text)
  assert.equal(gig?.start.instant, Date.parse('2027-06-25T21:00:00Z'))
})

test('the calendar of a festival in UTC describes no zone', async () => {
  const time = new Date('2027-06-25T21:00:00Z')
  const text = await calendarOf({ time_zone: 'UTC', start_time: time, end_time: time }, [])
  assert.ok(text.includes('\r\nDTSTART:20270625T210000Z\r\n'))
  assert.doesNotMatch(text, /TZID|VTIMEZONE/)
})

test('a zone whose clocks never change is described', async () => {
  const [start_time, end_time] = [
    new Date('2027-06-25T21:00:00Z'),
    new Date('2027-06-26T21:00:00Z'),
  ]
  for (const time_zone of ['Etc/GMT+5', 'Asia/Kathmandu', 'Asia/Tokyo']) {
    const text = await calendarOf({ time_zone, start_time, end_time }, [])
    const [whole] = readerOf(text)
    assert.equal(whole?.start.zone, time_zone)
    assert.equal(whole?.start.instant, start_time.getTime())
  }
})

const zones = [
  'Europe/London',
  'Europe/Dublin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Africa/Casablanca',
  'America/Havana',
  'Antarctica/Troll',
  'Asia/Kolkata',
]

test('a second reader finds every instant, in nights when clocks change too', async () => {
  const seen = { local: 0, utc: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      fc.date({ min: new Date('1990-01-01'), max: new Date('2080-01-01'), noInvalidDate: true }),
      fc.integer({ min: 1, max: 400 }),
      async (time_zone, near, days) => {
        const zoned = Temporal.Instant.fromEpochMilliseconds(near.getTime()).toZonedDateTimeISO(
          time_zone,
        )
        const change = zoned.getTimeZoneTransition('next') ?? zoned
        const middle = Math.floor(change.epochMilliseconds / 60_000) * 60_000
        const at = (minutes: number) => new Date(middle + minutes * 60_000)
        const [start_time, end_time] = [at(-1_440), at(days * 1_440)]
        const starts = Array.from({ length: 17 }, (_, nth) => (nth - 8) * 15)
        const gigs = [
          ...starts.map((from) => ({ start_time: at(from), end_time: at(from + 45) })),
          { start_time: at(60 * 1_440), end_time: null },
        ]
        const told = readerOf(await calendarOf({ time_zone, start_time, end_time }, gigs))
        const expected = [{ start_time, end_time }, ...gigs]
        for (const [nth, { start, end }] of told.entries()) {
          const { start_time: from, end_time: until } = expected[nth] ?? {}
          assert.equal(start.instant, from?.getTime(), start.shown)
          if (until) assert.equal(end.instant, until.getTime(), end.shown)
          seen[start.zone === 'UTC' ? 'utc' : 'local']++
        }
        assert.equal(told.length, expected.length)
      },
    ),
    { numRuns: 60 },
  )
  // Only times that clocks show twice, and times far from the festival, are in UTC.
  assert.ok(seen.local > seen.utc && seen.utc > 0, JSON.stringify(seen))
})

test('the description of a zone stays short, however long a festival is', async () => {
  const text = await calendarOf(
    {
      time_zone: 'Europe/London',
      start_time: new Date('1950-01-01T00:00:00Z'),
      end_time: new Date('9999-12-31T23:59:59Z'),
    },
    [{ start_time: new Date('2027-06-25T21:00:00Z'), end_time: null }],
  )
  assert.ok(text.split('BEGIN:DAYLIGHT').length <= 6)
  const [whole, gig] = readerOf(text)
  assert.equal(whole?.start.zone, 'UTC')
  assert.equal(gig?.start.shown, '2027-06-25T21:00:00Z')
})
