/** The primary of a synchronous pair dies while tickets are sold, and its standby takes over. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pino from 'pino'
import { readConfig } from '#platform/config/read'
import { build } from '../../src/api/app.ts'
import { openInfrastructure, openPools } from '../../src/server/infrastructure.ts'
import type { OnFailpoint } from '../../src/shop/payments/model/failpoints.ts'
import { addColumns } from '../added-columns.ts'
import { aFolder, start } from '../service-process.ts'
import { until } from '../until.ts'
import { Buyers, faultsIn, lostOf, openShop } from './buyers.ts'
import { quantile } from './figures.ts'
import { Pair } from './pair.ts'
import { sized } from './sized.ts'

const failovers = sized(2, 10)
const pair = await Pair.start()
const shop = await openShop(pair.url, { buyers: 8, scarce: failovers + 1 })
after(async () => {
  await shop.close()
  await pair.stop()
})
const env = {
  DATABASE_URL: pair.url,
  SECRET_KEY: 'what seals the keys of a pair that fails',
  // Few buyers hold more in an hour than people do.
  UNPAID_PER_PERSON: '0',
  PAYMENT_LEASE_SECONDS: '2',
  LOG_LEVEL: 'silent',
}
const service = await start(await aFolder(), ['--empty'], env)

/** Adds a column to every table while tickets are sold: no purchase is refused. */
async function migrateDuring(buyers: Buyers, version: number) {
  await buyers.more(40)
  const { refused } = buyers
  await addColumns(shop.pool, version)
  await buyers.more(40)
  assert.deepEqual([buyers.wrong, buyers.refused], [[], refused])
}

/** Returns the time from the promotion, and from the death, until a purchase was acknowledged, ms. */
async function failOver(buyers: Buyers) {
  await buyers.more(40)
  const killed = performance.now()
  await pair.killPrimary()
  await pair.promote()
  const promoted = performance.now()
  await buyers.more(1)
  const pause = performance.now() - promoted
  await buyers.more(40)
  buyers.wanted++
  return { pause, whole: buyers.longestPause(killed) }
}

test(`${failovers} primaries that die lose no acknowledged purchase`, async (t) => {
  const buyers = new Buyers([service.url], shop)
  const pauses: number[] = []
  const wholes: number[] = []
  for (let nth = 0; nth < failovers; nth++) {
    await migrateDuring(buyers, nth)
    const { pause, whole } = await failOver(buyers)
    pauses.push(pause)
    wholes.push(whole)
    buyers.isResting = true
    await pair.rebuild()
    buyers.isResting = false
  }
  await buyers.stop()
  const lost = await lostOf(shop, buyers)
  const { oversold, faults } = await faultsIn(shop)
  t.diagnostic(
    `${buyers.acknowledged.size} acknowledged, ${lost} lost, ${oversold} oversold; purchases went on ` +
      `${quantile(pauses)} ms after the promotion, at worst ${quantile(pauses, 1)} ms; without a purchase ` +
      `${quantile(wholes)} ms, at worst ${quantile(wholes, 1)} ms; ${buyers.refused} told to try again, ` +
      `the slowest answer took ${Math.round(buyers.slowest)} ms`,
  )
  assert.deepEqual([buyers.wrong, faults, lost, oversold], [[], [], 0, 0])
  assert.ok(Math.max(...pauses) < 2000, 'purchases did not go on within 2 s')
  assert.ok(buyers.slowest < 4500, 'an answer took too long')
})

/** The whole application in this process, stopped at the failpoints of a purchase. */
async function anApp(closing: AsyncDisposableStack, failpoint: OnFailpoint) {
  const config = readConfig({ ...env, NODE_ENV: 'test', DATA_DIR: await aFolder() })
  const log = pino({ level: 'silent' })
  const ground = { config, connectionString: pair.url, log }
  const infrastructure = await openInfrastructure(closing, ground, openPools(closing, ground))
  const app = await build({ ...infrastructure, failpoint }, log)
  closing.defer(() => app.close())
  return app
}

test('a replay is acknowledged only when the standby has it', async () => {
  await using closing = new AsyncDisposableStack()
  let resume: (() => void) | undefined
  const app = await anApp(closing, async (reached) => {
    if (reached === 'C3 charged') resume = await pair.pauseStandby()
  })
  const ask = async () => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/payments',
      payload: { payment_type: 'ticket', entity_id: shop.hot.id },
      headers: {
        'x-f-authorization': shop.client,
        'x-f-authentication': shop.buyers[0] ?? '',
        'idempotency-key': 'waits for the standby',
      },
    })
    return statusCode
  }
  const isSold = async () => {
    await pair.endWaiting()
    const payments = shop.db.selectFrom('payments').select('status')
    const last = await payments.orderBy('id', 'desc').limit(1).executeTakeFirst()
    return last?.status === 'succeeded'
  }
  const first = ask()
  await until('paused', async () => resume !== undefined)
  try {
    await until('sold where it was written', isSold)
    assert.equal(await first, 503)
    assert.equal(await ask(), 503)
  } finally {
    resume?.()
  }
  await until('acknowledged', async () => (await ask()) === 201)
})

test('purchases are lost where commits do not wait for the standby: the harness finds them', async (t) => {
  await pair.setSynchronous('')
  await pair.cutStandby()
  const buyers = new Buyers([service.url], shop)
  await failOver(buyers)
  await buyers.stop()
  const lost = await lostOf(shop, buyers)
  t.diagnostic(
    `${lost} of ${buyers.acknowledged.size} acknowledged purchases lost without a standby`,
  )
  assert.ok(lost > 0)
})
