/** The waiting room in the browser: entering, waiting, one's turn, groups, and what must not change unnoticed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aFestival } from '../catalogue.ts'
import { aQueue, type QueueInTest, someEntered } from '../queues.ts'
import { expected, openAs } from './fans.ts'
import { aSite } from './site.ts'

const ahead = { ms: 0 }
const now = () => new Date(Date.now() + ahead.ms)
const site = await aSite({ now, env: { QUEUE_WORK: '2000' } })
const minute = 60_000
const inMs = (ms: number) => new Date(now().getTime() + ms).toISOString()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const pathOf = ({ festival }: QueueInTest) => `/guide/${festival.id}/queue`
/** Draws soon: pages that are open notice it by themselves. */
const drawSoon = async ({ url, body, manager }: QueueInTest) => {
  const { groups_of = 1 } = body as { groups_of?: number }
  const moved = { ...body, groups_of, draw_at: inMs(3_000) }
  const { status, text } = await site.put(url, moved, { as: manager })
  assert.equal(status, 200, text)
}

test('two fans enter, and one after the other buys in their turn', async () => {
  const queue = await aQueue(site, { tier: { quantity: 1, max_per_order: 1 } })
  const fans = await Promise.all(
    ['Ada', 'Bo'].map(async () =>
      openAs(site, await site.aPersonWith({}), `/guide/${queue.festival.id}`),
    ),
  )
  for (const { page } of fans) {
    assert.equal(await page.locator('.stepper button:visible').count(), 0)
    await link(page, 'Enter the waiting room').click()
    await page.getByText('It does not matter who comes first').waitFor()
    await button(page, 'Take a number').click()
    await heading(page, 'You are in').waitFor()
    assert.equal(await page.locator(':focus').getAttribute('id'), 'standing')
    await button(page, 'Play a sound').click()
    await button(page, 'A sound will be played').waitFor()
  }
  await fans[1]?.page.getByText('Your number: 2').waitFor()
  await drawSoon(queue)
  const called = await Promise.any(
    fans.map(async (fan) => {
      await fan.page.reload()
      await fan.page.getByText('The draw was moved from').waitFor()
      await button(fan.page, 'Got it').click()
      await heading(fan.page, 'It is your turn').waitFor({ timeout: 20_000 })
      return fan
    }),
  )
  const waiting = fans.find((fan) => fan !== called)
  assert.ok(waiting)
  assert.match(await called.page.title(), /^It is your turn/)
  await heading(waiting.page, 'You are in line').waitFor()
  await waiting.page.getByText('0 numbers').waitFor()
  await buyIn(called.page)
  await waiting.page.goto(
    `${site.url}/checkout?festival=${queue.festival.id}&items=${queue.tier.id}:1`,
  )
  await waiting.page.getByText('These tickets are sold in turn.').waitFor()
  await link(waiting.page, 'To the waiting room').click()
  await heading(waiting.page, 'You are in line').waitFor()
  for (const { done } of fans) await done()
})

async function buyIn(page: Page) {
  await link(page, 'Choose tickets').click()
  await page.waitForURL(/#turn$/)
  await button(page, /^One more/).click()
  await button(page, /^Buy/).click()
  await button(page, /^Pay/).click()
  await page.waitForURL(/\/tickets/)
  await page.locator('.pass .qr').waitFor()
}

test('a stranger is led to signing in, and comes back with the invitation', async () => {
  const queue = await aQueue(site, { queue: { groups_of: 2 } })
  const { email } = await site.aPersonWith({})
  const path = `${pathOf(queue)}#group=0.none`
  const { page, done } = await site.open(path, { width: 390, expected })
  await page.getByText('To enter you need an account').waitFor()
  await page.getByText('A friend shares a number with you.').waitFor()
  await link(page, 'Sign in to enter').click()
  await page.getByLabel('E-mail').fill(email)
  await button(page, 'Use a password').click()
  await page.getByLabel('Password').fill(site.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site.url}${path}`)
  await button(page, 'Take a number').waitFor()
  await done()
})
void [aFestival, someEntered, minute]
