/** The guide as an app: what opens without a network, who may see it, and how long. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aFestival } from '../catalogue.ts'
import { buyAs, controlled, openAs, signInAs } from './fans.ts'
import { outageOf } from './outage.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const outage = outageOf(site)
const expected = /40[0-9]|50[0-9]|ERR_|Failed to|Fetch/

const button = (page: Page, name: string) => page.getByRole('button', { name })

/** A fan with a ticket, who keeps it on a telephone. */
async function aKeeper() {
  const ada = await site.aPersonWith({})
  const { payments, tier } = await buyAs(site, ada)
  const visit = await openAs(site, ada, { path: '/tickets', expected })
  await controlled(visit.page)
  await button(visit.page, 'Keep on this device').click()
  await visit.page.getByText('Kept on this device: it opens').waitFor()
  const [{ short_code: code, id } = { short_code: '', id: '' }] = payments
  return { ...visit, ada, code, id, tier }
}

/** All that the guide has in this browser: caches, with addresses, and storage. */
const dump = (page: Page) =>
  page.evaluate(async () => {
    const told = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        if (/\/assets\//.test(request.url)) continue
        told.push(name, request.url, JSON.stringify([...(answer?.headers ?? [])]))
        told.push((await answer?.text()) ?? '')
      }
    }
    return told.join('\n')
  })

async function withoutNetwork(act: () => Promise<void>): Promise<void> {
  await outage.begin()
  try {
    await act()
  } finally {
    await outage.end()
  }
}

test('the guide can be installed, and its worker leaves the console, the gate and the API alone', async () => {
  const { page, context, done } = await site.open('/', { expected })
  await controlled(page)
  const session = await context.newCDPSession(page)
  const { errors, data = '' } = await session.send('Page.getAppManifest')
  assert.deepEqual(errors, [])
  const { start_url, display, icons } = JSON.parse(data)
  assert.deepEqual([start_url, display], ['/tickets', 'standalone'])
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(async (address) => {
      const picture = await createImageBitmap(await (await fetch(address)).blob())
      return `${picture.width}x${picture.height}`
    }, src)
    assert.equal(size, sizes)
  }
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // A fresh context of a test counts as incognito, which is all that stands in the way.
  const others = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')
  assert.deepEqual(others, [])
  for (const path of ['/console', '/gate', '/docs', '/status']) {
    const answer = await page.goto(`${site.url}${path}`)
    assert.equal(answer?.fromServiceWorker(), false, path)
  }
  assert.equal((await page.goto(`${site.url}/`))?.fromServiceWorker(), true)
  await done()
})

test('a kept ticket opens without the service, and says of when it is', async () => {
  const { page, ada, code, tier, done } = await aKeeper()
  await assertAccessible(page, 'tickets that are kept')
  const kept = await dump(page)
  for (const secret of [ada.email, 'festival-fan', 'festival-session', '€']) {
    assert.ok(!kept.includes(secret), secret)
  }
  assert.ok(kept.includes(code))
  await withoutNetwork(async () => {
    await page.goto(`${site.url}/tickets`)
    await page.getByText(/As of /).waitFor()
    await page.locator('.pass .qr').waitFor()
    await page.getByText(code, { exact: true }).waitFor()
    await page.getByRole('heading', { name: tier.name }).waitFor()
    await assertAccessible(page, 'kept tickets')
    await page.goto(`${site.url}/checkout`)
    await page.getByRole('heading', { name: 'No connection' }).waitFor()
    await page.getByRole('link', { name: 'My tickets' }).last().waitFor()
    await assertAccessible(page, 'offline')
  })
  await done()
})

test('a festival that was opened, and the timetable of it, open without the service', async () => {
  const festival = await aFestival(site)
  const ada = await site.aPersonWith({})
  const { page, done } = await openAs(site, ada, { path: `/guide/${festival.id}`, expected })
  await controlled(page)
  await page.goto(`${site.url}/guide/${festival.id}/mine`)
  await button(page, 'Keep on this device').click()
  await page.getByText('Kept on this device: it opens').waitFor()
  assert.ok(!(await dump(page)).includes(ada.email))
  await withoutNetwork(async () => {
    await page.goto(`${site.url}/guide/${festival.id}`)
    await page.getByRole('heading', { level: 1, name: festival.name }).waitFor()
    await page.goto(`${site.url}/guide/${festival.id}/mine`)
    await page.getByText(/As of /).waitFor()
    await page.goto(`${site.url}/guide/artists/${crypto.randomUUID()}`)
    await page.getByRole('link', { name: festival.name }).first().waitFor()
  })
  await done()
})

test('what A kept is gone when A signs out, for Back, without a network and for B', async () => {
  const { page, ada, code, id, done } = await aKeeper()
  const traces = [ada.email, code, id]
  assert.ok((await dump(page)).includes(code))
  await page.goto(`${site.url}/`)
  await page.goto(`${site.url}/tickets`)
  await page.getByText('Kept on this device: it opens').waitFor()
  await button(page, 'Sign out').click()
  await page.getByText('No tickets yet').waitFor()
  const isClean = async () => {
    const all = `${await dump(page)}${await page.content()}`
    for (const trace of traces) assert.ok(!all.includes(trace), trace)
  }
  await isClean()
  await page.goBack()
  await isClean()
  await withoutNetwork(async () => {
    await page.goto(`${site.url}/tickets`)
    await page.getByRole('heading', { name: 'No connection' }).waitFor()
    await isClean()
  })
  const bo = await site.aPersonWith({})
  await page.goto(`${site.url}/sign-in`)
  await signInAs(site, page, bo)
  await page.goto(`${site.url}/tickets`)
  await isClean()
  await done()
})

test('Remove takes the pages off the device, and an ended session does', async () => {
  const { page, code, ada, done } = await aKeeper()
  await button(page, 'Remove from this device').click()
  await button(page, 'Keep on this device').waitFor()
  assert.ok(!(await dump(page)).includes(code))
  await button(page, 'Keep on this device').click()
  await page.getByText('Kept on this device: it opens').waitFor()
  assert.ok((await dump(page)).includes(code))
  const token = await site.db
    .selectFrom('tokens')
    .select('hash')
    .where('user_id', '=', ada.id)
    .where('client_id', '=', 'guide')
    .executeTakeFirstOrThrow()
  await site.app.access.endToken(site.db, token.hash.toString('base64url'))
  await page.goto(`${site.url}/`)
  await page.waitForFunction(async () => !(await caches.has('guide own')))
  assert.ok(!(await dump(page)).includes(code))
  await done()
})

test('a page is removed seven days after the end of its festival', async () => {
  const ended = { end_time: new Date(Date.now() - 7 * 86_400_000 + 20_000) }
  const begun = { start_time: new Date(Date.now() - 9 * 86_400_000) }
  const festival = await aFestival(site, { ...begun, ...ended })
  const ada = await site.aPersonWith({})
  const path = `/guide/${festival.id}/mine`
  const { page, done } = await openAs(site, ada, { path, expected })
  await controlled(page)
  await button(page, 'Keep on this device').click()
  await page.getByText('Kept on this device: it opens').waitFor()
  const isKept = `caches.open('guide own').then((own) => own.match('${path}')).then(Boolean)`
  assert.equal(await page.evaluate(isKept), true)
  await page.waitForFunction((at) => Date.now() > at, ended.end_time.getTime() + 7 * 86_400_000)
  await withoutNetwork(async () => {
    await page.goto(`${site.url}${path}`)
    await page.getByRole('heading', { name: 'No connection' }).waitFor()
    assert.equal(await page.evaluate(isKept), false)
  })
  await done()
})
