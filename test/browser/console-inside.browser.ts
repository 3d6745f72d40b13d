/** Who is inside, in the console: zones with their capacity, live, and over the day. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTier } from '../buying.ts'
import { aDevice, anUpload, aRunningGate, scan } from '../gate.ts'
import { somePaidTickets } from '../sales.ts'
import { until } from '../until.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()

/** A festival that is on, with ten tickets that come and go at the gate to `main` and at that of the camping ground. */
async function aGround() {
  const gate = await aRunningGate(site)
  const ada = await site.aPersonWith({})
  const managed = { organizer_id: gate.festival.organizer_id ?? '', user_id: ada.id }
  await site.db.insertInto('organizer_managers').values(managed).execute()
  const festival_id = gate.festival.id
  const zones = ['main', 'camping']
  const put = (zone: string, body: object) =>
    site.put(`/festivals/${festival_id}/zones/${zone}`, body, { as: ada })
  await put('camping', {})
  const tier = await aTier(site, { festival_id, admission: 'reentry', zones })
  const codes = (await somePaidTickets(site, 10, { tier })).map(({ code }) => code)
  const at = { ...gate, festival: { id: festival_id } }
  const devices = {
    main: await aDevice(site, at),
    camping: await aDevice(site, at, { name: 'Camping gate', zone: 'camping' }),
  }
  const pass = (zone: keyof typeof devices, direction: 'in' | 'out', ...nth: number[]) =>
    scan(
      site,
      devices[zone],
      anUpload(
        festival_id,
        nth.map((one) => ({ code: codes[one] ?? '', direction })),
      ),
    )
  return { ada, festival_id, put, pass }
}

type Ground = Awaited<ReturnType<typeof aGround>>

async function show({ ada, festival_id }: Ground, look: Parameters<typeof site.open>[1] = {}) {
  const opened = await site.open(`/console/festivals/${festival_id}/gate`, { ...look, as: ada })
  await opened.page.getByRole('heading', { name: 'Inside now' }).waitFor()
  return opened
}

test('the open page counts who comes and goes in each zone, warns at 90 percent and when it is full', async () => {
  const ground = await aGround()
  await ground.put('main', { capacity: 10, refuses_when_full: true })
  const { page, done } = await show(ground)
  const main = page.getByRole('listitem', { name: 'main' })
  const camping = page.getByRole('listitem', { name: 'camping' })
  await main.getByText('0 of 10').waitFor()
  await camping.getByText('No capacity set').waitFor()
  const warnings = page.getByRole('status', { name: 'Warnings' })
  assert.equal(await warnings.innerText(), '')
  await ground.pass('main', 'in', 0, 1, 2, 3, 4, 5, 6, 7, 8)
  await ground.pass('camping', 'in', 0, 1)
  await main.getByText('9 of 10').waitFor()
  await main.getByText('Nearly full').waitFor()
  await warnings.getByText('main is nearly full').waitFor()
  await camping.getByText('2', { exact: true }).waitFor()
  await ground.pass('main', 'in', 9)
  await warnings.getByText('main is full').waitFor()
  await warnings.getByText('let no more in until people leave').waitFor()
  await ground.pass('main', 'out', 0, 1, 2)
  await main.getByText('7 of 10').waitFor()
  await until('no warning', async () => (await warnings.innerText()) === '')
  await done()
})

test('a hidden page does not ask, and does again when it is seen', async () => {
  const ground = await aGround()
  const { page, done } = await show(ground, { prepare: (page) => page.clock.install() })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/inside')) asked.push(request.url())
  })
  const be = (state: string) =>
    page.evaluate(`
      Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
  await page.clock.fastForward(11_000)
  await until('a poll', () => Promise.resolve(asked.length > 0))
  await be('hidden')
  const before = asked.length
  for (let nth = 0; nth < 5; nth += 1) await page.clock.fastForward(11_000)
  await page.evaluate('fetch("/console")')
  assert.equal(asked.length, before)
  await be('visible')
  await until('it asks again', () => Promise.resolve(asked.length > before))
  await done()
})

test('with the keyboard alone a zone is added and given a capacity, and a device is set up for it', async () => {
  const ground = await aGround()
  const { page, done } = await show(ground)
  await page.getByRole('button', { name: 'New zone' }).focus()
  await page.keyboard.press('Enter')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.and(page.locator(':focus')).waitFor()
  for (const [typed, fault] of [
    ['', 'Enter a name'],
    ['Back stage', 'Lower case letters, digits and hyphens'],
    ['camping', 'There is a zone of this name'],
  ] as const) {
    await name.fill(typed)
    await page.keyboard.press('Enter')
    await page.getByText(fault, { exact: true }).waitFor()
  }
  await name.fill('backstage')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Zone backstage is saved').waitFor()
  const backstage = page.getByRole('listitem', { name: 'backstage' })
  await backstage.getByText('No capacity set').waitFor()

  await page.getByRole('button', { name: 'Change backstage' }).focus()
  await page.keyboard.press('Enter')
  const capacity = page.getByLabel('Capacity')
  await capacity.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.getByText('Enter how many may be inside').waitFor()
  await capacity.fill('40')
  await page.keyboard.press('Enter')
  await backstage.getByText('0 % · refuses when full').waitFor()
  const { body } = await site.get(`/gate/${ground.festival_id}/inside`, { as: ground.ada })
  assert.deepEqual(
    body.map(({ name: zone, capacity: most, refuses_when_full }: any) => [
      zone,
      most,
      refuses_when_full,
    ]),
    [
      ['main', null, false],
      ['backstage', 40, true],
      ['camping', null, false],
    ],
  )

  await page.getByRole('button', { name: 'New gate device' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Stage door')
  await page.getByLabel('Zone', { exact: true }).selectOption('backstage')
  await page.getByRole('button', { name: 'Create gate device' }).click()
  const shown = page.getByRole('dialog', { name: 'Set up Stage door' })
  await shown.getByRole('status').getByText('Waiting for the device').waitFor()
  const token = (await shown.getByLabel('Secret').innerText()).split('#')[1] ?? ''
  const manifest = await site.get(`/gate/${ground.festival_id}/manifest`, {
    headers: { 'x-f-authentication': token },
  })
  assert.equal(manifest.body.zone, 'backstage')
  await shown.getByRole('status').getByText('Stage door is set up').waitFor()
  await shown.getByLabel('I have stored it').check()
  await shown.getByRole('button', { name: 'Done' }).click()
  assert.match(await page.getByRole('row', { name: /Stage door/ }).innerText(), /backstage/)
  await done()
})

test('the chart of a zone and a day says how many were inside, and most at once', async () => {
  const ground = await aGround()
  await ground.put('main', { capacity: 10 })
  const { page, done } = await show(ground)
  await page.getByText(/^No one was inside main on/).waitFor()
  await ground.pass('camping', 'in', 0, 1, 2)
  await ground.pass('camping', 'out', 0)
  const zone = page.getByLabel('Zone of the chart')
  await zone.focus()
  await page.keyboard.type('camping')
  await page.getByText(/^Most at once: 2 at \d\d:\d\d$/).waitFor()
  await page.locator('.recharts-area-curve').waitFor()
  const heard = page.getByRole('table', { name: 'Inside camping by the hour' })
  assert.ok((await heard.getByRole('row').count()) >= 2)
  assert.equal(new URL(page.url()).searchParams.get('inside'), 'camping')
  const days = await page.getByLabel('Day', { exact: true }).locator('option').count()
  // It began yesterday, and its other days are still to come.
  assert.equal(days, 2)
  await page.getByLabel('Day', { exact: true }).selectOption({ index: 0 })
  await page.getByText(/^No one was inside camping on/).waitFor()
  await page.reload()
  await page.getByText(/^No one was inside camping on/).waitFor()
  await done()
})

for (const { width, dark, where } of looks) {
  test(`zones are accessible ${where}`, async () => {
    const ground = await aGround()
    await ground.put('main', { capacity: 2, refuses_when_full: true })
    await ground.put('camping', { capacity: 10 })
    await ground.pass('main', 'in', 0, 1)
    await ground.pass('camping', 'in', 0, 1, 2, 3, 4, 5, 6, 7, 8)
    const { page, done } = await show(ground, { width, dark })
    await page.getByText('main is full').waitFor()
    await page.getByText('camping is nearly full').waitFor()
    await page.locator('.recharts-area-curve').waitFor()
    await assertAccessible(page, 'zones')
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    await page.getByRole('button', { name: 'Change camping' }).click()
    await page.getByLabel('Capacity').waitFor()
    await assertAccessible(page, 'a zone')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New zone' }).click()
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    await assertAccessible(page, 'new zone')
    await done()
  })
}
