/** A first start sells at once: a newcomer buys two tickets of a demo festival and scans one at its gate. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { fillWithDemo } from '../../src/server/demo/demo.ts'
import { ensureFirstAccounts } from '../../src/server/first-start.ts'
import { anEmail } from '../guests.ts'
import { aSite } from './site.ts'

const site = await aSite()

test('from the guide to the ticket in four screens, and through the gate', async () => {
  await fillWithDemo(site.db, site.now())
  const accounts = await ensureFirstAccounts(site, site.config, true)
  assert.ok(accounts?.gateToken)
  const kept = parseEnv(await readFile(accounts.file, 'utf8'))
  assert.equal(kept['GATE_TOKEN'], accounts.gateToken)
  const { page, done } = await site.open('/', { width: 390, expected: /404/ })
  const screens = new Set<string>()
  page.on('framenavigated', () => screens.add(new URL(page.url()).pathname))
  await page
    .getByRole('link', { name: /^Harbour Nights/ })
    .first()
    .click()
  const more = page.getByRole('button', { name: 'One more: Weekend' })
  await more.click()
  await more.click()
  await page.getByRole('button', { name: 'Buy 2 tickets · €258.00' }).click()
  await page.getByLabel('E-mail').fill(anEmail())
  await page.getByRole('button', { name: 'Pay €258.00' }).click()
  await page.waitForURL(/\/tickets/)
  assert.ok(screens.size <= 4, [...screens].join(' '))
  const [short = ''] = await page.locator('.pass code').allTextContents()
  const gate = await page.context().newPage()
  await gate.goto(`${site.url}/gate#${accounts.gateToken}`)
  await gate.getByRole('button', { name: 'Find a ticket' }).click()
  await gate.getByLabel('Short code, name or e-mail').fill(short)
  await gate.keyboard.press('Enter')
  await gate.getByRole('button', { name: /^Admit/ }).click()
  await gate.locator('#answer-title').getByText('Admitted', { exact: true }).waitFor()
  await page.reload()
  await page.getByText(/^Used /).waitFor()
  assert.equal(await page.locator('.pass[data-used]').count(), 1)
  await done()
})
