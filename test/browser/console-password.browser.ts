import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { nextMailTo } from '../mailbox.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const origin = 'http://festival.example'
const site = await aSite({ env: { PUBLIC_URL: origin } })
const chosen = 'a new long password'

/** Asks for a link on the page, and returns the text of the mail. */
async function askFor(page: Page, email: string): Promise<string> {
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText(email).waitFor()
  return nextMailTo(site, email, { about: 'Reset your password' })
}

function linkIn(text: string): string {
  const [link = ''] = /^http:\S+#\S+$/m.exec(text) ?? []
  assert.ok(link.startsWith(`${origin}/reset#token=`), text)
  // The console has a form of its own, for those who come from there.
  return link.replace(`${origin}/reset#token=`, `${site.url}/console/#reset=`)
}

test('the link of the mail leads from a forgotten password into the console', async () => {
  const admin = await site.aPersonWith({ roles: ['admin'] })
  const { page, done } = await site.open('/console')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const link = linkIn(await askFor(page, admin.email))
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('reset') ?? ''
  assert.match(token, /^fst_reset_/)
  await page.goto(link)
  assert.equal(await page.getByLabel('E-mail').inputValue(), admin.email)
  await page.getByRole('textbox', { name: 'New password' }).fill('short')
  await page.keyboard.press('Enter')
  await page.getByText('Between 8 and 200 characters').waitFor()
  await page.getByRole('textbox', { name: 'New password' }).fill(chosen)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  assert.ok(!page.url().includes(token), 'the address keeps no token')
  assert.deepEqual(
    asked.filter((url) => url.includes(token) && !url.includes('#')),
    [],
  )
  assert.ok(!site.lines.join('\n').includes(token), 'no log has it')
  const signIn = (password: string) => site.post('/auth/user', { email: admin.email, password })
  assert.equal((await signIn(site.password)).status, 401)
  assert.equal((await signIn(chosen)).status, 200)
  await done()
})

test('the form says the same of an e-mail that has no account', async () => {
  const known = await site.aPersonWith({})
  const { page, done } = await site.open('/console/forgot-password', { expected: /status of 400/ })
  const said: string[] = []
  for (const email of [known.email, 'stranger@people.example']) {
    await page.goto(`${site.url}/console/forgot-password`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    said.push((await page.getByRole('status').innerText()).replace(email, ''))
  }
  assert.equal(said[0], said[1])
  await page.goto(`${site.url}/console/forgot-password`)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('Enter your e-mail').waitFor()
  await page.getByLabel('E-mail').fill('no address')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('alert').getByText('No mail was sent').waitFor()
  await done()
})

test('a used link is refused with a reason, and leads to another one', async () => {
  const person = await site.aPersonWith({})
  const { page, done } = await site.open('/console', { expected: /status of 400/ })
  const link = linkIn(await askFor(page, person.email))
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('reset')
  const used = { email: person.email, token, newPassword: chosen }
  assert.equal((await site.post('/auth/reset-password', used)).status, 200)
  // In the tab that is open already, as when the link is pasted there.
  await page.evaluate(`location.href = ${JSON.stringify(link)}`)
  await page.getByRole('textbox', { name: 'New password' }).fill('another long password')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('ask for a new reset mail').waitFor()
  await assertAccessible(page, 'refused')
  await page.getByRole('link', { name: 'Send another link' }).click()
  await page.getByRole('button', { name: 'Send the link' }).waitFor()
  await done()
})

test('the token of the mail may be entered by hand', async () => {
  const person = await site.aPersonWith({})
  const { page, done } = await site.open('/console')
  const [token = ''] = /^fst_reset_\w+$/m.exec(await askFor(page, person.email)) ?? []
  await page.getByRole('link', { name: 'Enter the token of the mail instead' }).click()
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Token of the mail').fill(` ${token} `)
  await page.getByRole('textbox', { name: 'New password' }).fill(chosen)
  await page.getByRole('button', { name: 'Set the password and sign in' }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await done()
})

for (const { width, dark, where } of looks) {
  test(`the pages of a forgotten password are accessible ${where}`, async () => {
    const { page, done } = await site.open('/console/forgot-password', { width, dark })
    await page.getByRole('button', { name: 'Send the link' }).waitFor()
    await assertAccessible(page, 'the form')
    await page.getByLabel('E-mail').fill('stranger@people.example')
    await page.keyboard.press('Enter')
    await page.getByRole('status').waitFor()
    await assertAccessible(page, 'the answer')
    await page.goto(`${site.url}/console/#reset=fst_reset_0&email=ada%40people.example`)
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
    await assertAccessible(page, 'the new password')
    await page.goto(`${site.url}/console/reset-password`)
    await page.getByLabel('Token of the mail').waitFor()
    await assertAccessible(page, 'a token by hand')
    const isTooWide = 'document.documentElement.scrollWidth > innerWidth'
    assert.equal(await page.evaluate(isTooWide), false)
    await done()
  })
}
