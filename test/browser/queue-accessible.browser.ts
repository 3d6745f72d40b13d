/** The waiting room and the proof in every state: axe, nothing wider than the screen, and keys alone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aQueue, enterWith } from '../queues.ts'
import { expected, openAs, signInAs } from './fans.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const ahead = { ms: 0 }
const site = await aSite({
  now: () => new Date(Date.now() + ahead.ms),
  // Where no round is had, a draw stays as it is.
  env: { QUEUE_WORK: '2000', DRAND_URL: 'http://127.0.0.1:9' },
})
const minute = 60_000
const at = (ms: number) => new Date(Date.now() + ahead.ms + ms).toISOString()
const long = 'Øresund'.repeat(12)
const tier = { quantity: 1, name: long }

/** A queue in each state. Of the one that serves, one of two fans has the turn. */
async function inEachState() {
  const [ada, bo] = [await site.aPersonWith({}), await site.aPersonWith({})]
  const drawing = await aQueue(site, { tier, queue: { source: 'drand', draw_at: at(minute) } })
  const serving = await aQueue(site, { tier, queue: { draw_at: at(minute) } })
  for (const queue of [drawing, serving]) {
    for (const fan of [ada, bo]) assert.equal((await enterWith(site, queue, fan)).status, 200)
  }
  ahead.ms += minute
  const times = { opens_at: at(50 * minute), draw_at: at(60 * minute) }
  const announced = await aQueue(site, { tier, queue: times })
  const open = await aQueue(site, { tier, queue: { groups_of: 4, draw_at: at(60 * minute) } })
  const gone = await aQueue(site, { tier })
  await site.del(gone.url, { as: gone.manager })
  return { fans: [ada, bo], drawing, serving, announced, open, gone }
}
const { fans, drawing, serving, announced, open, gone } = await inEachState()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor()

const isDark = () => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

async function look(page: Page, where: string) {
  const { LOOK } = process.env
  if (LOOK) {
    const name = `${where}-${page.viewportSize()?.width}-${await page.evaluate(isDark)}`
    await page.screenshot({ path: `${LOOK}/${name}.png`, fullPage: true })
  }
  await assertAccessible(page, where)
  const beyond = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
  assert.ok(beyond <= 0, `${where} is ${beyond} px too wide`)
}

for (const { width, dark, where } of looks) {
  test(`every state ${where}`, async () => {
    const [ada] = fans
    assert.ok(ada)
    const { page, done } = await openAs(site, ada, { path: '/guide/offline', width, dark })
    const show = async (queue: { festival: { id: string } }, more = '') =>
      page.goto(`${site.url}/guide/${queue.festival.id}/queue${more}`)
    await page.goto(`${site.url}/guide/${open.festival.id}`)
    await look(page, 'festival')
    await show(announced)
    await heading(page, 'Not open yet')
    await look(page, 'announced')
    await show(open, '#group=0.none')
    const enter = page.getByRole('button', { name: 'Take a number' })
    await heading(page, /Enter now|You are in/)
    if (await enter.isVisible()) {
      await look(page, 'open')
      await enter.click()
    }
    await heading(page, 'You are in')
    await look(page, 'in')
    await page.getByRole('button', { name: 'Share the number of my friend' }).click()
    await look(page, 'join')
    await show(drawing)
    await heading(page, 'The draw')
    await look(page, 'drawing')
    await show(gone)
    await heading(page, 'There is no waiting room')
    await look(page, 'none')
    const titles: string[] = []
    for (const fan of fans) {
      await page.goto(`${site.url}/sign-in?again=1`)
      await signInAs(site, page, fan)
      await show(serving)
      await heading(page, /You are in line|It is your turn/)
      titles.push((await page.locator('#standing').textContent()) ?? '')
      await look(page, titles.at(-1) === 'It is your turn' ? 'turn' : 'line')
    }
    assert.deepEqual(titles.toSorted(), ['It is your turn', 'You are in line'])
    await page.evaluate(() => {
      const key = 'festival-queues'
      const kept = JSON.parse(localStorage.getItem(key) ?? '{}')
      for (const seen of Object.values<any>(kept)) seen.root = 'x'.repeat(43)
      localStorage.setItem(key, JSON.stringify(kept))
    })
    await page.reload()
    await page.getByText('What was fixed has been changed').waitFor()
    await look(page, 'changed')
    await show(serving, '/proof')
    await heading(page, 'Everything holds, but chance is not proven')
    await look(page, 'proof')
    await done()
  })
}

test('a number is taken with keys alone, and the page works at 400 %', async () => {
  const queue = await aQueue(site, { tier })
  const fan = await site.aPersonWith({})
  const { page, done } = await openAs(site, fan, {
    path: `/guide/${queue.festival.id}/queue`,
    width: 320,
    expected,
  })
  await page.getByRole('button', { name: 'Take a number' }).waitFor()
  for (let nth = 0; nth < 30; nth++) {
    await page.keyboard.press('Tab')
    if ((await page.locator(':focus').textContent()) === 'Take a number') break
  }
  await page.keyboard.press('Enter')
  await heading(page, 'You are in')
  await look(page, 'small')
  await done()
})
