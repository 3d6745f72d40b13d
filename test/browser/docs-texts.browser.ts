/** The texts beside the reference, as people read them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { docsTexts } from '../../src/web/server/docs-texts.ts'
import { until } from '../until.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()

for (const width of [390, 1360]) {
  for (const dark of [false, true]) {
    const where = `${width} px, ${dark ? 'dark' : 'light'}`
    for (const { name, title } of docsTexts) {
      test(`${name} is readable, fits and is accessible: ${where}`, async () => {
        const { page, done } = await site.open(`/docs/${name}`, { width, dark })
        await page.getByRole('heading', { level: 1 }).waitFor()
        assert.equal(await page.title(), `${title} · Festival API`)
        assert.equal(await page.getByRole('main').getByText('undefined').count(), 0)
        const current = await page.locator('.links a[aria-current="page"]').allTextContents()
        assert.deepEqual(current, [title])
        await assertAccessible(page, where)
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
        assert.ok(wide <= width, `${wide} px`)
        await done()
      })
    }
  }
}

test('a section is found by its address, and the contents lead to it', async () => {
  const { page, done } = await site.open('/docs/contract#45-the-map')
  const isInView = (id: string) =>
    page.evaluate<number>(`document.getElementById('${id}').getBoundingClientRect().top`)
  const top = await isInView('45-the-map')
  assert.ok(top > 60 && top < 200, `${top}`)
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await contents.getByRole('link', { name: '7.5 Refunds' }).click()
  await page.waitForURL(/#75-refunds$/)
  const next = await isInView('75-refunds')
  assert.ok(next > 60 && next < 200, `${next}`)
  // What the text says of another section is a link to it.
  await page.getByRole('link', { name: 'section 7.6' }).first().click()
  await page.waitForURL(/#76-memberships$/)
  await done()
})

test('on a telephone the contents and the other pages are behind buttons', async () => {
  const { page, done } = await site.open('/docs/contract', { width: 390 })
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
  const { page, done } = await site.open('/docs/contract', { width: 390 })
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
  const { page, done } = await site.open('/docs/contract', { javaScript: false })
  await page.getByRole('heading', { name: '10.5 Health and caught mail' }).waitFor()
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: '8.1 Admission' })
    .waitFor()
  await done()
})
