/**
 * Two services on one database: what becomes free is offered once and in order, however many wait, and of several orders
 * with one offer at the same moment one has it.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { auditLedger } from '#shop/payments'
import { aTier } from '../buying.ts'
import { until } from '../until.ts'
import { addPieces } from '../waiting.ts'
import { aWorld, type World } from '../world.ts'
import { crowd, insist, post, twoServices } from './crowd.ts'
import { sized } from './sized.ts'

const [people, freed] = [10_000, 500]
const patience = 5_000
const [offers, rounds, each] = [sized(50, 200), sized(3, 10), 4]

/** Ledger faults of tiers and offers: sales that are written straight into the tables have no history. */
const faultsOf = async (world: World) =>
  (await auditLedger(world.work)).filter((fault) => /^(Tier|Offer|Order)/.test(fault))

/** A tier that is sold out, for which so many users wait, one ticket each; returns their entries in order. */
async function aLine(world: World, count: number) {
  const tier = await aTier(world, { quantity: 1, sold: 0 })
  // Nothing is free before the line stands.
  await sql`update tiers set quantity = 0, waiting = 1 where id = ${tier.id}`.execute(world.work)
  const users = Array.from({ length: count }, () => newId())
  // Of one millisecond, ids are in no order.
  const ids = users.map(newId).toSorted()
  const entries = users.map((user_id, nth) => ({ id: ids[nth] ?? '', user_id }))
  await sql`
    insert into users (id, first_name, last_name, email, email_key)
    select id, 'Ada', 'Marsh', id || '@people.example', id || '@people.example'
    from unnest(${users}::uuid[]) u (id)`.execute(world.work)
  await sql`
    insert into waiting_entries (id, user_id, tier_id, festival_id, quantity, created_at)
    select id, user_id, ${tier.id}, ${tier.festival_id}, 1, now()
    from unnest(${ids}::uuid[], ${users}::uuid[]) e (id, user_id)`.execute(world.work)
  return { tier, entries }
}

test(`${people} wait, ${freed} are freed at once: all are offered within ${patience} ms, in order`, async (t) => {
  const world = await aWorld()
  const { tier, entries } = await aLine(world, people)
  await twoServices(world)
  const began = performance.now()
  await addPieces(world, tier, freed)
  const offered = async () =>
    (
      await world.work
        .selectFrom('waiting_entries')
        .select('id')
        .where('tier_id', '=', tier.id)
        .where('status', '=', 'offered')
        .orderBy('id')
        .execute()
    ).map(({ id }) => id)
  await until('all are offered', async () => (await offered()).length >= freed, 30_000)
  const took = Math.round(performance.now() - began)
  t.diagnostic(`${freed} offers to a line of ${people} after ${took} ms`)
  const first = entries.slice(0, freed).map(({ id }) => id)
  assert.ok(
    (await offered()).every((id, nth) => id === first[nth]),
    'not the first in line',
  )
  assert.ok(took < patience, `${took} ms`)
  const { rows } = await sql<{ told: number; mails: number }>`
    select (select count(*)::int from notifications where type = 'waiting_list.offered') as told,
           (select count(distinct about)::int from mails_due where kind = 'waitingOffered') as mails`.execute(
    world.work,
  )
  assert.equal(rows[0]?.told, freed)
  assert.deepEqual(await faultsOf(world), [])
})

/** Each user with an offer sends it with several orders at the same moment. Returns how many tickets came of it. */
async function useTwice(t: TestContext, { world, urls }: { world: World; urls: string[] }) {
  const { tier, entries } = await aLine(world, offers)
  await addPieces(world, tier, offers)
  await until('all are offered', async () => {
    const { held } = await world.work
      .selectFrom('tiers')
      .select('held')
      .where('id', '=', tier.id)
      .executeTakeFirstOrThrow()
    return held === offers
  })
  const items = [{ payment_type: 'ticket', entity_id: tier.id }]
  const answers = await crowd(
    offers,
    async (nth) => {
      const { id = '', user_id = '' } = entries[nth] ?? {}
      const { token } = await world.access.issue(world.db, {
        clientId: world.client.id,
        userId: user_id,
      })
      return Promise.all(
        Array.from({ length: each }, (_, turn) => {
          const body = { items, offer: id }
          const asked = { client: world.client.token, token, body, key: `${id} ${turn}` }
          return insist(() => post(`${urls[turn % urls.length]}/orders`, asked))
        }),
      )
    },
    10,
  )
  const all = answers.flat()
  const bought = all.filter(({ status }) => status === 201)
  const refused = all.filter(({ status, body }) => status === 409 && body.code === 'offer_used')
  const { rows } = await sql<{ tickets: number }>`
    select count(*)::int as tickets from tickets k join payments p on p.id = k.payment_id
    where p.entity_id = ${tier.id}`.execute(world.work)
  t.diagnostic(
    `${offers} offers, each used ${each} times at once: ${bought.length} bought, ${refused.length} refused`,
  )
  return { bought: bought.length, refused: refused.length, tickets: rows[0]?.tickets ?? 0 }
}

const urlsOf = (services: { url: string }[]) => services.map(({ url }) => url)

test(`${offers} offers, each with ${each} orders at once, ${rounds} times`, async (t) => {
  const world = await aWorld()
  const urls = urlsOf(await twoServices(world))
  for (let round = 0; round < rounds; round++) {
    assert.deepEqual(await useTwice(t, { world, urls }), {
      bought: offers,
      refused: offers * (each - 1),
      tickets: offers,
    })
  }
  assert.deepEqual(await faultsOf(world), [])
})

test('it finds the planted bug doubleoffer', async (t) => {
  const world = await aWorld()
  // With the database's own constraint the bug shows as failures, not as tickets too many.
  await sql`alter table tiers drop constraint tiers_stock`.execute(world.work)
  const urls = urlsOf(await twoServices(world, 'doubleoffer'))
  let tickets = 0
  for (let round = 0; round < 10 && tickets <= offers; round++) {
    tickets = (await useTwice(t, { world, urls })).tickets
  }
  assert.ok(tickets > offers, 'ten rounds did not show it')
  assert.ok((await faultsOf(world)).some((fault) => fault.startsWith('Tier')))
})
