/** The whole calendar, cached and read through a page index, against a model of it in memory. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { aFestival, aGig } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'

let clock = new Date('2027-01-30T12:00:00.000Z')
const world = await aWorld({ now: () => clock })
const { db, get } = world
const day = 86_400_000

type Gig = { id: string; start: Date | null; end: Date; festival: string }

async function modelOf(): Promise<Gig[]> {
  const rows = await db
    .selectFrom('gigs as g')
    .innerJoin('festivals as f', 'f.id', 'g.festival_id')
    .select(['g.id', 'g.start_time as start', 'f.end_time as end', 'f.id as festival'])
    .execute()
  return rows
    .filter(({ start, end }) => (start ? start > clock : end >= clock))
    .toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
}
const placeOf = ({ start, id }: Gig) => `${start?.toISOString() ?? 'TBA'} ${id}`

/** Days from now: in this month, the next ones, and after all months that are counted one by one. */
const ahead = fc.oneof(
  fc.integer({ min: -2, max: 3 }),
  fc.integer({ min: 4, max: 100 }),
  fc.constantFrom(1700, 1830, 1860, 4000),
)
const at = (days: number) => new Date(clock.getTime() + days * day)

async function readPage(page: number, limit: number) {
  // The clock may have passed the end of any earlier token.
  const { token: client } = await world.aClient()
  const { gigs, pagination } = (await get(`/gigs?page=${page}&limit=${limit}`, { client })).body
  return { ids: gigs.map(({ id }: { id: string }) => id), total: pagination.total }
}

// Requirement (rules): Gigs: pages and totals are exact however deep
test('any page of all upcoming gigs equals one read from the start', async () => {
  const festival = await aFestival(world, { start_time: at(0), end_time: at(10) })
  const property = fc.asyncProperty(
    fc.array(fc.option(ahead), { maxLength: 8 }),
    fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 7 })), {
      minLength: 1,
      maxLength: 3,
    }),
    fc.nat(3),
    async (starts, pages, passes) => {
      for (const days of starts) {
        const start_time = days === null ? null : at(days)
        await aGig(world, { festival_id: festival.id, start_time })
      }
      const [first] = await modelOf()
      if (first && passes === 1) await db.deleteFrom('gigs').where('id', '=', first.id).execute()
      if (passes === 2) clock = at(1)
      if (first?.start && passes === 3) clock = first.start
      const expected = await modelOf()
      for (const [page, limit] of pages) {
        const ids = expected.slice((page - 1) * limit, page * limit).map(({ id }) => id)
        assert.deepEqual(await readPage(page, limit), { ids, total: expected.length })
      }
    },
  )
  await fc.assert(property, { numRuns: 60 })
})
