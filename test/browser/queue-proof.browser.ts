/** The proof of a draw in the browser: a true one, what was altered on its way, and what is not proven. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { after, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { bytesOf, checkDraw, nodeTools } from '#shop/queue'
import { timeOfRound } from '../../src/shop/queue/proof/drand.ts'
import { aQueue, enterWith, type QueueInTest, someEntered, tick } from '../queues.ts'
import { expected, openAs } from './fans.ts'
import { aSite } from './site.ts'

// Round 1000 of the real network, as it was recorded.
const signature =
  'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'
const relay = { status: 200 }
const drand = createServer((_request, response) => {
  response.statusCode = relay.status
  response.end(JSON.stringify({ round: 1000, signature }))
})
await once(drand.listen(0, '127.0.0.1'), 'listening')
after(() => drand.close())
const address = drand.address()
assert.ok(address && typeof address === 'object')
const published = timeOfRound(1000)
const drawAt = new Date(published.getTime() - 60_000)
const clock = { now: drawAt }
const env = { QUEUE_WORK: '20', DRAND_URL: `http://127.0.0.1:${address.port}` }
const site = await aSite({ now: () => clock.now, env })

beforeEach(() => {
  clock.now = new Date(drawAt.getTime() - 600_000)
  relay.status = 200
})

/** A queue whose order is drawn, with a fan in it. */
async function aDraw({ source = 'drand', people = 24, until = published } = {}) {
  const queue = await aQueue(site, { queue: { source } })
  await someEntered(site, queue, people)
  const ada = await site.aPersonWith({})
  assert.equal((await enterWith(site, queue, ada)).status, 200)
  clock.now = drawAt
  await tick(site)
  clock.now = until
  await tick(site)
  return { ...queue, ada, path: `/guide/${queue.festival.id}/queue/proof` }
}
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true }).waitFor()
/** The checks that do not hold, or cannot be told. */
const marked = (page: Page, mark: 'bad' | 'open') =>
  page
    .locator(`[data-ok="${mark}"]`)
    .evaluateAll((items) => items.map((item) => (item as HTMLElement).dataset['check']))

// Requirement (rules): contract §9 The proof of a draw in the browser
test('a true draw holds in every check, and its file too', async () => {
  const draw = await aDraw()
  const { page, done } = await openAs(site, draw.ada, draw.path)
  await heading(page, 'Everything holds')
  assert.equal(await page.locator('[data-ok="ok"]').count(), 7)
  await page.getByText(/^25 entries checked in/).waitFor()
  await page.getByText(/^Your place is \d+ of 25\.$/).waitFor()
  assert.equal(await page.locator(':focus').getAttribute('id'), 'standing')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the file' }).click(),
  ])
  const file = JSON.parse(await readFile(await download.path(), 'utf8'))
  const { findings, place } = await checkDraw(
    { ...file, parts: file.parts.map(bytesOf) },
    nodeTools,
  )
  assert.deepEqual(
    findings.map(({ ok }) => ok),
    Array.from({ length: 7 }, () => true),
  )
  await page.getByText(`Your place is ${(place ?? 0) + 1} of 25.`).waitFor()
  await done()
})

test('a stranger checks all but an entry of their own', async () => {
  const draw = await aDraw()
  const { page, done } = await site.open(draw.path, { width: 390, expected })
  await heading(page, 'Everything holds')
  assert.equal(await page.locator('[data-ok="ok"]').count(), 5)
  await page.getByRole('link', { name: 'Sign in to check your own entry' }).waitFor()
  await done()
})

/** A list of 25 entries, as it is answered instead. */
const lists: [name: string, change: (list: Buffer) => Buffer][] = [
  ['altered', (list) => Buffer.from(list.map((byte, n) => (n === 320 ? byte ^ 1 : byte)))],
  ['added', (list) => Buffer.concat([list, list.subarray(0, 32)])],
  ['removed', (list) => list.subarray(32)],
]
for (const [name, change] of lists) {
  // Requirement (rules): contract §9 The proof names what does not hold
  test(`an entry that was ${name} is found, and the failing checks are named`, async () => {
    const draw = await aDraw()
    const { page, done } = await answering(draw, '/entries', (body) => ({
      ...body,
      leaves: change(Buffer.from(body.leaves, 'base64url')).toString('base64url'),
    }))
    await heading(page, 'This draw is not what was promised')
    assert.deepEqual(await marked(page, 'bad'), ['entries', 'root'])
    await done()
  })
}

/** A page that is answered something else at one address of the queue. */
async function answering(
  { path, url }: QueueInTest & { path: string },
  at: string,
  change: (body: any) => object,
) {
  const visit = await site.open('/guide/offline', { expected })
  await visit.page.route(
    ({ pathname }) => pathname === `${url}${at}`,
    async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: change(await response.json()) })
    },
  )
  await visit.page.goto(`${site.url}${path}`)
  return visit
}

const other = Buffer.alloc(48, 7).toString('base64url')
const proofs: [name: string, change: (draw: any) => object, failing: string[]][] = [
  ['another seed', (draw) => ({ ...draw, seed: draw.root }), ['seed']],
  [
    'another random number',
    (draw) => ({ ...draw, randomness: other }),
    ['randomness', 'fixed_before', 'seed'],
  ],
  ['another list', (draw) => ({ ...draw, root: draw.seed }), ['root', 'seed']],
]
for (const [name, change, failing] of proofs) {
  test(`${name} is found`, async () => {
    const draw = await aDraw()
    const { page, done } = await answering(draw, '/proof', (body) => ({
      ...body,
      draw: change(body.draw),
    }))
    await heading(page, 'This draw is not what was promised')
    assert.deepEqual(await marked(page, 'bad'), failing)
    await done()
  })
}

test('chance is not proven where the organizer could choose, or the round was missed', async () => {
  const chosen = await aDraw({ source: 'organizer' })
  const first = await site.open(chosen.path, { expected })
  await heading(first.page, 'Everything holds, but chance is not proven')
  assert.deepEqual(await marked(first.page, 'open'), ['fixed_before'])
  await first.page.getByText('the organizer could have chosen it').waitFor()
  await first.done()
  clock.now = new Date(drawAt.getTime() - 600_000)
  relay.status = 503
  const missed = await aDraw({ until: new Date(published.getTime() + 900_000) })
  const second = await site.open(missed.path, { expected })
  await heading(second.page, 'Everything holds, but chance is not proven')
  await second.page.getByText('The round of drand was missed').waitFor()
  await second.done()
})

test('before the draw there is nothing to check, and before the order the entries alone', async () => {
  const queue = await aQueue(site, { queue: { source: 'drand' } })
  const path = `/guide/${queue.festival.id}/queue/proof`
  const { page, done } = await site.open(path, { expected })
  await heading(page, 'There is nothing to check yet')
  await someEntered(site, queue, 3)
  clock.now = drawAt
  await tick(site)
  await page.goto(`${site.url}${path}`)
  await heading(page, 'The entries are right so far; the order is not drawn yet')
  assert.equal(await page.locator('[data-ok="ok"]').count(), 2)
  await done()
})
