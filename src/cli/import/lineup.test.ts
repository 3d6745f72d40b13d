import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { aWorld } from '../../../test/world.ts'
import { describeLineup } from './describe-lineup.ts'
import type { Move } from './move.ts'
import { importLineup, type LineupOptions } from './save-lineup.ts'

const { db, get } = await aWorld()
const folder = await mkdtemp(join(tmpdir(), 'festival-lineup-'))
after(() => rm(folder, { recursive: true }))

const lineup = {
  organizer: { id: 'harbour-nights', name: 'Harbour Nights' },
  festival: {
    name: 'Harbour Nights 2026',
    country: 'Denmark',
    start_time: '2026-07-01T16:00:00Z',
    end_time: '2026-07-03T22:00:00Z',
  },
  places: [
    { name: 'Quay', type: 'stage', coordinates: { lat: 55.6, lng: 12.6 } },
    { name: 'Old Crane', type: 'stage' },
  ],
  artists: [{ name: 'Ebb Trio', bio: 'Three brothers', genres: ['folk'] }],
  gigs: [
    { artist: 'Ebb Trio', place: 'Quay', start_time: '2026-07-01T18:00:00+02:00' },
    {
      artist: 'Low Meadow',
      place: 'Old Crane',
      start_time: '2026-07-02T20:00Z',
      end_time: '2026-07-02T21:00Z',
    },
    { artist: 'Low Meadow', place: null, start_time: null },
    { place: 'Quay' },
  ],
}

/** Imports a line-up with another id and some changes. */
async function run(source: string, changes: object = {}, move: LineupOptions = {}) {
  const file = join(folder, 'lineup.json')
  await writeFile(file, JSON.stringify({ ...lineup, source, ...changes }))
  return importLineup(db, file, move)
}

type Gig = {
  artist: { name: string } | null
  place_id: string
  start_time: string | null
  end_time: string | null
}

async function read(id: string) {
  const { body } = await get(`/festivals/${id}`)
  const places = new Map<string, string>(
    body.places.map(({ id: place, name }: { id: string; name: string }) => [place, name]),
  )
  const gigs = body.gigs.map(({ artist, place_id, start_time, end_time }: Gig) => [
    artist?.name ?? null,
    places.get(place_id) ?? null,
    start_time,
    end_time,
  ])
  return { festival: body, gigs }
}

test('a line-up becomes a festival with places, artists and gigs, including those to be announced', async () => {
  const report = await run('whole')
  const { festival, gigs } = await read(report.festival_id)
  assert.deepEqual(
    [festival.name, festival.country, festival.organizer.name],
    ['Harbour Nights 2026', 'Denmark', 'Harbour Nights'],
  )
  assert.deepEqual(
    festival.places.map(({ name, type }: { name: string; type: string }) => [name, type]),
    [
      ['Quay', 'stage'],
      ['Old Crane', 'stage'],
    ],
  )
  assert.deepEqual(
    new Set(gigs),
    new Set([
      ['Ebb Trio', 'Quay', '2026-07-01T16:00:00.000Z', null],
      ['Low Meadow', 'Old Crane', '2026-07-02T20:00:00.000Z', '2026-07-02T21:00:00.000Z'],
      ['Low Meadow', null, null, null],
      [null, 'Quay', null, null],
    ]),
  )
  const { seconds: _, ...told } = report
  assert.deepEqual(told, {
    festival_id: festival.id,
    created: true,
    name: 'Harbour Nights 2026',
    start_time: new Date('2026-07-01T16:00:00Z'),
    end_time: new Date('2026-07-03T22:00:00Z'),
    time_zone: 'UTC',
    artists: 2,
    places: 2,
    gigs: 4,
    to_be_announced: 2,
    difference: { added: 4, moved: 0, changed: 0, unchanged: 0, removed: 0 },
    joined_places: [],
    warnings: [],
    rejected: 0,
    reasons: [],
    rejected_file: null,
    times_read_as_utc: 0,
  })
  assert.deepEqual(describeLineup(report).slice(1), [
    '2 artists, 2 places, 4 gigs, 2 of them to be announced',
    `id ${festival.id}`,
  ])
})

test('a second run updates the festival: its gigs become those of the file, artists keep their fields', async () => {
  const first = await run('twice')
  const before = await read(first.festival_id)
  const gigs = [
    {
      artist: 'Ebb Trio',
      place: 'Quay',
      start_time: '2026-07-01T18:00:00+02:00',
      end_time: '2026-07-01T17:00Z',
    },
  ]
  const second = await run('twice', { gigs, artists: [{ name: 'Ebb Trio' }] })
  assert.deepEqual([second.festival_id, second.created], [first.festival_id, false])
  const { festival, gigs: left } = await read(first.festival_id)
  assert.deepEqual(left, [
    ['Ebb Trio', 'Quay', '2026-07-01T16:00:00.000Z', '2026-07-01T17:00:00.000Z'],
  ])
  const kept = before.festival.gigs.find((gig: Gig) => gig.artist?.name === 'Ebb Trio')
  assert.equal(festival.gigs[0].id, kept.id)
  const { body: artist } = await get(`/artists/${kept.artist.id}`)
  assert.deepEqual([artist.bio, artist.genres.length], ['Three brothers', 1])
})

test('fields that a second file leaves out stay', async () => {
  const { festival_id } = await run('parts')
  await run('parts', { places: undefined, gigs: undefined, artists: undefined })
  const { festival, gigs } = await read(festival_id)
  assert.deepEqual([festival.places.length, gigs.length], [2, 4])
})

test('an artist of two line-ups is one artist', async () => {
  const gigs = [{ artist: 'Wide River' }]
  await run('river-1', { gigs })
  await run('river-2', { gigs })
  const found = await db
    .selectFrom('artists')
    .select('id')
    .where('name', '=', 'Wide River')
    .execute()
  assert.equal(found.length, 1)
})

test('the example of docs/importing.md is imported as it says', async () => {
  const text = await readFile(new URL('../../../docs/importing.md', import.meta.url), 'utf8')
  const examples = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) =>
    JSON.parse(json),
  )
  const [example, result] = [examples[2], examples[3]]
  const report = await run(example.source, example)
  assert.deepEqual(Object.keys(result), Object.keys(report))
  const { festival_id: _, seconds: __, ...told } = result
  const { festival_id: ___, seconds: ____, ...done } = JSON.parse(JSON.stringify(report))
  assert.deepEqual(done, told)
})

test('--start moves all times by the same number of days', async () => {
  const report = await run('moved', {}, { start: '2027-07-23' })
  assert.equal(report.start_time.toISOString(), '2027-07-23T16:00:00.000Z')
  assert.equal(report.end_time.toISOString(), '2027-07-25T22:00:00.000Z')
  const { gigs } = await read(report.festival_id)
  assert.deepEqual(gigs[0], ['Ebb Trio', 'Quay', '2027-07-23T16:00:00.000Z', null])
})

test('--shift-years moves all times by whole years', async () => {
  const report = await run('years', {}, { years: 1 })
  assert.equal(report.start_time.toISOString(), '2027-07-01T16:00:00.000Z')
})

const refusals: [why: string, changes: object, error: string | RegExp, move?: Move][] = [
  [
    'a festival that ends before it starts',
    { festival: { name: 'A', start_time: '2026-07-02', end_time: '2026-07-01' } },
    'festival.end_time must not be before festival.start_time',
  ],
  [
    'a festival without times',
    { festival: { name: 'A' } },
    /festival\.start_time and festival\.end_time are required/,
  ],
  [
    'a photo that is no link',
    { festival: { ...lineup.festival, photo: 'data:image/png;base64,AAAA' } },
    'festival.photo must be an http(s) URL',
  ],
  [
    'a site plan that is no link',
    { festival: { ...lineup.festival, site_plan: 'data:image/png;base64,AAAA' } },
    'festival.site_plan must be an http(s) URL',
  ],
  [
    'an organizer that is no slug',
    { organizer: { id: 'Harbour' } },
    /"Harbour" must be 1 to 128 small letters/,
  ],
  ['a NUL', { festival: { ...lineup.festival, name: 'A\0' } }, /name must not hold NUL/],
  [
    'a day that is none',
    {},
    '--start must be a day, such as 2027-07-23, not "2027-02-30"',
    { start: '2027-02-30' },
  ],
  [
    'two ways to move',
    {},
    'Give --start or --shift-years, not both',
    { start: '2027-02-03', years: 1 },
  ],
]
for (const [why, changes, error, move] of refusals) {
  test(`nothing of a line-up is imported for ${why}`, async () => {
    const expected = typeof error === 'string' ? { message: error } : error
    await assert.rejects(run('refused', changes, move), expected)
    assert.deepEqual(
      await db.selectFrom('festivals').select('id').where('source', '=', 'refused').execute(),
      [],
    )
  })
}

const rejected: [why: string, changes: object, position: string, cells: string, rule: string][] = [
  [
    'a gig on an unknown place',
    { gigs: [{ artist: 'Ebb Trio', place: 'Quai' }, {}] },
    'gigs[0]',
    '"Ebb Trio","""Quai"""',
    'place: "Quai" is not one of the places. Did you mean "Quay"?',
  ],
  [
    'a place given twice',
    { places: [{ name: 'Quay' }, { name: 'Old Crane' }, { name: ' Quay ' }] },
    'places[2]',
    '" Quay ",""" Quay """',
    'name is given twice: "Quay"',
  ],
  [
    'a place without a name',
    { places: [...lineup.places, { type: 'stage' }] },
    'places[2]',
    '"","{""type"":""stage""}"',
    'name is required',
  ],
  [
    'an artist given twice',
    { artists: [{ name: 'A' }, { name: 'A' }] },
    'artists[1]',
    '"A","""A"""',
    'name is given twice: "A"',
  ],
  [
    'a link that is none',
    { artists: [{ name: 'A', audio_sharing: 'javascript:alert(1)' }] },
    'artists[0]',
    '"A","""javascript:alert(1)"""',
    'audio_sharing must be an http(s) URL',
  ],
  [
    'a gig that ends before it starts',
    { gigs: [{}, { artist: 'A', start_time: '2026-07-02', end_time: '2026-07-01' }] },
    'gigs[1]',
    '"A","""2026-07-01"""',
    'end_time must not be before start_time',
  ],
  [
    'a gig at no time',
    { gigs: [{ artist: 'Ünder', start_time: 'late' }, {}] },
    'gigs[0]',
    '"Ünder","""late"""',
    'start_time must be an ISO 8601 time, such as 2027-07-01T18:00:00Z',
  ],
  [
    'half a character',
    { gigs: [{}, { artist: '\ud83c' }] },
    'gigs[1]',
    '"\ufffd","""\\ud83c"""',
    'artist must not hold NUL characters or lone surrogates',
  ],
]
for (const [why, changes, position, cells, rule] of rejected) {
  test(`only the row is rejected for ${why}`, async () => {
    const source = `rejected ${why}`
    const report = await run(source, changes)
    assert.deepEqual(
      report.reasons.map(({ name: _, ...one }) => one),
      [{ position, reason: rule }],
    )
    assert.equal(report.rejected, 1)
    const file = await readFile(report.rejected_file ?? '', 'utf8')
    assert.equal(
      file,
      `position,reason,name,value\n${position},"${rule.replaceAll('"', '""')}",${cells}\n`,
    )
    const { gigs } = await read(report.festival_id)
    const given = { ...lineup, ...changes }.gigs.length
    assert.equal(gigs.length, given - (position.startsWith('gigs') ? 1 : 0))

    const strict = run(`strict ${why}`, changes, { strict: true })
    await assert.rejects(
      strict,
      /^CommandError: Nothing was imported: 1 row rejected, see .*rejected\.csv/,
    )
    const stored = db.selectFrom('festivals').select('id').where('source', '=', `strict ${why}`)
    assert.deepEqual(await stored.execute(), [])
  })
}

test('a line-up that would lose all its gigs is not imported', async () => {
  const { festival_id } = await run('all')
  await assert.rejects(run('all', { gigs: [{ start_time: 'late' }] }), /every gig was rejected/)
  assert.equal((await read(festival_id)).gigs.length, 4)
  const emptied = await run('all', { gigs: [] })
  assert.equal(emptied.gigs, 0)
})

test('texts come without the blanks around them, and what is blank is empty', async () => {
  const { festival_id } = await run('blanks', {
    festival: { ...lineup.festival, name: ' Harbour Nights\n', venue: '  ' },
    places: [{ name: ' Quay ', type: '\t' }],
    gigs: [
      { artist: ' Low Meadow ', place: 'Quay  ' },
      { artist: ' ', start_time: ' ' },
    ],
  })
  const { festival, gigs } = await read(festival_id)
  assert.deepEqual([festival.name, festival.venue], ['Harbour Nights', null])
  assert.deepEqual(
    festival.places.map(({ name, type }: { name: string; type: string }) => [name, type]),
    [['Quay', null]],
  )
  assert.deepEqual(
    new Set(gigs.map(([artist, place]: unknown[]) => `${artist} at ${place}`)),
    new Set(['Low Meadow at Quay', 'null at null']),
  )
})

test('two forms of a name in one line-up are one artist', async () => {
  const report = await run('forms', {
    artists: [{ name: 'Spring Tide', bio: 'Two sisters' }],
    gigs: [{ artist: 'The SPRING-TIDE' }, { artist: 'Spring Tide' }],
  })
  assert.equal(report.artists, 1)
  const { festival } = await read(report.festival_id)
  const [one, other] = festival.gigs.map((gig: { artist: { id: string } }) => gig.artist.id)
  assert.equal(one, other)
})
