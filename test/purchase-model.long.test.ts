/**
 * The payments module against a model of it: one fixed seed and one new seed, each in its own process. `npm
 * run test:faults` runs more; a history that fails prints its seed.
 */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

const wanted = Number(process.env['MODEL_HISTORIES'] ?? 40)
const given = process.env['MODEL_SEED']
const seeds = given ? [Number(given)] : [20_260_701, randomInt(2 ** 31 - 1)]

type Counts = Record<string, number>
type Result = { histories: number; counts: Counts }

type Run = { model: string; seed: number; histories: number; signal: AbortSignal }

async function run({ model, seed, histories, signal }: Run) {
  const child = fork('test/faults/histories.ts', [], {
    env: {
      ...process.env,
      NODE_TEST_CONTEXT: '',
      MODEL: model,
      MODEL_SEED: `${seed}`,
      MODEL_HISTORIES: `${histories}`,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    // Ends with the test, also when the other seed has failed it.
    signal,
  })
  const result: Result = { histories: 0, counts: {} }
  child.on('message', (message) => Object.assign(result, message))
  assert.ok(child.stdout)
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  assert.equal(code, 0, output)
  return result
}

/** In 1,000 histories each of these happens far more often: a run that never gets there proves nothing. */
const leastOfPayments: Counts = {
  acknowledged: 300,
  replays: 200,
  batches: 200,
  webhooks: 100,
  'late requests': 3,
  'holds 201 held': 200,
  'pays again': 100,
  'pays 201 succeeded': 20,
  'pays 201 requires_action': 20,
  'pays 402 declined': 20,
  'gives up 200 given up': 8,
  'buyers answered': 10,
  'refunds in full': 20,
  'refunds in part': 5,
  'refused refunds': 5,
  'given back by buyers': 10,
  'given back again': 2,
  'disputes open': 20,
  'disputes won': 10,
  'disputes lost': 10,
  'scans 200': 50,
  'scans 409': 20,
  'syncs 200': 100,
  'syncs 409': 3,
  'cancelled festivals': 40,
  'answers 409 sold_out': 50,
  'answers 409 not_enough_points': 20,
  'answers 409 price_changed': 50,
  'answers 409 idempotency_key_reused': 10,
  'answers 409 in_progress': 10,
  'expired to succeeded': 20,
  'expired to refunding': 2,
  'C1 before reserve commits': 30,
  'C2 reserved': 30,
  'C3 charged': 30,
  'C4 before settle commits': 30,
  'C5 settled': 30,
  'C6 asked': 30,
  'C7 cancelled': 10,
  'C8 before refund': 10,
  'C9 refunded': 10,
  'C10 webhook settled': 10,
}

/** The same of histories of orders. */
const leastOfOrders: Counts = {
  acknowledged: 400,
  'orders succeeded': 400,
  'orders with a voucher succeeded': 70,
  'orders limit': 20,
  'orders sold_out': 500,
  'orders in_progress': 40,
  'holds held': 200,
  'pays pending': 30,
  'gives up ok': 40,
  'waits 201': 400,
  'gives to the next 201': 100,
  'buys a return succeeded': 40,
  'buys a return pending': 8,
  'buys a return return_gone': 30,
  'buys an offer succeeded': 25,
  'hands on 200': 10,
  'admits 200': 100,
  'given back by buyers ok': 12,
  'refunds of orders ok': 60,
  'disputes lost': 20,
  'cancelled festivals': 40,
  'C1 before reserve commits': 60,
  'C2 reserved': 40,
  'C3 charged': 30,
  'C4 before settle commits': 60,
  'C5 settled': 15,
  'C6 asked': 30,
  'C7 cancelled': 10,
  'C8 before refund': 25,
  'C9 refunded': 20,
  'C10 webhook settled': 15,
}

const models = { payments: leastOfPayments, orders: leastOfOrders }
for (const [model, least] of Object.entries(models)) {
  // Requirement (rules): contract §7 Exactly one of request, retry, webhook and sweeper moves a payment
  test(`no history of ${model} loses a ticket or a cent (seeds ${seeds})`, async (t) => {
    const start = performance.now()
    const results = await Promise.all(
      seeds.map((seed) => run({ model, seed, histories: wanted / seeds.length, signal: t.signal })),
    )
    const histories = results.reduce((all, result) => all + result.histories, 0)
    const counts: Counts = {}
    for (const result of results) {
      for (const [what, count] of Object.entries(result.counts)) {
        counts[what] = (counts[what] ?? 0) + count
      }
    }
    const seconds = Math.round((performance.now() - start) / 1000)
    t.diagnostic(`${histories} histories in ${seconds} s: ${JSON.stringify(counts)}`)
    assert.ok(histories > 0, 'no history was played')
    // A few histories prove nothing about rare events.
    if (histories < 500) return
    for (const [what, count] of Object.entries(least)) {
      const enough = (count * histories) / 1000
      assert.ok((counts[what] ?? 0) >= enough, `${what}: ${counts[what] ?? 0} in ${histories}`)
    }
  })
}
