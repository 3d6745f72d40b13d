import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { ownWebhooks } from './own-webhooks.ts'

test('webhooks reach the application as they were sent', async (t) => {
  const heard: unknown[] = []
  const app = fastify()
  t.after(() => app.close())
  app.post('/payments/webhook', ({ headers, body }, reply) => {
    heard.push([headers['simulated-signature'], body])
    return reply.code(202).send({ received: true })
  })
  const webhooks = ownWebhooks()
  const webhook = {
    headers: { 'content-type': 'application/json', 'simulated-signature': 'signed' },
    body: '{"id": "é"}',
  }
  await assert.rejects(webhooks.deliver(webhook), /does not listen yet/)
  webhooks.handTo(app)
  assert.equal(await webhooks.deliver(webhook), 202)
  assert.deepEqual(heard, [['signed', { id: 'é' }]])
})

test('unanswered webhooks do not pile up', async (t) => {
  const answered = Promise.withResolvers<object>()
  const app = fastify()
  t.after(() => app.close())
  app.post('/payments/webhook', () => answered.promise)
  const webhooks = ownWebhooks()
  webhooks.handTo(app)
  const webhook = { headers: { 'content-type': 'application/json' }, body: '{}' }
  const waiting = Array.from({ length: 256 }, () => webhooks.deliver(webhook))
  await assert.rejects(webhooks.deliver(webhook), /Too many/)
  answered.resolve({ received: true })
  for (const status of await Promise.all(waiting)) assert.equal(status, 200)
  assert.equal(await webhooks.deliver(webhook), 200)
})
