/** What a fan is told, chosen on `/me`, and by the page of a mail's address. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unsubscribeSecret } from '../../src/messaging/mail/unsubscribe.ts'
import type { Person } from '../world.ts'
import { expected, openAs } from './fans.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()

const settingOf = async (topic: string, as: Person) => {
  const { body } = await site.get('/users/i/notification-settings', { as })
  return body.settings.find((one: { topic: string }) => one.topic === topic)
}

test('ways are switched off and on by the keyboard, and stay so', async () => {
  const ada = await site.aPersonWith({})
  const { page, done } = await openAs(site, ada, '/me')
  const topic = page.getByRole('group', { name: 'Waiting lists' })
  const mail = topic.getByLabel('By mail')
  await mail.focus()
  await page.keyboard.press('Space')
  await page.getByText('Saved.').waitFor()
  assert.equal((await settingOf('waiting_list', ada)).mail, false)
  await topic.getByLabel('Here').uncheck()
  await page.waitForFunction(
    () =>
      document.querySelector<HTMLInputElement>('[data-topic="waiting_list"] [data-way="push"]')
        ?.disabled,
  )
  await page.reload()
  assert.deepEqual(
    [await mail.isChecked(), await topic.getByLabel('On my devices').isDisabled()],
    [false, true],
  )
  const purchases = page.getByRole('group', { name: 'Purchases, refunds' })
  assert.deepEqual(
    [
      await purchases.getByLabel('By mail').isChecked(),
      await purchases.getByLabel('By mail').isDisabled(),
    ],
    [true, true],
  )
  assert.equal(await page.getByRole('group', { name: 'Badges' }).getByLabel('By mail').count(), 0)
  await assertAccessible(page, 'what a fan is told')
  await done()
})

test('a choice that is not saved is taken back, and said', async () => {
  const ada = await site.aPersonWith({})
  const { page, done } = await openAs(site, ada, { path: '/me', expected: /503|Failed|ERR_/ })
  await page.route('**/users/i/notification-settings/*', (route) => route.abort())
  const here = page.getByRole('group', { name: 'Badges' }).getByLabel('Here')
  await here.click()
  await page.locator('.topics .fault:not(:empty)').waitFor()
  assert.equal(await here.isChecked(), true)
  await done()
})

test('who opens the address of a mail is asked, and answers without a script', async () => {
  const ada = await site.aPersonWith({})
  const about = { userId: ada.id, topic: 'waiting_list', round: 0, email: ada.email }
  const path = `/unsubscribe/${unsubscribeSecret(site.vault, about)}`
  const { page, done } = await site.open(path, { width: 390, javaScript: false, expected })
  await page.getByText('Do you want no more mails about: Waiting lists?').waitFor()
  assert.equal((await settingOf('waiting_list', ada)).mail, true)
  await page.getByRole('button', { name: 'Send me no more' }).click()
  await page.getByText('We send you no more mails about: Waiting lists.').waitFor()
  assert.equal((await settingOf('waiting_list', ada)).mail, false)
  await done()
})
