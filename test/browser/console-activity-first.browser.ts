import { test } from 'node:test'
import { createUser } from '#identity/users'
import { aFestival, anArtist } from '../catalogue.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()

// In a world of its own, because it needs an empty service.
test('an empty service tells an admin its first steps, and ticks what is done', async () => {
  await site.db.deleteFrom('clients').where('id', '=', site.client.id).execute()
  const admin = await anAdmin()
  const { page, done } = await site.open('/console', { as: admin })
  await page.getByText('0 of 4 done').waitFor()
  await page.getByRole('heading', { name: 'No festival is coming up' }).waitFor()
  await assertAccessible(page, 'empty')
  await aFestival(site)
  await page.reload()
  await page.getByText('2 of 4 done').waitFor()
  await assertAccessible(page, 'half done')
  await page.getByRole('link', { name: 'Create a client' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ticket shop')
  await page.getByRole('button', { name: 'Create client' }).click()
  await page.getByLabel('I have stored it').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('dialog', { name: 'Ticket shop', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByText('3 of 4 done').waitFor()
  await anArtist(site)
  await page.reload()
  await page.getByRole('heading', { name: 'Coming up' }).waitFor()
  await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'hidden' })
  await done()
})

/** Created without a client: there is none. */
async function anAdmin() {
  const email = 'first@people.example'
  const user = { firstName: 'Ada', lastName: 'Marsh', email, password: site.password }
  const { id } = await createUser(site, user)
  await site.db
    .updateTable('users')
    .set({ roles: ['admin'] })
    .where('id', '=', id)
    .execute()
  return { email }
}
