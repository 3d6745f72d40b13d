/** An organizer's day: from an account without any rights to the first ticket sold. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aFestival, aName, anArtist } from '../catalogue.ts'
import { aProcessor, paidBy } from '../processor.ts'
import { until } from '../until.ts'
import { aSite } from './site.ts'

const { processor } = aProcessor()
const site = await aSite({ parts: paidBy(processor) })

async function enter(path: string, options: Parameters<typeof site.open>[1] = {}) {
  const ada = await site.aPersonWith({})
  const opened = await site.open(`/console${path}`, { ...options, as: ada })
  return { ...opened, ada }
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

test('a user without rights creates an organizer, a festival, a line-up and tiers, and sees the first sale', async () => {
  const foreign = await aFestival(site)
  const known = await anArtist(site)
  const { page, done, ada } = await enter('/festivals')
  const [organizer, name, newcomer] = [aName('Æther Ørsted'), aName('Harbour'), aName('Newcomer')]

  await heading(page, 'Your first festival').waitFor()
  await page.getByRole('button', { name: 'New festival' }).first().click()
  await page.getByRole('link', { name: 'Create organizer' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(organizer)
  const slug = await page.getByRole('textbox', { name: 'Id' }).inputValue()
  assert.match(slug, /^aether-orsted-[0-9a-f]{8}$/)
  await page.getByRole('button', { name: 'Create organizer' }).click()

  await heading(page, organizer).waitFor()
  await page.getByRole('list', { name: 'Managers' }).getByText(ada.email).waitFor()
  await page.getByRole('link', { name: 'New festival' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByLabel('Begins (UTC)').fill('2099-07-01T12:00')
  await page.getByLabel('Ends (UTC)').fill('2099-07-04T02:00')
  await page.getByLabel('Venue').fill('North Quay')
  await page.getByRole('button', { name: 'Create festival' }).click()

  await heading(page, name).waitFor()
  await page.getByText('1 Jul 2099, 12:00 – 4 Jul 2099, 02:00 UTC').waitFor()
  await page.getByRole('link', { name: 'Add artists' }).click()
  const artists = page.getByRole('combobox', { name: 'Artists' })
  await artists.fill(known.name)
  await page.getByRole('option', { name: known.name }).click()
  await artists.fill(newcomer)
  await page.getByRole('option', { name: `New artist “${newcomer}”` }).click()
  await page.getByRole('button', { name: 'Add 2 artists' }).click()
  await heading(page, '2 acts').waitFor()
  await page.getByRole('table', { name: 'Line-up' }).getByText(newcomer).waitFor()

  await page.getByRole('link', { name: 'Add tickets' }).click()
  await page.getByRole('button', { name: 'New tier' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Weekend')
  await page.getByRole('textbox', { name: 'Price in EUR' }).fill('89.5')
  await page.getByRole('textbox', { name: 'Quantity' }).fill('30')
  await page.getByRole('button', { name: 'Create tier' }).click()
  const totals = page.getByRole('status', { name: 'Total' })
  await until(
    'the stock',
    async () => (await totals.textContent()) === '0 sold · 0 being paid for · 30 left',
  )

  const id = new URL(page.url()).pathname.split('/')[3]
  const { body: festival } = await site.get(`/festivals/${id}`)
  const playing = festival.gigs.map(({ artist }: any) => artist.name)
  assert.deepEqual(playing.toSorted(), [known.name, newcomer].toSorted())
  assert.ok(festival.gigs.every(({ start_time }: any) => start_time === null))
  const bought = await site.post(
    '/payments',
    { payment_type: 'ticket', entity_id: festival.tickets[0].id, processorPaymentMethodId: 'pm_1' },
    { as: await site.aUser() },
  )
  assert.equal(bought.status, 201)
  // The open page shows it without a reload.
  await until(
    'the sale',
    async () => (await totals.textContent()) === '1 sold · 0 being paid for · 29 left',
  )
  await page.getByText('1 of 30').waitFor()

  await page.goto(`${site.url}/console/festivals?show=all`)
  await page.getByRole('link', { name }).waitFor()
  assert.equal(await page.getByText(foreign.name).count(), 0)
  await page.goto(`${site.url}/console/festivals/${foreign.id}/tickets`)
  await heading(page, 'You do not manage this festival').waitFor()
  assert.equal(await page.getByRole('tab').count(), 0)
  await page.goto(`${site.url}/console/organizers/${foreign.organizer_id}`)
  await heading(page, 'You do not manage this organizer').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Edit' }).count(), 0)
  await done()
})

test('the same with the keyboard alone', async () => {
  const { page, done } = await enter('/organizers')
  const [organizer, name] = [aName('Quay'), aName('Tide')]
  await heading(page, 'No organizers yet').waitFor()
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key)
  }
  /** Presses Tab until the control of this name has the focus. */
  const reach = async (wanted: string) => {
    for (let steps = 0; steps < 60; steps++) {
      await keys('Tab')
      const focused = await page.evaluate<string>(`(() => {
        const { activeElement: node, body } = document
        if (node === body) return ''
        return [node.ariaLabel, node.labels?.[0]?.textContent, node.textContent].join(' ')
      })()`)
      if (focused.includes(wanted)) return
    }
    assert.fail(`${wanted} is not reached by Tab`)
  }

  await reach('New organizer')
  await keys('Enter')
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type(organizer)
  await keys('Enter')
  await heading(page, organizer).waitFor()
  await reach('New festival')
  await keys('Enter')
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type(name)
  await reach('Begins (UTC)')
  await page.keyboard.type('070120991200PM')
  await reach('Ends (UTC)')
  await page.keyboard.type('070420990200AM')
  await keys('Enter')
  await heading(page, name).waitFor()
  await page.getByText('1 Jul 2099, 12:00 – 4 Jul 2099, 02:00 UTC').waitFor()

  await reach('Details')
  await page.getByRole('tab', { name: 'Details' }).and(page.locator(':focus')).waitFor()
  await keys('ArrowRight', 'Enter')
  const artists = page.getByRole('combobox', { name: 'Artists' })
  await artists.waitFor()
  await reach('Artists')
  await page.keyboard.type('Ebb Quartet')
  await page.getByRole('option', { name: 'New artist “Ebb Quartet”' }).waitFor()
  await keys('ArrowDown', 'Enter', 'Escape')
  await reach('Add to the line-up')
  await keys('Enter')
  await heading(page, '1 act').waitFor()
  await done()
})
