/** The gate of a festival in the console: devices, staff, admissions and clashes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTier } from '../buying.ts'
import { aFestival, anOrganizer } from '../catalogue.ts'
import { anUpload, scan } from '../gate.ts'
import { acceptAll, invited } from '../invitations.ts'
import { somePaidTickets } from '../sales.ts'
import { scanPicture } from '../scanner.ts'
import { until } from '../until.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()

/** A festival with sold tickets and a manager. */
async function aGuarded() {
  const ada = await site.aPersonWith({})
  const organizer = await anOrganizer(site)
  const managed = { organizer_id: organizer.id, user_id: ada.id }
  await site.db.insertInto('organizer_managers').values(managed).execute()
  const festival = await aFestival(site, { organizer_id: organizer.id })
  const tier = await aTier(site, { festival_id: festival.id, name: 'Weekend' })
  const codes = (await somePaidTickets(site, 3, { tier })).map(({ code }) => code)
  const post = async (name: string): Promise<{ id: string; token: string }> =>
    (await site.post(`/festivals/${festival.id}/gate-devices`, { name }, { as: ada })).body
  return { ada, festival, codes, post, path: `/festivals/${festival.id}/gate` }
}

type Guarded = Awaited<ReturnType<typeof aGuarded>>

async function show({ ada, path }: Guarded, look: Parameters<typeof site.open>[1] = {}) {
  const opened = await site.open(`/console${path}`, { ...look, as: ada })
  await opened.page.getByRole('heading', { name: 'Clashes' }).waitFor()
  return opened
}

const told = (page: Page, words: string | RegExp) =>
  page.getByRole('alert').getByText(words).waitFor()

/** Both gates admit the same ticket while they have no network. */
async function aClash({ festival, codes, post }: Guarded) {
  const [north, south] = [await post('North gate'), await post('South gate')]
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const offline = (minutes: number) =>
    anUpload(festival.id, [
      { code: codes[0] ?? '', scanned_at: at(minutes), admitted_offline: true },
    ])
  await scan(site, north, offline(9))
  await scan(site, south, offline(7))
  return { north, south }
}

test('a device is created: its code is read off the screen, and its link opens the gate set up', async () => {
  const guarded = await aGuarded()
  const { page, context, done } = await show(guarded)
  await page.getByRole('button', { name: 'New gate device' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('North gate 1')
  await page.getByRole('button', { name: 'Create gate device' }).click()
  const shown = page.getByRole('dialog', { name: 'Set up North gate 1' })
  const picture = shown.getByRole('img', { name: 'QR code that sets up North gate 1' })
  await picture.waitFor()
  const [read] = await scanPicture(await page.screenshot({ scale: 'css' }))
  const link = await shown.getByLabel('Secret').innerText()
  assert.equal(read?.text, link)
  assert.match(link, new RegExp(`^${site.url}/gate#fst_gate_\\w+$`))
  await shown.getByRole('button', { name: 'Copy' }).click()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), link)

  const gate = await context.newPage()
  await gate.goto(link)
  await gate.locator('#device', { hasText: 'North gate 1' }).waitFor()
  await gate.getByRole('heading', { level: 1, name: guarded.festival.name }).waitFor()

  assert.ok(await shown.getByRole('button', { name: 'Done' }).isDisabled())
  await shown.getByLabel('I have stored it').check()
  await shown.getByRole('button', { name: 'Done' }).click()
  await shown.waitFor({ state: 'detached' })
  const device = page.getByRole('row', { name: /North gate 1/ })
  await until('the device to be seen', async () => (await device.innerText()).includes('Active'))
  assert.equal((await page.content()).includes('fst_gate_'), false)
  await done()
})

test('with the keyboard alone: a device is created and removed, and its token ends', async () => {
  const guarded = await aGuarded()
  const { page, done } = await show(guarded)
  await page.getByRole('button', { name: 'New gate device' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('South gate')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'Set up South gate' })
  const link = await shown.getByLabel('Secret').innerText()
  await shown.getByLabel('I have stored it').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await shown.waitFor({ state: 'detached' })

  const token = link.split('#')[1] ?? ''
  const manifest = () =>
    fetch(`${site.url}/gate/${guarded.festival.id}/manifest`, {
      headers: { 'x-f-authorization': site.client.token, 'x-f-authentication': token },
    })
  await page.getByRole('button', { name: 'Remove South gate' }).focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Remove South gate?' })
  await question.getByText('With a network it stops within a second.').waitFor()
  await page.keyboard.press('Tab')
  await question.getByRole('button', { name: 'Remove' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await told(page, 'South gate is removed')
  await page.getByRole('heading', { name: 'No gate devices yet' }).waitFor()
  await until('the token to end', async () => (await manifest()).status === 401)
  await done()
})

test('a device of a manager who left says so, and admits again once another manager takes it over', async () => {
  const guarded = await aGuarded()
  const { ada, festival, post } = guarded
  const bo = await site.aPersonWith({})
  const managers = `/organizers/${festival.organizer_id}/managers`
  const managed = { organizer_id: festival.organizer_id, user_id: bo.id }
  await site.db.insertInto('organizer_managers').values(managed).execute()
  const { token } = await post('West gate')
  await site.del(`${managers}/${ada.id}`, { as: bo })
  const { page, done } = await show({ ...guarded, ada: bo })
  const row = page.getByRole('row', { name: /West gate/ })
  await row.getByText('Needs a manager').waitFor()
  await row.getByText(`${ada.firstName} ${ada.lastName}`).waitFor()
  await row.getByRole('button', { name: 'Take over West gate' }).click()
  await row.getByText('Not set up yet').waitFor()
  await row.getByRole('button', { name: 'Take over West gate' }).waitFor({ state: 'detached' })
  const manifest = await site.get(`/gate/${festival.id}/manifest`, {
    headers: { 'x-f-authentication': token },
  })
  assert.equal(manifest.status, 200)
  await done()
})

test('a device whose token has ended says so', async () => {
  const guarded = await aGuarded()
  const { id } = await guarded.post('Old gate')
  await site.db.deleteFrom('tokens').where('device_id', '=', id).execute()
  const { page, done } = await show(guarded)
  const row = page.getByRole('row', { name: /Old gate/ })
  await row.getByText('Ended').waitFor()
  await row.getByText('Create a new one instead').waitFor()
  await done()
})

test('people are invited by e-mail, and removed once they have accepted', async () => {
  const guarded = await aGuarded()
  const bo = await site.aUser()
  const { page, done } = await show(guarded)
  const email = page.getByRole('textbox', { name: 'Invite a person by e-mail' })
  await email.fill(bo.email)
  await email.press('Enter')
  await page.getByRole('list', { name: 'Invited' }).getByText(bo.email).waitFor()
  assert.equal(await email.inputValue(), '')
  const staff = async () =>
    (await site.get(`/festivals/${guarded.festival.id}/gate-staff`, { as: guarded.ada })).body
  assert.deepEqual(await staff(), [])
  await acceptAll(site, bo)
  await page.reload()
  const people = page.getByRole('list', { name: 'People at the gate' })
  await people.getByText(bo.email).waitFor()
  await people.getByRole('button', { name: `Remove ${bo.firstName} ${bo.lastName}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await people.waitFor({ state: 'detached' })
  assert.deepEqual(await staff(), [])
  await done()
})

test('the open page counts admissions, and shows a ticket that two gates admitted', async () => {
  const guarded = await aGuarded()
  const { page, done } = await show(guarded)
  const admitted = page.getByRole('status', { name: 'Admitted in all' })
  await until('what is sold', async () => (await admitted.textContent()) === '0 of 3')
  await page.getByText('No clashes.').waitFor()
  await aClash(guarded)
  await until('the admission', async () => (await admitted.textContent()) === '1 of 3')
  await page.getByRole('list', { name: 'Admitted by tier' }).getByText('Weekend').waitFor()
  const row = page.getByRole('table', { name: 'Clashes' }).getByRole('row').nth(1)
  await row.waitFor()
  const told = await row.innerText()
  assert.match(told, /Admitted twice[\s\S]*Weekend[\s\S]*North gate[\s\S]*South gate/)
  await done()
})

for (const { width, dark, where } of looks) {
  test(`every state is accessible ${where}`, async () => {
    const [empty, guarded] = [await aGuarded(), await aGuarded()]
    const nothing = await show(empty, { width, dark })
    await nothing.page.getByRole('heading', { name: 'No gate devices yet' }).waitFor()
    await assertAccessible(nothing.page, 'empty')
    await nothing.done()

    await aClash(guarded)
    const bo = await site.aUser()
    const staff = `/festivals/${guarded.festival.id}/gate-staff`
    await invited(site, staff, { by: guarded.ada, to: bo })
    await site.post(staff, { email: 'cy@people.example' }, { as: guarded.ada })
    const { page, done } = await show(guarded, { width, dark })
    await page.getByText('Admitted twice').waitFor()
    await page.getByText(bo.email).waitFor()
    await assertAccessible(page, 'full')
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    await page.getByRole('button', { name: 'Remove North gate' }).click()
    await page
      .getByRole('dialog', { name: 'Remove North gate?' })
      .getByRole('button', { name: 'Remove' })
      .waitFor()
    await assertAccessible(page, 'question')
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'New gate device' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('East gate')
    await assertAccessible(page, 'new device')
    await page.getByRole('button', { name: 'Create gate device' }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    await assertAccessible(page, 'code')
    await done()
  })
}
