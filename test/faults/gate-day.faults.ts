/**
 * A day at the gates and tills of a festival, two of each without a network for its busiest hour. Pages of devices and the service are
 * killed at any moment. The pages are the real ones, without their screens. A planted bug must be found.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../until.ts'
import { aWorld } from '../world.ts'
import { anySeed, chanceOf } from './chance.ts'
import { findingsOf } from './day-checks.ts'
import { killAnyOf } from './day-devices.ts'
import { People } from './day-people.ts'
import { buyOnline, Sales } from './day-sales.ts'
import { aSite, float, type Site, type Size, secret, takeLeases } from './day-site.ts'
import { quantile } from './figures.ts'
import { sized } from './sized.ts'

const whole: Size = {
  people: sized(600, 20_000),
  hour: sized(25_000, 900_000),
  kill: sized(1_500, 3_000),
}
/** Enough for a planted bug to show. */
const small: Size = { people: 240, hour: 10_000, kill: 1_500 }
/** So soon after the network's return the tills must have told all, ms. */
const patience = 60_000

/** The busy hour: some have no network, all may be killed, and so is the service, twice. */
async function busyHour({ gates, tills, devices, host }: Site, { hour, kill }: Size) {
  const over = new AbortController()
  const killing = killAnyOf(devices, { every: kill, signal: over.signal })
  const cutOff = [gates[0], gates[1], tills[0], tills[1]].flatMap((device) => device ?? [])
  for (const till of tills) await till.sells(true)
  await pause(hour / 8)
  for (const device of cutOff) await device.connect(false)
  await pause(hour / 4)
  await host.kill()
  await pause(hour / 2)
  await host.kill()
  await pause(hour / 4)
  for (const device of cutOff) await device.connect(true)
  const returned = performance.now()
  await Promise.all(tills.map((till) => till.sells(false)))
  const told = await toldAfter(tills, returned)
  over.abort()
  await killing
  return told
}

/** How long after the network's return the tills had told all that they sold, ms. */
async function toldAfter(tills: Site['tills'], since: number): Promise<number> {
  const haveTold = async () => {
    const states = await Promise.all(tills.map((till) => till.state()))
    return states.every((state) => state && state.unsent === 0)
  }
  await until('the tills have told all', haveTold, patience).catch(() => undefined)
  return performance.now() - since
}

/** All go home: the gates report, the tills give back what they have not sold, and their drawers are counted. */
async function evening(site: Site, people: People, sales: Sales): Promise<void> {
  const { gates, tills } = site
  await until('all have been at the gates', async () => people.living === 0, 300_000)
  const haveTold = async () => {
    const states = await Promise.all(gates.map((gate) => gate.state(true)))
    return states.every((state) => state?.unsent === 0)
  }
  await until('the gates have told all', haveTold, patience)
  for (const [n, till] of tills.entries()) {
    await till.ask({ kind: 'giveBack' })
    await till.ask({ kind: 'close', counted: float + sales.takenBy(n, 'cash') / 100 })
  }
}

async function run(t: TestContext, size: Size): Promise<string[]> {
  const world = await aWorld({ env: secret })
  const seed = anySeed()
  const chance = chanceOf(seed)
  let site: Site | undefined
  let people: People | undefined
  const sales = new Sales({
    chance,
    onTicket: (ticket) => people?.arrive(ticket),
    onReturn: (till, payment_id) => void site?.tills[till]?.ask({ kind: 'refund', payment_id }),
  })
  site = await aSite(world, size, (till, said) => sales.hear(till, said))
  const { devices, host } = site
  t.after(async () => {
    await Promise.all(devices.map((device) => device.stop()))
    await host.stop()
  })
  people = new People(site, chance)
  await takeLeases(site)
  const over = new AbortController()
  const buyers = await Promise.all(Array.from({ length: 20 }, () => world.aUser()))
  const online = buyOnline(site, { buyers, after: size.hour / 2, signal: over.signal })
  const told = await busyHour(site, size)
  over.abort()
  const bought = await online
  await evening(site, people, sales)
  const late = told < patience ? [] : ['The tills had not told all within 60 s']
  const failed = site.devices.flatMap(({ failure, name }) =>
    failure ? `${name}: ${failure.message}` : [],
  )
  const wrong = [...late, ...failed, ...(await findingsOf(site, people, sales))]
  const kills = site.devices.reduce((sum, device) => sum + device.kills, 0)
  const times = (all: number[]) => `${quantile(all)} ms, p99 ${quantile(all, 0.99)}`
  t.diagnostic(
    `seed ${seed}: ${sales.tickets.length} with tickets of ${sales.count} sales, ${sales.withoutNetwork} of them without a network, ${sales.refunds} given back; ${bought} bought in the shop, of ${size.people}; ${kills} kills of devices, ${site.host.kills} of the service`,
  )
  t.diagnostic(
    `${people.scans} scans, ${people.offline.length} decided by a page: ${JSON.stringify(people.results)}; ${people.doubles.length} copies let in`,
  )
  t.diagnostic(
    `decided by pages after ${times(people.offline)}, by the service after ${times(people.online)}; tills had told all ${Math.round(told)} ms after the network's return`,
  )
  t.diagnostic(wrong.join('\n') || 'nothing wrong')
  return wrong
}

test(`${whole.people} people, eight gates, four tills, kills: nothing is lost, oversold or let in twice`, async (t) => {
  assert.deepEqual(await run(t, whole), [])
})

const bugs = {
  twojudges: /^The judges differ/,
  leasetwice: /^A ticket was sold twice$/,
  lostshift: /^The books of/,
}
for (const [plant, name] of Object.entries(bugs)) {
  test(`the planted bug ${plant} is found`, async (t) => {
    const wrong = await run(t, { ...small, plant })
    assert.ok(
      wrong.some((what) => name.test(what)),
      wrong.join(', '),
    )
  })
}
