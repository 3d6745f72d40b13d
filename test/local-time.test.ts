/** From a printed programme to what people read: 22:00 stays 22:00, on a machine in any zone. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { importLineup } from '../src/cli/import/save-lineup.ts'
import { aTier } from './buying.ts'
import { aWorld } from './world.ts'

const folder = await mkdtemp(join(tmpdir(), 'festival-local-'))
after(() => rm(folder, { recursive: true }))
const world = await aWorld()

const programme = [
  'Who;Stage;Day;From;To',
  'Ebb Trio;Pyramid;25/06/2027;22:00;23:15',
  'Low Meadow;Pyramid;25/06/2027;01:30;02:30',
  'Wide River;Barn;26/06/2027;12:00;13:00',
]
const map = {
  organizer: { id: 'worthy', name: 'Worthy Farm' },
  source: 'worthy:2027',
  festival: {
    name: 'Worthy 2027',
    venue: 'Worthy Farm',
    time_zone: 'Europe/London',
    start_time: '2027-06-23T09:00',
    end_time: '2027-06-28T05:00',
  },
  delimiter: ';',
  day_ends_at: '06:00',
  artist: 'Who',
  place: 'Stage',
  start_time: { columns: ['Day', 'From'], join: ' ', date: 'DD/MM/YYYY HH:mm' },
  end_time: { columns: ['Day', 'To'], join: ' ', date: 'DD/MM/YYYY HH:mm' },
}

const [file, mapFile] = [join(folder, 'programme.csv'), join(folder, 'map.json')]
await writeFile(file, programme.join('\n'))
await writeFile(mapFile, JSON.stringify(map))
const { festival_id } = await importLineup(world.db, file, { map: mapFile })
await aTier(world, {
  festival_id,
  end_time: new Date('2027-03-01T20:00:00Z'),
  valid_since: new Date('2027-06-23T08:00:00Z'),
})

const textOf = async (path: string) => {
  const { status, text } = await world.get(path, { client: null })
  assert.equal(status, 200, path)
  return text
}

for (const machine of ['Pacific/Auckland', 'America/Los_Angeles']) {
  // Requirement (rules): Glastonbury's 22:00 reads 22:00, on a machine in any zone
  test(`on a machine in ${machine} a programme reads as it was printed`, async () => {
    process.env['TZ'] = machine
    // Each as its own, so that no page comes from memory.
    const page = await textOf(`/guide/${festival_id}?day=2027-06-25&from=${machine}`)
    assert.match(page, /23–27 Jun 2027/)
    assert.match(page, /Wednesday 23 June 2027, 09:00<span class="zone"[^>]*> BST</)
    assert.match(page, /Monday 28 June 2027, 05:00<span class="zone"[^>]*> BST</)
    assert.match(page, /<h3 id="day-2027-06-25">Friday 25 June 2027<\/h3>/)
    assert.match(page, /data-offset="60">Times are BST \(Europe\/London\)/)
    const told = [...page.matchAll(/class="times"><time[^>]*>(.*?)<.*?<time[^>]*>(.*?)</g)]
    assert.deepEqual(
      told.map(([, from, until]) => [from, until]),
      [
        ['22:00', '23:15'],
        ['01:30', '02:30'],
      ],
    )
    assert.match(page, /Admits from Wed 23 Jun, 09:00 · On sale until Mon 1 Mar, 20:00/)
    assert.match(page, /data-zone="Europe\/London">Times are those of Europe\/London\./)
    assert.match(page, /"startDate":"2027-06-23T09:00:00\+01:00"/)
    assert.doesNotMatch(page, /UTC/)
  })

  test(`on a machine in ${machine} an artist, a list and a calendar say the same`, async () => {
    process.env['TZ'] = machine
    const [{ artist }] = (await world.get(`/festivals/${festival_id}`)).body.gigs
    const artistPage = await textOf(`/guide/artists/${artist.id}?from=${machine}`)
    assert.match(artistPage, /Fri 25 Jun 2027, 22:00<span class="zone"[^>]*> BST</)
    for (const path of ['/?page=1', '/?for=Worthy', '/?for=Pyramid'])
      assert.match(await textOf(`${path}&from=${machine}`), /23–27 Jun 2027/, path)
    const calendar = await textOf(`/festivals/${festival_id}/calendar.ics`)
    assert.match(calendar, /^DTSTART:20270625T210000Z\r$/m)
    assert.match(calendar, /^DTSTART:20270626T003000Z\r$/m)
    assert.match(calendar, /^DTSTART:20270623T080000Z\r$/m)
  })
}

test('the same programme keeps its instants in the API, by days of the festival', async () => {
  const { body } = await world.get(`/festivals/${festival_id}/timetable`)
  type Day = { date: string; stages: { gigs: { start_time: string }[] }[] }
  assert.deepEqual(
    body.days.map(({ date, stages }: Day) => [
      date,
      stages.flatMap(({ gigs }) => gigs.map(({ start_time }) => start_time)),
    ]),
    [
      ['2027-06-25', ['2027-06-25T21:00:00.000Z', '2027-06-26T00:30:00.000Z']],
      ['2027-06-26', ['2027-06-26T11:00:00.000Z']],
    ],
  )
})
