/** A route that needs the raw body gets its exact bytes. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { readConfig } from '#platform/config/read'
import { writeAnswers } from '#platform/http/answers/answers'
import { Metrics } from '#platform/observe/metrics'
import { bodyLimit, readBodies } from './bodies.ts'

const app: FastifyInstance = Fastify({ bodyLimit })
after(() => app.close())
app.decorate('config', readConfig({}))
app.decorate('metrics', new Metrics())
writeAnswers(app)
await readBodies(app)
app.route({
  method: 'POST',
  url: '/raw',
  config: { raw: true },
  handler: async ({ body }) => ({
    isBuffer: Buffer.isBuffer(body),
    base64: Buffer.isBuffer(body) ? body.toString('base64') : '',
  }),
})

for (const [why, type, body] of [
  ['JSON as it was spaced', 'application/json', Buffer.from('{ "a" :1,\n"b":"\\u0000\\ud800" }  ')],
  ['JSON that is none', 'application/json; charset=utf-8', Buffer.from('{"a": ')],
  ['bytes that are no text', 'application/octet-stream', randomBytes(1000)],
  ['text of a key into the prototype', 'text/plain', Buffer.from('{"__proto__": {}}')],
  ['no type', undefined, Buffer.from('hello')],
  ['nothing', 'application/json', Buffer.alloc(0)],
  ['nothing, without a type', undefined, Buffer.alloc(0)],
  ['bytes that are no UTF-8', 'application/json', Buffer.of(0xff, 0xfe, 0x80)],
] as const) {
  test(`gets ${why}`, async () => {
    const headers = type ? { 'content-type': type } : {}
    const answer = await app.inject({ method: 'POST', url: '/raw', headers, payload: body })
    assert.deepEqual(answer.json(), { isBuffer: true, base64: body.toString('base64') })
  })
}

test('is refused past 8 MiB like any other', async () => {
  const [fits, tooLarge] = [Buffer.alloc(bodyLimit, 1), Buffer.alloc(bodyLimit + 1, 1)]
  for (const [payload, status] of [
    [fits, 200],
    [tooLarge, 413],
  ] as const) {
    const headers = { 'content-type': 'application/json' }
    const answer = await app.inject({ method: 'POST', url: '/raw', headers, payload })
    assert.equal(answer.statusCode, status)
  }
})

test('is refused when it is a form', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const answer = await app.inject({ method: 'POST', url: '/raw', headers, payload: '--b--' })
  assert.deepEqual(
    [answer.statusCode, answer.json().error],
    [415, 'The body must be application/json'],
  )
})
