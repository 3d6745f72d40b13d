/** Texts in other languages in the console: added, filled in and removed, and read in the guide. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTier } from '../buying.ts'
import { aFestival, aName, anOrganizer } from '../catalogue.ts'
import { until } from '../until.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const ada = await site.aPersonWith({})
const organizer = await anOrganizer(site)
const managed = { organizer_id: organizer.id, user_id: ada.id }
await site.db.insertInto('organizer_managers').values(managed).execute()

/** A festival with a tier, whose manager looks at a part of it. */
async function show(tab: string, look: Parameters<typeof site.open>[1] = {}) {
  const festival = await aFestival(site, {
    organizer_id: organizer.id,
    name: aName('Pier'),
    description: 'Three nights by the water',
    translations: { fr: { description: 'Trois nuits' } },
  })
  const tier = await aTier(site, {
    festival_id: festival.id,
    name: 'Weekend',
    translations: { fr: { name: 'Week-end', description: 'Tous les jours' } },
  })
  const opened = await site.open(`/console/festivals/${festival.id}/${tab}`, { ...look, as: ada })
  const stored = async () => {
    const { body } = await site.get(`/festivals/${festival.id}?expand=translations`)
    return body
  }
  return { ...opened, festival, tier, stored }
}

test('a language is added to a festival, another removed, and the guide shows it to its readers', async () => {
  const { page, done, stored, festival } = await show('details')
  const own = page.getByRole('combobox', { name: 'Language of the texts above' })
  await own.fill('engl')
  await page.getByRole('option', { name: 'English (en)' }).click()
  const add = page.getByRole('combobox', { name: 'Add a language' })
  await add.fill('germ')
  await page.getByRole('option', { name: 'German (de)' }).click()
  const text = 'Drei Nächte <b>am Wasser</b>'
  await page.getByLabel('Description in German').fill(text)
  assert.equal(await page.getByLabel('Description in German').getAttribute('lang'), 'de')
  await page.getByRole('button', { name: 'Remove French' }).click()
  await page.getByRole('button', { name: 'Save languages' }).click()
  await page.getByText('Saved').waitFor()
  const expected = { language: 'en', translations: { de: { description: text } } }
  const { language, translations } = await stored()
  assert.deepEqual({ language, translations }, expected)
  assert.ok(await page.getByRole('button', { name: 'Save languages' }).isDisabled())

  const reader = await site.browser.newContext({ locale: 'de-AT' })
  const guide = await reader.newPage()
  await guide.goto(`${site.url}/guide/${festival.id}`)
  assert.equal(await guide.locator('.about').textContent(), text)
  const isGerman = guide.locator(':lang(de) .about, .about:lang(de)')
  assert.equal(await isGerman.count(), 1)
  await reader.close()
  await done()
})

test('a tier gets its texts in other languages, and keeps those that are not touched', async () => {
  const { page, done, stored } = await show('tickets')
  await page.getByRole('button', { name: 'Weekend' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('combobox', { name: 'Add a language' }).fill('brazil')
  await page.getByRole('option', { name: 'Brazilian Portuguese (pt-BR)' }).click()
  await form.getByLabel('Name in Brazilian Portuguese').fill('Fim de semana')
  await form.getByLabel('Description in French').fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  const expected = { fr: { name: 'Week-end' }, 'pt-BR': { name: 'Fim de semana' } }
  await until('it is stored', async () => {
    const { tickets } = await stored()
    return JSON.stringify(tickets[0].translations) === JSON.stringify(expected)
  })
  await done()
})

for (const { width, dark, where } of looks) {
  test(`languages are accessible ${where}`, async () => {
    const { page, done } = await show('details', { width, dark })
    await page.getByLabel('Description in French').waitFor()
    await assertAccessible(page, 'details')
    const folder = process.env['LOOK']
    const name = `${width}-${dark ? 'dark' : 'light'}`
    const group = page.getByRole('group', { name: 'Other languages' })
    if (folder) await group.scrollIntoViewIfNeeded()
    if (folder) await page.screenshot({ path: `${folder}/details-${name}.png` })
    await page.goto(page.url().replace(/details$/, 'tickets'))
    await page.getByRole('button', { name: 'Weekend' }).first().click()
    await page.getByLabel('Name in French').waitFor()
    await assertAccessible(page, 'tier')
    if (folder) await page.getByLabel('Name in French').scrollIntoViewIfNeeded()
    if (folder) await page.screenshot({ path: `${folder}/tier-${name}.png` })
    await done()
  })
}
