/**
 * Two services on one database, and many who buy four at once where that does not come out even: each gets all four or
 * none, and what is left over stays.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { auditLedger } from '#shop/payments'
import { aTier } from '../buying.ts'
import { until } from '../until.ts'
import { aWorld, type World } from '../world.ts'
import { crowd, insist, post, twoServices } from './crowd.ts'
import { sized } from './sized.ts'

/** Two more than a multiple of four, so that a last order would get a part. */
const [people, pieces, rounds] = [sized(200, 2_000), sized(102, 1_002), sized(3, 10)]
const each = 4

/** All buy four of a new tier at the same moment. Returns what they got, and what is wrong afterwards. */
async function buyFours(t: TestContext, { world, urls }: { world: World; urls: string[] }) {
  const tier = await aTier(world, { quantity: pieces })
  const buyers = await crowd(people, async () => (await world.aUser()).token, 10)
  const items = [{ payment_type: 'ticket', entity_id: tier.id, quantity: each }]
  const answers = await Promise.all(
    buyers.map((token, nth) => {
      let turn = nth
      const asked = { client: world.client.token, token, body: { items }, key: `${tier.id} ${nth}` }
      return insist(() => post(`${urls[turn++ % urls.length]}/orders`, asked))
    }),
  )
  const bought = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status, body }) => status === 409 && body.code === 'sold_out')
  const { rows } = await sql<{ orders: number; parts: number; tickets: number }>`
    select count(*)::int as orders, count(*) filter (where tickets <> ${each})::int as parts,
           coalesce(sum(tickets), 0)::int as tickets
    from (
      select p.order_id, count(k.payment_id) as tickets from payments p left join tickets k on k.payment_id = p.id
      where p.entity_id = ${tier.id} group by 1
    ) orders`.execute(world.work)
  t.diagnostic(
    `${people} buyers of ${each}, ${pieces} tickets: ${bought.length} bought, ${refused.length} told that it is sold out`,
  )
  return { bought: bought.length, refused: refused.length, ...rows[0] }
}

const urlsOf = (services: { url: string }[]) => services.map(({ url }) => url)

test(`${people} buyers of ${each} at once, ${pieces} tickets, ${rounds} times`, async (t) => {
  const world = await aWorld()
  const urls = urlsOf(await twoServices(world))
  const whole = Math.floor(pieces / each)
  for (let round = 0; round < rounds; round++) {
    assert.deepEqual(await buyFours(t, { world, urls }), {
      bought: whole,
      refused: people - whole,
      orders: whole,
      parts: 0,
      tickets: whole * each,
    })
  }
  await until('the ledger at rest', async () => {
    return (await auditLedger(world.work, { atRest: true })).length === 0
  })
})

test('it finds the planted bug halforder', async (t) => {
  const world = await aWorld()
  // With the database's own constraint the bug shows as failures, not as tickets too many.
  await sql`alter table tiers drop constraint tiers_stock`.execute(world.work)
  const urls = urlsOf(await twoServices(world, 'halforder'))
  let tickets = 0
  for (let round = 0; round < 3 && tickets <= pieces; round++) {
    tickets = (await buyFours(t, { world, urls })).tickets ?? 0
  }
  assert.ok(tickets > pieces, 'three rounds did not show it')
})
