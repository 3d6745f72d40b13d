import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { fold } from '#platform/values/text'
import { aName, anOrganizer } from '../../../../test/catalogue.ts'
import { aWorld } from '../../../../test/world.ts'
import { newPageIndex, seekPage } from './page-index.ts'
import { type FestivalFilter, listFestivals } from './queries.ts'

const hour = 3_600_000
const now = new Date('2030-06-15T12:00:00.000Z')
const clock = { now }
const world = await aWorld({ now: () => clock.now })
const { db, work, get, statements } = world
const { id: organizer_id } = await anOrganizer(world)

type Row = { id: string; start_time: Date; end_time: Date; country: string }

/** Creates festivals that begin on a few hundred hours around now, many at once. */
async function aCatalogue(size: number, country: string): Promise<Row[]> {
  const rows = Array.from({ length: size }, () => {
    const start = now.getTime() + Math.floor(Math.random() * 300 - 150) * hour
    const end = start + Math.floor(Math.random() * 100) * hour
    return { id: newId(), start_time: new Date(start), end_time: new Date(end), country }
  })
  await sql`
    insert into festivals (id, organizer_id, name, search_name, start_time, end_time, country, country_key)
    select id, ${organizer_id}, 'Tide', 'tide', start_time, end_time, country, ${fold(country)}
    from json_to_recordset(${JSON.stringify(rows)})
      as r (id uuid, start_time timestamptz, end_time timestamptz, country text)`.execute(work)
  return rows
}

/** The same list, computed by another method. */
function model(rows: Row[], time: FestivalFilter['time'], at = now): string[] {
  const isPast = time === 'past'
  const direction = isPast ? -1 : 1
  return rows
    .filter(({ start_time, end_time }) =>
      time === undefined ? true : isPast ? end_time < at : start_time >= at,
    )
    .toSorted(
      (a, b) =>
        direction * (a.start_time.getTime() - b.start_time.getTime()) || (a.id < b.id ? -1 : 1),
    )
    .map(({ id }) => id)
}

const aPage = fc.record({
  time: fc.constantFrom(undefined, 'upcoming' as const, 'past' as const),
  limit: fc.integer({ min: 1, max: 100 }),
  offset: fc.integer({ min: 0, max: 2700 }),
})

// Requirement (rules): Any page is exact, however deep
test('any page equals that of a list read from the start, with or without the index', async () => {
  const country = aName('Land')
  const rows = await aCatalogue(2600, country)
  const indexes = new Map<FestivalFilter['time'], ReturnType<typeof newPageIndex>>()
  await fc.assert(
    fc.asyncProperty(aPage, async ({ time, limit, offset }) => {
      const filter = { time, country, now }
      const index = indexes.get(time) ?? newPageIndex(9)
      indexes.set(time, index)
      const cut = await seekPage(db, { filter, index }, { limit, offset })
      assert.ok(cut.offset < 500 || offset >= model(rows, time).length, 'near a rung')
      const whole = model(rows, time).slice(offset, offset + limit)
      for (const way of [{ limit, offset }, cut]) {
        const { text } = await listFestivals(db, filter, way)
        assert.deepEqual(
          JSON.parse(text ?? '').map(({ id }: Row) => id),
          whole,
        )
      }
    }),
    { numRuns: 60 },
  )
})

// Requirement (rules): Pages stay exact through changes and as time goes by
test('so it is through HTTP, before and after changes, and as time passes', async () => {
  const country = aName('Land')
  const rows = await aCatalogue(1800, country)
  const check = () =>
    fc.assert(
      fc.asyncProperty(aPage, async ({ time, limit, offset }) => {
        const page = Math.floor(offset / limit) + 1
        const { body } = await get(
          `/festivals?country=${country}&page=${page}&limit=${limit}${time ? `&time=${time}` : ''}`,
        )
        const ids = model(rows, time, clock.now)
        assert.equal(body.pagination.total, ids.length)
        assert.deepEqual(
          body.festivals.map(({ id }: Row) => id),
          ids.slice((page - 1) * limit, page * limit),
        )
      }),
      { numRuns: 25 },
    )
  await check()
  rows.push(...(await aCatalogue(40, country)))
  await check()
  for (const { id } of rows.splice(100, 30))
    await sql`update festivals set deleted_at = ${now} where id = ${id}`.execute(db)
  await check()
  const [moved] = rows
  assert.ok(moved)
  Object.assign(moved, { start_time: new Date(0), end_time: new Date(1) })
  const { id, start_time, end_time } = moved
  await sql`
    update festivals set start_time = ${start_time}, end_time = ${end_time} where id = ${id}`.execute(
    db,
  )
  await check()
  clock.now = new Date(now.getTime() + 1)
  await check()
  clock.now = new Date(now.getTime() + 20 * hour)
  await check()
  clock.now = now
})

test('the page index grows no further than requested, and is not built again', async () => {
  const country = aName('Land')
  await aCatalogue(2100, country)
  const filter = { country, now }
  const index = newPageIndex(9)
  const rungs = async (offset: number) => {
    await seekPage(db, { filter, index }, { limit: 20, offset })
    return index.keys.length
  }
  assert.deepEqual([await rungs(499), await rungs(1100), await rungs(700)], [0, 2, 2])
  assert.equal(await rungs(1_000_000_000), 4)
  const before = statements.length
  assert.equal(await rungs(2_000_000_000), 4)
  assert.equal(statements.length, before)
  const url = (page: number) => `/festivals?country=${country}&page=${page}`
  await get(url(90))
  const asked = statements.length
  await get(url(60))
  assert.equal(statements.length, asked + 1, 'the total and the index are known')
})

test('concurrent requests build one index', async () => {
  const country = aName('Land')
  await aCatalogue(2100, country)
  const index = newPageIndex(9)
  const climbs = [1000, 2000, 1500, 700].map((offset) =>
    seekPage(db, { filter: { country, now }, index }, { limit: 20, offset }),
  )
  const cuts = await Promise.all(climbs)
  assert.deepEqual(
    cuts.map(({ offset }) => offset),
    [0, 0, 0, 200],
  )
  assert.equal(new Set(index.keys.map(({ id }) => id)).size, 4)
})
