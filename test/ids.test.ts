/** `ids` on the lists of festivals, artists, organizers and gigs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aFestival, aGig, aName, anArtist, anOrganizer } from './catalogue.ts'
import { aWorld } from './world.ts'

const world = await aWorld()
const { get, db, statements } = world

type Records = { id: string }[]

/** Three records of each kind, in the order of their names and ids. */
const kinds: Record<string, () => Promise<Records>> = {
  festivals: async () => [await aFestival(world), await aFestival(world), await aFestival(world)],
  artists: async () => [await anArtist(world), await anArtist(world), await anArtist(world)],
  organizers: async () => [
    await anOrganizer(world),
    await anOrganizer(world),
    await anOrganizer(world),
  ],
  gigs: async () => {
    const { id: festival_id } = await aFestival(world)
    const start_time = new Date('2020-01-01T20:00:00Z')
    return [
      await aGig(world, { festival_id }),
      await aGig(world, { festival_id, start_time }),
      await aGig(world, { festival_id }),
    ]
  },
}

for (const [kind, make] of Object.entries(kinds)) {
  const listed = async (query: string): Promise<string[]> => {
    const { status, body } = await get(`/${kind}?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return (body[kind] ?? body).map(({ id }: { id: string }) => id)
  }

  // Requirement (operations): contract §1.4: ids lists these records in their order, without unknown ones
  test(`GET /${kind}?ids= lists these in the order of the ids, each once, without unknown ones`, async () => {
    const [one, two, three] = (await make()).map(({ id }) => id)
    assert.deepEqual(await listed(`ids=${three},${one},${two}`), [three, one, two])
    const unknown = `nonsense,${newId()},%27--,${'x'.repeat(200)}`
    assert.deepEqual(await listed(`ids=${two},${unknown},${one},${two}`), [two, one])
    assert.deepEqual(await listed('ids='), [])
    assert.deepEqual(await listed(`ids=${two}&ids=${one}`), [two, one])
  })

  // Requirement (operations): contract §1.4: at most 100 ids
  test(`GET /${kind}?ids= takes 100, and no more`, async () => {
    const some = Array.from({ length: 101 }, (_, nth) => `a-${nth}`)
    const { body } = await get(`/${kind}?ids=${some.slice(1)}`)
    assert.deepEqual(body[kind] ?? body, [])
    // Ids of organizers are texts; elsewhere these are malformed, and 101 of them all the same.
    const more = await get(`/${kind}?ids=${some}`)
    assert.deepEqual([more.status, more.body.error], [400, 'ids must have at most 100 items'])
    assert.equal(more.body.fields[0].code, 'too_many')
  })
}

test('100 festivals or gigs are one page of their ids; limit and page cut them', async () => {
  const { id: festival_id, organizer_id } = await aFestival(world)
  const made = Array.from({ length: 30 }, () => newId())
  for (const id of made) await aGig(world, { id, festival_id })
  for (const id of made) await aFestival(world, { id, organizer_id })
  for (const kind of ['gigs', 'festivals']) {
    const page = async (query: string) => {
      const { body } = await get(`/${kind}?ids=${made}&${query}`)
      return [body[kind].map(({ id }: { id: string }) => id), body.pagination]
    }
    const pagination = { page: 1, limit: 100, total: 30, totalPages: 1, hasMore: false }
    assert.deepEqual(await page(''), [made, pagination])
    assert.deepEqual(await page('limit=8&page=2'), [
      made.slice(8, 16),
      { page: 2, limit: 8, total: 30, totalPages: 4, hasMore: true },
    ])
  }
})

// Requirement (operations): contract §1.4: the other filters narrow what ids name
test('filters narrow what ids name', async () => {
  const [one, two] = [aName('One'), aName('Two')]
  const past = { start_time: new Date('2020-01-01'), end_time: new Date('2020-01-02') }
  const festivals = [
    await aFestival(world, { country: one }),
    await aFestival(world, { country: two }),
    await aFestival(world, { country: one, ...past }),
  ]
  const ids = festivals.map(({ id }) => id)
  const listed = async (query: string) =>
    (await get(`/festivals?ids=${ids}&${query}`)).body.festivals.map(({ id }: { id: string }) => id)
  assert.deepEqual(await listed(`country=${one}`), [ids[0], ids[2]])
  assert.deepEqual(await listed('time=past'), [ids[2]])
  assert.deepEqual(await listed(`organizer=${festivals[1]?.organizer_id}`), [ids[1]])
  const artist = await anArtist(world)
  const gigs = [
    await aGig(world, { festival_id: ids[0] ?? '', artist_id: artist.id }),
    await aGig(world, { festival_id: ids[1] ?? '', start_time: new Date('2099-07-02T20:00:00Z') }),
  ].map(({ id }) => id)
  const gigsOf = async (query: string) =>
    (await get(`/gigs?ids=${gigs}&${query}`)).body.gigs.map(({ id }: { id: string }) => id)
  assert.deepEqual(await gigsOf(`artist=${artist.id}`), [gigs[0]])
  assert.deepEqual(await gigsOf(`country=${two}`), [gigs[1]])
  assert.deepEqual(await gigsOf('month=2099-07'), gigs)
  assert.deepEqual(await gigsOf('month=2099-08'), [])
  const waiting = await anOrganizer(world, { approved_at: null })
  const { body } = await get(
    `/organizers?ids=${festivals[0]?.organizer_id},${waiting.id}&approved=false`,
  )
  assert.deepEqual(
    body.map(({ id }: { id: string }) => id),
    [waiting.id],
  )
})

// Requirement (operations): contract §4.3: GET /artists?ids= takes the ids of merged artists
test('the id of an artist that was merged finds the one that was kept, once', async () => {
  const [kept, other, gone] = [await anArtist(world), await anArtist(world), await anArtist(world)]
  const staff = await world.aUser({ roles: ['admin'] })
  const merged = await world.post(`/artists/${gone.id}/merge`, { into: kept.id }, { as: staff })
  assert.equal(merged.status, 200)
  const { body } = await get(`/artists?ids=${gone.id.toUpperCase()},${other.id},${kept.id}`)
  assert.deepEqual(
    body.map(({ id }: { id: string }) => id),
    [kept.id, other.id],
  )
})

test('festivals by their ids are kept until one of them changes, and take two round trips', async () => {
  const festivals = [await aFestival(world), await aFestival(world)]
  const url = `/festivals?ids=${festivals.map(({ id }) => id)}`
  await get('/festivals')
  const cost = async () => {
    const before = statements.length
    await get(url)
    return statements.length - before
  }
  assert.deepEqual([await cost(), await cost()], [2, 0])
  const { id = '' } = festivals[1] ?? {}
  await db.updateTable('festivals').set({ name: 'Renamed' }).where('id', '=', id).execute()
  assert.equal((await get(url)).body.festivals[1].name, 'Renamed')
  await db.updateTable('festivals').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  assert.equal((await get(url)).body.pagination.total, 1)
})
