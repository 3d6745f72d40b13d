/** A chart with more artists than are counted each time, compared with a count of all. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newId } from '#platform/values/ids'
import { aFestival, aName } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'

let clock = new Date('2027-03-10T12:00:00.000Z')
const world = await aWorld({ now: () => clock })
const { db, get } = world
const day = 86_400_000
const at = (days: number) => new Date(clock.getTime() + days * day)

/** Creates artists with these numbers of gigs, one a day from tomorrow, or all of them still to be announced. */
async function write(counts: number[], festival: string, { areTimed = true } = {}) {
  const artists = counts.map(() => {
    const name = aName('Trio')
    return { id: newId(), name, search_name: name }
  })
  const gigs = counts.flatMap((count, index) =>
    Array.from({ length: count }, (_, number) => ({
      id: newId(),
      festival_id: festival,
      artist_id: artists[index]?.id ?? null,
      start_time: areTimed ? at(number + 1) : null,
    })),
  )
  await db.insertInto('artists').values(artists).execute()
  for (let from = 0; from < gigs.length; from += 1000) {
    await db
      .insertInto('gigs')
      .values(gigs.slice(from, from + 1000))
      .execute()
  }
  return artists.map(({ id }) => id)
}

async function expected(limit: number) {
  const { rows } = await db.executeQuery<{ id: string; gig_count: number }>({
    ...db.selectFrom('gigs').compile(),
    sql: `select a.id, count(*)::int as gig_count
      from gigs g join artists a on a.id = g.artist_id join festivals f on f.id = g.festival_id
      where g.start_time > $1 or (g.start_time is null and f.end_time >= $1)
      group by a.id order by 2 desc, a.name, a.id limit ${limit}`,
    parameters: [clock],
  })
  return rows
}

async function check(limit = 200) {
  const { artists } = (await get(`/gigs/chart?limit=${limit}`)).body
  const read = artists.map((place: { artist: { id: string }; gig_count: number }) => ({
    id: place.artist.id,
    gig_count: place.gig_count,
  }))
  assert.deepEqual(read, await expected(limit))
}

for (const [what, counts] of [
  ['with few leaders', Array.from({ length: 700 }, (_, index) => 1 + (index % 5) + (index % 3))],
  ['who are all alike', Array.from({ length: 700 }, () => 2)],
  ['with fewer leaders than fit', Array.from({ length: 700 }, (_, index) => (index < 90 ? 3 : 1))],
] as const) {
  test(`a chart of artists ${what} is right, and stays so as they change and time passes`, async () => {
    clock = at(30)
    const festival = await aFestival(world, { start_time: at(0), end_time: at(20) })
    const ids = await write([...counts], festival.id)
    await check()
    const one = fc.constantFrom(...ids)
    const step = fc.oneof(
      fc.record({ gig: one }),
      fc.record({ renamed: one }),
      fc.record({ gone: one }),
      fc.record({ days: fc.constantFrom(0.5, 1) }),
      fc.record({ added: fc.integer({ min: 1, max: 9 }), areTimed: fc.boolean() }),
    )
    const property = fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      for (const { gig, renamed, gone, days, added, areTimed } of steps as Step[]) {
        if (gig) {
          const values = { id: newId(), artist_id: gig, start_time: at(1) }
          await db
            .insertInto('gigs')
            .values({ festival_id: festival.id, ...values })
            .execute()
        }
        if (renamed) {
          await db
            .updateTable('artists')
            .set({ name: aName('A') })
            .where('id', '=', renamed)
            .execute()
        }
        if (gone) await db.deleteFrom('gigs').where('artist_id', '=', gone).execute()
        if (days) clock = at(days)
        if (added) await write([added], festival.id, { areTimed: areTimed ?? true })
        await check()
        await check(7)
      }
    })
    await fc.assert(property, { numRuns: 8 })
  })
}

// Requirement (rules): The chart is exact at any size
test('former leaders are replaced by artists who play later', async () => {
  clock = at(30)
  const [sooner, later] = [await aFestival(world), await aFestival(world)]
  await write(
    Array.from({ length: 450 }, () => 4),
    sooner.id,
  )
  const ids = await write(
    Array.from({ length: 210 }, () => 2),
    later.id,
  )
  await db
    .updateTable('gigs')
    .set({ start_time: at(9) })
    .where('artist_id', 'in', ids)
    .execute()
  for (const days of [0, 2, 3]) {
    clock = at(days)
    await check()
  }
})

type Step = {
  gig?: string
  renamed?: string
  gone?: string
  days?: number
  added?: number
  areTimed?: boolean
}
