import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { ownWebhooks } from './own-webhooks.ts'

for (const host of ['127.0.0.1', '0.0.0.0', '::', '::1']) {
  test(`webhooks reach a service that listens on ${host}`, async () => {
    const heard: unknown[] = []
    const server = createServer((request, response) => {
      const { method, url, headers } = request
      request.setEncoding('utf8').on('data', (body) => {
        heard.push([method, url, headers['x-signature'], body])
        response.writeHead(202).end('{"received": true}')
      })
    })
    server.listen(0, host)
    await once(server, 'listening')
    const webhooks = ownWebhooks()
    const webhook = { headers: { 'x-signature': 'signed' }, body: '{"id": "é"}' }
    await assert.rejects(webhooks.deliver(webhook), /does not listen yet/)
    webhooks.listenAt(server.address() as AddressInfo)
    assert.equal(await webhooks.deliver(webhook), 202)
    assert.deepEqual(heard, [['POST', '/payments/webhook', 'signed', '{"id": "é"}']])
    server.closeAllConnections()
    server.close()
    await assert.rejects(webhooks.deliver(webhook))
  })
}

test('unanswered webhooks do not pile up', async () => {
  const server = createServer(() => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const webhooks = ownWebhooks()
  webhooks.listenAt(server.address() as AddressInfo)
  const webhook = { headers: {}, body: '{}' }
  const waiting = Array.from({ length: 256 }, () => webhooks.deliver(webhook))
  await assert.rejects(webhooks.deliver(webhook), /Too many/)
  server.closeAllConnections()
  server.close()
  for (const { status } of await Promise.allSettled(waiting)) assert.equal(status, 'rejected')
  await assert.rejects(webhooks.deliver(webhook), /ECONNREFUSED/)
})
