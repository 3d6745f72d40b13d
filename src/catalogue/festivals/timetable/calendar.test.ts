import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { newId } from '#platform/values/ids'
import { aFestival, aGig, anArtist, anOrganizer, aPlace } from '../../../../test/catalogue.ts'
import { aWorld } from '../../../../test/world.ts'

const world = await aWorld()
const { get, put, post, db } = world

type Event = Record<string, string>

/** Returns the content lines, unfolded (RFC 5545, section 3.1); fails when one is too long or ambiguous. */
function unfold(text: string): string[] {
  assert.ok(text.endsWith('\r\n'))
  const lines = text.slice(0, -2).split('\r\n')
  for (const line of lines) {
    assert.ok(Buffer.byteLength(line) <= 75, line)
    assert.doesNotMatch(line, /(?!\t)\p{Cc}|[\u2028\u2029\ufffd]/u)
  }
  return lines.join('\r\n').replaceAll('\r\n ', '').split('\r\n')
}

const texts = new Set(['SUMMARY', 'LOCATION', 'DESCRIPTION', 'NAME', 'X-WR-CALNAME'])

/** Returns the calendar's own fields, and the fields of its events; fails on an invalid content line. */
function parse(text: string): { calendar: Event; events: Event[] } {
  const [calendar, events]: [Event, Event[]] = [{}, []]
  let current = calendar
  const marks: string[] = []
  for (const line of unfold(text)) {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[A-Z-]+=[^:;]+)*:(.*)$/s.exec(line) ?? []
    assert.notEqual(name, '', line)
    assert.equal(current[name], undefined, `${name} twice`)
    if (name === 'BEGIN' || name === 'END') marks.push(line)
    else current[name] = texts.has(name) ? unescape(value) : value
    if (line === 'BEGIN:VEVENT') events.push((current = {}))
    if (line === 'END:VEVENT') current = calendar
  }
  const inside = events.flatMap(() => ['BEGIN:VEVENT', 'END:VEVENT'])
  assert.deepEqual(marks, ['BEGIN:VCALENDAR', ...inside, 'END:VCALENDAR'])
  return { calendar, events }
}

function unescape(value: string): string {
  // A backslash must start an escape, and characters that need one must have it.
  assert.match(value, /^(?:[^\\;,]|\\[\\;,nN])*$/s)
  return value.replace(/\\(.)/gs, (_, escaped) => (/n/i.test(escaped) ? '\n' : escaped))
}

async function calendarOf(id: string) {
  const answer = await get(`/festivals/${id}/calendar.ics`, { client: null })
  assert.equal(answer.status, 200, answer.text)
  return { ...answer, ...parse(answer.text) }
}

// Requirement (rules): GET /festivals/:id/calendar.ics
test('the festival and each gig with a start are events', async () => {
  const festival = await aFestival(world, {
    venue: 'Harbour Park',
    address: 'Quay 7',
    country: 'Denmark',
    description: 'Three nights',
    name: 'Tide 2099',
  })
  const festival_id = festival.id
  const { id: place_id } = await aPlace(world, { festival_id, name: 'Orange Stage' })
  const { id: artist_id } = await anArtist(world, { name: 'Ebb' })
  const start_time = new Date('2099-07-01T18:00:00.000Z')
  const end_time = new Date('2099-07-01T19:30:00.000Z')
  const gig = await aGig(world, { festival_id, place_id, artist_id, start_time, end_time })
  const open = await aGig(world, { festival_id, start_time })
  await aGig(world, { festival_id, artist_id })

  const { calendar, events, headers, text } = await calendarOf(festival_id)
  // Properties of the calendar come before its components (RFC 5545, section 3.6).
  assert.ok(text.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n'))
  assert.equal(headers['content-type'], 'text/calendar; charset=utf-8')
  assert.equal(headers['content-disposition'], 'attachment; filename="tide-2099.ics"')
  assert.equal(calendar['VERSION'], '2.0')
  assert.equal(calendar['METHOD'], 'PUBLISH')
  assert.equal(calendar['X-WR-CALNAME'], 'Tide 2099')
  const [whole, first, second, ...rest] = events
  const url = `http://localhost:80/guide/${festival_id}`
  const { DTSTAMP, 'LAST-MODIFIED': modified, ...told } = whole ?? {}
  assert.match(`${DTSTAMP}`, /^\d{8}T\d{6}Z$/)
  assert.equal(DTSTAMP, modified)
  assert.deepEqual(told, {
    UID: `festival-${festival_id}@festival`,
    SEQUENCE: '0',
    DTSTART: '20990701T120000Z',
    DTEND: '20990704T000000Z',
    SUMMARY: 'Tide 2099',
    TRANSP: 'TRANSPARENT',
    LOCATION: 'Harbour Park, Quay 7, Denmark',
    DESCRIPTION: 'Three nights',
    STATUS: 'CONFIRMED',
    URL: url,
  })
  assert.deepEqual(first, {
    UID: `gig-${gig.id}@festival`,
    SEQUENCE: '0',
    DTSTAMP,
    'LAST-MODIFIED': modified,
    DTSTART: '20990701T180000Z',
    DTEND: '20990701T193000Z',
    SUMMARY: 'Ebb',
    LOCATION: 'Orange Stage, Harbour Park',
    DESCRIPTION: 'Tide 2099',
    STATUS: 'CONFIRMED',
    URL: url,
  })
  assert.equal(second?.['UID'], `gig-${open.id}@festival`)
  assert.equal(second?.['SUMMARY'], 'To be announced')
  assert.equal(second?.['LOCATION'], 'Harbour Park')
  assert.equal(second?.['DTEND'], '20990701T190000Z')
  assert.deepEqual(rest, [])
})

// Requirement (operations): contract §4.4 Calendar: times in UTC
test('times are in UTC, in which all programs read them alike', async () => {
  const festival = await aFestival(world, { time_zone: 'America/Havana' })
  // Clocks there show this time twice.
  const start_time = new Date('2027-11-07T05:30:00.000Z')
  await aGig(world, { festival_id: festival.id, start_time })
  const { text } = await calendarOf(festival.id)
  assert.doesNotMatch(text, /VTIMEZONE|TZID/)
  const events = ICAL.Component.fromString(text).getAllSubcomponents('vevent')
  const starts = events.map((event) => event.getFirstPropertyValue('dtstart'))
  assert.deepEqual(
    starts.map((time) => time instanceof ICAL.Time && time.toJSDate()),
    [festival.start_time, start_time],
  )
})

// Requirement (operations): contract §4.4 Calendar: `language`
test('what is to be announced is said in the language that is asked for, else in that of the festival', async () => {
  const festival = await aFestival(world, { language: 'it' })
  await aGig(world, { festival_id: festival.id, start_time: new Date('2099-07-01T18:00:00Z') })
  const summaryIn = async (query: string) => {
    const { text } = await get(`/festivals/${festival.id}/calendar.ics${query}`, { client: null })
    return parse(text).events.at(-1)?.['SUMMARY']
  }
  assert.equal(await summaryIn('?language=de'), 'Wird bekannt gegeben')
  assert.equal(await summaryIn('?language=fr-CA'), 'À confirmer')
  assert.equal(await summaryIn('?language=nl'), 'To be announced')
  assert.equal(await summaryIn(''), 'Da annunciare')
})

// Requirement (operations): contract §4.4 Calendar: `timetable`
test('without its timetable it has one entry', async () => {
  const festival = await aFestival(world)
  const start_time = new Date('2099-07-01T18:00:00Z')
  const gig = await aGig(world, { festival_id: festival.id, start_time })
  const uidsOf = async (query: string) => {
    const { text } = await get(`/festivals/${festival.id}/calendar.ics${query}`, { client: null })
    return parse(text).events.map((event) => event['UID'])
  }
  const [whole, act] = [`festival-${festival.id}@festival`, `gig-${gig.id}@festival`]
  assert.deepEqual(await uidsOf('?timetable=false'), [whole])
  assert.deepEqual(await uidsOf('?timetable=true'), [whole, act])
  assert.deepEqual(await uidsOf(`?timetable=false&gigs=${gig.id}`), [act])
})

// Requirement (operations): contract §4.4 Calendar: `gigs`
test('with gigs it has these alone, and what they are not is left out', async () => {
  const { id: festival_id } = await aFestival(world, { time_zone: 'Europe/Copenhagen' })
  const start_time = new Date('2099-07-01T18:00:00.000Z')
  const [one, other, third] = [
    await aGig(world, { festival_id, start_time }),
    await aGig(world, { festival_id, start_time }),
    await aGig(world, { festival_id, start_time }),
  ]
  const { id: elsewhere } = await aFestival(world)
  const foreign = await aGig(world, { festival_id: elsewhere, start_time })
  const path = `/festivals/${festival_id}/calendar.ics`
  const ask = (gigs: string) => get(`${path}?gigs=${gigs}`, { client: null })
  const { text } = await ask([third.id, one.id, foreign.id, newId()].join(','))
  const ids = [...text.matchAll(/^UID:(.*)\r$/gm)].map(([, id]) => id)
  const expected = [one, third].map(({ id }) => `gig-${id}@festival`)
  assert.deepEqual(new Set(ids), new Set(expected))
  assert.equal(ids.length, 2)
  assert.ok((await get(path, { client: null })).text.includes(other.id))
  for (const gigs of ['', 'nonsense']) assert.doesNotMatch((await ask(gigs)).text, /VEVENT/)
  const many = Array.from({ length: 151 }, newId)
  assert.equal((await ask(many.slice(1).join(','))).status, 200)
  assert.equal((await ask(many.join(','))).status, 400)
})

test('an event never ends when it starts', async () => {
  const time = new Date('2099-07-01T18:00:00.000Z')
  const { id: festival_id } = await aFestival(world, { start_time: time, end_time: time })
  await aGig(world, { festival_id, start_time: time, end_time: time })
  const { events } = await calendarOf(festival_id)
  assert.deepEqual(
    events.map(({ DTSTART, DTEND }) => [DTSTART, DTEND]),
    [
      ['20990701T180000Z', '20990701T190000Z'],
      ['20990701T180000Z', '20990701T190000Z'],
    ],
  )
})

// Requirement (rules): Dates of a calendar stay within the years 0001 to 9999
test('at both ends of time every date has four digits for its year', async () => {
  const [first, last] = [new Date('0001-01-01T00:00:00Z'), new Date('9999-12-31T23:59:59Z')]
  const late = new Date('9999-12-31T23:30:00Z')
  const { id: festival_id } = await aFestival(world, { start_time: first, end_time: last })
  await aGig(world, { festival_id, start_time: first })
  await aGig(world, { festival_id, start_time: late })
  await aGig(world, { festival_id, start_time: last, end_time: last })
  const { events } = await calendarOf(festival_id)
  assert.deepEqual(
    events.map(({ DTSTART, DTEND }) => [DTSTART, DTEND]),
    [
      ['00010101T000000Z', '99991231T235959Z'],
      ['00010101T000000Z', '00010101T010000Z'],
      ['99991231T233000Z', '99991231T235959Z'],
      ['99991231T235959Z', undefined],
    ],
  )
})

const hostile = [
  'a,b;c\\d',
  'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:forged',
  'x\nATTACH:https://evil.example/x',
  'x\rX-EVIL:1',
  'x\u2028X-EVIL:1\u2029\u0085\u000b\u000cX-EVIL:2',
  'bell\u0007 escape\u001b delete\u007f tab\t.',
  '<script>alert(1)</script>',
  '\u{1F3B8}'.repeat(60),
  `${'a'.repeat(70)}${'é'.repeat(80)}`,
  '\\n is no line break, \\, no comma',
  'DTSTART:19700101T000000Z',
]

// Requirement (rules): calendar.ics: text is escaped and folded
test('no text breaks out of its line', async () => {
  const odd = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 150 })
  const random = fc
    .sample(odd, 40)
    .filter((text) => !/[\0\ufffd]/.test(text) && text.isWellFormed())
  for (const text of [...hostile, ...random]) {
    const name = `x${text}`
    const { id: festival_id } = await aFestival(world, {
      name,
      venue: text,
      description: text,
      organizer_id: (await organizer).id,
    })
    const { id: artist_id } = await anArtist(world, { name })
    const { id: place_id } = await aPlace(world, { festival_id, name })
    await aGig(world, { festival_id, artist_id, place_id, start_time: new Date() })
    const { calendar, events, headers } = await calendarOf(festival_id)
    const plain = (given: string) =>
      given.replace(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '')
    const [whole, gig] = events
    assert.equal(events.length, 2)
    assert.equal(calendar['X-WR-CALNAME'], plain(name))
    assert.equal(calendar['NAME'], plain(name))
    assert.equal(whole?.['SUMMARY'], plain(name))
    assert.equal(whole?.['DESCRIPTION'] ?? '', plain(text))
    assert.equal(whole?.['LOCATION'] ?? '', plain(text))
    assert.equal(gig?.['SUMMARY'], plain(name))
    assert.equal(gig?.['LOCATION'], plain(`${name}, ${text}`))
    assert.match(
      `${headers['content-disposition']}`,
      /^attachment; filename="[a-z0-9]+(-[a-z0-9]+)*\.ics"$/,
    )
  }
})
const organizer = anOrganizer(world)

// Requirement (rules): calendar.ics: changes and cancellation
test('a change raises the sequence, keeps the ids, and cancelling says so', async () => {
  const admin = await world.aUser({ roles: ['admin'] })
  const festival = await aFestival(world)
  const { id } = festival
  const start_time = '2099-07-01T18:00:00.000Z'
  await aGig(world, { festival_id: id, start_time: new Date(start_time) })
  const before = await calendarOf(id)
  const { body } = await get(`/festivals/${id}`)
  const gigs = [{ id: body.gigs[0].id, start_time: '2099-07-01T20:00:00.000Z' }]
  assert.equal((await put(`/festivals/${id}`, { gigs }, { as: admin })).status, 200)
  const moved = await calendarOf(id)
  assert.equal(moved.events[1]?.['UID'], before.events[1]?.['UID'])
  assert.equal(moved.events[1]?.['DTSTART'], '20990701T200000Z')
  assert.equal(moved.events[1]?.['SEQUENCE'], '1')
  assert.equal((await post(`/festivals/${id}/cancel`, {}, { as: admin })).status, 200)
  const cancelled = await calendarOf(id)
  assert.deepEqual(
    cancelled.events.map(({ SEQUENCE, STATUS }) => [SEQUENCE, STATUS]),
    [
      ['2', 'CANCELLED'],
      ['2', 'CANCELLED'],
    ],
  )
})

test('the same festival is the same file: an ETag avoids sending it again', async () => {
  const { id } = await aFestival(world)
  const { headers, text } = await calendarOf(id)
  assert.equal((await calendarOf(id)).text, text)
  assert.match(`${headers['cache-control']}`, /public/)
  const etag = `${headers['etag']}`
  const again = await get(`/festivals/${id}/calendar.ics`, {
    client: null,
    headers: { 'if-none-match': etag },
  })
  assert.equal(again.status, 304)
  assert.equal(again.text, '')
})

// Requirement (rules): calendar.ics: public, nothing personal
test('it has no personal data, and a deleted or unknown festival is 404', async () => {
  const ada = await world.aUser({ firstName: 'Persephone', lastName: 'Quillfeather' })
  const { id: organizer_id } = await anOrganizer(world)
  await db.insertInto('organizer_managers').values({ organizer_id, user_id: ada.id }).execute()
  const { id } = await aFestival(world, { organizer_id })
  const { text } = await calendarOf(id)
  for (const personal of [ada.email, ada.firstName, ada.lastName, ada.id, 'ORGANIZER', 'ATTENDEE'])
    assert.ok(!text.includes(personal), personal)
  await db.updateTable('festivals').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  for (const unknown of [id, newId(), 'none'])
    assert.equal((await get(`/festivals/${unknown}/calendar.ics`, { client: null })).status, 404)
})
