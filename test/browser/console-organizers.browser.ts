/** Organizers in the console: creating, changing, managers, and deleting. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { searchName } from '#platform/values/names'
import { aFestival, aName, anOrganizer } from '../catalogue.ts'
import { acceptAll, invitationTo, tokenIn } from '../invitations.ts'
import { nextMailTo } from '../mailbox.ts'
import { until } from '../until.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const { db, get } = site

/** An organizer with a manager. */
async function mine(name = aName('Harbour')) {
  const ada = await site.aPersonWith({})
  const id = aName('id').replace(' ', '-')
  const organizer = await anOrganizer(site, { id, name, search_name: searchName(name) })
  // Added later: the e-mail of the creator would be shown already.
  const manager = { organizer_id: organizer.id, user_id: ada.id, created_at: new Date(0) }
  await db.insertInto('organizer_managers').values(manager).execute()
  return { ada, organizer }
}

async function enter(
  as: { email: string },
  path: string,
  look: Parameters<typeof site.open>[1] = {},
) {
  const opened = await site.open(`/console${path}`, { ...look, as })
  return opened
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const box = (page: Page, name: string) => page.getByRole('textbox', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const organizerOf = async (id: string) => (await get(`/organizers/${id}`)).body

test('an organizer is created with an id made from its name, which can be edited', async () => {
  const { page, done } = await enter(await site.aPersonWith({}), '/organizers', { expected: /409/ })
  const { organizer: taken } = await mine()
  await heading(page, 'No organizers yet').waitFor()
  await button(page, 'New organizer').first().click()
  await box(page, 'Name').fill('Ærø & Söhne')
  assert.equal(await box(page, 'Id').inputValue(), 'aero-sohne')
  await box(page, 'Id').fill('Not one')
  await button(page, 'Create organizer').click()
  await page.getByText('Only lowercase letters, digits and dashes').waitFor()
  await box(page, 'Id').fill(taken.id)
  await button(page, 'Create organizer').click()
  await page.getByRole('alert').getByText('Could not save').waitFor()
  const id = taken.id.slice(0, -1)
  await box(page, 'Id').fill(id)
  await box(page, 'Name').fill('By hand')
  assert.equal(await box(page, 'Id').inputValue(), id)
  await button(page, 'Create organizer').click()
  await heading(page, 'By hand').waitFor()
  assert.equal((await organizerOf(id)).name, 'By hand')
  await done()
})

test('an organizer is edited in a drawer, and its texts are shown as text', async () => {
  const { ada, organizer } = await mine()
  const { page, done } = await enter(ada, `/organizers/${organizer.id}`)
  const name = `<img src=x onerror=alert(1)> “Quay” <script>alert(2)</script> ${'y'.repeat(100)}`
  await button(page, 'Edit').click()
  await box(page, 'Name').fill(name)
  await box(page, 'Description').fill('First line\nשלום')
  await box(page, 'Seller').fill('Harbour Nights ApS')
  await box(page, 'Address').fill('Kalvø Havnevej 4')
  await box(page, 'Contact e-mail').fill('tickets@harbour.example')
  await box(page, 'Terms of sale').fill('harbour.example')
  await button(page, 'Save').click()
  await page.getByText('Enter an address that begins with https://').waitFor()
  await box(page, 'Terms of sale').fill('https://harbour.example/terms')
  await button(page, 'Save').click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.locator('#content').getByText('First line').waitFor()
  const saved = await organizerOf(organizer.id)
  assert.deepEqual([saved.name, saved.description], [name, 'First line\nשלום'])
  const { legal_name, legal_address, contact_email, terms_url, privacy_url } = saved
  assert.deepEqual(
    [legal_name, legal_address, contact_email, terms_url, privacy_url],
    [
      'Harbour Nights ApS',
      'Kalvø Havnevej 4',
      'tickets@harbour.example',
      'https://harbour.example/terms',
      null,
    ],
  )
  await done()
})

test('managers are invited by e-mail, the invitation is cancelled or accepted, and they are removed', async () => {
  const { ada, organizer } = await mine()
  const ben = await site.aUser({ firstName: 'Ben', lastName: 'Reed' })
  const { page, done } = await enter(ada, `/organizers/${organizer.id}`, { expected: /400/ })
  const ids = async () => (await organizerOf(organizer.id)).managers.map(({ id }: any) => id)
  const invite = async (email: string) => {
    await box(page, 'Invite a manager by e-mail').fill(email)
    await button(page, 'Invite').click()
  }
  await invite('unknown')
  await page.getByText('email must be an e-mail address').waitFor()
  await invite('unknown@people.example')
  await button(page, 'Cancel the invitation to unknown@people.example').click()
  await button(page, 'Cancel invitation').click()
  await page.getByRole('list', { name: 'Invited' }).waitFor({ state: 'detached' })
  await invite(ben.email)
  await page.getByRole('list', { name: 'Invited' }).getByText(ben.email).waitFor()
  assert.deepEqual(await ids(), [ada.id])
  await acceptAll(site, ben)
  await page.reload()
  await button(page, 'Remove Ben Reed').click()
  await button(page, 'Remove').click()
  await button(page, 'Remove Ben Reed').waitFor({ state: 'detached' })
  assert.deepEqual(await ids(), [ada.id])
  await done()
})

test('a manager shows their e-mail, leaves, and no longer manages it', async () => {
  const { ada, organizer } = await mine()
  const { page, done } = await enter(ada, `/organizers/${organizer.id}`)
  await page.getByText('(you)').waitFor()
  await page.getByLabel('Show my e-mail to everyone').click()
  await until('it is shown', async () => {
    const [manager] = (await organizerOf(organizer.id)).managers
    return manager.email === ada.email
  })
  await button(page, 'Leave').click()
  const question = page.getByRole('dialog', { name: 'Leave this organizer?' })
  await question.getByRole('button', { name: 'Leave' }).click()
  await heading(page, 'You do not manage this organizer').waitFor()
  await done()
})

test('an invitation is accepted by its link: signed in, and with names and a password', async () => {
  const { ada, organizer } = await mine()
  const ben = await site.aPersonWith({})
  const managers = `/organizers/${organizer.id}/managers`
  const cy = `${aName('cy').replace(' ', '-').toLowerCase()}@people.example`
  for (const email of [ben.email, cy]) await site.post(managers, { email }, { as: ada })
  const inside = await enter(ben, `/#invitation=${await invitationTo(site, ben.email)}`)
  await inside.page.getByText(`You are signed in as ${ben.email}`).waitFor()
  await button(inside.page, 'Accept').click()
  await button(inside.page, 'Continue').click()
  await heading(inside.page, 'Overview').first().waitFor()
  assert.ok(!inside.page.url().includes('invitation'))
  await inside.done()

  const token = await invitationTo(site, cy)
  const door = await site.open(`/console/#invitation=${token}`, { expected: /400/ })
  await heading(door.page, 'You are invited').waitFor()
  await assertAccessible(door.page, 'invitation')
  await button(door.page, 'Accept').click()
  await door.page.getByRole('alert').getByText('firstName, lastName and password').waitFor()
  await box(door.page, 'First name').fill('Cy')
  await box(door.page, 'Last name').fill('Fell')
  await box(door.page, 'New password').fill(site.password)
  await button(door.page, 'Accept').click()
  await heading(door.page, 'Accepted').waitFor()
  await button(door.page, 'Sign in').click()
  await box(door.page, 'E-mail').fill(cy)
  await box(door.page, 'Password').fill(site.password)
  await button(door.page, 'Sign in').click()
  await heading(door.page, 'Overview').first().waitFor()
  const named = (await organizerOf(organizer.id)).managers.map(({ firstName }: any) => firstName)
  assert.deepEqual(named, ['Ada', 'Ada', 'Cy'])
  await door.done()
})

test('an e-mail is confirmed by the link in its mail, which is sent again on request', async () => {
  const ada = await site.aPersonWith({})
  await db.updateTable('users').set({ email_proven_at: null }).where('id', '=', ada.id).execute()
  const { page, done } = await enter(ada, '/account')
  await page.getByText(`${ada.email} is not confirmed.`).waitFor()
  await button(page, 'Send again').click()
  const mail = await nextMailTo(site, ada.email, { about: 'Confirm your e-mail' })
  await page.goto(`${site.url}/console/account#confirm=${tokenIn(mail, 'fst_confirm')}`)
  await page.reload()
  await page.getByText(`${ada.email} is confirmed.`).waitFor()
  await done()
})

test('an organizer is deleted once its festivals are gone; until then the page says why not', async () => {
  const { ada, organizer } = await mine()
  const festival = await aFestival(site, { organizer_id: organizer.id })
  const { page, done } = await enter(ada, `/organizers/${organizer.id}`, { expected: /409/ })
  await page.getByRole('link', { name: festival.name }).waitFor()
  await button(page, 'Delete organizer').click()
  await button(page, 'Delete').click()
  await page.getByRole('alert').getByText('festivals').waitFor()
  assert.equal((await get(`/organizers/${organizer.id}`)).status, 200)
  await db.updateTable('festivals').set({ deleted_at: new Date() }).execute()
  await button(page, 'Delete organizer').click()
  await button(page, 'Delete').click()
  await heading(page, 'No organizers yet').waitFor()
  assert.equal((await get(`/organizers/${organizer.id}`)).status, 404)
  await done()
})

test('managers see their organizers, admins all of them, page by page, found by name', async () => {
  const { ada, organizer } = await mine()
  const { organizer: other } = await mine()
  const { page, done } = await enter(ada, '/organizers')
  await page.getByRole('link', { name: organizer.name }).waitFor()
  assert.equal(await page.getByText(other.name).count(), 0)
  await done()

  for (let made = 0; made < 21; made++) await mine(`Zz ${made} ${aName('Reed')}`)
  const all = await enter(await site.aPersonWith({ roles: ['admin'] }), '/organizers')
  await button(all.page, 'Page 2').click()
  await until('the second page', async () => all.page.url().endsWith('page=2'))
  await all.page.goBack()
  await all.page.getByRole('searchbox', { name: 'Search organizers' }).fill(other.name)
  await all.page.getByRole('link', { name: other.name }).waitFor()
  await until('one', async () => (await all.page.getByRole('row').count()) === 2)
  await all.page.reload()
  await all.page.getByRole('link', { name: other.name }).waitFor()
  await all.done()
})

test('an organizer that waits for approval says what that means; staff find and approve it', async () => {
  await site.jobs.start()
  const { ada, organizer } = await mine()
  const unapproved = { approved_at: null }
  await db.updateTable('organizers').set(unapproved).where('id', '=', organizer.id).execute()
  const own = await enter(ada, `/organizers/${organizer.id}`)
  await own.page.getByRole('alert').getByText('Until staff approve it').waitFor()
  await assertAccessible(own.page, 'waiting for approval')
  assert.equal(await button(own.page, 'Approve').count(), 0)
  await own.done()

  const staff = await site.aPersonWith({ permissions: ['manage_catalog'] })
  const { page, done } = await enter(staff, '/organizers?show=waiting')
  await page.getByRole('link', { name: organizer.name }).click()
  await button(page, 'Approve').click()
  await button(page, 'Withdraw approval').waitFor()
  assert.equal((await organizerOf(organizer.id)).approved, true)
  const again = `show=waiting&q=${encodeURIComponent(organizer.name)}`
  await page.goto(`${site.url}/console/organizers?${again}`)
  await heading(page, 'No organizers are waiting for approval').waitFor()
  await done()
})

for (const { width, dark, where } of looks) {
  test(`organizers are accessible ${where}`, async () => {
    const { ada, organizer } = await mine(`Quay ${'x'.repeat(190)}`)
    await aFestival(site, { organizer_id: organizer.id })
    const { page, done } = await enter(ada, '/organizers', { dark, width })
    for (const [path, text] of [
      ['', organizer.name],
      ['?q=nothing+like+it', 'No organizers found'],
      ['?new=yes', 'It cannot be changed later'],
      [`/${organizer.id}`, 'Invite a manager by e-mail'],
      [`/${organizer.id}?edit=yes`, 'Or drop one here'],
    ] as const) {
      await page.goto(`${site.url}/console/organizers${path}`)
      await page.getByText(text).first().waitFor()
      await assertAccessible(page, path)
    }
    await button(page, 'Close').click()
    await button(page, 'Delete organizer').click()
    await page.getByRole('dialog').waitFor()
    await assertAccessible(page, 'deleting')
    await done()
  })
}

test('a manager says what invoices need, and is told what is wrong and what is missing', async () => {
  const { ada, organizer } = await mine()
  const { page, done } = await enter(ada, `/organizers/${organizer.id}`, {
    width: 390,
    expected: /400/,
  })
  await button(page, 'Invoices and account').click()
  const form = page.getByRole('dialog')
  await form
    .getByText(/^Invoices still need: .*street, city, country, VAT id or tax number/)
    .waitFor()
  await box(page, 'Street and number').fill('Kalvø Havnevej 4')
  await box(page, 'City').fill('Kalvø')
  await box(page, 'Country').fill('DK')
  await box(page, 'VAT id').fill('DK13585629')
  await button(page, 'Save').click()
  await form
    .getByRole('alert')
    .getByText(/vat_id must be a VAT id/)
    .waitFor()
  await assertAccessible(page, 'seller')
  await box(page, 'VAT id').fill('dk 13 58 56 28')
  await button(page, 'Save').click()
  await form.waitFor({ state: 'hidden' })
  const { body } = await get(`/organizers/${organizer.id}/seller`, { as: ada })
  assert.deepEqual([body.street, body.vat_id, body.iban], ['Kalvø Havnevej 4', 'DK13585628', null])
  await button(page, 'Invoices and account').click()
  await box(page, 'Street and number').waitFor()
  assert.equal(await box(page, 'VAT id').inputValue(), 'DK13585628')
  await done()
})
