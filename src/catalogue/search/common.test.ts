/** Common words are found by another method than rare ones: the lists must be the same as without it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { searchName } from '#platform/values/names'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld()
const { db, get } = world

const words = ['harbour', 'velvet', 'lantern', 'orchard', 'meadow']

/** Returns true for the names of deleted festivals: every other one. */
const isGone = ({ name }: { name: string }) => /[13579]$/.test(name)

/** Creates names of two words and a number; every fifth ends in each of the words. */
async function fill(table: 'artists' | 'festivals', size: number) {
  const names = Array.from({ length: size }, (_, n) => `${words[n % 3]} ${words[n % 5]} ${n}`)
  const organizer = { id: newId(), name: 'Tide' }
  await db.insertInto('organizers').values(organizer).execute()
  const common = names.map((name) => ({ id: newId(), name, search_name: searchName(name) }))
  const time = new Date('2099-07-01T12:00:00.000Z')
  for (let from = 0; from < size; from += 1000) {
    const rows = common.slice(from, from + 1000)
    if (table === 'artists') await db.insertInto(table).values(rows).execute()
    else {
      const more = { organizer_id: organizer.id, start_time: time, end_time: time }
      const festivals = rows.map((row) => ({
        ...row,
        ...more,
        deleted_at: isGone(row) ? time : null,
      }))
      await db.insertInto(table).values(festivals).execute()
    }
  }
  // PostgreSQL does this by itself, sooner or later.
  await sql`analyze ${sql.table(table)}`.execute(world.work)
}

async function namesFor(text: string) {
  const { artists, festivals } = (await get(`/search?for=${text}`)).body
  const names = (list: { name: string }[]) => list.map(({ name }) => name)
  return { artists: names(artists), festivals: names(festivals) }
}

// Requirement (rules): At most 50 of a kind, best first, for common words too
test('a common word fills the lists, best first, just as a rare one', async () => {
  await fill('artists', 4000)
  await fill('festivals', 4000)
  const { artists, festivals } = await namesFor('meadow')
  for (const list of [artists, festivals]) {
    assert.equal(list.length, 50)
    assert.ok(list.every((name) => / meadow \d+$/.test(name)))
    assert.deepEqual(list, list.toSorted())
  }
  const rare = ['velvet meadow 1234']
  assert.deepEqual(await namesFor('meadow 1234'), { artists: rare, festivals: rare })
  // Names that begin with the word come first: there are more than fit.
  const first = await namesFor('harbour')
  assert.ok(first.artists.every((name) => name.startsWith('harbour')))
  assert.equal(first.artists.length, 50)
})

test('a deleted festival is not found by a common word either', async () => {
  const { festivals } = await namesFor('orchard')
  assert.equal(festivals.length, 50)
  assert.ok(festivals.every((name) => !isGone({ name })))
})
