/** A line-up file that is imported again with gigs that have moved: favourites and calendars stay. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { aWorld } from '../../../test/world.ts'
import { importLineup } from './save-lineup.ts'

const { db, get, put, aUser } = await aWorld()
const folder = await mkdtemp(join(tmpdir(), 'festival-lineup-'))
after(() => rm(folder, { recursive: true }))

const festival = {
  name: 'Harbour Nights 2090',
  time_zone: 'Europe/Copenhagen',
  start_time: '2090-07-01T16:00',
  end_time: '2090-07-04T02:00',
}
const places = [{ name: 'Quay' }, { name: 'Old Crane' }]

type Row = [artist: string | null, place: string, start: string | null]

async function importGigs(source: string, rows: Row[]): Promise<string> {
  const gigs = rows.map(([artist, place, start_time]) => ({ artist, place, start_time }))
  const file = join(folder, `${source}.json`)
  const organizer = { id: 'harbour-nights', name: 'Harbour Nights' }
  await writeFile(file, JSON.stringify({ organizer, source, festival, places, gigs }))
  return (await importLineup(db, file, {})).festival_id
}

/** Returns the events of the festival's calendar by summary: their UID, SEQUENCE and start. */
async function calendarOf(id: string) {
  const { text } = await get(`/festivals/${id}/calendar.ics`)
  const events = text.split('BEGIN:VEVENT').slice(1)
  const field = (event: string, name: string) =>
    new RegExp(`^${name}[^:]*:(.*?)\\r$`, 'm').exec(event)?.[1] ?? ''
  return new Map(
    events.map((event) => [
      field(event, 'SUMMARY'),
      {
        uid: field(event, 'UID'),
        sequence: Number(field(event, 'SEQUENCE')),
        start: field(event, 'DTSTART'),
      },
    ]),
  )
}

const gigOf = async (id: string, artist: string) =>
  (await get(`/festivals/${id}`)).body.gigs.find((gig: any) => gig.artist?.name === artist)

// Requirement (rules): contract §4.4 Updates: a gig that moves keeps its id, favourites and calendar event
test('the same file with a gig a quarter of an hour later keeps the gig, its favourite and its calendar event', async () => {
  const fan = await aUser()
  const slots: Row[] = [
    ['Ebb Trio', 'Quay', '2090-07-01T20:00'],
    ['Low Meadow', 'Old Crane', '2090-07-02T20:00'],
    [null, 'Quay', '2090-07-03T20:00'],
  ]
  const id = await importGigs('later', slots)
  const gig = await gigOf(id, 'Ebb Trio')
  assert.equal((await put(`/gigs/${gig.id}/heart`, {}, { as: fan })).status, 200)
  const before = await calendarOf(id)
  await importGigs('later', [['Ebb Trio', 'Quay', '2090-07-01T20:15'], ...slots.slice(1)])
  const moved = await gigOf(id, 'Ebb Trio')
  assert.deepEqual([moved.id, moved.start_time], [gig.id, '2090-07-01T18:15:00.000Z'])
  const { hearts } = (await get(`/festivals/${id}/hearts`, { as: fan })).body
  assert.deepEqual(
    hearts.map((heart: any) => [heart.gig_id, heart.known_start_at, heart.gig.start_time]),
    [[gig.id, '2090-07-01T18:00:00.000Z', '2090-07-01T18:15:00.000Z']],
  )
  const now = await calendarOf(id)
  const summary = [...now.keys()].find((text) => text.includes('Ebb Trio')) ?? ''
  const [was, is] = [before.get(summary), now.get(summary)]
  assert.equal(is?.uid, was?.uid)
  assert.ok(is && was && is.sequence > was.sequence, `${is?.sequence} after ${was?.sequence}`)
  assert.deepEqual([was.start, is.start], ['20900701T180000Z', '20900701T181500Z'])
  const uids = (events: typeof now) => new Set([...events.values()].map(({ uid }) => uid))
  assert.deepEqual(uids(now), uids(before))
})

// Requirement (rules): contract §4.4 Updates: a gig that moves keeps its id, favourites and calendar event
test('two artists exchange their slots in a file, and each keeps its gig and favourites', async () => {
  const fan = await aUser()
  const id = await importGigs('swap', [
    ['Ebb Trio', 'Quay', '2090-07-01T20:00'],
    ['Low Meadow', 'Old Crane', '2090-07-02T22:00'],
  ])
  const [ebb, low] = [await gigOf(id, 'Ebb Trio'), await gigOf(id, 'Low Meadow')]
  await put(`/gigs/${ebb.id}/heart`, {}, { as: fan })
  await importGigs('swap', [
    ['Low Meadow', 'Quay', '2090-07-01T20:00'],
    ['Ebb Trio', 'Old Crane', '2090-07-02T22:00'],
  ])
  const after = [await gigOf(id, 'Ebb Trio'), await gigOf(id, 'Low Meadow')]
  assert.deepEqual(
    after.map((gig) => [gig.id, gig.place_id, gig.start_time]),
    [
      [ebb.id, low.place_id, low.start_time],
      [low.id, ebb.place_id, ebb.start_time],
    ],
  )
  const { hearts } = (await get(`/festivals/${id}/hearts`, { as: fan })).body
  assert.deepEqual([hearts[0].artist_name, hearts[0].gig.artist.name], ['Ebb Trio', 'Ebb Trio'])
})
