/** Line-ups for a festival that exists, and what an import would change. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { aFestival, aPlace } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'
import { describeLineup } from './describe-lineup.ts'
import { importLineup } from './save-lineup.ts'

const world = await aWorld()
const { db, get } = world
const folder = await mkdtemp(join(tmpdir(), 'festival-exists-'))
after(() => rm(folder, { recursive: true }))

const stored = {
  name: 'Harbour Nights',
  time_zone: 'Europe/Berlin',
  start_time: new Date('2027-07-16T14:00:00Z'),
  end_time: new Date('2027-07-19T00:00:00Z'),
}

async function written(lines: string[]): Promise<string> {
  const path = join(folder, 'lineup.csv')
  await writeFile(path, lines.join('\n'))
  return path
}

const head = 'Act;Stage;Day;Time'

test('a table without a map goes into a festival that exists, and keeps its name, places and times', async () => {
  const { id } = await aFestival(world, stored)
  await aPlace(world, {
    festival_id: id,
    name: 'Hauptbühne',
    type: 'tent',
    coordinates: '(10.5,54.8)',
  })
  const path = await written([
    head,
    'Ebb Trio;HAUPTBUEHNE;Friday;20:00',
    'Low Meadow;Quay;Sunday;25:30',
  ])
  const report = await importLineup(db, path, { festival: id })
  assert.deepEqual(
    [report.festival_id, report.created, report.name, report.gigs, report.places],
    [id, false, stored.name, 2, 2],
  )
  const { name, start_time, places, gigs } = (await get(`/festivals/${id}`)).body
  assert.deepEqual([name, start_time], [stored.name, stored.start_time.toISOString()])
  assert.deepEqual(
    places.map((place: any) => [place.name, place.type]),
    [
      ['Hauptbühne', 'tent'],
      ['Quay', 'stage'],
    ],
  )
  assert.deepEqual(
    gigs.map((gig: any) => gig.start_time),
    ['2027-07-16T18:00:00.000Z', '2027-07-18T23:30:00.000Z'],
  )
})

test('--dry-run says what would be added, moved and removed, and writes nothing', async () => {
  const { id } = await aFestival(world, stored)
  await importLineup(
    db,
    await written([
      head,
      'Ebb Trio;Quay;Friday;20:00',
      'Low Meadow;Quay;Friday;22:00',
      'Silent;Quay;Friday;23:00',
    ]),
    { festival: id },
  )
  const before = (await get(`/festivals/${id}`)).body
  const changed = await written([
    head,
    'Ebb Trio;Quay;Friday;20:15',
    'Low Meadow;QUAY;Friday;22:00',
    'Sleeper;Quay;Sunday;21:00',
  ])
  const report = await importLineup(db, changed, { festival: id, dryRun: true })
  assert.deepEqual(report.difference, { added: 1, moved: 1, changed: 0, unchanged: 1, removed: 1 })
  const lines = describeLineup(report, { dryRun: true })
  assert.match(lines[0] ?? '', /^Harbour Nights would be updated/)
  assert.ok(lines.includes('Gigs: 1 added, 1 moved, 1 unchanged, 1 removed'), lines.join('\n'))
  assert.deepEqual((await get(`/festivals/${id}`)).body, before)
  const done = await importLineup(db, changed, { festival: id })
  assert.deepEqual(done.difference, report.difference)
  const { gigs } = (await get(`/festivals/${id}`)).body
  const idOf = (festival: any, name: string) =>
    festival.gigs.find((gig: any) => gig.artist.name === name)?.id
  assert.equal(idOf({ gigs }, 'Ebb Trio'), idOf(before, 'Ebb Trio'))
  assert.equal(idOf({ gigs }, 'Silent'), undefined)
})

const refusals: [why: string, festival: string, error: RegExp][] = [
  ['an id that is none', 'harbour', /--festival: "harbour" is not the id of a festival/],
  ['a festival that does not exist', '01980000-0000-7000-8000-000000000001', /Festival not found/],
]
for (const [why, festival, error] of refusals) {
  test(`${why} is refused`, async () => {
    await assert.rejects(importLineup(db, await written([head, 'Ebb;;;']), { festival }), error)
  })
}
