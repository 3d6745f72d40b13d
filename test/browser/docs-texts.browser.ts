/** The texts beside the reference, as people read them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DocsText, docsTexts } from '../../src/web/server/docs-texts.ts'
import { until } from '../until.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()

/** The pages of the contract have one frame and the same parts: those with the widest tables stand for the others. */
const isShown = ({ name, parent }: DocsText) =>
  !parent || ['contract/errors', 'contract/payments', 'contract/pages'].includes(name)

for (const { width, dark, where } of looks) {
  for (const { name, title } of docsTexts.filter(isShown)) {
    test(`${name} is readable, fits and is accessible: ${where}`, async () => {
      const { page, done } = await site.open(`/docs/${name}`, { width, dark })
      await page.getByRole('heading', { level: 1 }).waitFor()
      assert.equal(await page.title(), `${title} · Festival API`)
      assert.equal(await page.getByRole('main').getByText('undefined').count(), 0)
      const current = await page.locator('nav a[aria-current="page"]:visible').allTextContents()
      if (width > 1000) assert.deepEqual(current, [title])
      await assertAccessible(page, where)
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
      assert.ok(wide <= width, `${wide} px`)
      await done()
    })
  }
}

test('a section is found by its address, and the contents lead to it', async () => {
  const { page, done } = await site.open('/docs/contract/festivals#45-the-map')
  const isInView = (id: string) =>
    page.evaluate<number>(`document.getElementById('${id}').getBoundingClientRect().top`)
  const top = await isInView('45-the-map')
  assert.ok(top > 60 && top < 200, `${top}`)
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await contents.getByRole('link', { name: '4.12 Photos' }).click()
  await page.waitForURL(/#412-photos$/)
  const next = await isInView('412-photos')
  assert.ok(next > 60 && next < 200, `${next}`)
  await done()
})

test('the index of the contract leads to its pages, and each page to the others', async () => {
  const { page, done } = await site.open('/docs/contract')
  await page.getByRole('link', { name: '7.14 Vouchers' }).click()
  await page.waitForURL(/\/docs\/contract\/vouchers#714-vouchers$/)
  const pages = page.getByRole('navigation', { name: 'Contract' })
  await pages.getByRole('link', { name: 'Queues' }).click()
  await page.waitForURL(/\/docs\/contract\/queues$/)
  await page.getByRole('heading', { level: 1, name: 'Queues' }).waitFor()
  await done()
})

test('an address of the contract as one page goes on to the page of its section', async () => {
  const { page, done } = await site.open('/docs/contract#78-handing-on')
  await page.waitForURL(/\/docs\/contract\/tickets#78-transfers$/)
  await page.getByRole('heading', { name: '7.8 Transfers' }).waitFor()
  await done()
})

test('on a telephone the contents and the other pages are behind buttons', async () => {
  const { page, done } = await site.open('/docs/contract/festivals', { width: 390 })
  const contents = page.getByRole('navigation', { name: 'On this page' })
  assert.equal(await contents.isVisible(), false)
  await page.getByText('On this page', { exact: true }).click()
  await contents.getByRole('link', { name: '4.4 Festivals' }).click()
  await page.waitForURL(/#44-festivals$/)
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Testing' }).waitFor()
  await assertAccessible(page, 'with the menu open')
  await menu.getByRole('link', { name: 'Testing' }).click()
  await page.waitForURL(/\/docs\/testing$/)
  await done()
})

test('an example names this service, and is copied', async () => {
  const { page, done } = await site.open('/docs/testing')
  const example = page.locator('figure', { hasText: 'field()' })
  await example.getByText(`API=${site.url}`).waitFor()
  await example.getByRole('button', { name: 'Copy' }).click()
  await example.getByRole('button', { name: 'Copied' }).waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  assert.ok(copied.startsWith(`API=${site.url}\n`), copied)
  await done()
})

test('with the keyboard: to the text, and along a table that is wider than the screen', async () => {
  const { page, done } = await site.open('/docs/contract/payments', { width: 390 })
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the text')
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate('document.activeElement.id'), 'text')
  const table = page.locator('.table[tabindex="0"]').first()
  await table.focus()
  await page.keyboard.press('ArrowRight')
  const scrolled = () => page.evaluate<number>("document.querySelector('.table:focus').scrollLeft")
  await until('the table moves', async () => (await scrolled()) > 0)
  await done()
})

test('without JavaScript the whole text is there', async () => {
  const { page, done } = await site.open('/docs/contract/operations', { javaScript: false })
  await page.getByRole('heading', { name: '10.5 Health and caught mail' }).waitFor()
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: '10.4 Webhooks' })
    .waitFor()
  await done()
})
