/** A purchase in which, at each of its requests in turn, the network is cut or the page is loaded anew. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Page, Request, Route } from 'playwright-core'
import { auditLedger } from '../../src/shop/payments/ledger/audit.ts'
import { aTier } from '../buying.ts'
import { aFestival } from '../catalogue.ts'
import { anEmail } from '../guests.ts'
import { aSite, type Site } from './site.ts'

const site: Site = await aSite()

/** What comes between: the request or its answer is lost, or the page is loaded anew before it is answered. */
const cuts: Record<string, (route: Route, page: Page) => Promise<unknown>> = {
  'the request is lost': (route) => route.abort(),
  'the answer is lost': async (route) => {
    await route.fetch({ maxRedirects: 0 })
    await route.abort()
  },
  'the page is loaded anew': async (route, page) => {
    await route.fetch({ maxRedirects: 0 })
    await route.abort()
    await page.reload().catch(() => {})
  },
}

/** What a purchase is made of: the pages, and what their scripts ask for. */
const isStep = (request: Request) => ['document', 'fetch', 'xhr'].includes(request.resourceType())

async function aSale() {
  const festival = await aFestival(site)
  const tier = await aTier(site, { festival_id: festival.id, price_cents: 6450 })
  return { tier, path: `/guide/${festival.id}` }
}

/** Does what a person does who wants two tickets, whatever the page shows, until they are there. */
async function buyTwo(page: Page, { tier, path }: Awaited<ReturnType<typeof aSale>>) {
  for (let step = 0; step < 300; step++) {
    await page.waitForLoadState().catch(() => {})
    const at = page.url().startsWith(site.url) ? new URL(page.url()).pathname : 'nowhere'
    if (at === '/tickets' && (await page.locator('.pass .qr').count()) === 2) return
    if (at === path) await choose(page, tier.name)
    else if (at === '/checkout') await pay(page)
    // The browser says that it has no page.
    else await page.reload().catch(() => {})
    await page.waitForTimeout(150)
  }
  assert.fail(`still at ${page.url()}: ${await page.locator('body').innerText()}`)
}

const brief = { timeout: 500 }

async function choose(page: Page, name: string) {
  const buy = page.getByRole('button', { name: 'Buy 2 tickets' })
  const more = page.getByRole('button', { name: `One more: ${name}` })
  if (!(await buy.isVisible())) return more.click(brief).catch(() => {})
  return buy.click(brief).catch(() => {})
}

async function pay(page: Page) {
  const again = page.getByRole('button', { name: 'Try again' })
  if (await again.isVisible()) return again.click(brief).catch(() => {})
  const field = page.getByLabel('E-mail')
  if ((await field.isVisible()) && (await field.inputValue(brief).catch(() => '-')) === '') {
    await field.fill(anEmail(), brief).catch(() => {})
  }
  await page
    .getByRole('button', { name: /^Pay €/ })
    .click(brief)
    .catch(() => {})
}

for (const [how, cut] of Object.entries(cuts)) {
  test(`${how}, at each request of a purchase: the tickets are bought once`, async () => {
    let nth = 0
    for (let isCut = true; isCut; nth++) isCut = await purchaseCutAt(nth, cut)
    // The page of the basket, the session, the order, its payment, the tickets.
    assert.ok(nth > 5, `${nth} purchases`)
  })
}

/** Whether a purchase had so many requests that the one to cut was among them. */
async function purchaseCutAt(nth: number, cut: (typeof cuts)[string]): Promise<boolean> {
  const sale = await aSale()
  const { page, done } = await site.open(sale.path, {
    width: 390,
    serviceWorkers: 'block',
    expected: /ERR_FAILED|40[0-9]|registration blocked/,
  })
  const seen = { requests: 0 }
  await page.route(
    () => true,
    async (route) => {
      if (!isStep(route.request()) || seen.requests++ !== nth) return route.continue()
      return cut(route, page)
    },
  )
  await buyTwo(page, sale)
  await assertBoughtOnce(sale.tier)
  await done()
  return seen.requests > nth
}

async function assertBoughtOnce(tier: { id: string }) {
  const { db } = site
  const { rows } = await sql<{ order_id: string; status: string }>`
    select order_id, status from payments where entity_id = ${tier.id}`.execute(db)
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['succeeded', 'succeeded'],
  )
  assert.equal(new Set(rows.map(({ order_id }) => order_id)).size, 1)
  assert.deepEqual(await auditLedger(db), [])
}
