/** One id connects everything about a request: its answer, its log lines, and those of its jobs. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import type { Mail } from '#platform/outgoing/mail'
import { newId } from '#platform/values/ids'
import { aTier } from './buying.ts'
import { paidBy } from './processor.ts'
import { until } from './until.ts'
import { aWorld } from './world.ts'

const sent: Mail[] = []
let isMailAway = false
const world = await aWorld({
  parts: (infrastructure) => ({
    mailer: {
      send: async (mail) => {
        if (isMailAway) throw new Error('Mail not sent: the server is away')
        sent.push(mail)
        return { file: 'a file' }
      },
      close: () => {},
    },
    ...paidBy({
      ...infrastructure.processors.card,
      charge: () => Promise.reject(new Error('The processor is away')),
      refund: () => Promise.reject(new Error('The processor is away')),
    }),
  }),
})
const { app, db, lines, post, get, aUser } = world
await world.jobs.start()
const service = await app.listen({ port: 0, host: '127.0.0.1' })

type LogLine = { level: number; status?: number; reqId?: string; route?: string; msg?: string }
const logged = (): LogLine[] => lines.map((line) => JSON.parse(line))
const ofRequest = (id: unknown) => logged().filter(({ reqId }) => reqId === id)
const said = (id: unknown) => ofRequest(id).map(({ msg, route }) => msg ?? route)

/** The log line of a request follows its answer. */
const untilSaid = (id: unknown, words: string) =>
  until(words, async () => said(id).some((one) => one?.includes(words)))

// Requirement (rules): x-request-id is in every answer, and the line of the request has it
test('every answer has an id of its own, and its log line has the same', async () => {
  const ids = new Set<unknown>()
  const client = world.client.token
  for (const [method, url] of [
    ['GET', '/artists'],
    ['GET', '/artists/none'],
    ['POST', '/artists'],
    ['GET', '/no/such'],
    ['GET', '/%zz'],
    ['DELETE', '/genres'],
    ['OPTIONS', '/genres'],
    ['GET', '/health/live'],
  ]) {
    const answer = await fetch(`${service}${url}`, {
      method: method ?? '',
      headers: { 'x-f-authorization': client },
    })
    await answer.text()
    const id = answer.headers.get('x-request-id')
    assert.ok(id, `${method} ${url}`)
    ids.add(id)
  }
  assert.equal(ids.size, 8)
  const refused = await get('/artists', { client: null })
  await untilSaid(refused.headers['x-request-id'], '/artists')
})

/** What a bare connection is told, until it is closed. */
async function told(text: string): Promise<string> {
  const socket = connect(Number(new URL(service).port), '127.0.0.1')
  socket.write(text)
  return Buffer.concat(await socket.toArray()).toString()
}

test('a refusal of a bare connection has an id, and its line has the same', async (t) => {
  const { headersTimeout } = app.server
  app.server.headersTimeout = 200
  t.after(() => {
    app.server.headersTimeout = headersTimeout
  })
  for (const [status, text] of [
    [400, 'This is not HTTP\r\n\r\n'],
    [408, 'GET /genres HTTP/1.1\r\nhost: a'],
    [431, `GET /genres HTTP/1.1\r\nlong: ${'x'.repeat(10_000)}\r\n\r\n`],
  ] as const) {
    const answer = await told(text)
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
    const [, id] = /^x-request-id: ([\da-f-]{36})\r$/m.exec(answer) ?? []
    assert.ok(id, answer)
    await until(`the line of ${status}`, async () => ofRequest(id).length > 0)
    assert.deepEqual(
      ofRequest(id).map((line) => line.status),
      [status],
    )
  }
})

test('an answer from memory has an id, too, and its log line has the same', async () => {
  const headers = { 'x-f-authorization': world.client.token }
  const ids: (string | null)[] = []
  for (let i = 0; i < 5; i++) {
    const answer = await fetch(`${service}/genres`, { headers })
    await answer.text()
    ids.push(answer.headers.get('x-request-id'))
  }
  assert.equal(new Set(ids).size, 5)
  for (const id of ids) await untilSaid(id, '/genres')
})

// Requirement (rules): What is logged deep inside a request carries its id
test('lines logged deep inside, after the body was read, have the id of the request', async () => {
  const tier = await aTier(world)
  const body = { payment_type: 'ticket', entity_id: tier.id }
  const reqId = `mine-${newId()}`
  const [{ status, headers }] = await Promise.all([
    post('/payments', body, { as: await aUser(), headers: { 'x-request-id': reqId } }),
    post('/payments', body, { as: await aUser() }),
  ])
  assert.deepEqual([status, headers['x-request-id']], [201, reqId])
  await untilSaid(reqId, '/payments')
  assert.deepEqual(
    new Set(said(reqId)),
    new Set(['/payments', 'The payment processor did not respond to a charge']),
  )
})

test('an unexpected error is logged with the id of its answer', async () => {
  const broken = await aWorld({
    parts: ({ processors }) => ({
      processors: {
        ...processors,
        get card(): never {
          throw new TypeError('Unexpected')
        },
      },
    }),
  })
  const answer = await broken.app.inject('/payments/config')
  assert.equal(answer.statusCode, 500, answer.body)
  const id = answer.headers['x-request-id']
  const errors = broken.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)
  assert.deepEqual(
    errors.map(({ reqId, msg }) => [reqId, msg]),
    [[id, 'Internal server error']],
  )
})

// Requirement (rules): A job's lines carry the id of the request that caused it
test('a job logs the request that caused it, when it works and when it fails', async () => {
  const person = await aUser()
  await db.updateTable('users').set({ password_hash: 'x' }).where('id', '=', person.id).execute()
  const forget = async () => {
    const { headers } = await post('/auth/forgot-password', { email: person.email })
    return headers['x-request-id']
  }
  const works = await forget()
  await untilSaid(works, 'a mail was written')
  assert.equal(sent.length, 1)
  isMailAway = true
  const fails = await forget()
  await untilSaid(fails, 'jobs')
  assert.ok(!lines.join('').includes(person.email))
})

test('a log line has its id once', () => {
  for (const line of lines) assert.ok((line.match(/"reqId"/g) ?? []).length <= 1, line)
  assert.ok(lines.length > 10)
})
