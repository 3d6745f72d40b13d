/** The waiting room in the browser: entering, waiting, one's turn, groups, and what must not change unnoticed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aQueue, type QueueInTest, someEntered } from '../queues.ts'
import { addPieces } from '../waiting.ts'
import { controlled, expected, openAs } from './fans.ts'
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
  await aSecond()
}
/** A page is a second old at most. */
const aSecond = () => new Promise((done) => setTimeout(done, 1_050))

// Requirement (rules): contract §9 The waiting room: a number, the turn, buying at `#turn` alone
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
      await heading(fan.page, 'It is your turn').waitFor()
      return fan
    }),
  )
  const waiting = fans.find((fan) => fan !== called)
  assert.ok(waiting)
  assert.match(await called.page.title(), /^It is your turn/)
  await heading(waiting.page, 'You are in line').waitFor()
  await waiting.page.getByText('0 numbers').waitFor()
  await buyIn(called.page)
  await called.page.goto(`${site.url}${pathOf(queue)}`)
  await heading(called.page, 'You have used your turn').waitFor()
  await link(called.page, 'To my order').click()
  await called.page.waitForURL(/\/tickets\?order=/)
  await waiting.page.goto(
    `${site.url}/checkout?festival=${queue.festival.id}&items=${queue.tier.id}:1`,
  )
  await waiting.page.getByText('These tickets are sold in turn.').waitFor()
  await link(waiting.page, 'To the waiting room').click()
  await heading(waiting.page, 'You are in line').waitFor()
  await waiting.page.evaluate(countTones)
  await button(waiting.page, 'Play a sound').click()
  const heard = () => waiting.page.evaluate(() => Number(document.body.dataset['tones']))
  const tried = await heard()
  assert.ok(tried > 0, 'the sound is played once when it is allowed')
  await addPieces(site, queue.tier, 1)
  await heading(waiting.page, 'It is your turn').waitFor()
  assert.match(await waiting.page.title(), /^It is your turn/)
  assert.equal(await heard(), 2 * tried)
  for (const { done } of fans) await done()
})

/** Runs in the browser: counts the tones that a page plays. */
function countTones() {
  const { OscillatorNode: Real } = window
  document.body.dataset['tones'] = '0'
  window.OscillatorNode = class extends Real {
    override start(when?: number) {
      document.body.dataset['tones'] = `${Number(document.body.dataset['tones']) + 1}`
      super.start(when)
    }
  }
}

async function buyIn(page: Page) {
  await link(page, 'Choose tickets').click()
  await page.waitForURL(/#turn$/)
  await page.locator('#turn').getByText('You can buy now, in one order.').waitFor()
  assert.equal(await link(page, 'Enter the waiting room').isVisible(), false)
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

// Requirement (rules): contract §9 The waiting room: groups by a link
test('friends share a number: joining asks, and gives up one’s own', async () => {
  const queue = await aQueue(site, { queue: { groups_of: 2 } })
  const [ada, bo] = [await site.aPersonWith({}), await site.aPersonWith({})]
  const first = await openAs(site, ada, pathOf(queue))
  await button(first.page, 'Take a number').click()
  await first.page.getByText('Up to 2 people can share your number').waitFor()
  await button(first.page, 'Share the link').click()
  await first.page.getByText('The link is copied.').waitFor()
  const shared = await first.page.evaluate(() => navigator.clipboard.readText())
  assert.match(shared, /\/queue#group=0\./)
  const second = await openAs(site, bo, new URL(shared).pathname + new URL(shared).hash)
  await second.page.getByText('A friend shares a number with you.').waitFor()
  await button(second.page, 'Take a number').click()
  await second.page.getByText('Your number: 2').waitFor()
  await button(second.page, 'Share the number of my friend').click()
  await second.page.getByText('You give up your own number, 2,').waitFor()
  await button(second.page, 'Keep my own').click()
  await second.page.getByText('Your number: 2').waitFor()
  await button(second.page, 'Share the number of my friend').click()
  await button(second.page, 'Give up mine').click()
  await second.page.getByText('Your number: 1').waitFor()
  await second.page.getByText('2 of 2 have this number.').waitFor()
  assert.equal(new URL(second.page.url()).hash, '')
  await first.page.reload()
  await first.page.getByText('2 of 2 have this number.').waitFor()
  assert.equal(await button(first.page, 'Share the link').isVisible(), false)
  await first.done()
  await second.done()
})

test('an e-mail that is not confirmed is, before one enters', async () => {
  const queue = await aQueue(site)
  const ada = await site.aPersonWith({})
  const prove = (email_proven_at: Date | null) =>
    site.db.updateTable('users').set({ email_proven_at }).where('id', '=', ada.id).execute()
  await prove(null)
  const { page, done } = await openAs(site, ada, pathOf(queue))
  await button(page, 'Take a number').click()
  await page.getByText('Confirm your e-mail first, then take a number.').waitFor()
  await link(page, 'My account: confirm your e-mail').waitFor()
  await prove(new Date())
  await button(page, 'Take a number').click()
  await heading(page, 'You are in').waitFor()
  assert.equal(await link(page, 'My account: confirm your e-mail').isVisible(), false)
  await done()
})

// Requirement (rules): contract §9 The waiting room notices what was changed
test('what was fixed and is another one is shouted, also after a reload', async () => {
  const queue = await aQueue(site)
  await someEntered(site, queue, 3)
  const ada = await site.aPersonWith({})
  // The guide's worker would fetch the page past the lies.
  const { page, done } = await openAs(site, ada, {
    path: pathOf(queue),
    serviceWorkers: 'block',
    expected: /40[0-9]|Service Worker registration blocked/,
  })
  await button(page, 'Take a number').click()
  await page.getByText('Your number: 4').waitFor()
  await drawSoon(queue)
  await page.reload()
  await heading(page, 'It is your turn').waitFor()
  const loud = page.getByRole('alert').filter({ hasText: 'What was fixed has been changed' })
  assert.equal(await loud.count(), 0)
  const shout = async (text: string) => {
    await page.reload()
    await loud.getByText(text).waitFor()
    await page.reload()
    await loud.getByText(text).waitFor()
  }
  // What the service says is altered on its way, in the page and in the answers.
  const draw = (await site.get(queue.url)).body.draw
  const lie = (change: (body: any) => any) =>
    page.route(
      (url) => url.pathname === pathOf(queue),
      async (route) => {
        const response = await route.fetch()
        const text = await response.text()
        const told = /data-state="([^"]*)"/.exec(text)?.[1] ?? ''
        const state = JSON.parse(told.replaceAll('&quot;', '"'))
        const body = JSON.stringify(change(state)).replaceAll('"', '&quot;')
        await route.fulfill({ response, body: text.replace(told, body) })
      },
    )
  await lie((state) => ({ ...state, draw: { ...draw, root: draw.seed } }))
  await shout('The entries were fixed before the draw')
  await page.unrouteAll()
  await page.reload()
  await heading(page, 'It is your turn').waitFor()
  assert.equal(await loud.count(), 0)
  await lie((state) => ({ ...state, draw: { ...draw, seed: draw.root } }))
  await shout('was drawn already')
  await page.unrouteAll()
  await page.route(`**${queue.url}/place`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), number: 1 } })
  })
  await shout('Your number was 4. The service now says that it is 2.')
  await done()
})

test('a queue that is cancelled, and one that takes its place, say what it means', async () => {
  const queue = await aQueue(site)
  const ada = await site.aPersonWith({})
  const { page, done } = await openAs(site, ada, pathOf(queue))
  await button(page, 'Take a number').click()
  await heading(page, 'You are in').waitFor()
  assert.equal((await site.del(queue.url, { as: queue.manager })).status, 200)
  await aSecond()
  await page.reload()
  await heading(page, 'The waiting room was cancelled').waitFor()
  await page.getByText('All numbers are void.').waitFor()
  const again = { ...queue.body, draw_at: inMs(10 * minute) }
  assert.equal((await site.put(queue.url, again, { as: queue.manager })).status, 200)
  await aSecond()
  await page.reload()
  await page.getByText('This is a new one: take a number again.').waitFor()
  await button(page, 'Take a number').click()
  await heading(page, 'You are in').waitFor()
  assert.equal(await page.getByText('This is a new one').isVisible(), false)
  await done()
})

test('without a network the page says so, and goes on when it is back', async () => {
  const queue = await aQueue(site)
  const ada = await site.aPersonWith({})
  const { page, context, done } = await openAs(site, ada, {
    path: pathOf(queue),
    expected: /40[0-9]|ERR_INTERNET_DISCONNECTED/,
  })
  await button(page, 'Take a number').click()
  await heading(page, 'You are in').waitFor()
  await drawSoon(queue)
  await page.reload()
  await page.getByText('The draw was moved').waitFor()
  await context.setOffline(true)
  await page.getByText('No connection. Your number is kept').waitFor()
  await context.setOffline(false)
  await heading(page, 'It is your turn').waitFor()
  assert.equal(await page.getByText('No connection').isVisible(), false)
  await done()
})

test('without a network another page of the guide stands for it', async () => {
  const queue = await aQueue(site)
  const { page, context, done } = await site.open('/guide/offline', {
    expected: /ERR_INTERNET_DISCONNECTED/,
  })
  await controlled(page)
  await context.setOffline(true)
  await page.goto(`${site.url}${pathOf(queue)}`)
  await heading(page, 'No connection').waitFor()
  await done()
})

test('who comes after the draw stands behind all who were drawn', async () => {
  const queue = await aQueue(site, { tier: { quantity: 1 } })
  await someEntered(site, queue, 2)
  await drawSoon(queue)
  const ada = await site.aPersonWith({})
  const { page, done } = await openAs(site, ada, pathOf(queue))
  await heading(page, 'People buy in turn').waitFor()
  await button(page, 'Take a number').click()
  await page.getByText('You came after the draw').waitFor()
  assert.equal(await page.locator('[data-fact="place"]').textContent(), '3')
  await done()
})

test('no one asks sooner than the service says', async () => {
  const queue = await aQueue(site)
  const { page, done } = await site.open(pathOf(queue), {
    serviceWorkers: 'block',
    expected: /Service Worker registration blocked/,
  })
  const asked: number[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === queue.url) asked.push(Date.now())
  })
  await page.route(`**${queue.url}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ask_again_seconds: 2 } })
  })
  await page.clock.install()
  await page.reload()
  // What the script says: from now on it waits.
  await page.getByText('Draw in').waitFor()
  await page.clock.runFor(29_000)
  assert.equal(asked.length, 0, 'the page came with a wait of 30 seconds')
  const first = page.waitForResponse((response) => new URL(response.url()).pathname === queue.url)
  await page.clock.runFor(7_000)
  await (await first).finished()
  await page.clock.runFor(1_900)
  assert.equal(asked.length, 1, 'two seconds are not over')
  await done()
})
