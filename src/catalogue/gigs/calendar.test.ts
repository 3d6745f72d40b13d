/** The calendar against a model of it in memory, on random catalogues. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { aFestival, aGig, aName } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'

const now = new Date('2027-07-31T23:59:59.999Z')
const world = await aWorld({ now: () => now })
const { get } = world

type Festival = { id: string; start: Date; end: Date }
type Gig = { id: string; start: Date | null; festival: Festival }

/** Instants close to the boundaries: the current time and the edges of months. */
const instant = fc
  .tuple(
    fc.constantFrom('2027-07-01', '2027-08-01', '2027-09-01', '2028-02-29', '2028-03-01'),
    fc.integer({ min: -2, max: 2 }),
  )
  .map(([date, ms]) => new Date(Date.parse(date) + ms))
const festivals = fc.array(fc.tuple(instant, fc.nat(5)), { minLength: 1, maxLength: 3 })
const gigs = fc.array(fc.tuple(fc.nat(2), fc.option(instant)), { maxLength: 12 })

async function write(
  country: string,
  times: [start: Date, days: number][],
  starts: [festival: number, start: Date | null][],
): Promise<Gig[]> {
  const written: Festival[] = []
  for (const [start, days] of times) {
    const end = new Date(start.getTime() + days * 86_400_000)
    const { id } = await aFestival(world, { country, start_time: start, end_time: end })
    written.push({ id, start, end })
  }
  const all: Gig[] = []
  for (const [index, start] of starts) {
    const festival: Festival | undefined = written[index % written.length]
    assert.ok(festival)
    const { id } = await aGig(world, { festival_id: festival.id, start_time: start })
    all.push({ id, start, festival })
  }
  return all
}

const isUpcoming = ({ start, festival }: Gig) => (start ? start > now : festival.end >= now)
const isIn =
  (month: string) =>
  ({ start, festival }: Gig) =>
    (start ?? festival.start).toISOString().startsWith(month)

function inOrder(all: Gig[]): string[] {
  const key = ({ start, id }: Gig) => `${start?.toISOString() ?? 'TBA'} ${id}`
  return all.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)).map(({ id }) => id)
}

/** Reads all pages one after the other, as a client does. */
async function readThrough(url: string, between: () => Promise<void> = async () => {}) {
  const read: string[] = []
  for (let page = 1, hasMore = true; hasMore; page++) {
    const { body } = await get(`${url}&page=${page}`)
    read.push(...body.gigs.map(({ id }: { id: string }) => id))
    hasMore = body.pagination.hasMore
    await between()
  }
  return read
}

const filters: { filter: string; holds: (gig: Gig) => boolean }[] = [
  { filter: '', holds: isUpcoming },
  { filter: '&month=2027-07', holds: isIn('2027-07') },
  { filter: '&year=2027&month=8', holds: isIn('2027-08') },
  { filter: '&year=2028&month=02', holds: isIn('2028-02') },
]

// Requirement (operations): Gig rules 1 to 3, pagination: every gig once, any filter, any limit
test('page by page every gig of the calendar or of a month is read once, in order', async () => {
  const property = fc.asyncProperty(
    festivals,
    gigs,
    fc.record({ asked: fc.constantFrom(...filters), limit: fc.integer({ min: 1, max: 5 }) }),
    async (times, starts, { asked: { filter, holds }, limit }) => {
      const country = aName('Land')
      const expected = inOrder((await write(country, times, starts)).filter(holds))
      const url = `/gigs?country=${encodeURIComponent(country)}${filter}&limit=${limit}`
      assert.deepEqual(await readThrough(url), expected)
      const { pagination } = (await get(url)).body
      assert.deepEqual(pagination, {
        page: 1,
        limit,
        total: expected.length,
        totalPages: Math.ceil(expected.length / limit),
        hasMore: expected.length > limit,
      })
    },
  )
  await fc.assert(property, { numRuns: 100 })
})

// Requirement (records): pagination: reading while gigs are added
test('gigs added while a client reads hide none from it', async () => {
  const property = fc.asyncProperty(
    festivals,
    gigs,
    fc.array(fc.option(instant), { maxLength: 6 }),
    async (times, starts, added) => {
      const country = aName('Land')
      const before = (await write(country, times, starts)).filter(isUpcoming)
      const { id: festival_id } = await aFestival(world, { country })
      const due = [...added]
      const read = await readThrough(
        `/gigs?country=${encodeURIComponent(country)}&limit=2`,
        async () => {
          const start_time = due.pop()
          if (start_time !== undefined) await aGig(world, { festival_id, start_time })
        },
      )
      const missed = before.filter(({ id }) => !read.includes(id))
      assert.deepEqual(missed, [])
    },
  )
  await fc.assert(property, { numRuns: 50 })
})
