/** What opens something of an account without its password is shown, and asked about after a new password. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aDevice, aGate } from '../gate.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const { TEST_PICTURES } = process.env

/** A person who may sign in, and answers for a device of a gate. */
async function aManager() {
  const person = await site.aPersonWith({ permissions: ['manage_catalog'] })
  const { festival } = await aGate(site)
  const { token } = await site.access.issue(site.db, {
    clientId: site.client.id,
    userId: person.id,
  })
  const manager = { ...person, firstName: 'Ada', lastName: 'Marsh', token }
  const device = await aDevice(site, { festival, manager })
  const works = async () => {
    const headers = { 'x-f-authentication': device.token }
    return (await site.get(`/gate/${festival.id}/manifest`, { headers })).status === 200
  }
  return { person, festival, works }
}

test('after a new password the console asks what is to stay, and ends or keeps it', async () => {
  for (const answer of ['Keep all of it', 'End all of it']) {
    const { person, festival, works } = await aManager()
    const { page, done } = await site.open('/console/account', { as: person })
    await page.getByText(festival.name).first().waitFor()
    await page.getByLabel('Current password').fill(site.password)
    await page.getByRole('textbox', { name: 'New password' }).fill('another long password')
    await page.getByRole('button', { name: 'Change password' }).click()
    const dialog = page.getByRole('dialog', { name: 'These still work' })
    await dialog.getByText(`${festival.name}, made`).waitFor()
    if (TEST_PICTURES) await page.screenshot({ path: `${TEST_PICTURES}/standing-access.png` })
    await assertAccessible(page, 'the question what is to stay')
    assert.equal(await works(), true, 'no gate ends before the answer')
    const button = dialog.locator('button').filter({ hasText: answer })
    await button.click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await works(), answer === 'Keep all of it')
    await page.reload()
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
    assert.equal(await dialog.count(), 0, 'it asks once')
    await done()
  }
})
