/** The gate without its camera: set-up, typed codes, stored data, appearance and accessibility. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { toPng } from '../../src/shop/tickets/codes/qr.ts'
import { aTier } from '../buying.ts'
import { aDevice, anUpload, aRunningGate, scan } from '../gate.ts'
import { somePaidTickets } from '../sales.ts'
import { until } from '../until.ts'
import { launch } from './chromium.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible, open } from './site.ts'
import { storedIn } from './stored.ts'

const site = await aSite()
const refused = /status of 401/

/** A gate with a device and paid tickets. */
async function aManned(count = 1, tierName = 'Weekend') {
  const gate = await aRunningGate(site)
  const tier = await aTier(site, { festival_id: gate.festival.id, name: tierName })
  const device = await aDevice(site, gate, 'North gate 1')
  const tickets = await somePaidTickets(site, count, { tier })
  return { ...gate, tier, device, codes: tickets.map(({ code }) => code) }
}

const said = async (page: Page, title: string | RegExp) => {
  await page.locator('#answer-title').getByText(title, { exact: true }).waitFor()
  return page.locator('#answer').innerText()
}

const typeCode = async (page: Page, code: string) => {
  await page.getByLabel('Type the code').fill(code)
  await page.getByLabel('Type the code').press('Enter')
}

/** Returns a code with another last character. */
const forge = (code = '') => `${code.slice(0, -1)}${code.endsWith('0') ? 1 : 0}`

test('a device is set up by the link of its code; the token is stored nowhere', async () => {
  const { device, festival } = await aManned()
  const { page, context, done } = await site.open(`/gate#${device.token}`)
  await page.getByRole('button', { name: 'Start scanning' }).waitFor()
  assert.equal(page.url(), `${site.url}/gate`)
  assert.equal(await page.locator('#device').innerText(), 'North gate 1')
  await page.getByRole('heading', { level: 1, name: festival.name }).waitFor()
  assert.ok(!JSON.stringify(await storedIn(page)).includes(device.token))
  assert.deepEqual(
    await page.evaluate('[document.cookie, localStorage.length, sessionStorage.length]'),
    ['', 0, 0],
  )
  assert.equal((await context.cookies())[0]?.httpOnly, true)
  await page.reload()
  await page.locator('#line', { hasText: 'Online' }).waitFor()
  await done()
})

test('a browser that lost its data is still the device, by its cookie', async () => {
  const { device } = await aManned()
  const { page, done } = await site.open(`/gate#${device.token}`)
  await page.locator('#line', { hasText: 'Online' }).waitFor()
  await page.goto(`${site.url}/gate/icon-192.png`)
  await page.evaluate("indexedDB.deleteDatabase('gate')")
  await page.goto(`${site.url}/gate`)
  await page.locator('#device', { hasText: 'North gate 1' }).waitFor()
  await done()
})

test('a link that is no longer valid says so, and a pasted one sets the device up', async () => {
  const { device } = await aManned()
  const { page, done } = await site.open(`/gate#${forge(device.token)}`, { expected: refused })
  await page.getByText('This code is no longer valid. Create a new one in the console.').waitFor()
  await page.getByLabel('Or paste the link or the token').fill('hello')
  await page.keyboard.press('Enter')
  await page.getByText('This is not a token: tokens begin with fst_gate_.').waitFor()
  await page.getByLabel('Or paste the link or the token').fill(` ${site.url}/gate#${device.token} `)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Start scanning' }).waitFor()
  // While the device works, an invalid link changes nothing.
  await page.goto(`${site.url}/gate#${forge(device.token)}`)
  await page.locator('#notices').getByText('This code is no longer valid').waitFor()
  assert.equal(await page.locator('#device').innerText(), 'North gate 1')
  await done()
})

test('with the keyboard alone: set up, type a code, hear the answer, clear it, remove the set-up', async () => {
  const { device, codes } = await aManned()
  const { page, done } = await site.open('/gate')
  const tabTo = async (name: string) => {
    for (let step = 0; step < 30; step++) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(
        'document.activeElement.ariaLabel || document.activeElement.labels?.[0]?.innerText || document.activeElement.innerText',
      )
      if (`${focused}`.trim().startsWith(name)) return
    }
    assert.fail(`Tab does not reach ${name}`)
  }
  await page.getByRole('heading', { name: 'Set this device up' }).waitFor()
  await tabTo('Or paste')
  await page.keyboard.insertText(device.token)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Start scanning' }).waitFor()
  await tabTo('Start scanning')
  await tabTo('Type the code')
  await page.keyboard.insertText(codes[0] ?? '')
  await page.keyboard.press('Enter')
  assert.match(await said(page, 'Admitted'), /Weekend/)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await said(page, 'Ready')
  await tabTo('Remove the set-up')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await tabTo('Remove')
  await page.keyboard.press('Enter')
  await page.getByText('The set-up was removed.').waitFor()
  await until(
    'all is forgotten',
    async () => Object.values(await storedIn(page)).flat().length === 0,
  )
  await page.reload()
  await page.getByRole('heading', { name: 'Set this device up' }).waitFor()
  await done()
})

test('admitted, already used, refused: each says why, is listed and counted', async () => {
  const { device, festival, codes, ...gate } = await aManned(2)
  const other = await aDevice(site, { festival, ...gate }, 'South gate')
  const early = await aTier(site, {
    festival_id: festival.id,
    name: 'Sunday',
    valid_since: new Date('2099-07-04T08:00:00'),
  })
  const [sunday] = await somePaidTickets(site, 1, { tier: early })
  const [mine = '', theirs = ''] = codes
  await scan(site, other, anUpload(festival.id, [{ code: theirs }]))
  const { page, done } = await site.open(`/gate#${device.token}`)
  await typeCode(page, mine.toLowerCase())
  assert.match(await said(page, 'Admitted'), /Weekend/)
  await typeCode(page, theirs)
  assert.match(await said(page, 'Already used'), /Used \d\d:\d\d, at South gate/)
  await typeCode(page, sunday?.code ?? '')
  assert.match(await said(page, 'Refused'), /Sunday\s+Not valid before Sat 4 Jul 2099 08:00/)
  await typeCode(page, forge(mine))
  await page.getByText('Forged: this ticket is not genuine').first().waitFor()
  await typeCode(page, 'BEGIN:VCARD\nFN:Ada Marsh')
  await page.getByText('This is not a ticket').first().waitFor()
  assert.equal(await page.getByRole('row', { name: 'Weekend' }).innerText(), 'Weekend\t1')
  assert.equal(await page.locator('#last > li').count(), 5)
  assert.equal(await page.locator('#today').innerText(), '5')
  // An unknown code may contain anything: it is stored nowhere.
  assert.ok(!JSON.stringify(await storedIn(page)).includes('Marsh'))
  await page.reload()
  await page.locator('#last > li').nth(4).waitFor()
  await done()
})

test('the same code within seconds counts once', async () => {
  const { device, codes } = await aManned()
  const { page, done } = await site.open(`/gate#${device.token}`)
  await typeCode(page, codes[0] ?? '')
  await said(page, 'Admitted')
  await typeCode(page, codes[0] ?? '')
  await typeCode(page, 'other')
  await said(page, 'Refused')
  assert.equal(await page.locator('#today').innerText(), '2')
  await done()
})

test('a hand scanner types wherever the focus is', async () => {
  const { device, codes } = await aManned()
  const { page, done } = await site.open(`/gate#${device.token}`)
  await page.getByRole('button', { name: 'Remove the set-up' }).focus()
  await page.keyboard.type(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await said(page, 'Admitted')
  await done()
})

test('a picture of a ticket is read from a file', async () => {
  const { device, codes } = await aManned()
  const { page, done } = await site.open(`/gate#${device.token}`)
  const [path, none] = [join(site.folder, 'ticket.png'), join(site.folder, 'none.png')]
  await writeFile(path, await toPng(codes[0] ?? ''))
  await writeFile(none, 'no picture')
  await page.getByLabel('Read a picture').setInputFiles(none)
  await page.getByText('No code found in this picture.').waitFor()
  await page.getByLabel('Read a picture').setInputFiles(path)
  await said(page, 'Admitted')
  assert.equal(await page.locator('#picture-fault').innerText(), '')
  await done()
})

test('without a camera it says so, and codes can be typed', async () => {
  const { device, codes } = await aManned()
  const { page, done } = await site.open(`/gate#${device.token}`)
  await page.getByRole('button', { name: 'Start scanning' }).click()
  await page
    .locator('#stage-fault')
    .getByText(/camera/)
    .waitFor()
  await page.getByRole('button', { name: 'Start scanning' }).waitFor()
  await typeCode(page, codes[0] ?? '')
  await said(page, 'Admitted')
  await done()
})

test('without HTTPS it says what does not work, and the service still decides', async () => {
  const { device, codes } = await aManned()
  const browser = await launch(['--host-resolver-rules=MAP gate.example 127.0.0.1'])
  after(() => browser.close())
  const base = site.url.replace('localhost', 'gate.example')
  // The browser itself warns that the page's headers do less without HTTPS.
  const expected = /Cross-Origin-Opener-Policy|Permissions-Policy/
  const { page, done } = await open({ browser, base }, `/gate#${device.token}`, { expected })
  await page.getByText('This page was not loaded over HTTPS').waitFor()
  await page.getByRole('button', { name: 'Start scanning' }).click()
  await page.locator('#stage-fault').getByText('The camera needs HTTPS, or localhost.').waitFor()
  await typeCode(page, codes[0] ?? '')
  await said(page, 'Admitted')
  await done()
})

test('a set-up that is removed without a network does not come back', async () => {
  const { device } = await aManned()
  const { page, context, done } = await site.open(`/gate#${device.token}`, {
    expected: /ERR_INTERNET_DISCONNECTED/,
  })
  await page.locator('#as-of', { hasText: ':' }).waitFor()
  await page.evaluate('navigator.serviceWorker.ready')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Remove the set-up' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('The set-up was removed.').waitFor()
  await context.setOffline(false)
  await page.reload()
  await page.getByRole('heading', { name: 'Set this device up' }).waitFor()
  assert.deepEqual(await context.cookies(), [])
  await done()
})

test('a removed device stops admitting and forgets its data', async () => {
  const { device, festival, manager, codes } = await aManned(2)
  const { page, done } = await site.open(`/gate#${device.token}`, { expected: refused })
  await typeCode(page, codes[0] ?? '')
  await said(page, 'Admitted')
  await site.del(`/festivals/${festival.id}/gate-devices/${device.id}`, { as: manager })
  await typeCode(page, codes[1] ?? '')
  await page.getByText('This device was removed, or it has expired.').waitFor()
  assert.equal(await page.getByLabel('Type the code').isVisible(), false)
  await until(
    'all is forgotten',
    async () => Object.values(await storedIn(page)).flat().length === 0,
  )
  await page.reload()
  await page.getByRole('heading', { name: 'Set this device up' }).waitFor()
  await done()
})

for (const name of [
  '<script>alert(1)</script><img src=x onerror=alert(1)> "\'&amp;',
  'مهرجان الميناء ‮txt.exe',
  'W'.repeat(200),
]) {
  test(`names are shown as text, and fit: ${name.slice(0, 12)}`, async () => {
    const { device, codes, festival } = await aManned(1, name)
    await site.db.updateTable('festivals').set({ name }).where('id', '=', festival.id).execute()
    const { page, done } = await site.open(`/gate#${device.token}`, { width: 320 })
    await typeCode(page, codes[0] ?? '')
    await said(page, 'Admitted')
    assert.equal(await page.locator('#answer-what').textContent(), name)
    assert.equal(await page.locator('h1').textContent(), name)
    const wider = 'document.documentElement.scrollWidth - innerWidth'
    assert.equal(await page.evaluate(wider), 0)
    await done()
  })
}

for (const { width, dark, where } of looks) {
  test(`it is accessible ${where}`, async () => {
    const { device, codes } = await aManned()
    const { page, done } = await site.open('/gate', { width, dark, expected: refused })
    await page.getByRole('heading', { name: 'Set this device up' }).waitFor()
    await assertAccessible(page, 'not set up')
    await page.goto(`${site.url}/gate#${device.token}`)
    await page.locator('#line', { hasText: 'Online' }).waitFor()
    await assertAccessible(page, 'ready')
    for (const [code, title] of [
      [codes[0], 'Admitted'],
      [forge(codes[0]), 'Refused'],
    ] as const) {
      await typeCode(page, code ?? '')
      await said(page, title)
      await assertAccessible(page, title)
    }
    await page.reload()
    await typeCode(page, codes[0] ?? '')
    await said(page, 'Already used')
    await assertAccessible(page, 'already used')
    await page.getByRole('button', { name: 'Remove the set-up' }).click()
    await assertAccessible(page, 'asked whether to remove')
    await done()
  })
}

test('the page can be installed, and its worker is requested again each time', async () => {
  const { page, done } = await site.open('/gate')
  const worker = await page.request.get(`${site.url}/gate/sw.js`)
  assert.equal(worker.headers()['service-worker-allowed'], '/gate')
  assert.equal(worker.headers()['cache-control'], 'no-cache')
  assert.match(worker.headers()['content-type'] ?? '', /javascript/)
  const manifest = await page.request.get(`${site.url}/gate/manifest.webmanifest`)
  type Installed = { scope: string; icons: { src: string; sizes: string }[] }
  const { icons, scope } = (await manifest.json()) as Installed
  assert.equal(scope, '/gate')
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(async (src) => {
      const picture = await (globalThis as any).createImageBitmap(await (await fetch(src)).blob())
      return `${picture.width}x${picture.height}`
    }, src)
    assert.equal(size, sizes)
  }
  await done()
})
