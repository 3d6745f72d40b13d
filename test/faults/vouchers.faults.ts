/**
 * Two services on one database, and many who use one voucher at once: exactly as many units are bought with it as it has
 * uses, and the others are told that it is used up.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { auditLedger } from '#shop/payments'
import { until } from '../until.ts'
import { aGivingFestival } from '../vouchers.ts'
import { aWorld, type World } from '../world.ts'
import { crowd, insist, post, twoServices } from './crowd.ts'
import { sized } from './sized.ts'

const [people, uses, rounds] = [sized(200, 2_000), sized(20, 200), sized(3, 10)]

type Race = { world: World; urls: string[]; buyers: string[] }

/** All buy one ticket with a new voucher at the same moment. Returns what they got, and the uses of the voucher. */
async function useUp(t: TestContext, { world, urls, buyers }: Race) {
  const { tier, voucher, read } = await aGivingFestival(world)
  const { id: entity_id } = await tier({ quantity: people })
  const { id, code } = await voucher({ percent: 50, max_uses: uses })
  const body = { items: [{ payment_type: 'ticket', entity_id }], voucher: code }
  const answers = await Promise.all(
    buyers.map((token, nth) => {
      let turn = nth
      const asked = { client: world.client.token, token, body, key: `${entity_id} ${nth}` }
      return insist(() => post(`${urls[turn++ % urls.length]}/orders`, asked))
    }),
  )
  const bought = answers.filter(({ status }) => status === 201).length
  const refused = answers.filter(({ body }) => body.code === 'voucher_used_up').length
  const { held, used } = await read(id)
  t.diagnostic(
    `${people} buyers, ${uses} uses: ${bought} bought, ${refused} told that it is used up`,
  )
  return { bought, refused, held, used }
}

const urlsOf = (services: { url: string }[]) => services.map(({ url }) => url)
const buyersOf = (world: World) => crowd(people, async () => (await world.aUser()).token, 3)

test(`${people} buyers at once, ${uses} uses of a voucher, ${rounds} times`, async (t) => {
  const world = await aWorld()
  const urls = urlsOf(await twoServices(world))
  const buyers = await buyersOf(world)
  for (let round = 0; round < rounds; round++) {
    assert.deepEqual(await useUp(t, { world, urls, buyers }), {
      bought: uses,
      refused: people - uses,
      held: 0,
      used: uses,
    })
  }
  await until('the ledger at rest', async () => {
    return (await auditLedger(world.work, { atRest: true })).length === 0
  })
})

test('it finds the planted bug voucherrace', async (t) => {
  const world = await aWorld()
  // With the database's own constraint the bug shows as failures, not as uses too many.
  await sql`alter table voucher_codes drop constraint voucher_codes_uses`.execute(world.work)
  const urls = urlsOf(await twoServices(world, 'voucherrace'))
  const buyers = await buyersOf(world)
  let bought = 0
  for (let round = 0; round < 50 && bought <= uses; round++) {
    bought = (await useUp(t, { world, urls, buyers })).bought
  }
  assert.ok(bought > uses, 'fifty rounds did not show it')
})
