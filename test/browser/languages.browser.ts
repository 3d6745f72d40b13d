/** The language that a reader chooses in the footer is kept, with their account too. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAs } from './fans.ts'
import { aSite } from './site.ts'

const site = await aSite()

test('a fan who chooses a language has pages in it, and mails from then on', async () => {
  const ada = await site.aPersonWith({})
  const { page, done } = await openAs(site, ada, '/tickets')
  for (const [name, language, heading] of [
    ['Français', 'fr', 'Mes billets'],
    ['Deutsch', 'de', 'Meine Tickets'],
    ['Español', 'es', 'Mis entradas'],
    ['Italiano', 'it', 'I miei biglietti'],
    ['English', 'en', 'My tickets'],
  ] as const) {
    await page.getByRole('link', { name }).click()
    await page.getByRole('heading', { name: heading }).waitFor()
    assert.equal((await site.get('/users/i', { as: ada })).body.language, language)
  }
  await done()
})
