/** The feed compared with a model in memory, read page by page as a client reads it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { aFestival, aGig, anArtist, anInterest, anOrganizer } from '../../../test/catalogue.ts'
import { aWorld, type Person } from '../../../test/world.ts'

let clock = new Date('2027-03-10T12:00:00.000Z')
const world = await aWorld({ now: () => clock })
const { get, aUser } = world

/** Moves the clock on by an hour, so that everything created before is past. */
function later() {
  clock = new Date(clock.getTime() + 3_600_000)
}
const at = (ms: number) => new Date(clock.getTime() + ms)

const organizers = [await anOrganizer(world), await anOrganizer(world)]
const artists = [await anArtist(world), await anArtist(world)]

/** Starts are milliseconds from now; organizers and artists are indexes of two each. */
type FestivalPlan = { organizer: number; start: number; length: number }
type GigPlan = { festival: number; artist: number | null; start: number | null }
type Follows = { organizers: number[]; artists: number[] }

const start = fc.integer({ min: -2, max: 3 })
const one = fc.nat(1)
const some = fc.uniqueArray(one, { maxLength: 2 })
const catalogue = fc.record({
  festivals: fc.array(fc.record({ organizer: one, start, length: fc.nat(5) }), {
    minLength: 1,
    maxLength: 4,
  }),
  gigs: fc.array(
    fc.record({ festival: fc.nat(3), artist: fc.option(one), start: fc.option(start) }),
    { maxLength: 10 },
  ),
  follows: fc.record({ organizers: some, artists: some }),
})

type Festival = FestivalPlan & { id: string }
type Gig = GigPlan & { id: string; of: Festival }

async function writeFestival(plan: FestivalPlan): Promise<Festival> {
  const { id } = await aFestival(world, {
    organizer_id: organizers[plan.organizer]?.id ?? '',
    start_time: at(plan.start),
    end_time: at(plan.start + plan.length),
  })
  return { ...plan, id }
}

async function writeGig(plan: GigPlan, of: Festival): Promise<Gig> {
  const { id } = await aGig(world, {
    festival_id: of.id,
    artist_id: plan.artist === null ? null : (artists[plan.artist]?.id ?? ''),
    start_time: plan.start === null ? null : at(plan.start),
  })
  return { ...plan, id, of }
}

async function write(plans: { festivals: FestivalPlan[]; gigs: GigPlan[] }) {
  const festivals: Festival[] = []
  const gigs: Gig[] = []
  for (const plan of plans.festivals) festivals.push(await writeFestival(plan))
  for (const plan of plans.gigs) {
    const festival = festivals[plan.festival % festivals.length]
    assert.ok(festival)
    gigs.push(await writeGig(plan, festival))
  }
  return { festivals, gigs }
}

async function aFollower(follows: Follows): Promise<Person> {
  const user = await aUser()
  for (const index of follows.organizers) {
    await anInterest(world, { user_id: user.id, organizer_id: organizers[index]?.id ?? '' })
  }
  for (const index of follows.artists) {
    await anInterest(world, { user_id: user.id, artist_id: artists[index]?.id ?? '' })
  }
  return user
}

type Placed = { id: string; tier: number; start: number | null }

function inOrder(items: Placed[]) {
  const startOf = ({ start: ms }: Placed) => ms ?? Infinity
  return items
    .toSorted((a, b) => {
      if (a.tier !== b.tier) return a.tier - b.tier
      if (startOf(a) !== startOf(b)) return startOf(a) - startOf(b)
      return a.id < b.id ? -1 : 1
    })
    .map(({ id, tier }) => ({ id, followed: tier < 3 }))
}

function modelOf({ festivals, gigs }: { festivals: Festival[]; gigs: Gig[] }, follows: Follows) {
  const playsThere = (artist: number, { id }: Festival) =>
    gigs.some((gig) => gig.artist === artist && gig.of.id === id)
  const isFollowed = (artist: number | null) => artist !== null && follows.artists.includes(artist)
  const festivalTier = (festival: Festival) => {
    if (follows.organizers.includes(festival.organizer)) return 1
    return follows.artists.some((artist) => playsThere(artist, festival)) ? 2 : 3
  }
  const gigTier = ({ artist, of }: Gig) => {
    if (isFollowed(artist)) return 1
    return follows.organizers.includes(of.organizer) ? 2 : 3
  }
  const isUpcoming = (gig: Gig) =>
    gig.start === null ? gig.of.start + gig.of.length >= 0 : gig.start > 0
  return {
    festivals: inOrder(
      festivals
        .filter((festival) => festival.start >= 0)
        .map((festival) => ({ ...festival, tier: festivalTier(festival) })),
    ),
    gigs: inOrder(gigs.filter(isUpcoming).map((gig) => ({ ...gig, tier: gigTier(gig) }))),
  }
}

type Part = 'festivals' | 'gigs'
type Reading = { as: Person; limit: number; between?: () => Promise<void> }

/** Reads one part to its end while the page of the other part stays the same. */
async function readThrough(part: Part, { as, limit, between = async () => {} }: Reading) {
  const read: { id: string; followed: boolean }[] = []
  for (let page = 1, hasMore = true; hasMore; page++) {
    const { body } = await get(`/users/i/feed?${part}_limit=${limit}&${part}_page=${page}`, { as })
    const items: { id: string; followed: boolean }[] = body[part]
    read.push(...items.map(({ id, followed }) => ({ id, followed })))
    hasMore = body[`${part}Pagination`].hasMore
    await between()
  }
  return read
}

const limits = fc.integer({ min: 1, max: 4 })

// Requirement (operations): Feed rules: one page parameter counts up, the other stays, until hasMore is false
test('page by page every festival and gig of the feed is read once, in order', async () => {
  const property = fc.asyncProperty(catalogue, limits, async ({ follows, ...plans }, limit) => {
    later()
    const as = await aFollower(follows)
    const expected = modelOf(await write(plans), follows)
    assert.deepEqual(await readThrough('festivals', { as, limit }), expected.festivals)
    assert.deepEqual(await readThrough('gigs', { as, limit }), expected.gigs)
  })
  await fc.assert(property, { numRuns: 100 })
})

// Requirement (operations): Feed rules: reading while items are added
test('festivals and gigs added while a client reads hide none from it', async () => {
  const property = fc.asyncProperty(
    catalogue,
    fc.array(catalogue, { maxLength: 3 }),
    async ({ follows, ...plans }, more) => {
      later()
      const as = await aFollower(follows)
      const before = modelOf(await write(plans), follows)
      for (const part of ['festivals', 'gigs'] as const) {
        const due = [...more]
        const between = async () => {
          const added = due.pop()
          if (added) await write(added)
        }
        const read = new Set((await readThrough(part, { as, limit: 2, between })).map(idOf))
        assert.deepEqual(
          before[part].map(idOf).filter((id) => !read.has(id)),
          [],
        )
      }
    },
  )
  await fc.assert(property, { numRuns: 50 })
})

const idOf = ({ id }: { id: string }) => id
