/**
 * Two services killed with SIGKILL while they issue invoices and credit notes, beside a sale, and planted bugs that must be
 * found. `INVOICES` is how many orders are sold at least.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { auditLedger } from '#shop/payments'
import type { Failpoint } from '../../src/shop/payments/model/failpoints.ts'
import { aSellerWithTier } from '../documents.ts'
import { until } from '../until.ts'
import { aWorld, type World } from '../world.ts'
import { anySeed, type Chance, chanceOf } from './chance.ts'
import { environment } from './crash-scene.ts'
import { Services } from './services.ts'
import { sized } from './sized.ts'

const orders = Number(process.env['INVOICES'] ?? sized(500, 20_000))
const toFind = Math.min(orders, 100)
/** A service starts in seconds, or in a minute on a busy machine, ms. */
const slow = 500_000
const bugs = ['numbergap', 'unitinvoice']
const worlds = new Map<string, World>()
for (const run of ['correct', ...bugs]) worlds.set(run, await aWorld())

/** Rates that leave a cent to be spread, an odd price, and a tier of another seller. */
async function tiersOf(world: World) {
  const tierWith = (rate: number, price_cents: number) => ({
    price_cents,
    quantity: 1_000_000,
    vat: JSON.stringify({ rate, exemption: null }),
  })
  const one = await aSellerWithTier(world, { tier: tierWith(19, 999) })
  const other = await aSellerWithTier(world, { prefix: 'TD', tier: tierWith(7, 5_350) })
  return [one.tier.id, other.tier.id]
}

type Sale = { chance: Chance; goesOn: (sold: number) => boolean }

/** The most orders and documents that wait while more is sold: services die while they issue, and not after it. */
const mostWaiting = 100

/** Sells orders of up to four tickets of both sellers, and refunds a third of them, in part or in full. */
async function sell(world: World, { chance, goesOn }: Sale) {
  const [tiers, admin] = [await tiersOf(world), await world.aUser({ roles: ['admin'] })]
  const buy = async (nth: number) => {
    const as = buyers[nth % buyers.length]
    assert.ok(as)
    const items = tiers
      .filter((_, place) => place === 0 || chance.in100(30))
      .map((entity_id) => ({ payment_type: 'ticket', entity_id, quantity: 1 + chance.below(4) }))
    const headers = { 'idempotency-key': newId() }
    const { status, body, text } = await world.post('/orders', { items }, { as, headers })
    assert.equal(status, 201, text)
    if (!chance.in100(33)) return
    const amount = chance.in100(50) ? { amount: 1 + chance.below(400) / 100 } : {}
    const refund = await world.post(`/payments/${body.payments[0].id}/refund`, amount, {
      as: admin,
    })
    assert.equal(refund.status, 200, refund.text)
  }
  const buyers = await Promise.all(Array.from({ length: 20 }, () => world.aUser()))
  for (let nth = 0; goesOn(nth); nth += 8) {
    await until('documents are issued', async () => (await waitingIn(world)) < mostWaiting, slow)
    await Promise.all(Array.from({ length: 8 }, (_, place) => buy(nth + place)))
  }
}

const failpoints: Failpoint[] = [
  'D1 before documents commit',
  'D2 documents issued',
  'D3 before rendered documents commit',
]

/** Sells at least `many` orders, and goes on until the services have been killed often enough. */
async function run(world: World, { many, plant }: { many: number; plant?: string }) {
  const chance = chanceOf(anySeed())
  const services = new Services({
    wanted: sized(6, 100),
    each: sized(1, 20),
    chance,
    plant,
    // A service that is slow to connect is no fault.
    env: { ...environment(world, 'http://127.0.0.1:9'), TIMEOUT_SCALE: '20' },
    told: () => {},
    failpoints,
  })
  services.start()
  const goesOn = (sold: number) => !services.failure && (sold < many || !services.isDone)
  try {
    await sell(world, { chance, goesOn })
    assert.ifError(services.failure)
    await until('every document is issued', async () => (await waitingIn(world)) === 0, slow)
  } finally {
    await services.stop()
  }
  return { faults: await auditLedger(world.work), kills: services.kills }
}

async function waitingIn({ work }: World): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select (select count(*)::int from documents_due)
      + (select count(*)::int from documents where rendered_at is null) as waiting`.execute(work)
  return rows[0]?.waiting ?? 0
}

const worldOf = (name: string): World => {
  const world = worlds.get(name)
  assert.ok(world)
  return world
}

test(`at least ${orders} orders and their refunds have each document once, without a gap, equal to the ledger`, async (t) => {
  const world = worldOf('correct')
  const { faults, kills } = await run(world, { many: orders })
  const { rows } = await sql<{ kind: string; documents: number }>`
    select kind, count(*)::int as documents from documents group by kind order by kind`.execute(
    world.work,
  )
  t.diagnostic(`${JSON.stringify(rows)}, kills ${JSON.stringify(kills)}`)
  assert.deepEqual(faults, [])
  // A service reaches these only while it issues documents.
  assert.ok(
    failpoints.some((failpoint) => kills[failpoint]),
    'No kill while documents were issued',
  )
})

for (const plant of bugs) {
  test(`the ledger finds the planted bug ${plant}`, async (t) => {
    const { faults } = await run(worldOf(plant), { many: toFind, plant })
    t.diagnostic(`${plant}: ${faults[0]}`)
    assert.ok(faults.length > 0, `${toFind} orders did not show it`)
  })
}
