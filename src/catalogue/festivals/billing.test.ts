/** The headliners of a festival, and the order of its bill: written with the gigs, read wherever they are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aName, anArtist, anOrganizer } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld()
const { db, get, post, put, aUser } = world
const admin = await aUser({ roles: ['admin'] })
// Events are written only while an application listens.
const hook = { id: newId(), url: 'https://app.example/hooks', secret: Buffer.alloc(8) }
await db
  .insertInto('webhooks')
  .values({ ...hook, created_at: new Date() })
  .execute()

const at = (hour: number) => `2099-07-02T${hour}:00:00.000Z`
type Gig = { id: string; artist: { id: string } | null; headliner: boolean; billing: number | null }

/** A festival with one gig for each of `gigs`; artists are named `A …`, `B …` by their place there. */
async function aBill(...gigs: object[]) {
  const organizer = await anOrganizer(world)
  const letters = gigs.map((_, nth) => String.fromCodePoint(65 + nth))
  const artists = await Promise.all(
    letters.map((letter) => anArtist(world, { name: `${letter} ${aName('Act')}` })),
  )
  const given = {
    name: aName('Bill'),
    organizer_id: organizer.id,
    start_time: '2099-07-01T12:00:00Z',
    end_time: '2099-07-04T00:00:00Z',
    gigs: gigs.map((gig, nth) => ({
      artist_id: artists[nth]?.id,
      start_time: at(12 + nth),
      ...gig,
    })),
  }
  const { status, body, text } = await post('/festivals', given, { as: admin })
  assert.equal(status, 201, text)
  const path = `/festivals/${body.id}`
  const read = async () => (await get(path)).body
  return {
    artists,
    path,
    id: body.id,
    read,
    /** Each gig as `[artist's letter, headliner, billing]`. */
    billed: async () =>
      (await read()).gigs.map(({ artist, headliner, billing }: any) => [
        artist?.name[0] ?? null,
        headliner,
        billing,
      ]),
    write: (gigs: object[]) => put(path, { gigs }, { as: admin }),
    /** The letters of the line-up, in the order of its bill. */
    bill: async (query = 'sort=billing') =>
      (await get(`${path}/artists?${query}`)).body.artists.map(({ name }: any) => name[0]).join(''),
  }
}

test('a gig says whether it headlines and its place on the bill; wherever gigs are read they say it', async () => {
  const festival = await aBill({ headliner: true, billing: 2 }, {})
  const [first, second] = (await festival.read()).gigs
  const of = ({ headliner, billing }: Gig) => [headliner, billing]
  assert.deepEqual([first, second].map(of), [
    [true, 2],
    [false, null],
  ])
  const listed = (await get(`/gigs?ids=${first.id},${second.id}`)).body.gigs
  const days = (await get(`${festival.path}/timetable`)).body.days
  const day = (await get(`${festival.path}/day?date=2099-07-02`)).body.days
  const feed = (await get('/users/i/feed?gigs_limit=100', { as: admin })).body.gigs
  const mine = feed.filter(({ festival: { id } }: any) => id === festival.id)
  for (const gigs of [listed, days[0].stages[0].gigs, day[0].stages[0].gigs, mine])
    assert.deepEqual(gigs.map(of), [first, second].map(of))
})

test('a gig keeps the text of its act, which a new gig of the artist does not have', async () => {
  const billing_text = 'Ebb Trio b2b Low Meadow'
  const festival = await aBill({ billing_text })
  const textsOf = async () => (await festival.read()).gigs.map((gig: any) => gig.billing_text)
  const [{ billing_text: _, ...gig }] = (await festival.read()).gigs
  await festival.write([gig, { artist_id: gig.artist.id, start_time: at(20) }])
  assert.deepEqual(await textsOf(), [billing_text, null])
  assert.equal((await festival.bill('')).length, 1)
  for (const [text, error] of [
    ['', /^gigs\[0\]\.billing_text must not be empty/],
    ['x'.repeat(201), /^gigs\[0\]\.billing_text must have at most 200 characters/],
  ] as const) {
    const { status, body } = await festival.write([{ ...gig, billing_text: text }])
    assert.deepEqual([status, error.test(body.error)], [400, true], body.error)
  }
})

test('the line-up by its bill has headliners first, then the order of the bill, then names; each artist once', async () => {
  const festival = await aBill(
    {},
    { billing: 7 },
    { headliner: true },
    { billing: 3 },
    { headliner: true, billing: 9 },
    {},
  )
  assert.equal(await festival.bill(), 'ECDBAF')
  assert.equal(await festival.bill('sort=name'), 'ABCDEF')
  assert.equal(await festival.bill(''), 'ABCDEF')
  // The second gig of A is a headliner: A is on the bill once, by the better of both.
  const { gigs } = await festival.read()
  const [a] = festival.artists
  const again = { artist_id: a?.id, start_time: at(22), headliner: true, billing: 1 }
  assert.equal((await festival.write([...gigs, again])).status, 200)
  assert.equal(await festival.bill(), 'AECDBF')
  const { artists } = (await get(`${festival.path}/artists?sort=billing&limit=1`)).body
  assert.deepEqual(artists, [
    { id: a?.id, name: a?.name, headliner: true, billing: 1, billing_text: null },
  ])
})

test('the line-up by its bill goes on where a page ended, also when a headliner is added meanwhile', async () => {
  const festival = await aBill({ headliner: true }, { billing: 1 }, { billing: 2 }, {}, {})
  const seen: string[] = []
  let after = ''
  for (;;) {
    const query = `sort=billing&limit=2${after && `&after=${after}`}`
    const { artists, next_after } = (await get(`${festival.path}/artists?${query}`)).body
    seen.push(...artists.map(({ name }: any) => name[0]))
    if (next_after === null) break
    after = next_after
    const { gigs } = await festival.read()
    const added = { artist_id: (await anArtist(world)).id, headliner: true }
    assert.equal((await festival.write([...gigs, added])).status, 200)
  }
  assert.equal(seen.join(''), 'ABCDE')
  const other = await get(`${festival.path}/artists?sort=name&after=${after}`)
  assert.equal(other.status, 400, 'a place of another order')
})

test('what a change leaves out of the billing stays; a new gig of an artist has that of the others', async () => {
  const festival = await aBill({ headliner: true, billing: 4 }, { billing: 5 })
  const { gigs } = await festival.read()
  const plain = gigs.map(({ id, artist, start_time }: any) => ({
    id,
    artist_id: artist.id,
    start_time,
  }))
  assert.equal((await festival.write(plain)).status, 200)
  const before = [
    ['A', true, 4],
    ['B', false, 5],
  ]
  assert.deepEqual(await festival.billed(), before)
  // Without an id and at another time it is a new gig, as in an import of a moved line-up.
  const moved = plain.map(({ artist_id }: any, nth: number) => ({
    artist_id,
    start_time: at(20 + nth),
  }))
  assert.equal((await festival.write(moved)).status, 200)
  assert.deepEqual(await festival.billed(), before)
  const artist_id = (await anArtist(world, { name: 'Z' })).id
  assert.equal((await festival.write([...moved, { artist_id, start_time: at(22) }])).status, 200)
  assert.deepEqual(await festival.billed(), [...before, ['Z', false, null]])
  const cleared = moved.map((gig: object) => ({ ...gig, headliner: false, billing: null }))
  assert.equal((await festival.write(cleared)).status, 200)
  assert.deepEqual(await festival.billed(), [
    ['A', false, null],
    ['B', false, null],
  ])
})

const refusals: [what: string, gig: object, error: RegExp][] = [
  ['no place', { billing: 0 }, /^gigs\[0\]\.billing must be at least 1/],
  ['a place beyond all gigs', { billing: 10_001 }, /^gigs\[0\]\.billing must be at most 10000/],
  ['half a place', { billing: 1.5 }, /^gigs\[0\]\.billing must be a whole number/],
  ['a place as a word', { billing: 'first' }, /^gigs\[0\]\.billing must be a whole number/],
  ['neither yes nor no', { headliner: 'maybe' }, /^gigs\[0\]\.headliner must be true or false/],
  ['no answer', { headliner: null }, /^gigs\[0\]\.headliner must be true or false/],
]

for (const [what, gig, error] of refusals) {
  test(`a billing of ${what} is refused, and nothing is changed`, async () => {
    const festival = await aBill({ headliner: true, billing: 1 })
    const { status, body } = await festival.write([gig])
    assert.deepEqual([status, error.test(body.error)], [400, true], body.error)
    assert.deepEqual(await festival.billed(), [['A', true, 1]])
  })
}

test('another order of the line-up than the two is refused', async () => {
  const { path } = await aBill({})
  assert.equal((await get(`${path}/artists?sort=fame`)).status, 400)
})

test('applications hear that a festival with another billing was changed, and nothing of its line-up', async () => {
  const festival = await aBill({}, {})
  const types = async () => {
    const rows = await db.selectFrom('outbox').select(['type', 'data']).orderBy('at').execute()
    return rows.flatMap(({ type, data }) =>
      JSON.stringify(data).includes(festival.id) ? [type] : [],
    )
  }
  const before = await types()
  const { gigs } = await festival.read()
  const billed = gigs.map((gig: Gig) => ({ ...gig, headliner: true, billing: 3 }))
  assert.equal((await festival.write(billed)).status, 200)
  assert.deepEqual(await types(), [...before, 'festival.updated'])
})
