/** The gate when answers are lost, the service is away, or the device is removed meanwhile. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { aTier } from '../buying.ts'
import { aDevice, aRunningGate } from '../gate.ts'
import { somePaidTickets } from '../sales.ts'
import { until } from '../until.ts'
import { outageOf, unanswered } from './outage.ts'
import { aSite } from './site.ts'

const site = await aSite()
const outage = outageOf(site)

async function aManned(count = 1) {
  const gate = await aRunningGate(site)
  const tier = await aTier(site, { festival_id: gate.festival.id, name: 'Weekend' })
  const device = await aDevice(site, gate, 'North gate 1')
  const tickets = await somePaidTickets(site, count, { tier })
  return { ...gate, tier, device, tickets }
}

/** The device has read what it needs, and the service answers. */
const isOnline = async (page: Page) => {
  await page.locator('#as-of', { hasText: ':' }).waitFor()
  await page.locator('#line', { hasText: 'Online' }).waitFor()
}
const said = async (page: Page, title: string) => {
  await page.locator('#answer-title').getByText(title, { exact: true }).waitFor()
  return page.locator('#answer').innerText()
}
const typeCode = async (page: Page, code = '') => {
  await page.getByLabel('Type the code').fill(code)
  await page.getByLabel('Type the code').press('Enter')
}

/** The service receives scans, but its answers are lost: so many of them, or all until it is healed. */
async function loseAnswers(page: Page, times?: number): Promise<() => Promise<void>> {
  const held: (() => Promise<void>)[] = []
  const lose = async (route: Route) => {
    await route.fetch()
    held.push(() => route.abort())
  }
  await page.route('**/gate/scans', lose, { ...(times && { times }) })
  return async () => {
    await page.unroute('**/gate/scans')
    for (const end of held) await end().catch(() => undefined)
  }
}

const scansOf = (payment_id = '') =>
  site.db
    .selectFrom('gate_scans')
    .select(['outcome', 'admitted_offline'])
    .where('payment_id', '=', payment_id)
    .execute()

test('an answer that is lost: the device admits after two seconds, and the service counts it once', async () => {
  const { device, festival, manager, tickets } = await aManned()
  const [ticket] = tickets
  const { page, done } = await site.open(`/gate#${device.token}`, { expected: unanswered })
  await isOnline(page)
  await page.evaluate('navigator.serviceWorker.ready')
  const heal = await loseAnswers(page)
  await typeCode(page, ticket?.code)
  await said(page, 'Checking')
  assert.match(await said(page, 'Admitted offline'), /when the network is back/)
  await heal()
  await page.locator('#unsent', { hasText: '0' }).waitFor()
  assert.equal(await page.locator('#answer-why').innerText(), '')
  assert.match(await said(page, 'Admitted offline'), /Weekend/)
  assert.deepEqual(await scansOf(ticket?.id), [{ outcome: 'admitted', admitted_offline: false }])
  const { body } = await site.get(`/gate/${festival.id}/clashes`, { as: manager })
  assert.deepEqual(body, [])
  // A copy of the ticket is not admitted by the first one's answer.
  await isOnline(page)
  await typeCode(page, ticket?.code.toLowerCase())
  assert.match(await said(page, 'Already used'), /at this gate/)
  await done()
})

test('no ticket is refused because of its own lost answer', async () => {
  const { device, festival } = await aManned()
  const { page, done } = await site.open(`/gate#${device.token}`, { expected: unanswered })
  await isOnline(page)
  await page.evaluate('navigator.serviceWorker.ready')
  // A tier the device does not know yet: the service admits it, the device alone would not.
  const fresh = await aTier(site, { festival_id: festival.id, name: 'Late tier' })
  const [ticket] = await somePaidTickets(site, 1, { tier: fresh })
  const heal = await loseAnswers(page)
  await typeCode(page, ticket?.code)
  assert.match(await said(page, 'Refused'), /another festival/)
  await heal()
  await isOnline(page)
  await typeCode(page, ticket?.code.toLowerCase())
  assert.match(await said(page, 'Admitted'), /Late tier/)
  assert.deepEqual(await scansOf(ticket?.id), [{ outcome: 'admitted', admitted_offline: false }])
  await done()
})

test('a device that hears of its own scan before the answer asks once more, and admits its holder', async () => {
  const { device, tickets } = await aManned()
  const [ticket] = tickets
  const { page, done } = await site.open(`/gate#${device.token}`, { expected: unanswered })
  await isOnline(page)
  await page.evaluate('navigator.serviceWorker.ready')
  // The service receives the scan; its first answer is late, and the manifest says that the ticket is used.
  const heal = await loseAnswers(page, 1)
  await typeCode(page, ticket?.code)
  await until('the scan', async () => (await scansOf(ticket?.id)).length === 1)
  const told = page.waitForResponse(/\/manifest/)
  await page.evaluate("dispatchEvent(new Event('online'))")
  await told
  assert.match(await said(page, 'Admitted'), /Weekend/)
  assert.deepEqual(await scansOf(ticket?.id), [{ outcome: 'admitted', admitted_offline: false }])
  await heal()
  // A copy is still refused.
  await isOnline(page)
  await typeCode(page, ticket?.code.toLowerCase())
  assert.match(await said(page, 'Already used'), /at this gate/)
  await done()
})

test('a page that is closed while it waits for the service asks for the same again, and the ticket counts once', async () => {
  const { device, tickets } = await aManned()
  const [ticket] = tickets
  const { page, done } = await site.open(`/gate#${device.token}`, { expected: unanswered })
  await isOnline(page)
  await page.evaluate('navigator.serviceWorker.ready')
  const heal = await loseAnswers(page)
  await typeCode(page, ticket?.code)
  await said(page, 'Checking')
  await until('the scan', async () => (await scansOf(ticket?.id)).length === 1)
  await page.reload()
  await heal()
  await isOnline(page)
  await typeCode(page, ticket?.code)
  assert.match(await said(page, 'Admitted'), /Weekend/)
  assert.deepEqual(await scansOf(ticket?.id), [{ outcome: 'admitted', admitted_offline: false }])
  // A copy is not admitted by the answer of the first.
  await typeCode(page, ticket?.code.toLowerCase())
  assert.match(await said(page, 'Already used'), /at this gate/)
  await done()
})

test('many offline scans are sent once each when the service is back', async () => {
  const { device, tickets, tier } = await aManned(12)
  const { page, done } = await site.open(`/gate#${device.token}`, { expected: unanswered })
  await isOnline(page)
  await outage.begin()
  try {
    for (const [index, { code }] of tickets.entries()) {
      await typeCode(page, code)
      await page
        .locator('#unsent')
        .getByText(`${index + 1}`, { exact: true })
        .waitFor()
    }
    await said(page, 'Admitted offline')
    // Refusals are not sent: the service would admit them when their holders are gone.
    const { code = '' } = tickets[0] ?? {}
    await typeCode(page, code.toLowerCase())
    await said(page, 'Already used')
    assert.equal(await page.locator('#unsent').innerText(), '12')
  } finally {
    await outage.end()
  }
  await page.locator('#unsent').getByText('0', { exact: true }).waitFor()
  const kept = await site.db
    .selectFrom('gate_scans as s')
    .innerJoin('payments as p', 'p.id', 's.payment_id')
    .select(['s.outcome', 's.admitted_offline'])
    .where('p.entity_id', '=', tier.id)
    .execute()
  assert.deepEqual(
    kept,
    tickets.map(() => ({ outcome: 'admitted', admitted_offline: true })),
  )
  assert.equal(await page.getByRole('row', { name: 'Weekend' }).innerText(), 'Weekend\t12')
  await done()
})

test('a removed device keeps what it could not send, and sends it when it is set up again', async () => {
  const { device, festival, manager, tickets } = await aManned()
  const expected = new RegExp(`${unanswered.source}|status of 401`)
  const { page, done } = await site.open(`/gate#${device.token}`, { expected })
  await isOnline(page)
  await outage.begin()
  try {
    await typeCode(page, tickets[0]?.code)
    await said(page, 'Admitted offline')
    await site.del(`/festivals/${festival.id}/gate-devices/${device.id}`, { as: manager })
  } finally {
    await outage.end()
  }
  await page.getByText('This device was removed, or it has expired.').waitFor()
  await page.getByText('1 scan is not sent yet.').waitFor()
  const again = await aDevice(site, { festival, manager }, 'North gate 2')
  await page.goto(`${site.url}/gate#${again.token}`)
  await page.locator('#device', { hasText: 'North gate 2' }).waitFor()
  await page.locator('#unsent').getByText('0', { exact: true }).waitFor()
  assert.deepEqual(await scansOf(tickets[0]?.id), [{ outcome: 'admitted', admitted_offline: true }])
  await done()
})

test('a service that answers with errors counts as not answering', async () => {
  const { device, tickets } = await aManned()
  const { page, done } = await site.open(`/gate#${device.token}`, { expected: /status of 503/ })
  await isOnline(page)
  await page.evaluate('navigator.serviceWorker.ready')
  const busy = { status: 503, json: { error: 'Too busy' } }
  await page.route('**/gate/**', (route) => route.fulfill(busy))
  await typeCode(page, tickets[0]?.code)
  await said(page, 'Admitted offline')
  await page.getByText('The service has a problem: Too busy').waitFor()
  await page.unroute('**/gate/**')
  await isOnline(page)
  assert.equal(await page.getByText('Too busy').count(), 0)
  await done()
})

test('the sign-in page of a network is not an answer, and ends no device', async () => {
  const { device, tickets } = await aManned(2)
  const { page, done } = await site.open(`/gate#${device.token}`, { expected: /status of 401/ })
  await isOnline(page)
  await page.evaluate('navigator.serviceWorker.ready')
  for (const [index, status] of [200, 401].entries()) {
    const portal = { status, contentType: 'text/html', body: '<title>Hotel</title>' }
    await page.route('**/gate/**', (route) => route.fulfill(portal))
    await typeCode(page, tickets[index]?.code)
    await said(page, 'Admitted offline')
    assert.equal(await page.locator('#device').innerText(), 'North gate 1')
    await page.unroute('**/gate/**')
    await isOnline(page)
    await page.getByRole('button', { name: 'Clear' }).click()
  }
  await done()
})
