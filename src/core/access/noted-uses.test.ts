/** The day of a token's last use: one statement records it for all callers of the same moment. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { aWorld } from '../../../test/world.ts'

const clock = { now: new Date('2027-06-01T12:00:00.000Z') }
// Runs without jobs, which send statements of their own.
const world = await aWorld({ now: () => clock.now })
const { db, get, statements, aUser } = world
const day = 24 * 3_600_000

const daysOf = async (people: { id: string }[]) => {
  const { rows } = await sql<{ day: string }>`
    select distinct (last_used_on at time zone 'UTC')::date::text as day from tokens
    where user_id = any (${people.map(({ id }) => id)})`.execute(db)
  return rows.map((row) => row.day)
}
const noted = () => statements.filter((text) => text.includes('update tokens')).length

test('the first requests of a day share a statement, and later ones send none', async () => {
  const people = await Promise.all(Array.from({ length: 40 }, () => aUser()))
  const ask = () => Promise.all(people.map((as) => get('/users/i', { as })))
  clock.now = new Date(clock.now.getTime() + day)
  statements.length = 0
  assert.ok((await ask()).every(({ status }) => status === 200))
  assert.ok(noted() >= 1 && noted() <= 8, `${noted()} statements`)
  assert.deepEqual(await daysOf(people), ['2027-06-02'])
  statements.length = 0
  await ask()
  assert.equal(noted(), 0)
})

test('a token that another process notes just then makes no request wait', async () => {
  const as = await aUser()
  clock.now = new Date(clock.now.getTime() + day)
  await db.transaction().execute(async (trx) => {
    await sql`select from tokens where user_id = ${as.id} for update`.execute(trx)
    assert.equal((await get('/users/i', { as })).status, 200)
  })
})
