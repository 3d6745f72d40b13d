/**
 * Two services sell on a cluster of three PostgreSQL with automatic failover, while its primary is killed,
 * frozen, lost with its node, and switched, and a standby frozen. `PATRONI_KILLS`, `PATRONI_FREEZES`,
 * `PATRONI_NODES`, `PATRONI_SWITCHOVERS` and `PATRONI_STANDBYS` say how often, for a run of less than half
 * an hour.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Cluster } from '../cluster/cluster.ts'
import { missingPackages } from '../cluster/packages.ts'
import { aFolder, start } from '../service-process.ts'
import { until } from '../until.ts'
import { Buyers, faultsIn, lostOf, openShop } from './buyers.ts'
import { quantile } from './figures.ts'
import { isFull } from './sized.ts'

type Fault = {
  name: string
  times: number
  /** purchases resume within this many ms */
  most: number
  /** whether the primary stays where it is */
  isBeside?: boolean
  /** returns what repairs it */
  happen: (cluster: Cluster) => Promise<(() => Promise<void>) | void>
}

const timesOf = (name: string, usual: number) => Number(process.env[`PATRONI_${name}`] ?? usual)
const kinds: Fault[] = [
  {
    name: 'PostgreSQL killed',
    times: timesOf('KILLS', 40),
    most: 12_000,
    happen: (cluster) => cluster.killPrimary(),
  },
  {
    name: 'planned switchover',
    times: timesOf('SWITCHOVERS', 10),
    most: 12_000,
    happen: (cluster) => cluster.switchOver(),
  },
  {
    name: 'node frozen',
    times: timesOf('FREEZES', 10),
    most: 12_000,
    happen: (cluster) => cluster.freezeNode(),
  },
  {
    name: 'node killed',
    times: timesOf('NODES', 5),
    most: 12_000,
    happen: (cluster) => cluster.killNode(),
  },
  {
    name: 'standby frozen',
    times: timesOf('STANDBYS', 5),
    most: 12_000,
    isBeside: true,
    happen: (cluster) => cluster.freezeStandby(),
  },
]

const settings = (url: string) => ({
  DATABASE_URL: url,
  DATABASE_CONNECTIONS: '8',
  SECRET_KEY: 'what seals the keys of a cluster that fails',
  // Few buyers hold more in an hour than people do.
  UNPAID_PER_PERSON: '0',
  PAYMENT_LEASE_SECONDS: '2',
  LOG_LEVEL: 'silent',
})

/** Resolves when another node is the primary. */
async function another(cluster: Cluster, before: string | undefined): Promise<void> {
  const isAnother = async () => {
    await pause(100)
    const now = await cluster.leader()
    return now !== undefined && now !== before
  }
  await until('another primary', isAnother, 90_000)
}

/** Returns after how many ms there was another primary, if so, and for how long no purchase succeeded. */
async function strike({ happen, isBeside }: Fault, cluster: Cluster, buyers: Buyers) {
  await cluster.untilWell()
  await buyers.more(50)
  const before = await cluster.leader()
  const at = performance.now()
  const mend = await happen(cluster)
  if (!isBeside) await another(cluster, before)
  const chosen = isBeside ? 0 : performance.now() - at
  await buyers.more(50)
  const without = buyers.longestPause(at)
  await mend?.()
  buyers.wanted++
  return { chosen, without }
}

const skip = isFull
  ? false
  : 'a cluster of three nodes fails only with --full: it takes half an hour'

/** A shop on the cluster, two services, and buyers. */
async function open(closing: AsyncDisposableStack, cluster: Cluster, scarce: number) {
  const shop = await openShop(cluster.url, { buyers: 8, scarce })
  closing.defer(() => shop.close())
  const env = settings(cluster.url)
  const services = [
    await start(await aFolder(), ['--empty'], env),
    await start(await aFolder(), ['--empty'], env),
  ]
  for (const { child } of services) closing.defer(() => void child.kill('SIGKILL'))
  const buyers = new Buyers(
    services.map(({ url }) => url),
    shop,
  )
  return { shop, buyers }
}

test('a cluster that loses its primary loses no acknowledged purchase', { skip }, async (t) => {
  assert.equal(await missingPackages(), undefined)
  await using closing = new AsyncDisposableStack()
  const cluster = await Cluster.start()
  closing.defer(() => cluster.stop())
  const scarce = kinds.reduce((all, { times }) => all + times, 0)
  const { shop, buyers } = await open(closing, cluster, scarce)
  const late: string[] = []
  for (const kind of kinds) {
    const pauses: number[] = []
    for (let nth = 0; nth < kind.times; nth++) {
      const { chosen, without } = await strike(kind, cluster, buyers)
      pauses.push(without)
      console.log(
        `${kind.name} ${nth + 1}: another primary after ${Math.round(chosen)} ms, no purchase for ${Math.round(without)} ms`,
      )
    }
    const worst = quantile(pauses, 1)
    t.diagnostic(
      `${kind.name}, ${kind.times} times: purchases went on after ${quantile(pauses)} ms, at worst ${worst} ms`,
    )
    if (worst > kind.most) late.push(`${kind.name}: ${worst} ms`)
  }
  await cluster.untilWell()
  await buyers.stop()
  const lost = await lostOf(shop, buyers)
  const { oversold, faults } = await faultsIn(shop)
  t.diagnostic(
    `${buyers.acknowledged.size} acknowledged, ${lost} lost, ${oversold} oversold; ${buyers.refused} told ` +
      `to try again, the slowest answer took ${Math.round(buyers.slowest)} ms`,
  )
  assert.deepEqual([buyers.wrong, faults, lost, oversold, late], [[], [], 0, 0, []])
})

test('purchases are lost where commits do not wait for a standby: the harness finds them', {
  skip,
}, async (t) => {
  assert.equal(await missingPackages(), undefined)
  await using closing = new AsyncDisposableStack()
  const cluster = await Cluster.start({ isCareless: true })
  closing.defer(() => cluster.stop())
  const { shop, buyers } = await open(closing, cluster, 0)
  const before = await cluster.leader()
  await cluster.cutStandbys()
  await buyers.more(20)
  await cluster.killPrimary()
  await another(cluster, before)
  await buyers.more(20)
  await buyers.stop()
  const lost = await lostOf(shop, buyers)
  t.diagnostic(
    `${lost} of ${buyers.acknowledged.size} acknowledged purchases lost without a standby`,
  )
  assert.ok(lost > 0)
})
