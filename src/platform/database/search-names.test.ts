import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { searchName } from '#platform/values/names'
import { aPlaceToSleep, aPlan } from '../../../test/buying.ts'
import { anArtist, anOrganizer } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'
import { renewSearchNames, type Searched } from './search-names.ts'

const world = await aWorld()
const { db } = world

// Requirement (rules): Migrations run while the old version serves: what it wrote is found by the new one
test('search names of an earlier version are written anew, however many, and no others', async () => {
  const former = await anArtist(world, { name: 'AC/DC', search_name: 'ac/dc' })
  const present = await anArtist(world, { name: 'R.E.M.' })
  await sql`
    insert into artists (id, name, search_name)
    select gen_random_uuid(), 'Former ' || n, 'former ' || n from generate_series(1, 1100) n`.execute(
    db,
  )
  assert.equal(await renewSearchNames(db, 'artists'), 1101)
  assert.equal(await renewSearchNames(db, 'artists'), 0)
  const { rows } = await sql<{ id: string; search_name: string; name: string }>`
    select id, name, search_name from artists`.execute(db)
  for (const { name, search_name } of rows) assert.equal(search_name, searchName(name))
  assert.ok([former.id, present.id].every((id) => rows.some((row) => row.id === id)))
})

test('the database and the service agree which letters are found in Latin ones', async () => {
  const { rows } = await sql<{ letter: string; is_former: boolean }>`
    select chr(code) as letter, has_former_search_name(chr(code) || E'\\t ' || chr(code)) as is_former
    from generate_series(1, 65535) code where code not between 55296 and 57343`.execute(db)
  for (const { letter, is_former } of rows) {
    const isOwnForm = searchName(letter).startsWith(`${letter}\t `)
    if (isOwnForm) {
      assert.equal(is_former, searchName(letter).split('\t ').length === 3, letter)
    }
  }
})

test('names of other alphabets get their words in Latin letters', async () => {
  const { id } = await anArtist(world, { name: 'Кино', search_name: 'кино\t кино' })
  assert.equal(await renewSearchNames(db, 'artists'), 1)
  const { rows } = await sql<{ search_name: string }>`
    select search_name from artists where id = ${id}`.execute(db)
  assert.deepEqual(rows, [{ search_name: 'кино\t кино\t kino' }])
})

test('an organizer, a genre, a user, an accommodation and a plan have theirs', async () => {
  const organizer = await anOrganizer(world, { name: 'Jazz-Club', search_name: 'jazz-club' })
  const genre = { id: newId(), key: 'r&b', name: 'R&B', search_name: 'r&b' }
  await db.insertInto('genres').values(genre).execute()
  const user = await world.aUser({ firstName: 'Sinéad', lastName: 'O’Connor' })
  await db
    .updateTable('users')
    .set({ search_name: 'sinead o’connor' })
    .where('id', '=', user.id)
    .execute()
  const place = await aPlaceToSleep(world)
  const plan = await aPlan(world)
  for (const table of ['accommodations', 'subscriptions'] as const) {
    await db.updateTable(table).set({ search_name: '' }).execute()
    assert.ok((await renewSearchNames(db, table)) > 0)
  }
  assert.ok((await renewSearchNames(db, 'clients')) > 0)
  await renewSearchNames(db, 'organizers')
  await renewSearchNames(db, 'genres')
  await renewSearchNames(db, 'users', sql<string>`first_name || ' ' || last_name`)
  const nameIn = async (table: Searched, id: string) => {
    const { rows } = await sql<{ search_name: string }>`
      select search_name from ${sql.table(table)} where id::text = ${id}`.execute(db)
    return rows[0]?.search_name
  }
  assert.equal(await nameIn('organizers', organizer.id), searchName('Jazz-Club'))
  assert.equal(await nameIn('accommodations', place.id), searchName(place.name))
  assert.equal(await nameIn('subscriptions', plan.id), searchName(plan.name))
  assert.equal(await nameIn('genres', genre.id), searchName('R&B'))
  assert.equal(await nameIn('users', user.id), searchName('Sinéad O’Connor'))
})
