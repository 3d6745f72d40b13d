/** The language that a reader chooses in the footer is kept, with their account too. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageCodes, languages, type ReaderLanguage } from '#platform/values/reader-languages'
import { openAs } from './fans.ts'
import { aSite } from './site.ts'

const site = await aSite()
const headings: Record<ReaderLanguage, string> = {
  en: 'My tickets',
  de: 'Meine Tickets',
  fr: 'Mes billets',
  es: 'Mis entradas',
  it: 'I miei biglietti',
}

test('a fan who chooses a language has pages in it, and mails from then on', async () => {
  const ada = await site.aPersonWith({})
  const { page, done } = await openAs(site, ada, '/tickets')
  // English last: its link is there only once another language is chosen.
  for (const language of languageCodes.toReversed()) {
    await page.getByRole('link', { name: languages[language].name }).click()
    await page.getByRole('heading', { name: headings[language] }).waitFor()
    assert.equal((await site.get('/users/i', { as: ada })).body.language, language)
  }
  await done()
})
