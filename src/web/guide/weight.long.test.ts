/** No page of the guide is large, however much there is to show. */
import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { aPlaceToSleep, aPlan } from '../../../test/buying.ts'
import { aFestival } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'

const pagesFolder = await mkdtemp(join(tmpdir(), 'festival-guide-'))
await cp('pages/guide', join(pagesFolder, 'guide'), { recursive: true })
after(() => rm(pagesFolder, { recursive: true, force: true }))
const world = await aWorld({ parts: { pagesFolder } })
const { work: db, get } = world

const most = 300_000

/** A festival of 10,000 gigs on four days, with realistic names. */
async function aHugeFestival() {
  const { id } = await aFestival(world, {
    name: 'The Harbour Nights Festival 2099',
    description: 'Three nights by the water. '.repeat(70),
    start_time: new Date('2099-07-01T10:00:00Z'),
    end_time: new Date('2099-07-05T10:00:00Z'),
  })
  await sql`
    insert into places (id, festival_id, position, name, type, coordinates)
    select gen_random_uuid(), ${id}, n, 'The ' || n || ' Boathouse Stage', 'stage', point(12 + n / 1e4, 55)
    from generate_series(1, 120) n`.execute(db)
  await sql`
    insert into tiers (id, festival_id, position, name, price_cents, quantity, end_time, valid_since, valid_until)
    select gen_random_uuid(), ${id}, n, 'Weekend with camping ' || n, 10000 + n, 500,
           '2099-06-01', '2099-07-01', '2099-07-05' from generate_series(1, 120) n`.execute(db)
  await sql`
    with made as (
      insert into artists (id, name, search_name)
      select gen_random_uuid(), 'Seven Corners & the Paper Lanterns ' || n, 'seven ' || n
      from generate_series(1, 1000) n returning id
    ), numbered as (select array(select id from made) as artists, array(
      select id from places where festival_id = ${id} order by position
    ) as places)
    insert into gigs (id, festival_id, artist_id, place_id, start_time, end_time)
    select gen_random_uuid(), ${id}, artists[n % 1000 + 1], places[n % 120 + 1], at, at + interval '45 min'
    from numbered, lateral (
      select n, timestamptz '2099-07-01 12:00Z' + n % 4 * interval '1 day' + n / 4 % 600 * interval '1 min' as at
      from generate_series(1, 10000) n
    ) slot`.execute(db)
  for (let index = 0; index < 25; index++) {
    await aPlaceToSleep(world, {
      festival_id: id,
      name: `Bell tent ${index}`,
      type: 'tent',
      description: 'A tent with four beds, close to the lake. '.repeat(20),
      amenities: Array(20).fill('hot water'),
      capacity: 4,
    })
    await aPlan(world, { description: 'Early tickets, and a seat by the fire. '.repeat(20) })
  }
  return id
}

/** The addresses on a page that a visitor without script can follow, except the visitor's own timetable. */
function linksOf(page: string, path: string): string[] {
  const links = [...page.matchAll(/href="([^"#]*)(?:#[^"]*)?"/g)].map(([, link = '']) => link)
  return links
    .map((link) => link.replaceAll('&amp;', '&'))
    .filter((link) => link.startsWith(path) && !link.endsWith('/mine'))
}

type Seen = { bytes: number; day: string; slots: number; links: string[] }

async function read(address: string, path: string): Promise<Seen> {
  const { status, text } = await get(address, { client: null })
  assert.equal(status, 200, address)
  const [, day = ''] = /<h3 id="day-([^"]+)"/.exec(text) ?? []
  const slots = text.match(/<li class="slot/g)?.length ?? 0
  return { bytes: Buffer.byteLength(text), day, slots, links: linksOf(text, path) }
}

/** Reads every page that links lead to from `path`. The line-up's pages of each day are read, but their links are not followed. */
async function readAll(path: string): Promise<Map<string, Seen>> {
  const [waiting, seen] = [[path], new Map<string, Seen>()]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue
    const page = await read(next, path)
    seen.set(next, page)
    if (!next.includes('artists=')) waiting.push(...page.links)
  }
  return seen
}

// Requirement (rules): a page of a festival stays small, and links lead to all gigs
test('every page of a festival of 10,000 gigs is below 300 kB, and links reach all of them', async () => {
  const pages = [...(await readAll(`/guide/${await aHugeFestival()}`))]
  for (const [address, { bytes }] of pages) {
    assert.ok(bytes < most, `${address} has ${bytes} bytes`)
  }
  const gigs: Record<string, number> = {}
  for (const [, { day, slots }] of pages.filter(([address]) => !address.includes('artists='))) {
    gigs[day] = (gigs[day] ?? 0) + slots
  }
  assert.deepEqual(gigs, {
    '2099-07-01': 2500,
    '2099-07-02': 2500,
    '2099-07-03': 2500,
    '2099-07-04': 2500,
  })
})
