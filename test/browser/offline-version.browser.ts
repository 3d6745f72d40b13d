/** A newer guide never strands what a fan keeps; and what an installed guide keeps by itself. */
import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { until } from '../until.ts'
import { buyAs, controlled, openAs } from './fans.ts'
import { outageOf } from './outage.ts'

const built =
  process.env['TEST_PAGES'] ?? fileURLToPath(new URL('../../pages/dist', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'festival-pages-'))
await cp(join(built, 'guide'), join(folder, 'guide'), { recursive: true })
for (const packed of ['worker.js.gz', 'worker.js.br']) {
  await rm(join(folder, 'guide', packed), { force: true })
}
// A copy is served here, so that it can be replaced by a newer one.
process.env['TEST_PAGES'] = folder
const { aSite } = await import('./site.ts')
const site = await aSite()
const outage = outageOf(site)
after(() => rm(folder, { recursive: true, force: true }))

const expected = /40[0-9]|50[0-9]|ERR_|Failed to|Fetch/
const worker = join(folder, 'guide', 'worker.js')
const assets = join(folder, 'guide', 'assets')
const button = (page: Page, name: string) => page.getByRole('button', { name })
const isKept = (page: Page) =>
  page.evaluate("caches.open('guide own').then((own) => own.match('/tickets')).then(Boolean)")
/** The files that the worker keeps. */
const filesKept = (page: Page) =>
  page.evaluate<string[]>(
    "caches.open('guide files').then((files) => files.keys()).then((all) => all.map(({ url }) => new URL(url).pathname))",
  )

async function aFanAtTickets() {
  const ada = await site.aPersonWith({})
  await buyAs(site, ada)
  const visit = await openAs(site, ada, { path: '/tickets', expected })
  await controlled(visit.page)
  return { ...visit, ada }
}

/** Publishes a version with another style sheet, without the one before. Returns both names. */
async function release(version: string): Promise<{ before: string; now: string }> {
  const before = (await readdir(assets)).find((name) => /^index-.*\.css$/.test(name)) ?? ''
  const now = `index-${version}.css`
  await rename(join(assets, before), join(assets, now))
  await writeFile(worker, (await readFile(worker, 'utf8')).replaceAll(before, now))
  return { before: `/guide/assets/${before}`, now: `/guide/assets/${now}` }
}

test('a kept ticket has its style after a newer version has replaced it', async () => {
  const { page, done } = await aFanAtTickets()
  await button(page, 'Keep on this device').click()
  await page.getByText('Kept on this device: it opens').waitFor()
  await page.evaluate("caches.delete('guide pages')")
  const { before, now } = await release('newer')
  await page.evaluate('navigator.serviceWorker.getRegistration().then((one) => one.update())')
  await until('the newer worker', async () => (await filesKept(page)).includes(now))
  await page.reload()
  assert.ok((await filesKept(page)).includes(before))
  await outage.begin()
  try {
    await page.goto(`${site.url}/tickets`)
    await page.locator('.pass .qr').waitFor()
    const rules = await page.evaluate('document.styleSheets[0].cssRules.length')
    assert.ok(Number(rules) > 10, 'it has its style')
  } finally {
    await outage.end()
  }
  await done()
})

test('an installed guide keeps the tickets without being asked', async () => {
  const { page, context, done } = await aFanAtTickets()
  assert.equal(await isKept(page), false)
  // As in a window of its own; this Chromium has none.
  await context.addInitScript(() => {
    const { matchMedia } = globalThis
    globalThis.matchMedia = (query) =>
      query === '(display-mode: standalone)' ? matchMedia('all') : matchMedia(query)
  })
  await page.reload()
  await page.getByText('Kept on this device: it opens').waitFor()
  assert.equal(await isKept(page), true)
  await button(page, 'Remove from this device').click()
  await page.reload()
  await button(page, 'Keep on this device').waitFor()
  assert.equal(await isKept(page), false, 'as they chose')
  await done()
})

test('a tab of Safari says that it forgets in seven days, and what does not; no other browser, no other page', async () => {
  const { page, context, done } = await aFanAtTickets()
  const hint = page.getByText('Safari forgets what is kept after seven days')
  await button(page, 'Keep on this device').waitFor()
  assert.equal(await hint.isVisible(), false, 'in Chromium')
  // Safari alone says whether a page runs from the Home Screen.
  await context.addInitScript(
    "Object.defineProperty(navigator, 'standalone', { get: () => sessionStorage.home === 'yes' })",
  )
  await page.reload()
  await hint.waitFor()
  await page.getByText('Add this page to your Home Screen, or save the PDF').waitFor()
  await page.evaluate("sessionStorage.home = 'yes'")
  await page.reload()
  await button(page, 'Keep on this device').waitFor()
  assert.equal(await hint.isVisible(), false, 'from the Home Screen')
  await page.evaluate("sessionStorage.home = 'no'")
  for (const path of ['/me', '/']) {
    await page.goto(`${site.url}${path}`)
    assert.equal(await hint.count(), 0, path)
  }
  await done()
})

test('a session that has ended while the page is open keeps nothing', async () => {
  const { page, ada, done } = await aFanAtTickets()
  await button(page, 'Keep on this device').click()
  await page.getByText('Kept on this device: it opens').waitFor()
  await page.reload()
  await button(page, 'Remove from this device').waitFor()
  const { hash } = await site.db
    .selectFrom('tokens')
    .select('hash')
    .where('user_id', '=', ada.id)
    .where('client_id', '=', 'guide')
    .executeTakeFirstOrThrow()
  await button(page, 'Remove from this device').click()
  await button(page, 'Keep on this device').waitFor()
  await site.app.access.endToken(site.db, hash.toString('base64url'))
  await button(page, 'Keep on this device').click()
  await until('the choice is forgotten', async () => {
    return (await page.evaluate("localStorage.getItem('festival-keep')")) === null
  })
  assert.equal(await isKept(page), false)
  await done()
})
