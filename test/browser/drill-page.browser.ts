/** The page of a drill: axe finds nothing, and nothing is wider than the screen, light and dark, narrow and wide. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderPage } from '../../src/cli/drill/report/page.ts'
import { holding, report } from '../drill-report.ts'
import { looks } from './looks.ts'
import { aBrowser, assertAccessible } from './site.ts'

const browser = await aBrowser()
const failing = { ...holding, name: 'ledger-exact', faults: [`Payment ${'0'.repeat(90)} is open`] }

for (const { width, dark, where } of looks) {
  test(`the page of a drill ${where}`, async () => {
    const colorScheme = dark ? 'dark' : 'light'
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
    const page = await context.newPage()
    await page.setContent(renderPage({ ...report, checks: [holding, failing] }))
    await page.locator('summary').first().click()
    await assertAccessible(page, 'the page of a drill')
    const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    assert.ok(Number(beyond) <= 0, `${beyond} px too wide`)
    await context.close()
  })
}
