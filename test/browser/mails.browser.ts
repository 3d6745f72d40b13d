/** Mails as mail programs show them: readable in light and dark, on a telephone and a desk. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amount, letter } from '#messaging/mail'
import type { Mail } from '#platform/outgoing/mail'
import { looks } from './looks.ts'
import { aBrowser, assertAccessible } from './site.ts'

const browser = await aBrowser()

const to = 'ada@harbour.example'
const config = { PUBLIC_URL: 'https://festival.example', NODE_ENV: 'test', PORT: 0 } as const
const id = '018f8f7e-52c1-7a41-9b0c-6f2f6c3a1d11'
const tide = {
  festivalId: id,
  festival: `Tide & <b>${'Long'.repeat(30)}</b>`,
  start: '1 July 2027 at 18:00',
  end: '3 July 2027 at 22:00',
  where: 'Harbour Park, North Quay 1, Denmark',
  seller: 'Harbour Nights ApS',
}
const line = { plan: undefined, festival: undefined, since: undefined, until: undefined }

const mails: Record<string, Mail> = {
  purchase: letter(config, 'purchase', {
    to,
    language: null,
    params: {
      id,
      festivalNames: 'Tide',
      planNames: undefined,
      festivals: [tide],
      lines: [
        {
          ...line,
          ticket: 'Weekend',
          stay: undefined,
          quantity: '2',
          price: '€178.00',
          vat: '€28.42',
          vatRate: '19',
          exemption: undefined,
        },
        {
          ...line,
          ticket: undefined,
          stay: 'Bell tent',
          quantity: undefined,
          price: '€90.00',
          vat: undefined,
          vatRate: undefined,
          exemption: 'Exempt from VAT under section 4',
        },
      ],
      total: '€278.00',
      discount: '€10.00',
      points: '1,000',
      pointsWorth: '€10.00',
      paid: '€258.00',
      on: '24 November 2026 at 19:00',
      attached: 'yes',
      invoiceAttached: 'yes',
      invoiceFollows: undefined,
      invoiceListed: undefined,
      simulated: 'yes',
      email: to,
      proven: undefined,
      unproven: undefined,
      guest: 'yes',
    },
  }),
  refund: letter(config, 'refund', {
    to,
    language: 'de',
    params: {
      festivalNames: 'Tide',
      planNames: undefined,
      festivals: [tide],
      lines: [
        {
          ticket: 'Weekend',
          stay: undefined,
          plan: undefined,
          festival: 'Tide',
          id,
          given: '89,00 €',
          kept: undefined,
          paid: '89,00 €',
        },
      ],
      amount: '89,00 €',
      total: undefined,
      free: undefined,
      ended: 'yes',
      partial: undefined,
      creditNoteAttached: undefined,
      creditNoteFollows: undefined,
      creditNoteListed: 'yes',
      email: to,
      proven: undefined,
      unproven: undefined,
      guest: 'yes',
    },
  }),
  resetPassword: letter(config, 'resetPassword', {
    to,
    language: null,
    params: { token: `fst_reset_${'x'.repeat(60)}`, email: to, minutes: amount(60) },
  }),
  signInCode: letter(config, 'signInCode', {
    to,
    language: null,
    params: { code: '012345', minutes: amount(10) },
  }),
}

for (const { width, dark, where } of looks) {
  for (const [name, { html = '' }] of Object.entries(mails)) {
    // Requirement (rules): contract §6.5 Mails: readable
    test(`${name} is readable ${where}`, async () => {
      const colorScheme = dark ? 'dark' : 'light'
      // Mails are read on the smallest telephones too.
      const viewport = { width: width < 600 ? 360 : width, height: 900 }
      const context = await browser.newContext({ viewport, colorScheme })
      const page = await context.newPage()
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await page.setContent(html)
      await assertAccessible(page, name)
      const isTooWide = 'document.documentElement.scrollWidth > innerWidth'
      assert.equal(await page.evaluate(isTooWide), false, 'nothing sticks out of it')
      const sheet = await page.locator('.sheet').boundingBox()
      assert.ok(sheet && sheet.width <= 560 && sheet.width > 300, `${sheet?.width} px wide`)
      const paper = await page.evaluate('getComputedStyle(document.body).backgroundColor')
      assert.equal(paper, dark ? 'rgb(20, 18, 28)' : 'rgb(250, 249, 252)')
      assert.deepEqual(asked, [], 'it loads nothing')
      await context.close()
    })
  }
}
