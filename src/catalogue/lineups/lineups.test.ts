import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aName } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'

const { db, get, post, put, aUser } = await aWorld()
const ada = await aUser()
const organizer = { id: 'line-ups', name: 'Line-ups' }
await post('/organizers', organizer, { as: ada })

/** A festival from Friday 16 to Sunday 18 July 2027. */
async function aFestival(fields: object = {}): Promise<string> {
  const { status, body } = await post(
    '/festivals',
    {
      name: 'Harbour Nights 2027',
      organizer_id: organizer.id,
      time_zone: 'Europe/Berlin',
      start_time: '2027-07-16T16:00:00+02:00',
      end_time: '2027-07-19T02:00:00+02:00',
      places: [{ name: 'Hauptbühne', type: 'stage', coordinates: { lat: 54.8, lng: 10.5 } }],
      ...fields,
    },
    { as: ada },
  )
  assert.equal(status, 201, JSON.stringify(body))
  return body.id
}

const encoded = (text: string) => Buffer.from(text).toString('base64')
const upload = (lines: string[], more: object = {}) => ({
  file: encoded(lines.join('\n')),
  name: 'lineup.csv',
  ...more,
})

const preview = async (id: string, body: object) =>
  post(`/festivals/${id}/lineup/preview`, body, { as: ada })
const importInto = async (id: string, body: object) =>
  post(`/festivals/${id}/lineup`, body, { as: ada })

const file = (first: string, second: string) => [
  'Act;Stage;Day;Time',
  `${first};Hauptbuehne;Friday;20:00`,
  `${second};Old Crane;Saturday;20:00`,
  'TBA;Old Crane;;',
  'Nobody;Old Crane;Wednesday;20:00',
]

// Requirement (rules): contract §4.18 A preview of an import writes nothing
test('a preview says what each column was taken for and what becomes of every row, and writes nothing', async () => {
  const id = await aFestival()
  const [first, second] = [aName('Ebb'), aName('Low')]
  const before = (await get(`/festivals/${id}`)).body
  const { status, body } = await preview(id, upload(file(first, second)))
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(
    body.columns.map(({ name, use, repeats }: any) => [name, use, repeats]),
    [
      ['Act', 'artist', false],
      ['Stage', 'place', false],
      ['Day', 'day', true],
      ['Time', 'start', false],
    ],
  )
  assert.deepEqual([body.format, body.day_ends_at, body.day_order], ['csv', '06:00', 'dmy'])
  assert.deepEqual(body.counts, {
    added: 3,
    moved: 0,
    changed: 0,
    unchanged: 0,
    removed: 0,
    rejected: 1,
  })
  assert.deepEqual(
    body.rows.map(({ position, outcome, artist, place, starts_at, reason }: any) => [
      position,
      outcome,
      artist,
      place,
      starts_at,
      reason,
    ]),
    [
      [
        'line 5',
        'rejected',
        null,
        null,
        null,
        'start_time: the festival has no Wednesday, it lasts from 2027-07-16 to 2027-07-18',
      ],
      ['line 2', 'added', first, 'Hauptbühne', '2027-07-16T18:00:00.000Z', null],
      ['line 3', 'added', second, 'Old Crane', '2027-07-17T18:00:00.000Z', null],
      ['line 4', 'added', null, 'Old Crane', null, null],
    ],
  )
  assert.deepEqual([body.new_artists, body.new_places], [[first, second], ['Old Crane']])
  assert.deepEqual(body.joined_places, [{ name: 'Hauptbühne', written: ['Hauptbuehne'] }])
  assert.deepEqual((await get(`/festivals/${id}`)).body, before)
  assert.equal(
    await db.selectFrom('artists').select('id').where('name', '=', first).executeTakeFirst(),
    undefined,
  )
})

// Requirement (rules): contract §4.18 An import moves gigs that the file has at another time
test('a file that is imported again shows its difference first, and moves what has moved', async () => {
  const fan = await aUser()
  const id = await aFestival()
  const [first, second] = [aName('Ebb'), aName('Low')]
  const imported = await importInto(id, upload(file(first, second)))
  assert.equal(imported.status, 200, JSON.stringify(imported.body))
  assert.deepEqual(imported.body.new_artists, [first, second])
  const before = (await get(`/festivals/${id}`)).body
  const gigOf = (festival: any, name: string) =>
    festival.gigs.find((gig: any) => gig.artist?.name === name)
  const gig = gigOf(before, first)
  assert.equal((await put(`/gigs/${gig.id}/heart`, {}, { as: fan })).status, 200)
  const again = upload([
    'Act;Stage;Day;Time',
    `${first};Hauptbühne;Friday;20:15`,
    `${second};OLD CRANE;Saturday;20:00`,
  ])
  const { body } = await preview(id, again)
  assert.deepEqual(body.counts, {
    added: 0,
    moved: 1,
    changed: 0,
    unchanged: 1,
    removed: 1,
    rejected: 0,
  })
  const moved = body.rows.find(({ outcome }: any) => outcome === 'moved')
  assert.deepEqual(
    [moved.starts_at, moved.before.starts_at],
    ['2027-07-16T18:15:00.000Z', '2027-07-16T18:00:00.000Z'],
  )
  const refused = await importInto(id, { ...again, removes: 0 })
  assert.deepEqual([refused.status, refused.body.code], [409, 'lineup_changed'])
  assert.deepEqual((await importInto(id, { ...again, removes: 1 })).body.counts, body.counts)
  const after = (await get(`/festivals/${id}`)).body
  assert.deepEqual(
    [gigOf(after, first).id, gigOf(after, first).start_time],
    [gig.id, '2027-07-16T18:15:00.000Z'],
  )
  const { hearts } = (await get(`/festivals/${id}/hearts`, { as: fan })).body
  assert.deepEqual(
    hearts.map((heart: any) => heart.gig_id),
    [gig.id],
  )
  assert.deepEqual(
    after.places
      .map(({ id: place, name, coordinates }: any) => [place, name, coordinates])
      .slice(0, 1),
    before.places
      .map(({ id: place, name, coordinates }: any) => [place, name, coordinates])
      .slice(0, 1),
  )
  assert.equal(after.places.length, 2)
})

// Requirement (rules): contract §4.18 Columns are corrected
test('columns, the end of a day and the order of dates are taken as they are corrected', async () => {
  const id = await aFestival()
  const [name, other] = [aName('Ebb'), aName('Low')]
  const lines = [
    'Who;Where;When;Note',
    `${name};Quay;7/17/2027 01:00;${other}`,
    `;;7/18/2027 20:00;${name}`,
  ]
  const column = (name: string, use: string | null, repeats = false) => ({ name, use, repeats })
  const columns = [
    column('Note', 'artist'),
    column('Where', 'place', true),
    column('When', 'start'),
    column('Who', null),
  ]
  const { status, body } = await preview(
    id,
    upload(lines, { columns, day_ends_at: '06:00', day_order: 'mdy' }),
  )
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(
    body.rows.map(({ artist, place, starts_at }: any) => [artist, place, starts_at]),
    [
      [other, 'Quay', '2027-07-17T23:00:00.000Z'],
      [name, 'Quay', '2027-07-18T18:00:00.000Z'],
    ],
  )
  const unknown = await preview(id, upload(lines, { columns: [column('Act', 'artist')] }))
  assert.deepEqual(
    [unknown.status, unknown.body.error],
    [400, 'columns: the file has no column "Act", but: Who, Where, When, Note'],
  )
  const none = await preview(id, upload(lines, { columns: [column('Who', null)] }))
  assert.deepEqual(
    [none.status, none.body.error],
    [400, 'Which column has the artists? The columns are: Who, Where, When, Note'],
  )
})

// Requirement (rules): contract §4.18 An import leaves the artists that exist as they are
test('an import by a manager changes no artist that exists', async () => {
  const id = await aFestival()
  const name = aName('Ebb')
  const { body: artist } = await post('/artists', { name }, { as: await aUser() })
  const written = {
    artists: [{ name, bio: 'Another' }],
    gigs: [{ artist: name.toUpperCase(), start_time: '2027-07-17T20:00' }],
  }
  const { status } = await importInto(id, { file: encoded(JSON.stringify(written)) })
  assert.equal(status, 200)
  assert.equal((await get(`/artists/${artist.id}`)).body.bio, null)
  assert.deepEqual(
    (await get(`/festivals/${id}`)).body.gigs.map((gig: any) => gig.artist.id),
    [artist.id],
  )
})

test('an act of several artists is a row and a gig for each, with the text of the act', async () => {
  const id = await aFestival()
  const [first, second] = [aName('Ebb'), aName('Low')]
  const act = `${first} b2b ${second}`
  const { body } = await preview(id, upload(['Act,Start', `${act},2027-07-17 20:00`]))
  assert.deepEqual(
    body.rows.map(({ act: text, artist }: any) => [text, artist]),
    [
      [act, first],
      [act, second],
    ],
  )
})

test('the gigs of an act keep its text, and another text is a change', async () => {
  const id = await aFestival()
  const [first, second] = [aName('Ebb'), aName('Low')]
  const named = (text: string) => upload(['Act,Start', `${text},2027-07-17 20:00`])
  const textsOf = async () =>
    (await get(`/festivals/${id}`)).body.gigs.map((gig: any) => gig.billing_text)
  const act = `${first} b2b ${second}`
  await importInto(id, named(act))
  assert.deepEqual(await textsOf(), [act, act])
  for (const [text, changed, unchanged] of [
    [act, 0, 2],
    [`${first} B2B ${second}`, 2, 0],
    [first, 1, 0],
  ] as const) {
    const { counts } = (await preview(id, named(text))).body
    assert.deepEqual([counts.changed, counts.unchanged], [changed, unchanged], text)
  }
  await importInto(id, named(first))
  assert.deepEqual(await textsOf(), [null], 'the text goes with the act')
})

test('a text is read in the encoding that is recognized, or chosen, and warnings say what to look at', async () => {
  const id = await aFestival()
  const [act, stage] = ['\xca\xe8\xed\xee', '\xd1\xf6\xe5\xed\xe0']
  const text = `Act;Stage;Start\n${act};${stage};2027-08-17 20:00\n`
  const file = Buffer.from(text, 'latin1').toString('base64')
  const { body } = await preview(id, { file })
  assert.deepEqual([body.encoding, body.rows[0].artist], ['windows-1251', 'Кино'])
  assert.match(body.warnings[0], /^The file was read as windows-1251/)
  assert.match(body.warnings[1], /some gigs are on other days: line 2: 2027-08-17$/)
  const chosen = (await preview(id, { file, encoding: 'windows-1252' })).body
  assert.deepEqual([chosen.encoding, chosen.rows[0].artist], ['windows-1252', 'Êèíî'])
  const plain = (await preview(id, upload(['Act;Start', 'Ebb;2027-07-17 20:00']))).body
  assert.deepEqual([plain.encoding, plain.warnings], ['utf-8', []])
  await importInto(id, { file })
  assert.equal((await get(`/festivals/${id}`)).body.gigs[0].artist.name, 'Кино')
})

const refusals: [why: string, body: object, status: number, error: RegExp][] = [
  ['no file', {}, 400, /^file is required/],
  ['a file that is not base64', { file: '%%%' }, 400, /^file must be a file in base64/],
  ['an empty table', { file: encoded(' \n') }, 400, /has no rows/],
  ['a PDF', { file: encoded('%PDF-1.7'), name: 'lineup.pdf' }, 400, /^lineup\.pdf is a PDF/],
  [
    'a use that is none',
    { file: encoded('Act\nEbb'), columns: [{ name: 'Act', use: 'dance', repeats: false }] },
    400,
    /columns\[0\]\.use/,
  ],
]
for (const [why, body, status, error] of refusals) {
  test(`${why} is refused`, async () => {
    const id = await aFestival()
    const answer = await preview(id, body)
    assert.equal(answer.status, status, JSON.stringify(answer.body))
    assert.match(answer.body.error, error)
  })
}

test('a file of which every row is rejected is not imported', async () => {
  const id = await aFestival({ gigs: [{ start_time: '2027-07-17T20:00:00Z' }] })
  const { status, body } = await importInto(id, upload(['Act;Day;Time', 'Ebb;Wednesday;20:00']))
  assert.equal(status, 400)
  assert.match(
    body.error,
    /^Nothing was imported: every gig was rejected\. The first: start_time: the festival has no Wednesday/,
  )
  assert.equal((await get(`/festivals/${id}`)).body.gigs.length, 1)
})
