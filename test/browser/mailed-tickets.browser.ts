/** What a guest reads in the mailbox: the mail of the purchase, in each language, and the way from it to the tickets. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '#platform/values/reader-languages'
import { readMail } from '../../src/mail/read.ts'
import { aTier } from '../buying.ts'
import { aFestival, anOrganizer } from '../catalogue.ts'
import { anEmail } from '../guests.ts'
import { sourcesTo } from '../mailbox.ts'
import { until } from '../until.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite({ env: { PUBLIC_URL: 'http://festival.example' } })

async function aSale() {
  const { id: organizer_id } = await anOrganizer(site)
  await site.db
    .updateTable('organizers')
    .set({ legal_name: 'Harbour Nights ApS', contact_email: 'tickets@harbour.example' })
    .where('id', '=', organizer_id)
    .execute()
  const { id: festival_id, name } = await aFestival(site, { organizer_id, venue: 'Harbour Park' })
  const vat = JSON.stringify({ rate: 19, exemption: null })
  const tier = await aTier(site, { festival_id, price_cents: 6450, vat })
  return { tier, name, path: `/guide/${festival_id}` }
}

const titles = {
  en: ['Confirmation', 'See your tickets'],
  de: ['Bestätigung', 'Ihre Tickets ansehen'],
  fr: ['Confirmation', 'Voir vos billets'],
  es: ['Confirmación', 'Ver sus entradas'],
} satisfies Record<keyof typeof languages, [string, string]>

for (const [language, [title, label]] of Object.entries(titles)) {
  test(`a guest’s mail has the tickets, in ${language}, and its button leads to them with the e-mail filled in`, async () => {
    const sale = await aSale()
    const { page, done, context } = await site.open(sale.path, { width: 390, expected: /40[0-9]/ })
    await context.setExtraHTTPHeaders({ 'accept-language': language })
    await page.reload()
    for (const _ of [1, 2]) {
      await page.getByRole('button', { name: /^(One more|Eins mehr|Un de plus|Una más)/ }).click()
    }
    await page.getByRole('button', { name: /129/ }).click()
    await page.waitForURL(/checkout\?order=/)
    const email = anEmail()
    await page.locator('#email').fill(email)
    await page.getByRole('button', { name: /129/ }).click()
    await page.waitForURL(/\/tickets\?order=/)
    await until('the mail', async () => (await sourcesTo(site, email)).length > 0)
    const [source = ''] = await sourcesTo(site, email)
    const mail = await readMail(Buffer.from(source))
    assert.ok(mail.subject.startsWith(title) && mail.subject.includes(sale.name), mail.subject)
    assert.deepEqual(
      mail.attachments.map(({ type }) => type),
      ['application/pdf', 'application/pdf'],
    )
    const mailbox = await context.newPage()
    await mailbox.setContent(mail.html ?? '')
    await assertAccessible(mailbox, `the mail in ${language}`)
    await mailbox.getByText('Harbour Nights ApS').waitFor()
    const href = await mailbox.getByRole('link', { name: label }).getAttribute('href')
    const link = new URL(href ?? '')
    assert.equal(link.pathname + link.search, `/tickets?email=${encodeURIComponent(email)}`)
    await mailbox.close()
    const other = await site.open(link.pathname + link.search, { expected: /40[0-9]/ })
    assert.equal(other.response?.status(), 200)
    await other.done()
    await done()
  })
}
