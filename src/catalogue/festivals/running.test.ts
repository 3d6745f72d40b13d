import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { aFestival, aName, anOrganizer } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'

let clock = new Date('2030-06-15T12:00:00.000Z')
const world = await aWorld({ now: () => clock })
const { get, statements } = world
const at = (ms: number) => new Date(clock.getTime() + ms)
const day = 86_400_000
const names = (body: { festivals: { name: string }[] }) => body.festivals.map(({ name }) => name)
const wholeWorld = 'map=true&min_lat=-90&max_lat=90&min_lng=-180&max_lng=180'

// Requirement (operations): Festival rule 1, contract §4.4: running is what has begun before now and ends now
//   or later
test('time=running keeps what has begun before this millisecond and ends now or later', async () => {
  const country = aName('Land')
  const festival = (name: string, start_time: Date, end_time: Date) =>
    aFestival(world, { name, country, start_time, end_time, location: '(5,5)' })
  await festival('starts now', at(0), at(day))
  await festival('just begun', at(-1), at(day))
  await festival('ends now', at(-day), at(0))
  await festival('just over', at(-day), at(-1))
  await festival('a moment, now', at(0), at(0))
  const running = ['ends now', 'just begun']
  for (const form of ['', '&nested=1', '&expand=artists', '&near=5,5&sort=start_time']) {
    const { body } = await get(`/festivals?time=running&country=${country}${form}`)
    assert.deepEqual([names(body), body.pagination.total], [running, 2], form)
  }
  for (const box of [wholeWorld, 'map=true&min_lat=4&max_lat=6&min_lng=4&max_lng=6']) {
    const { body } = await get(`/festivals?${box}&time=running&country=${country}`)
    assert.deepEqual([names(body).toSorted(), body.pagination.total], [running.toSorted(), 2])
  }
})

// Requirement (operations): Festival rule 1, contract §4.4: at each moment a festival is exactly one of
//   upcoming, running and past
test('at each moment a festival is either upcoming, or running, or past', async () => {
  const country = aName('Moment')
  const moment = fc.integer({ min: -3, max: 3 })
  const { id: organizer_id } = await anOrganizer(world)
  const base = clock
  for (let start = -3; start <= 3; start++) {
    for (let end = start; end <= 3; end++) {
      const name = `${start} to ${end}`
      const times = { start_time: at(start), end_time: at(end) }
      await aFestival(world, { name, country, organizer_id, ...times })
    }
  }
  await fc.assert(
    fc.asyncProperty(moment, async (ms) => {
      clock = new Date(base.getTime() + ms)
      const all = await Promise.all(
        ['upcoming', 'running', 'past'].map(async (time) =>
          names((await get(`/festivals?limit=100&time=${time}&country=${country}`)).body),
        ),
      )
      assert.equal(all.flat().length, 28)
      assert.equal(new Set(all.flat()).size, 28)
    }),
  )
  clock = base
})

// Requirement (operations): contract §4.4: the list and the map of running festivals turn over at the right
//   moment
test('the cached list turns over when a festival begins, and when one ends', async () => {
  const country = aName('Turn')
  // Later than all festivals of the earlier tests.
  clock = at(100 * day)
  const base = clock
  const there = { country, location: '(5,5)' }
  await aFestival(world, { ...there, name: 'first', start_time: at(-day), end_time: at(1000) })
  await aFestival(world, { ...there, name: 'second', start_time: at(2000), end_time: at(3000) })
  const listed = async (ms: number) => {
    clock = new Date(base.getTime() + ms)
    const query = `country=${country}&time=running`
    const list = await get(`/festivals?${query}`)
    const map = await get(`/festivals?${wholeWorld}&${query}`)
    assert.deepEqual(names(map.body), names(list.body))
    return names(list.body)
  }
  assert.deepEqual(await listed(0), ['first'])
  const before = statements.length
  assert.deepEqual(await listed(500), ['first'])
  assert.equal(statements.length, before, 'both are cached')
  assert.deepEqual(await listed(1000), ['first'])
  assert.deepEqual(await listed(1001), [])
  assert.deepEqual(await listed(2000), [])
  assert.deepEqual(await listed(2001), ['second'])
  assert.deepEqual(await listed(3001), [])
  clock = base
})

test('pages far into a long list of running festivals continue each other', async () => {
  const country = aName('Long')
  const { id: organizer_id } = await anOrganizer(world)
  await sql`
    insert into festivals (id, organizer_id, name, search_name, country, country_key, start_time, end_time)
    select gen_random_uuid(), ${organizer_id}, n::text, 'tide', ${country}, ${country.toLowerCase()},
           ${clock}::timestamptz - n * interval '1 minute', ${clock}::timestamptz + n % 2 * interval '1 day' - interval '1 second'
    from generate_series(1, 3000) n`.execute(world.db)
  const page = async (number: number) =>
    names(
      (await get(`/festivals?time=running&country=${country}&nested=0&limit=100&page=${number}`))
        .body,
    )
  assert.deepEqual([(await page(1))[0], (await page(1)).length], ['2999', 100])
  assert.deepEqual([(await page(12))[0], (await page(12)).at(-1)], ['799', '601'])
  assert.deepEqual([(await page(15)).at(-1), await page(16)], ['1', []])
})

// Requirement (operations): contract §4.1: time=running of the festivals one manages
test('an organizer lists what of theirs is running', async () => {
  const ada = await world.aUser()
  const { id: organizer_id } = await anOrganizer(world)
  await world.db
    .insertInto('organizer_managers')
    .values({ organizer_id, user_id: ada.id })
    .execute()
  await aFestival(world, { name: 'on', organizer_id, start_time: at(-1), end_time: at(0) })
  await aFestival(world, { name: 'soon', organizer_id, start_time: at(0), end_time: at(1) })
  await aFestival(world, { name: 'over', organizer_id, start_time: at(-2), end_time: at(-1) })
  const { body } = await get('/users/i/festivals?time=running', { as: ada })
  assert.deepEqual([names(body), body.pagination.total], [['on'], 1])
})
