import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { newSigningSecret, signed } from './signature.ts'

const body = '{"type":"payment.succeeded","data":{"name":"Zoë’s ticket"}}'
const message = { id: '01980000-0000-7000-8000-000000000001', at: new Date(), body }

// Requirement (rules): Outgoing webhooks carry Standard Webhooks signatures
test('the published library of Standard Webhooks verifies what we sign', () => {
  const { key, shown } = newSigningSecret()
  const headers = signed(message, [key])
  assert.deepEqual(new Webhook(shown).verify(body, headers), JSON.parse(body))
  assert.equal(headers['webhook-signature'], new Webhook(shown).sign(message.id, message.at, body))
})

test('while a secret is being replaced the old one and the new one both verify', () => {
  const [fresh, old, stranger] = [newSigningSecret(), newSigningSecret(), newSigningSecret()]
  const headers = signed(message, [fresh.key, old.key])
  for (const { shown } of [fresh, old]) new Webhook(shown).verify(body, headers)
  assert.throws(() => new Webhook(stranger.shown).verify(body, headers), /No matching signature/)
})

test('a changed body, id or time is detected', () => {
  const { key, shown } = newSigningSecret()
  const headers = signed(message, [key])
  const verify = (text: string, more = {}) =>
    new Webhook(shown).verify(text, { ...headers, ...more })
  assert.throws(() => verify(`${body} `), /No matching signature/)
  assert.throws(() => verify(body, { 'webhook-id': 'another' }), /No matching signature/)
  const later = `${Number(headers['webhook-timestamp']) + 1}`
  assert.throws(() => verify(body, { 'webhook-timestamp': later }), /No matching signature/)
  const old = signed({ ...message, at: new Date(Date.now() - 600_000) }, [key])
  assert.throws(() => new Webhook(shown).verify(body, old), /too old/)
})

test("a secret has 256 random bits, in the standard's form", () => {
  const { key, shown } = newSigningSecret()
  assert.equal(key.length, 32)
  assert.match(shown, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.notEqual(newSigningSecret().shown, shown)
})
