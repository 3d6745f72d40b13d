import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import sharp from 'sharp'
import { aFestival } from '../catalogue.ts'
import { until } from '../until.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const refused = /status of 40[01]/

test('a user signs in with e-mail and password, with the keyboard alone, and signs out', async () => {
  const admin = await site.aPersonWith({ roles: ['admin'] })
  const { page, done } = await site.open('/console')
  await page.getByRole('heading', { name: 'Festival console' }).waitFor()
  await page.keyboard.type(admin.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(site.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Account of Ada Marsh' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign out' }).press('Enter')
  await page.getByRole('heading', { name: 'Festival console' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Festival console' }).waitFor()
  assert.equal(await page.evaluate('document.cookie'), '', 'no script reads the token')
  await done()
})

test('a wrong password is refused with a message', async () => {
  const admin = await site.aPersonWith({ roles: ['admin'] })
  const { page, done } = await site.open('/console', { expected: refused })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Enter your e-mail').waitFor()
  await page.getByLabel('E-mail').fill(admin.email)
  await page.getByRole('textbox', { name: 'Password' }).fill('not this one')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('The e-mail or the password is wrong.').waitFor()
  await assertAccessible(page, 'a refusal')
  await done()
})

test('a session that has ended elsewhere leads back to sign-in, and then to the same page', async () => {
  const admin = await site.aPersonWith({ roles: ['admin'] })
  const { page, done } = await site.open('/console/people', {
    as: admin,
    expected: /status of 401/,
  })
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor()
  const change = { currentPassword: site.password, newPassword: 'another long password' }
  const changed = await site.put('/auth/change-password', change, { as: admin })
  assert.equal(changed.status, 200)
  await page.getByLabel('Search by name or e-mail').fill('marsh')
  await page.getByRole('heading', { name: 'Festival console' }).waitFor()
  await page.getByLabel('E-mail').fill(admin.email)
  await page.getByRole('textbox', { name: 'Password' }).fill('another long password')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor()
  await done()
})

test('the next user at the same browser sees nothing the previous user has read', async () => {
  const [admin, person] = [
    await site.aPersonWith({ roles: ['admin'] }),
    await site.aPersonWith({ permissions: ['manage_users'] }),
  ]
  const { name } = await aFestival(site)
  const { page, done } = await site.open('/console')
  const enter = async (email: string) => {
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(site.password)
    await page.keyboard.press('Enter')
  }
  await enter(admin.email)
  await page.getByRole('link', { name }).waitFor()
  await page.getByRole('button', { name: 'Account of Ada Marsh' }).click()
  // The requests of the next user fail: only cached data could be shown.
  await page.route('**/users/i/festivals?*', () => {})
  await page.getByRole('button', { name: 'Sign out' }).click()
  await enter(person.email)
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  assert.equal(await page.getByRole('link', { name }).count(), 0)
  await done()
})

test('a user without rights sees the pages open to all, and the first steps', async () => {
  const person = await site.aPersonWith({})
  const { page, done } = await site.open('/console', { as: person })
  await page.getByRole('link', { name: 'Create an organizer' }).waitFor()
  const menu = page.getByRole('navigation', { name: 'Sections' })
  for (const name of ['Clients', 'People', 'Audit', 'Mail', 'Activity']) {
    assert.equal(await menu.getByRole('link', { name, exact: true }).count(), 0, name)
  }
  await page.goto(`${site.url}/console/clients`)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await done()
})

test('a user changes the name, e-mail and photo of the account', async () => {
  const admin = await site.aPersonWith({ roles: ['admin'] })
  const { page, done } = await site.open('/console/account', {
    as: admin,
    expected: /status of 409/,
  })
  await page.getByLabel('First name').fill('Zoë <b>')
  await page.getByLabel('City').fill('Nuuk')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Account of Zoë <b> Marsh' }).waitFor()
  const { body } = await site.get('/users/i', { as: admin })
  assert.deepEqual([body.firstName, body.city, body.phone], ['Zoë <b>', 'Nuuk', null])

  const taken = await site.aUser()
  await page.getByLabel('E-mail').fill(taken.email.toUpperCase())
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('Could not save').waitFor()

  const picture = await sharp({
    create: { width: 20, height: 20, channels: 3, background: 'teal' },
  })
    .png()
    .toBuffer()
  const file = { name: 'me.png', mimeType: 'image/png', buffer: picture }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('img', { name: 'Your photo' }).waitFor()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Choose a photo' }).waitFor()
  await done()
})

test('a new password ends every other session, and not this one', async () => {
  const admin = await site.aPersonWith({ roles: ['admin'] })
  const { page, done } = await site.open('/console/account', {
    as: admin,
    expected: /status of 400/,
  })
  await page.getByRole('textbox', { name: 'Current password' }).fill('not this one')
  await page.getByRole('textbox', { name: 'New password' }).fill('a new long password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('alert').getByText('Your password was not changed').waitFor()
  await page.getByRole('textbox', { name: 'Current password' }).fill(site.password)
  await page.keyboard.press('Enter')
  await page.getByText('You are signed out everywhere else.').waitFor()
  await until('the other session ends', async () => {
    return (await site.get('/users/i', { as: admin })).status === 401
  })
  await page.getByLabel('City').fill('Nuuk')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await done()
})

test('the export of the account is one file', async () => {
  const admin = await site.aPersonWith({ roles: ['admin'] })
  const { page, done } = await site.open('/console/account', { as: admin })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download everything stored about me' }).click(),
  ])
  const everything = JSON.parse(await readFile(await download.path(), 'utf8'))
  assert.equal(everything.profile.email, admin.email)
  await done()
})

test('an account is deleted only after a confirmation', async () => {
  const person = await site.aPersonWith({})
  const { page, done } = await site.open('/console/account', { as: person })
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const question = page.getByRole('dialog', { name: 'Delete your account?' })
  await question.getByRole('button', { name: 'Back' }).click()
  await question.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await question.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('heading', { name: 'Festival console' }).waitFor()
  const again = await site.post('/auth/user', { email: person.email, password: site.password })
  assert.equal(again.status, 401)
  await done()
})

test('one switch shows developers the API calls of console and guide, and is remembered', async () => {
  const person = await site.aPersonWith({})
  await aFestival(site)
  const { page, done } = await site.open('/')
  const inGuide = page.getByText(/to the API made this page/)
  assert.equal(await inGuide.isVisible(), false)
  await site.signIn(page, person)
  await page.goto(`${site.url}/console`)
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  const inConsole = page.getByRole('button', { name: 'See as API call' })
  assert.equal(await inConsole.count(), 0)
  const toggle = async () => {
    await page.getByRole('button', { name: 'Account of Ada Marsh' }).click()
    await page.getByRole('switch', { name: 'Show API calls' }).press('Space')
    await page.keyboard.press('Escape')
  }
  await toggle()
  await inConsole.waitFor()
  await page.reload()
  await inConsole.waitFor()
  await page.goto(site.url)
  await inGuide.waitFor()
  await page.goto(`${site.url}/console`)
  await toggle()
  await inConsole.waitFor({ state: 'hidden' })
  await page.goto(site.url)
  await page.getByRole('link', { name: 'API reference' }).waitFor()
  assert.equal(await inGuide.isVisible(), false)
  await done()
})

for (const { width, dark, where } of looks) {
  test(`sign-in, menu and account are accessible ${where}`, async () => {
    const admin = await site.aPersonWith({ roles: ['admin'] })
    const { page, done } = await site.open('/console', { width, dark })
    await page.getByRole('heading', { name: 'Festival console' }).waitFor()
    await assertAccessible(page, 'door')
    await site.signIn(page, admin)
    await page.goto(`${site.url}/console/account`)
    await page.getByRole('heading', { name: 'Profile' }).waitFor()
    await assertAccessible(page, 'account')
    await page.getByRole('button', { name: 'Account of Ada Marsh' }).click()
    await page.getByRole('switch', { name: 'Show API calls' }).press('Space')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'See as API call' }).click()
    await page.getByRole('dialog').getByText('/users/i/export').waitFor()
    await assertAccessible(page, 'API calls')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('button', { name: 'Back' }).waitFor()
    await assertAccessible(page, 'question')
    await page.keyboard.press('Escape')
    if (width < 600) {
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('link', { name: 'Overview' }).waitFor()
      await assertAccessible(page, 'menu')
    }
    await page.getByRole('button', { name: 'Account of Ada Marsh' }).click()
    await page.getByRole('button', { name: 'Sign out' }).first().waitFor()
    await assertAccessible(page, 'account menu')
    await done()
  })
}
