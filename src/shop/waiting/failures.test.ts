/** A failing tier, ticket or step does not stop other offers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addPieces, aPlaceInLine, aSoldOutTier, offer } from '../../../test/waiting.ts'
import { aWorld } from '../../../test/world.ts'

const clock = { now: new Date('2027-01-20T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now })
const { db, get } = world
const hour = 3_600_000

const statusOf = async ({ id, user }: Awaited<ReturnType<typeof aPlaceInLine>>) =>
  (await get(`/waiting-list/${id}`, { as: user })).body.status

test('while the entries of one tier cannot be changed, others are offered, and later that tier as well', async () => {
  const [broken, whole] = [await aSoldOutTier(world), await aSoldOutTier(world)]
  const [late, next] = [await aPlaceInLine(world, broken), await aPlaceInLine(world, broken)]
  await addPieces(world, broken, 1)
  await offer(world)
  assert.equal(await statusOf(late), 'offered')
  const other = await aPlaceInLine(world, whole)
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused by a test'; end $$`.execute(
    db,
  )
  await sql`
    create trigger refuse before update on waiting_entries for each row
    when (new.tier_id = ${sql.lit(broken.id)}) execute function refuse()`.execute(db)
  clock.now = new Date(clock.now.getTime() + 100 * hour)
  await addPieces(world, broken, 1)
  await addPieces(world, whole, 1)
  // The step that ends offers fails, and in a later step the first of both tiers fails.
  await assert.rejects(offer(world), (error) => {
    assert.ok(error instanceof AggregateError)
    assert.equal(error.errors.length, 2)
    return true
  })
  assert.equal(await statusOf(other), 'offered')
  assert.equal(await statusOf(next), 'waiting')
  await sql`drop trigger refuse on waiting_entries`.execute(db)
  await offer(world)
  assert.deepEqual([await statusOf(late), await statusOf(next)], ['lapsed', 'offered'])
})
