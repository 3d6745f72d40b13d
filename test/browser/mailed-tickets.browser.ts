/** The mail of a guest's purchase, in each language, and the way from it to the tickets on another device. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageCodes, type ReaderLanguage } from '#platform/values/reader-languages'
import { readMail } from '../../src/messaging/mail/read.ts'
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

const titles: Record<ReaderLanguage, { title: string; label: string; code: RegExp }> = {
  en: { title: 'Confirmation', label: 'See your tickets', code: /^Your sign-in code: \d{6}$/ },
  de: { title: 'Bestätigung', label: 'Ihre Tickets ansehen', code: /^Ihr Anmeldecode: \d{6}$/ },
  fr: {
    title: 'Confirmation',
    label: 'Voir vos billets',
    code: /^Votre code de connexion.: \d{6}$/,
  },
  es: { title: 'Confirmación', label: 'Ver sus entradas', code: /^Su código de acceso: \d{6}$/ },
  it: {
    title: 'Conferma',
    label: 'Vedi i biglietti',
    code: /^Il suo codice di accesso: \d{6}$/,
  },
}

for (const language of languageCodes) {
  const { title, label } = titles[language]
  test(`a guest’s mail has the tickets, in ${language}, and its button leads to them on another device`, async () => {
    const sale = await aSale()
    const { page, done, context } = await site.open(sale.path, { width: 390, expected: /40[0-9]/ })
    await context.setExtraHTTPHeaders({ 'accept-language': language })
    await page.reload()
    for (const _ of [1, 2]) {
      await page
        .getByRole('button', { name: /^(One more|Eins mehr|Un de plus|Una más|Uno in più)/ })
        .click()
    }
    await page.getByRole('button', { name: /129/ }).click()
    await page.waitForURL(/checkout\?order=/)
    const email = anEmail()
    await page.locator('#email').fill(email)
    await page.getByRole('button', { name: /129/ }).click()
    await page.waitForURL(/\/tickets\?order=/)
    const shorts = await page.locator('.pass code').allTextContents()
    assert.equal(shorts.length, 2)
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
    await findTickets(link, { email, language, shorts })
    await done()
  })
}

type Bought = { email: string; language: ReaderLanguage; shorts: string[] }

/** Follows a mail's link on another device, and types the six digits of the mail that is sent then. */
async function findTickets({ pathname, search }: URL, { email, language, shorts }: Bought) {
  const { page, context, done } = await site.open('/', { width: 390, expected: /40[0-9]/ })
  await context.setExtraHTTPHeaders({ 'accept-language': language })
  await page.goto(`${site.url}${pathname}${search}`)
  assert.equal(await page.locator('#lost-email').inputValue(), email)
  await page.locator('#lost-ask button.main').click()
  await page.locator('#lost-digits').waitFor()
  await until('the code', async () => (await sourcesTo(site, email)).length > 1)
  const { subject } = await readMail(Buffer.from((await sourcesTo(site, email)).at(-1) ?? ''))
  assert.match(subject, titles[language].code)
  await page.locator('#lost-digits').fill(subject.slice(-6))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/tickets$/)
  for (const short of shorts) await page.getByText(short).waitFor()
  await done()
}
