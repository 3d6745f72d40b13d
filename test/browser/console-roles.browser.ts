/** Roles within an organizer in the console: invited, changed, and the pages of each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTier } from '../buying.ts'
import { aFestival, aName, anOrganizer } from '../catalogue.ts'
import { acceptAll } from '../invitations.ts'
import { aPaidTicket } from '../sales.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const folder = process.env['SCREENSHOTS']

async function aStage() {
  const [ada, organizer] = [await site.aPersonWith({}), await anOrganizer(site)]
  await site.db
    .insertInto('organizer_managers')
    .values({ organizer_id: organizer.id, user_id: ada.id })
    .execute()
  const festival = await aFestival(site, { organizer_id: organizer.id, name: aName('Tide') })
  const tier = await aTier(site, { festival_id: festival.id })
  const paid = await aPaidTicket(site, { tier })
  return { ada, organizer, festival, paid }
}

const tabsOf = (page: Page) =>
  page.getByRole('tablist', { name: 'Parts of the festival' }).getByRole('tab').allTextContents()

for (const width of [1360, 390]) {
  const look = async (page: Page, name: string) => {
    await assertAccessible(page, name)
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }

  test(`a manager invites to a role, changes it and ends it, at ${width} px`, async () => {
    const { ada, organizer } = await aStage()
    const bo = await site.aUser({ firstName: 'Bo', lastName: 'Marsh' })
    const { page, done } = await site.open(`/console/organizers/${organizer.id}`, {
      as: ada,
      width,
    })
    await page.getByRole('textbox', { name: 'Invite to a role by e-mail' }).fill(bo.email)
    await page.getByLabel('Role', { exact: true }).selectOption('Accountant')
    await page.getByLabel('May refund').check()
    await page.getByRole('button', { name: 'Invite to this role' }).click()
    await page.getByRole('list', { name: 'Invited' }).getByText('Accountant').waitFor()
    await acceptAll(site, bo)
    await page.reload()
    const row = page.getByRole('list', { name: 'Other roles' }).getByRole('listitem')
    await row.getByText('Bo Marsh').waitFor()
    assert.equal(await row.getByLabel('Bo Marsh may refund').isChecked(), true)
    await look(page, 'console-roles')
    await row.getByLabel('Role of Bo Marsh').selectOption('Editor')
    await page.getByText('Bo Marsh: role saved').waitFor()
    await row.getByLabel('Bo Marsh may refund').waitFor({ state: 'detached' })
    const members = await site.get(`/organizers/${organizer.id}/members`, { as: ada })
    assert.deepEqual([members.body[0].role, members.body[0].may_refund], ['editor', false])
    await row.getByRole('button', { name: 'Remove Bo Marsh' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await row.waitFor({ state: 'detached' })
    await done()
  })

  for (const { role, may_refund, tabs, sections } of [
    {
      role: 'accountant',
      may_refund: false,
      tabs: ['Sales', 'Report', 'Documents'],
      sections: ['Sales', 'Payments'],
    },
    {
      role: 'sales',
      may_refund: false,
      tabs: ['Attendees', 'Sales'],
      sections: ['Sales', 'Payments'],
    },
    {
      role: 'editor',
      may_refund: false,
      tabs: ['Details', 'Line-up', 'Timetable', 'Places'],
      sections: [],
    },
  ]) {
    test(`${role} opens every part that is shown, and no other, at ${width} px`, async () => {
      const { organizer, festival, paid } = await aStage()
      const person = await site.aPersonWith({})
      await site.db
        .insertInto('organizer_members')
        .values({ organizer_id: organizer.id, user_id: person.id, role, may_refund })
        .execute()
      const { page, done } = await site.open(`/console/festivals/${festival.id}`, {
        as: person,
        width,
      })
      await page.getByRole('tab').first().waitFor()
      assert.deepEqual(await tabsOf(page), tabs)
      for (const name of tabs) {
        await page.getByRole('tab', { name, exact: true }).click()
        await page.getByRole('tabpanel').locator('h2').first().waitFor()
      }
      assert.equal(await page.getByRole('button', { name: 'Give tickets' }).count(), 0)
      await look(page, `console-role-${role}`)
      if (sections.includes('Payments')) {
        await page.goto(`${site.url}/console/payments/${paid.id}?festival=${festival.id}`)
        const drawer = page.getByRole('dialog')
        await drawer.getByText('What happened').waitFor()
        assert.equal(await drawer.getByRole('button', { name: /Refund|Send the mail/ }).count(), 0)
      }
      await page.goto(`${site.url}/console`)
      await page.getByText(festival.name).first().waitFor()
      if (width === 390) await page.getByRole('button', { name: 'Menu' }).click()
      const menu = page.getByRole('navigation', { name: 'Sections' })
      await menu.getByRole('link', { name: 'Festivals' }).waitFor()
      for (const name of ['Sales', 'Payments', 'Money', 'Activity']) {
        const count = await menu.getByRole('link', { name, exact: true }).count()
        assert.equal(count > 0, sections.includes(name), name)
      }
      await page.goto(`${site.url}/console/organizers/${organizer.id}`)
      await page.getByRole('heading', { name: /^Your role: / }).waitFor()
      const settlements = page.getByRole('heading', { name: 'Settlements' })
      assert.equal(await settlements.count(), role === 'accountant' ? 1 : 0)
      await done()
    })
  }
}
