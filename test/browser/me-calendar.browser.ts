/** A fan subscribes to a calendar of their own, and ends it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buyAs, expected, openAs } from './fans.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()

const read = (address: string) => site.get(new URL(address).pathname, { client: null })

test('an address is made, copied, replaced and ended', async () => {
  const ada = await site.aPersonWith({})
  await buyAs(site, ada)
  const { page, done } = await openAs(site, ada, { path: '/me', expected })
  const button = (name: string) => page.getByRole('button', { name })
  await button('Subscribe in your calendar').click()
  const field = page.getByLabel('Address of your calendar')
  await field.waitFor()
  const first = await field.inputValue()
  const { status, text } = await read(first)
  assert.equal(status, 200)
  assert.equal(text.split('BEGIN:VEVENT').length, 2)
  const open = page.getByRole('link', { name: 'Open in your calendar' })
  assert.equal(await open.getAttribute('href'), first.replace('http:', 'webcal:'))
  await button('Copy the address').click()
  await page.getByText('The link is copied.').waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), first)
  await assertAccessible(page, 'an address of a calendar')
  await page.reload()
  await page.getByText('Your calendar has an address').waitFor()
  assert.equal(await field.isVisible(), false)
  await button('Make a new address').click()
  await field.waitFor()
  assert.deepEqual(
    [(await read(first)).status, (await read(await field.inputValue())).status],
    [404, 200],
  )
  await button('End the address').click()
  await page.getByText('The address has ended.').waitFor()
  assert.equal(
    await page.evaluate('document.activeElement.textContent'),
    'Subscribe in your calendar',
  )
  await assertAccessible(page, 'no address any more')
  await page.reload()
  await button('Subscribe in your calendar').waitFor()
  await done()
})
