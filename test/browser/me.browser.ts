/** `/me`: what a fan has, follows and is told, and the account itself. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { notify } from '#messaging/notifications'
import { aPlan, points } from '../buying.ts'
import { aFestival, anArtist, anInterest, anOrganizer } from '../catalogue.ts'
import { anEmail } from '../guests.ts'
import { nextMailTo } from '../mailbox.ts'
import type { Person } from '../world.ts'
import { buyAs, expected, openAs } from './fans.ts'
import { aSite } from './site.ts'

const site = await aSite({ env: { PUBLIC_URL: 'http://festival.example' } })
const { db } = site
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

const tell = ({ id: user_id }: Person, title: string, festival_id: string) =>
  notify({ db, bus: site.bus, now: new Date() }, [
    {
      user_id,
      type: 'festival.changed',
      data: { festival_id },
      cause: `test:${title}`,
      title,
      message: 'It is at another time.',
    },
  ])

/** A challenge worth ten points; returns its code. */
async function aChallenge(): Promise<string> {
  const as = await site.aPersonWith({ roles: ['admin'], permissions: ['manage_rewards'] })
  const { token: client } = await site.aClient(['manage_rewards'])
  const challenge = { name: 'Find the lighthouse', points: 10 }
  const { status, body, text } = await site.post('/rewards/challenges', challenge, { as, client })
  assert.equal(status, 201, text)
  return body.code
}

test('notices are there, come live, and are read', async () => {
  const ada = await site.aPersonWith({})
  const { id } = await aFestival(site)
  await tell(ada, 'Harbour moves', id)
  const { page, done } = await openAs(site, ada, '/me')
  await page.getByText('1 not read').waitFor()
  await page.getByRole('heading', { name: 'Harbour moves' }).waitFor()
  const isStream = (response: { url(): string }) => response.url().endsWith('/notifications/sse')
  await Promise.all([page.waitForResponse(isStream), page.reload()])
  await tell(ada, 'Tide <b>moves</b>', id)
  await page.getByRole('heading', { name: 'Tide <b>moves</b>' }).waitFor()
  await page.getByText('2 not read').waitFor()
  const items = page.locator('.notices li')
  assert.equal(await items.first().locator('h3').textContent(), 'Tide <b>moves</b>')
  await items.first().getByRole('button', { name: 'Mark as read' }).click()
  await page.getByText('1 not read').waitFor()
  await page.reload()
  await page.getByText('1 not read').waitFor()
  await button(page, 'Mark all as read').click()
  await page.getByText('All read').waitFor()
  const unread = await site.get('/notifications/unread', { as: ada })
  assert.equal(unread.body.count, 0)
  await items
    .last()
    .getByRole('link', { name: /See.*Harbour moves/ })
    .click()
  await page.waitForURL(`${site.url}/guide/${id}`)
  await done()
})

test('what is followed is listed, and followed no more', async () => {
  const ada = await site.aPersonWith({})
  const [artist, organizer] = [await anArtist(site), await anOrganizer(site)]
  await anInterest(site, { user_id: ada.id, artist_id: artist.id })
  await anInterest(site, { user_id: ada.id, organizer_id: organizer.id })
  const { page, done } = await openAs(site, ada, '/me')
  await page.getByRole('link', { name: artist.name }).waitFor()
  await button(page, `Unfollow ${artist.name}`).dblclick()
  await page.getByRole('link', { name: artist.name }).waitFor({ state: 'detached' })
  assert.equal(
    await page.locator(':focus').getAttribute('aria-label'),
    `Unfollow ${organizer.name}`,
  )
  await button(page, `Unfollow ${organizer.name}`).click()
  await page.getByText('You follow no artist or organizer yet').waitFor()
  const left = await db.selectFrom('interests').selectAll().where('user_id', '=', ada.id).execute()
  assert.deepEqual(left, [])
  await done()
})

test('the code of a card is in no request but the claim, and counts once', async () => {
  const code = await aChallenge()
  const ada = await site.aPersonWith({})
  await points(site, ada, 40)
  const { page, done } = await openAs(site, ada, '/me')
  await page.getByText('40 points').waitFor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`))
  await page.goto('about:blank')
  await page.goto(`${site.url}/me#challenge=${encodeURIComponent(code)}`)
  const field = page.getByLabel('Code of a challenge')
  await page.waitForFunction(() => location.hash === '')
  assert.equal(await field.inputValue(), code)
  await page.keyboard.press('Enter')
  await page.getByText('10 points are yours.').waitFor()
  await page.getByText('50 points').waitFor()
  const told = asked.filter((request) => request.includes(encodeURIComponent(code)))
  assert.deepEqual(
    told.map((request) => request.split(' ')[0]),
    ['POST'],
  )
  await field.fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  await page.getByText('You have used this code already.').waitFor()
  await field.fill('no such code')
  await page.keyboard.press('Enter')
  await page.getByText('There is no challenge with this code.').waitFor()
  await done()
})

test('a card is scanned before signing in, and its code goes along', async () => {
  const code = await aChallenge()
  const { email } = await site.aPersonWith({})
  const { page, done } = await site.open(`/me#challenge=${code}`, { width: 390, expected })
  await page.waitForURL(/\/sign-in\?next=%2Fme|\/sign-in\?next=\/me/)
  await page.getByLabel('E-mail').fill(email)
  await button(page, 'Use a password').click()
  await page.getByLabel('Password').fill(site.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/me/)
  await button(page, 'Collect points').click()
  await page.getByText('10 points are yours.').waitFor()
  await done()
})

test('orders have what was paid, the tickets as PDF, and the mail again', async () => {
  const ada = await site.aPersonWith({})
  const { tier, order } = await buyAs(site, ada, { quantity: 2, price_cents: 6450 })
  const plan = await aPlan(site, { name: 'Friend of the harbour' })
  const member = { payment_type: 'subscription', entity_id: plan.id }
  assert.equal((await site.post('/payments', member, { as: ada })).status, 201)
  const { page, done } = await openAs(site, ada, '/me')
  await page.getByText('Friend of the harbour, until').waitFor()
  const item = page.locator('.orders li', { hasText: '€129.00' })
  await item.locator('summary').first().click()
  await item.getByText(`2 × ${tier.name}`).waitFor()
  await item.getByText(order.number).waitFor()
  const href = (await item.getByRole('link', { name: 'Tickets as PDF' }).getAttribute('href')) ?? ''
  const pdf = await page.request.get(`${site.url}${href}`)
  assert.equal(pdf.headers()['content-type'], 'application/pdf')
  assert.equal(pdf.headers()['cache-control'], 'no-store')
  await nextMailTo(site, ada.email, { about: 'Confirmation' })
  await item.getByRole('button', { name: 'Send the mail again' }).click()
  await item.getByText('The mail is on its way.').waitFor()
  await done()
})

test('the name is changed, and the e-mail confirmed by the link of a mail', async () => {
  const email = anEmail()
  const names = { firstName: 'Ada', lastName: 'Marsh' }
  const { password } = site
  const { body } = await site.post('/users', { ...names, email, password })
  const token = (await site.post('/auth/user', { email, password })).body.token
  const ada = { id: body.id, email, token, ...names }
  const mail = await nextMailTo(site, email, { about: 'Confirm your e-mail' })
  const [, path = ''] = /http:\/\/festival\.example(\/me#\S+)/.exec(mail) ?? []
  assert.notEqual(path, '')
  const { page, done } = await openAs(site, ada, '/me')
  await page.getByText(`${email} is not confirmed.`).waitFor()
  await page.getByLabel('First name').fill('')
  await button(page, 'Save the name').click()
  await page.getByText('Enter your first name.').waitFor()
  await page.getByLabel('First name').fill('Augusta')
  await page.keyboard.press('Enter')
  await page.getByText('Your name is saved.').waitFor()
  await button(page, 'Mail me a link').click()
  await page.getByText('Open its link on this device.').waitFor()
  await page.goto('about:blank')
  await page.goto(`${site.url}${path}`)
  await page.getByText('Your e-mail is confirmed.').waitFor()
  assert.equal(new URL(page.url()).hash, '')
  await page.reload()
  await page.getByText(`${email} is confirmed.`).waitFor()
  assert.equal(await page.getByLabel('First name').inputValue(), 'Augusta')
  await page.goto('about:blank')
  await page.goto(`${site.url}/me#confirm=fst_confirm_invented`)
  await page.getByText('This link was used').waitFor()
  await done()
})

test('the data is downloaded, and the account deleted after its e-mail was typed', async () => {
  const ada = await site.aPersonWith({})
  const { page, context, done } = await openAs(site, ada, '/me')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download your data').click(),
  ])
  const stored = JSON.parse(await readFile(await download.path(), 'utf8'))
  assert.equal(stored.profile.email, ada.email)
  await button(page, 'Delete the account').click()
  await page.getByText('nothing is refunded').waitFor()
  await page.getByLabel('Your e-mail, to confirm').fill(anEmail())
  await button(page, 'Delete it for good').click()
  await page.getByText('This is not the e-mail of your account.').waitFor()
  await page.getByLabel('Your e-mail, to confirm').fill(ada.email.toUpperCase())
  await button(page, 'Delete it for good').dblclick()
  await page.getByText('Your account is deleted.').waitFor()
  const row = await db.selectFrom('users').selectAll().where('id', '=', ada.id).executeTakeFirst()
  assert.notEqual(row?.erased_at, null)
  const names = (await context.cookies()).map(({ name }) => name)
  assert.ok(!names.includes('festival_fan'))
  await page.goto(`${site.url}/me`)
  await page.waitForURL(/sign-in/)
  await done()
})

test('a guest sees the orders, and is invited to make an account', async () => {
  const { page, done } = await site.open('/tickets', { width: 390, expected })
  await page.evaluate(async () => {
    const { content } = document.querySelector('meta[name="festival-session"]') as HTMLMetaElement
    await fetch('/fan/guest', { method: 'POST', headers: { 'x-festival-session': content } })
  })
  await page.goto(`${site.url}/me#challenge=x1`)
  await page.getByText('You buy without an account').waitFor()
  await page.getByText('You have not bought anything yet.').waitFor()
  await page.getByRole('link', { name: 'Make an account' }).click()
  await page.waitForURL(/\/sign-in\?next=\/me#challenge=x1$/)
  await done()
})

test('signing out leaves nothing of the account', async () => {
  const ada = await site.aPersonWith({})
  const { page, done } = await openAs(site, ada, '/me')
  await page.getByText(`${ada.email} is confirmed.`).waitFor()
  // The page to go back to.
  await page.goto(`${site.url}/me?seen=again`)
  await button(page, 'Sign out').click()
  await page.getByText('No tickets yet').waitFor()
  assert.equal(await page.getByRole('link', { name: 'My account' }).count(), 0)
  await page.goBack()
  await page.waitForURL(/sign-in/)
  assert.ok(!(await page.content()).includes(ada.email))
  await done()
})
