import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { newId } from '#platform/values/ids'
import { aName, anOrganizer } from '../catalogue.ts'
import { until } from '../until.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite({ env: { WEBHOOKS_TO_PRIVATE_ADDRESSES: 'true' } })
await site.jobs.start()

/** A receiver on a real port that answers as told. */
async function aReceiver() {
  const heard: { headers: Record<string, string>; body: string }[] = []
  const receiver = { url: '', status: 204, heard }
  const hear = async (request: IncomingMessage, response: ServerResponse) => {
    const headers = request.headers as Record<string, string>
    heard.push({ headers, body: await text(request) })
    response.writeHead(receiver.status).end(receiver.status < 300 ? '' : 'No room <b>today</b>')
  }
  const server = createServer((request, response) => void hear(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => server.close())
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  return receiver
}

async function inConsole(options: Parameters<typeof site.open>[1] = {}) {
  const admin = await site.aPersonWith({ permissions: ['manage_clients'] })
  const opened = await site.open('/console/webhooks', { ...options, as: admin })
  await opened.page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
  return opened
}

/** Fills the open form, and returns the secret that is shown once. */
async function create(page: Page, { url, name }: { url: string; name: string }) {
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('Address').fill(url)
  await page.getByLabel('Description').fill(name)
  await page.getByRole('button', { name: 'Create webhook' }).click()
  const shown = page.getByRole('dialog', { name: 'Secret of the webhook' })
  const secret = await shown.getByLabel('Secret', { exact: true }).innerText()
  await shown.getByLabel('I have stored it').check()
  await shown.getByRole('button', { name: 'Done' }).click()
  await shown.waitFor({ state: 'hidden' })
  return secret
}

test('the organizer of an endpoint is chosen by its name', async () => {
  const receiver = await aReceiver()
  const organizer = await anOrganizer(site)
  const name = aName('Partner')
  const { page, done } = await inConsole()
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('Address').fill(receiver.url)
  await page.getByLabel('Description').fill(name)
  await page.getByRole('combobox', { name: 'Organizer' }).fill(organizer.name)
  await page.getByRole('option', { name: organizer.name }).click()
  await assertAccessible(page, 'a chosen organizer')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByLabel('I have stored it').check()
  await page.getByRole('button', { name: 'Done' }).click()
  const saved = async () =>
    site.db
      .selectFrom('webhooks')
      .select('organizer_id')
      .where('description', '=', name)
      .executeTakeFirstOrThrow()
  assert.deepEqual(await saved(), { organizer_id: organizer.id })
  const drawer = page.getByRole('dialog', { name, exact: true })
  const field = drawer.getByRole('combobox', { name: 'Organizer' })
  await until('its name', async () => (await field.inputValue()) === organizer.name)
  await drawer.getByRole('button', { name: 'All organizers' }).press('Enter')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await until('all', async () => (await saved()).organizer_id === null)
  await done()
})

test('a webhook is created, tested, fails, is sent again, and is deleted', async () => {
  const receiver = await aReceiver()
  const name = aName('Shop')
  const { page, done } = await inConsole()
  const secret = await create(page, { url: receiver.url, name })
  const drawer = page.getByRole('dialog', { name, exact: true })
  await drawer.getByRole('button', { name: 'Send a test' }).click()
  const row = drawer.getByRole('row', { name: /webhook\.test/ })
  await row.getByText('delivered').waitFor()
  const [first] = receiver.heard
  assert.ok(first)
  assert.doesNotThrow(() => new Webhook(secret).verify(first.body, first.headers))

  receiver.status = 500
  await row.getByRole('button', { name: 'webhook.test' }).click()
  const detail = page.getByRole('dialog', { name: 'webhook.test' })
  await detail.getByRole('button', { name: 'Send again' }).click()
  await detail.getByText('answered 500').first().waitFor()
  await detail.getByText('No room <b>today</b>').waitFor()
  assert.equal(receiver.heard[1]?.headers['webhook-id'], first.headers['webhook-id'])
  await assertAccessible(page, 'delivery')
  await page.keyboard.press('Escape')
  await drawer.getByText('Failed', { exact: true }).click()
  await drawer.getByText('No deliveries found.').waitFor()
  await drawer.getByText('Waiting', { exact: true }).click()
  await row.getByText('will be retried').waitFor()
  // Not earlier, because the next attempt comes by itself after some seconds.
  receiver.status = 204
  await drawer.getByRole('button', { name: 'Retry three days' }).click()
  await drawer.getByText('All', { exact: true }).click()
  await row.getByText('delivered').waitFor()

  await drawer.getByRole('button', { name: 'Disable' }).click()
  await page
    .getByRole('dialog', { name: /^Disable .*\?$/ })
    .getByRole('button', { name: 'Disable' })
    .click()
  await drawer.getByText('This webhook is disabled').waitFor()
  assert.equal(await drawer.getByRole('button', { name: 'Send a test' }).isDisabled(), true)
  await drawer.getByRole('button', { name: 'Enable' }).click()
  await drawer.getByText('This webhook is disabled').waitFor({ state: 'hidden' })
  await drawer.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: /^Delete .*\?$/ })
    .getByRole('button', { name: 'Delete' })
    .click()
  await page.getByRole('button', { name: receiver.url }).waitFor({ state: 'hidden' })
  await done()
})

test('it receives the chosen events, and a refused address is shown in its form', async () => {
  const receiver = await aReceiver()
  const { page, done } = await inConsole({ expected: /400/ })
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('Address').fill('ftp://app.example/hooks')
  await page.getByLabel('All events').uncheck({ force: true })
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByText('Choose at least one event').waitFor()
  await page.getByLabel('payment.succeeded').check()
  await page.getByLabel('payment.refunded').check()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByRole('alert').getByText(/^url/).waitFor()
  await page.getByLabel('Address').fill(receiver.url)
  await page.getByRole('button', { name: 'Create webhook' }).click()
  const shown = page.getByRole('dialog', { name: 'Secret of the webhook' })
  await shown.getByLabel('I have stored it').check()
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.keyboard.press('Escape')
  const row = page.getByRole('row', { name: new RegExp(receiver.url) })
  await row.getByText('payment.refunded and 1 more').waitFor()
  await done()
})

for (const { width, dark, where } of looks) {
  test(`webhooks are accessible ${where}`, async () => {
    const receiver = await aReceiver()
    const { page, done } = await inConsole({ width, dark })
    await assertAccessible(page, 'list')
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByLabel('All events').uncheck({ force: true })
    await page.getByLabel('payment.succeeded').waitFor()
    await assertAccessible(page, 'new')
    await page.keyboard.press('Escape')
    const name = 'a'.repeat(200)
    await create(page, { url: receiver.url, name })
    const drawer = page.getByRole('dialog', { name, exact: true })
    await drawer.getByRole('button', { name: 'Send a test' }).click()
    await drawer.getByText('delivered').waitFor()
    await assertAccessible(page, 'drawer')
    await drawer.getByRole('button', { name: 'Replace the secret' }).click()
    await page.getByRole('radio', { name: '24 hours' }).waitFor()
    await assertAccessible(page, 'rotate')
    await page.getByRole('button', { name: 'Cancel' }).click()
    const isTooWide = 'document.documentElement.scrollWidth > innerWidth'
    assert.equal(await page.evaluate(isTooWide), false, 'nothing sticks out')
    await done()
  })
}

/** Makes it as if the service had disabled an endpoint, and it had missed so many events since. */
async function disable(url: string, events: number) {
  const { id: webhook_id } = await site.db
    .updateTable('webhooks')
    .set({ is_enabled: false, disabled_reason: 'failing' })
    .where('url', '=', url)
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let nth = 0; nth < events; nth++) {
    const [id, event_id, at] = [newId(), newId(), new Date()]
    const event = { id: event_id, type: 'organizer.created', data: '{}', at, is_spread: true }
    await site.db.insertInto('outbox').values(event).execute()
    const delivery = { id, webhook_id, event_id, status: 'missed', created_at: at }
    await site.db.insertInto('webhook_deliveries').values(delivery).execute()
  }
}

test('what a disabled endpoint missed is said, and replayed when it is enabled', async () => {
  const receiver = await aReceiver()
  const name = aName('Shop')
  const { page, done } = await inConsole()
  await create(page, { url: receiver.url, name })
  await disable(receiver.url, 3)
  await page.reload()
  const drawer = page.getByRole('dialog', { name, exact: true })
  await drawer.getByText('It missed 3 events').waitFor()
  const replay = drawer.getByRole('button', { name: 'Replay what it missed' })
  assert.equal(await replay.isDisabled(), true)
  await drawer.getByText('missed', { exact: true }).nth(2).waitFor()
  await assertAccessible(page, 'missed')
  await drawer.getByRole('button', { name: 'Enable', exact: true }).click()
  await drawer.getByText('This webhook is disabled').waitFor({ state: 'hidden' })
  assert.equal(receiver.heard.length, 0)
  await replay.click()
  await page.getByText('3 sent, one after the other').waitFor()
  await drawer.getByText('It missed 3 events').waitFor({ state: 'hidden' })
  await drawer.getByText('delivered', { exact: true }).nth(2).waitFor()
  assert.equal(receiver.heard.length, 3)
  await done()
})
