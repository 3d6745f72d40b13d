/** A fan's own pages in every state: axe, nothing wider than the screen, keys alone, and how much script each loads. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Response } from 'playwright-core'
import { notify } from '#messaging/notifications'
import { aPlan, points } from '../buying.ts'
import { aFestival, anArtist, anInterest, anOrganizer } from '../catalogue.ts'
import { aQueue } from '../queues.ts'
import { aTransfer } from '../transfers.ts'
import { addPieces, aPlaceInLine, aSoldOutTier, offer } from '../waiting.ts'
import { buyAs, openAs } from './fans.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()

/** A fan with something of everything, under long names. */
async function aFan() {
  const [ada, bo] = [await site.aPersonWith({}), await site.aPersonWith({})]
  const long = 'Øresund'.repeat(12)
  const organizer = await anOrganizer(site, { id: `o-${crypto.randomUUID()}`, name: long })
  const terms = { refund_until_days: 14, refund_percent: 80 }
  const festival = await aFestival(site, { organizer_id: organizer.id, name: long, ...terms })
  const of = { festival_id: festival.id, name: long }
  await buyAs(site, ada, of)
  const [given, mine] = [await buyAs(site, bo, of), await buyAs(site, ada, of)]
  for (const [{ payments }, from, to] of [
    [given, bo, ada],
    [mine, ada, bo],
  ] as const) {
    const [payment] = payments
    assert.ok(payment)
    await aTransfer(site, { ...payment, festival_id: festival.id, user_id: from.id }, to)
  }
  for (const pieces of [0, 1]) {
    const tier = await aSoldOutTier(site, 2, of)
    await aPlaceInLine(site, tier, { as: ada })
    if (pieces > 0) await addPieces(site, tier, pieces)
  }
  await aSoldOutTier(site, 2, of)
  await offer(site)
  await anInterest(site, { user_id: ada.id, artist_id: (await anArtist(site, { name: long })).id })
  const plan = await aPlan(site, { name: long })
  const member = { payment_type: 'subscription', entity_id: plan.id }
  assert.equal((await site.post('/payments', member, { as: ada })).status, 201)
  const notice = { user_id: ada.id, type: 'festival.changed', title: long, message: long } as const
  const data = { festival_id: festival.id }
  const at = { db: site.db, bus: site.bus, now: new Date() }
  await notify(at, [{ ...notice, data, cause: long }])
  return { ada, festival, organizer }
}
const { ada, festival, organizer } = await aFan()
await points(site, await site.aPersonWith({}), 10)

async function look(page: Page, where: string) {
  await assertAccessible(page, where)
  const beyond = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
  assert.ok(beyond <= 0, `${where} is ${beyond} px too wide`)
}

for (const { width, dark, where } of looks) {
  test(`a fan’s pages ${where}`, async () => {
    const { page, done } = await openAs(site, ada, { path: '/tickets', width, dark })
    const show = async (name: string) => {
      const { LOOK } = process.env
      if (LOOK) await page.screenshot({ path: `${LOOK}/${name}-${width}.png`, fullPage: true })
    }
    await page.getByText('Send to a friend, or give back').first().click()
    await show('tickets')
    await look(page, 'the tickets')
    for (const name of ['Hand on', 'Pass to the next in line', 'Cancel for a refund']) {
      await page.getByRole('button', { name }).first().click()
      await page.getByRole('dialog').waitFor()
      await look(page, name)
      await page.keyboard.press('Escape')
    }
    await page.goto(`${site.url}/guide/${festival.id}`)
    await page.getByRole('button', { name: /^Follow/ }).waitFor()
    await show('festival')
    await look(page, 'the festival')
    await page.getByRole('button', { name: 'Join the waiting list' }).click()
    await look(page, 'joining a waiting list')
    await page.goto(`${site.url}/organizers/${organizer.id}`)
    await page.getByRole('button', { name: /^Follow/ }).waitFor()
    await look(page, 'the organizer')
    await page.goto(`${site.url}/me`)
    await page.locator('.orders summary').first().click()
    await show('me')
    await look(page, 'the account')
    await page.getByRole('button', { name: 'Delete the account' }).click()
    await look(page, 'deleting the account')
    await done()
  })
}

test('a ticket is handed on, and a challenge entered, with keys alone at 400 %', async () => {
  const [fan, bo] = [await site.aPersonWith({}), await site.aPersonWith({})]
  await buyAs(site, fan)
  const { page, done } = await openAs(site, fan, { path: '/tickets', width: 320 })
  const tabTo = async (name: RegExp) => {
    for (let nth = 0; nth < 60; nth++) {
      await page.keyboard.press('Tab')
      const text = await page.locator(':focus').evaluate((place) => place.textContent)
      if (name.test(text ?? '')) return
    }
    assert.fail(`Tab does not reach ${name}`)
  }
  await tabTo(/^Send to a friend/)
  await page.keyboard.press('Enter')
  await tabTo(/^Hand on$/)
  await page.keyboard.press('Enter')
  await page.keyboard.type(bo.email)
  await page.keyboard.press('Enter')
  await page.getByText(`Offered to ${bo.email}`).waitFor()
  assert.equal(await page.locator(':focus').getAttribute('id'), 'done')
  const beyond = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
  assert.ok(beyond <= 0)
  await done()
})

test('strangers load no script of a fan’s, and no page loads more than 46 kB', async () => {
  const loaded = async (page: Page, path: string) => {
    let bytes = 0
    const names: string[] = []
    const note = (response: Response) => {
      if (!response.url().endsWith('.js')) return
      bytes += Number(response.headers()['content-length'] ?? 0)
      names.push(new URL(response.url()).pathname)
    }
    // What the page before still loads is not this one's.
    await page.waitForLoadState('networkidle')
    page.on('response', note)
    page.once('framenavigated', () => {
      bytes = 0
      names.length = 0
    })
    await page.goto(`${site.url}${path}`)
    await page.waitForLoadState('networkidle')
    page.off('response', note)
    return { bytes, names: names.join(' ') }
  }
  const stranger = await site.open('/reset', { width: 390 })
  const page = await loaded(stranger.page, `/guide/${festival.id}`)
  assert.ok(page.names.includes('share'), page.names)
  assert.ok(!/overlay|dialog|account/.test(page.names), page.names)
  assert.ok(page.bytes < 26_000, `${page.bytes} bytes of ${page.names}`)
  await stranger.done()
  const { festival: sold } = await aQueue(site)
  const room = `/guide/${sold.id}/queue`
  for (const path of ['/me', '/tickets', `/guide/${festival.id}`, room, `${room}/proof`]) {
    const fan = await openAs(site, ada, { path: '/reset' })
    // Of a page that the browser has not opened yet.
    const session = await fan.context.newCDPSession(fan.page)
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    if (path === '/me') await fan.page.route('**/notifications/sse', (route) => route.abort())
    const { bytes } = await loaded(fan.page, path)
    assert.ok(bytes < 46_000, `${path}: ${bytes}`)
    await fan.context.close()
  }
})
