import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { aTier } from '../../test/buying.ts'
import { aFestival, aGig, aName, anArtist, anOrganizer, aPlace } from '../../test/catalogue.ts'
import { untilBlocked } from '../../test/until.ts'
import { aWorld } from '../../test/world.ts'
import { compareDocuments, writeAbsentDocuments, writeDocuments } from './documents.ts'

const world = await aWorld()
const { db, work, get, post, put, del, aUser } = world
const staff = await aUser({ permissions: ['manage_catalog'] })

/** The cached forms of a festival: its document, and its light form, both null when absent. */
async function kept(id: string) {
  const { rows } = await sql<{ body: string | null; light: string | null }>`
    select body, light from festival_documents where festival_id = ${id}`.execute(db)
  return rows[0]
}
const absent = { body: null, light: null }

/** A festival with a gig, a place and a tier, written straight into the tables, and its document. */
async function aWrittenFestival() {
  const organizer = await anOrganizer(world)
  const artist = await anArtist(world)
  const { id } = await aFestival(world, { organizer_id: organizer.id, country: 'Denmark' })
  const place = await aPlace(world, { festival_id: id })
  const gig = await aGig(world, { festival_id: id, artist_id: artist.id, place_id: place.id })
  const tier = await aTier(world, { festival_id: id })
  await writeDocuments(db, [id])
  return { id, organizer, artist, place, gig, tier }
}

/** The cached document equals the API's answer, and both match the rows. */
async function isRight(id: string) {
  const { body } = await get(`/festivals/${id}`)
  const { rank: _, ...whole } = body
  const { name, photo, venue, country, coordinates, start_time, end_time } = body
  const light = { id, name, photo, venue, country, coordinates, start_time, end_time }
  const documents = await kept(id)
  assert.deepEqual(JSON.parse(documents?.body ?? 'null'), whole)
  assert.deepEqual(JSON.parse(documents?.light ?? 'null'), light)
  assert.deepEqual((await compareDocuments(db)).differing, [])
  return body
}

test('every change by the service leaves a correct document', async () => {
  const { id: organizer_id } = await anOrganizer(world)
  const { id: artist_id } = await anArtist(world)
  const times = { start_time: '2090-07-01T18:00:00.5Z', end_time: '2090-07-03' }
  const created = await post(
    '/festivals',
    {
      name: 'Quotes " and \u2028 lines \n',
      organizer_id,
      ...times,
      coordinates: { lat: 1e-7, lng: -179.999999999 },
      places: [{ name: 'Orange', coordinates: { lat: 0, lng: 0.1 } }, { name: 'Bar' }],
      gigs: [{ artist_id, place_id: 'Orange', start_time: times.start_time }, {}],
      tickets: [
        { name: 'Free', price: 0, quantity: 0 },
        { name: 'Odd', price: 19.9, quantity: 1, valid_since: '0001-01-01' },
      ],
    },
    { as: staff },
  )
  assert.equal(created.status, 201)
  const { id } = created.body
  assert.deepEqual(await isRight(id), created.body)

  for (const change of [
    { description: 'Other' },
    { start_time: '2090-06-30', country: 'Österreich', photo: 'https://pictures.example/a.jpg' },
    { gigs: [{ artist_id, end_time: null }] },
    { places: [] },
    { tickets: [{ name: 'Odd', price: 20, quantity: 2 }] },
    { organizer_id: (await anOrganizer(world)).id },
  ]) {
    const { status, body } = await put(`/festivals/${id}`, change, { as: staff })
    assert.equal(status, 200)
    assert.deepEqual(await isRight(id), body, JSON.stringify(change))
  }
  const cancelled = await post(`/festivals/${id}/cancel`, {}, { as: staff })
  assert.deepEqual(await isRight(id), cancelled.body)
  await del(`/festivals/${id}`, { as: staff })
  assert.equal(await kept(id), undefined)
})

test('a rename is in all documents once it is answered', async () => {
  const { id, artist, organizer } = await aWrittenFestival()
  await put(`/artists/${artist.id}`, { name: 'Renamed' }, { as: staff })
  assert.equal((await isRight(id)).gigs[0].artist.name, 'Renamed')
  await put(`/organizers/${organizer.id}`, { name: 'Renamed too' }, { as: staff })
  assert.equal((await isRight(id)).organizer.name, 'Renamed too')
})

test('after a rename that many festivals show, their documents are written later', async () => {
  const { id: organizer_id } = await anOrganizer(world)
  const ids: string[] = []
  for (let n = 0; n < 201; n++) ids.push((await aFestival(world, { organizer_id })).id)
  await writeDocuments(db, ids)
  await put(`/organizers/${organizer_id}`, { name: 'Huge' }, { as: staff })
  const [id = ''] = ids
  assert.deepEqual(await kept(id), absent)
  assert.equal((await get(`/festivals/${id}`)).body.organizer.name, 'Huge')
  assert.ok((await writeAbsentDocuments(work)) >= 201)
  assert.equal((await isRight(id)).organizer.name, 'Huge')
  assert.equal(await writeAbsentDocuments(work), 0)
})

test('a deleted artist is removed from every document', async () => {
  const { id, artist } = await aWrittenFestival()
  await del(`/artists/${artist.id}`, { as: staff })
  assert.equal((await get(`/festivals/${id}`)).body.gigs[0].artist, null)
  await writeAbsentDocuments(work)
  assert.equal((await isRight(id)).gigs[0].artist, null)
})

type Written = Awaited<ReturnType<typeof aWrittenFestival>>

const straight: [what: string, change: (on: Written) => ReturnType<typeof sql>][] = [
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
  test(`${what} written by another program makes the document absent, and the festival reads right`, async () => {
    const written = await aWrittenFestival()
    const before = await get(`/festivals/${written.id}`)
    await change(written).execute(db)
    assert.deepEqual(await kept(written.id), absent)
    const after = await get(`/festivals/${written.id}`)
    assert.notDeepEqual(after.body, before.body)
    assert.deepEqual((await get(`/festivals?organizer=${written.organizer.id}`)).body, [after.body])
    await writeAbsentDocuments(work)
    assert.deepEqual(await isRight(written.id), after.body)
  })
}

test('sales and ranks leave the document unchanged', async () => {
  const { id, tier } = await aWrittenFestival()
  const version = async () => {
    const { rows } = await sql<{ xmin: string }>`
      select xmin::text from festival_documents where festival_id = ${id}`.execute(db)
    return rows[0]?.xmin
  }
  const before = await version()
  await sql`update tiers set sold = sold + 1, held = held + 1 where id = ${tier.id}`.execute(db)
  await sql`update festivals set rank = 77 where id = ${id}`.execute(db)
  assert.equal(await version(), before)
  assert.equal((await get(`/festivals/${id}`)).body.rank, 77)
})

test('a restored festival has a document again', async () => {
  const { id } = await aWrittenFestival()
  await sql`update festivals set deleted_at = now() where id = ${id}`.execute(db)
  assert.equal(await kept(id), undefined)
  await sql`update festivals set deleted_at = null where id = ${id}`.execute(db)
  assert.deepEqual(await kept(id), absent)
})

/** Another transaction that holds its locks until it is told to commit. */
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

test('an artist who is renamed while a festival adds them has the new name there', async () => {
  const [{ id }, artist] = [await aWrittenFestival(), await anArtist(world)]
  await using other = await holding(renamed(artist.id, 'New'))
  const changing = put(`/festivals/${id}`, { gigs: [{ artist_id: artist.id }] }, { as: staff })
  await untilBlocked(world, 1)
  await other.commit()
  assert.equal((await changing).body.gigs[0].artist.name, 'New')
  await isRight(id)
})

test('so has an organizer, and an artist already in the line-up', async () => {
  const [{ id, artist }, organizer] = [await aWrittenFestival(), await anOrganizer(world)]
  await using other = await holding(
    renamed(artist.id, 'New'),
    sql`update organizers set name = 'New' where id = ${organizer.id}`,
  )
  const changing = put(`/festivals/${id}`, { organizer_id: organizer.id }, { as: staff })
  await untilBlocked(world, 1)
  await other.commit()
  const { body } = await changing
  assert.deepEqual([body.organizer.name, body.gigs[0].artist.name], ['New', 'New'])
  await isRight(id)
})

test('of two renames at once the second keeps the first', async () => {
  const [{ id, artist }, second] = [await aWrittenFestival(), await anArtist(world)]
  await aGig(world, { festival_id: id, artist_id: second.id })
  await writeDocuments(db, [id])
  await using other = await holding(renamed(artist.id, 'One'))
  const renaming = put(`/artists/${second.id}`, { name: 'Two' }, { as: staff })
  await untilBlocked(world, 1)
  await other.commit()
  await renaming
  const names = (await isRight(id)).gigs.map((gig: any) => gig.artist.name)
  assert.deepEqual(names.toSorted(), ['One', 'Two'])
})

test('a document is not written while an earlier change is uncommitted', async () => {
  const [{ id }, artist] = [await aWrittenFestival(), await anArtist(world)]
  await sql`update festivals set area = 'Absent' where id = ${id}`.execute(db)
  await using other = await holding(
    sql`insert into gigs (id, festival_id, artist_id) values (${newId()}, ${id}, ${artist.id})`,
  )
  const writing = writeDocuments(db, [id])
  await untilBlocked(world, 1)
  await other.commit()
  await writing
  assert.equal((await isRight(id)).gigs.length, 2)
})

test('renames beside syncs, crosswise and many: all succeed, and every document is right', async () => {
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
  assert.deepEqual((await compareDocuments(db)).differing, [])
})
