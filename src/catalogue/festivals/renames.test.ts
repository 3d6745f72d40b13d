/** A festival shows the current names of its artists and organizers, also if both change at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { aTier } from '../../../test/buying.ts'
import { aFestival, aGig, aName, anArtist, anOrganizer, aPlace } from '../../../test/catalogue.ts'
import { untilBlocked } from '../../../test/until.ts'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld()
const { db, work, get, put, del, aUser } = world
const staff = await aUser({ permissions: ['manage_catalog'] })

/** A festival with a gig, a place and a tier, which has been read, so that its answer is cached. */
async function aReadFestival() {
  const [organizer, artist] = [await anOrganizer(world), await anArtist(world)]
  const { id } = await aFestival(world, { organizer_id: organizer.id, country: 'Denmark' })
  const place = await aPlace(world, { festival_id: id })
  const gig = await aGig(world, { festival_id: id, artist_id: artist.id, place_id: place.id })
  const tier = await aTier(world, { festival_id: id })
  await get(`/festivals/${id}`)
  await get(`/festivals?organizer=${organizer.id}`)
  return { id, organizer, artist, place, gig, tier }
}
type Read = Awaited<ReturnType<typeof aReadFestival>>

// Requirement (rules): A rename is in every festival that shows the name when it is answered
test('a rename of an artist and of an organizer is in the next answer', async () => {
  const { id, artist, organizer } = await aReadFestival()
  await put(`/artists/${artist.id}`, { name: 'Renamed' }, { as: staff })
  assert.equal((await get(`/festivals/${id}`)).body.gigs[0].artist.name, 'Renamed')
  await put(`/organizers/${organizer.id}`, { name: 'Renamed too' }, { as: staff })
  assert.equal((await get(`/festivals/${id}`)).body.organizer.name, 'Renamed too')
})

test('an artist who is deleted leaves the festival', async () => {
  const { id, artist } = await aReadFestival()
  await del(`/artists/${artist.id}`, { as: staff })
  assert.equal((await get(`/festivals/${id}`)).body.gigs[0].artist, null)
})

const straight: [what: string, change: (on: Read) => ReturnType<typeof sql>][] = [
  ['a festival', ({ id }) => sql`update festivals set venue = 'Elsewhere' where id = ${id}`],
  ['its cancellation', ({ id }) => sql`update festivals set cancelled_at = now() where id = ${id}`],
  ['a new gig', ({ id }) => sql`insert into gigs (id, festival_id) values (${newId()}, ${id})`],
  ['a gig', ({ gig }) => sql`update gigs set start_time = '2099-07-02' where id = ${gig.id}`],
  ['a gig that goes', ({ gig }) => sql`delete from gigs where id = ${gig.id}`],
  ['a place', ({ place }) => sql`update places set name = 'Elsewhere' where id = ${place.id}`],
  ['a place that goes', ({ place }) => sql`delete from places where id = ${place.id}`],
  ['a price', ({ tier }) => sql`update tiers set price_cents = 1 where id = ${tier.id}`],
  ['an archive', ({ tier }) => sql`update tiers set archived_at = now() where id = ${tier.id}`],
  ['a tier that goes', ({ tier }) => sql`delete from tiers where id = ${tier.id}`],
]
for (const [what, change] of straight) {
  // Requirement (rules): Whatever changes a festival, it is read as it is
  test(`${what} written straight into the table is in the next answer and list`, async () => {
    const { id, organizer, ...more } = await aReadFestival()
    const before = await get(`/festivals/${id}`)
    await change({ id, organizer, ...more }).execute(db)
    const after = await get(`/festivals/${id}`)
    assert.notDeepEqual(after.body, before.body)
    assert.deepEqual((await get(`/festivals?organizer=${organizer.id}`)).body, [after.body])
  })
}

/** A transaction of another process that holds its locks until it is asked to commit. */
async function holding(...statements: ReturnType<typeof sql>[]) {
  const [changed, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = work.transaction().execute(async (trx) => {
    for (const statement of statements) await statement.execute(trx)
    changed.resolve()
    await ending.promise
  })
  await Promise.race([changed.promise, done])
  const commit = () => {
    ending.resolve()
    return done
  }
  return { commit, [Symbol.asyncDispose]: commit }
}

const renamed = (id: string, name: string) =>
  sql`update artists set name = ${name} where id = ${id}`

test('an artist who is renamed while a line-up names them has the new name there', async () => {
  const [{ id }, artist] = [await aReadFestival(), await anArtist(world)]
  await using other = await holding(renamed(artist.id, 'New'))
  const changing = put(`/festivals/${id}`, { gigs: [{ artist_id: artist.id }] }, { as: staff })
  await untilBlocked(world, 1)
  await other.commit()
  assert.equal((await changing).body.gigs[0].artist.name, 'New')
  assert.equal((await get(`/festivals/${id}`)).body.gigs[0].artist.name, 'New')
})

test('an organizer who is renamed while a festival moves to them has the new name there', async () => {
  const [{ id }, organizer] = [await aReadFestival(), await anOrganizer(world)]
  await using other = await holding(
    sql`update organizers set name = 'New' where id = ${organizer.id}`,
  )
  const changing = put(`/festivals/${id}`, { organizer_id: organizer.id }, { as: staff })
  await untilBlocked(world, 1)
  await other.commit()
  assert.equal((await changing).body.organizer.name, 'New')
  assert.equal((await get(`/festivals/${id}`)).body.organizer.name, 'New')
})

// Requirement (rules): Renames beside changes of festivals leave no old name
test('renames beside syncs, crosswise and many: all succeed, and every name is the last', async () => {
  const artists = [await anArtist(world), await anArtist(world), await anArtist(world)]
  const { id: organizer_id } = await anOrganizer(world)
  const festivals = [
    await aFestival(world, { organizer_id }),
    await aFestival(world, { organizer_id }),
  ]
  const lineUp = () =>
    artists.toSorted(() => Math.random() - 0.5).map(({ id: artist_id }) => ({ artist_id }))
  for (let round = 0; round < 25; round++) {
    const answers = await Promise.all([
      ...festivals.map(({ id }) =>
        put(`/festivals/${id}`, { gigs: lineUp().slice(round % 3) }, { as: staff }),
      ),
      ...artists
        .slice(0, 2)
        .map(({ id }) => put(`/artists/${id}`, { name: aName('Renamed') }, { as: staff })),
      put(`/organizers/${organizer_id}`, { name: aName('Renamed') }, { as: staff }),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    )
  }
  const { body: organizer } = await get(`/organizers/${organizer_id}`)
  const names = new Map<string, string>()
  for (const { id } of artists) names.set(id, (await get(`/artists/${id}`)).body.name)
  for (const { id } of festivals) {
    const { body } = await get(`/festivals/${id}`)
    assert.equal(body.organizer.name, organizer.name)
    for (const { artist } of body.gigs) assert.equal(artist.name, names.get(artist.id))
  }
})
