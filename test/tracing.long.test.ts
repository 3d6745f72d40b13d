/** Traces, as a collector of the OpenTelemetry protocol receives them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { after, test } from 'node:test'
import { readConfig } from '#platform/config/read'
import { startTracing } from '#platform/observe/tracing'
import { aTier } from './buying.ts'
import { until } from './until.ts'
import { aWorld } from './world.ts'

type Value = { stringValue?: string; intValue?: number | string }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: Value }[]
  status: { code?: number }
}

/** Accepts any request. */
async function aServer() {
  const bodies: { url: string; headers: IncomingHttpHeaders; text: string }[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const { url = '', headers } = request
    const text = Buffer.concat(await request.toArray()).toString('latin1')
    bodies.push({ url, headers, text })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => void take(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { bodies, url: `http://127.0.0.1:${port}` }
}

const collector = await aServer()
const bucket = await aServer()
const env = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of%20the%20collector,x-team=quay',
  OTEL_SERVICE_NAME: 'quay',
  OTEL_BSP_SCHEDULE_DELAY: '100',
}
const stop = await startTracing(readConfig({ NODE_ENV: 'test', ...env }))
const world = await aWorld({
  env: {
    WEBHOOKS_TO_PRIVATE_ADDRESSES: 'true',
    S3_BUCKET: 'photos',
    S3_ENDPOINT: bucket.url,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'a secret of the bucket',
  },
})
const { app, post, get, aUser, lines } = world
await world.jobs.start()

/** All spans received so far. */
const spans = (): Span[] =>
  collector.bodies.flatMap(({ text }) =>
    JSON.parse(text).resourceSpans.flatMap((one: any) =>
      one.scopeSpans.flatMap((s: any) => s.spans),
    ),
  )
const attribute = ({ attributes }: Span, name: string) => {
  const { stringValue, intValue } = attributes.find(({ key }) => key === name)?.value ?? {}
  return stringValue ?? (intValue === undefined ? undefined : Number(intValue))
}
const ofRequest = (id: unknown) =>
  spans().find((span) => attribute(span, 'festival.request_id') === id)

/** The span of a request, and those of its trace, once they have arrived. */
async function traceOf(id: unknown, isThere: (trace: Span[]) => boolean = () => true) {
  let trace: Span[] = []
  await until(
    'the trace',
    async () => {
      const own = ofRequest(id)
      trace = own ? spans().filter(({ traceId }) => traceId === own.traceId) : []
      return trace.length > 0 && isThere(trace)
    },
    60_000,
  )
  const server = ofRequest(id)
  assert.ok(server)
  return { server, trace }
}

const isUnder = (root: Span, trace: Span[]) => (span: Span) => {
  let at: Span | undefined = span
  while (at && at.spanId !== root.spanId) {
    const { parentSpanId }: Span = at
    at = trace.find(({ spanId }) => spanId === parentSpanId)
  }
  return at !== undefined
}

const parent = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
const traceparent = `00-${parent.traceId}-${parent.spanId}-01`
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg=='

// Requirement (rules): Each request is a span with its statements, following the caller's traceparent
test('a request is a span of the trace it was sent in, its statements are parts of it', async () => {
  const tier = await aTier(world)
  const body = { payment_type: 'ticket', entity_id: tier.id }
  const { status, headers } = await post('/payments', body, {
    as: await aUser(),
    headers: { traceparent },
  })
  assert.equal(status, 201)
  const { server, trace } = await traceOf(headers['x-request-id'], (all) => all.length > 3)
  assert.deepEqual([server.traceId, server.parentSpanId], [parent.traceId, parent.spanId])
  assert.deepEqual([server.name, server.kind], ['POST /payments', 2])
  assert.deepEqual(
    ['http.request.method', 'http.route', 'http.response.status_code'].map((name) =>
      attribute(server, name),
    ),
    ['POST', '/payments', 201],
  )
  const statements = trace.filter((span) => attribute(span, 'db.system.name') === 'postgresql')
  assert.ok(statements.length >= 2, JSON.stringify(trace.map(({ name }) => name)))
  assert.ok(statements.every(isUnder(server, trace)))
  for (const statement of statements) {
    assert.equal(statement.kind, 3)
    assert.match(`${attribute(statement, 'db.query.text')}`, /\w/)
    assert.ok(!JSON.stringify(statement).includes(tier.id))
  }
})

// Requirement (rules): Outgoing calls are spans of their request
test('a call to the photo store is a part of its request, with only its host and status', async () => {
  const as = await aUser()
  const { status, headers } = await post(`/users/${as.id}/photo`, { photo: pixel }, { as })
  assert.equal(status, 200)
  const isCall = (span: Span) => attribute(span, 'server.address') === '127.0.0.1'
  const { server, trace } = await traceOf(headers['x-request-id'], (all) => all.some(isCall))
  const call = trace.find(isCall)
  assert.ok(call && isUnder(server, trace)(call))
  assert.deepEqual(
    [call.name, attribute(call, 'http.response.status_code')],
    ['PUT 127.0.0.1', 200],
  )
  const [stored] = bucket.bodies
  assert.ok(stored && !JSON.stringify(trace).includes(stored.url.split('/').at(-1) ?? ''))
})

// Requirement (rules): Jobs are spans of the trace of the request that caused them
test('a job is a part of the trace of the request that caused it, and its statements of the job', async () => {
  const person = await aUser()
  const { headers } = await post('/auth/forgot-password', { email: person.email })
  const isJob = ({ name }: Span) => name === 'job password-reset'
  const { server, trace } = await traceOf(headers['x-request-id'], (all) => all.some(isJob))
  const job = trace.find(isJob)
  assert.ok(job && isUnder(server, trace)(job))
  assert.equal(job.kind, 5)
  await until(
    'its statements',
    async () => spans().some(({ parentSpanId }) => parentSpanId === job.spanId),
    60_000,
  )
})

// Requirement (rules): The delivery of a webhook is traced
test('the delivery of a webhook is a span, its call a part of it', async () => {
  const as = await aUser({ roles: ['admin'] })
  const { body } = await post('/webhooks', { url: `${bucket.url}/hooks` }, { as })
  assert.equal((await post(`/webhooks/${body.id}/test`, {}, { as })).status, 201)
  const isCall = ({ parentSpanId }: Span) =>
    spans().find(({ spanId }) => spanId === parentSpanId)?.name === 'webhook webhook.test'
  await until('its call', async () => spans().some(isCall), 60_000)
  assert.equal(spans().find(isCall)?.name, 'POST 127.0.0.1')
})

test('an error is reported by its class, without its message', async () => {
  const answer = await get('/artists/none')
  const { server } = await traceOf(answer.headers['x-request-id'])
  assert.deepEqual(
    [attribute(server, 'http.response.status_code'), server.status.code ?? 0],
    [404, 0],
  )
  const busy = await aWorld({
    env: { BUSY_AFTER_MS: '500' },
    parts: { waitForDatabase: () => 100_000 },
  })
  const refused = await busy.get('/artists')
  const { server: failed } = await traceOf(refused.headers['x-request-id'])
  assert.deepEqual([failed.status.code, attribute(failed, 'error.type')], [2, '503'])
})

test('a line of the log says which trace it belongs to', async () => {
  const { headers } = await get('/artists')
  const id = headers['x-request-id']
  const { server } = await traceOf(id)
  const line = lines.map((one) => JSON.parse(one)).find(({ reqId }) => reqId === id)
  assert.deepEqual([line.trace_id, line.span_id], [server.traceId, server.spanId])
})

test('cached answers are traced too', async () => {
  const service = await app.listen({ port: 0, host: '127.0.0.1' })
  const ids: unknown[] = []
  for (let i = 0; i < 4; i++) {
    const answer = await fetch(`${service}/genres`, {
      headers: { 'x-f-authorization': world.client.token },
    })
    await answer.text()
    ids.push(answer.headers.get('x-request-id'))
  }
  for (const id of ids) assert.equal((await traceOf(id)).server.name, 'GET /genres')
})

// Requirement (rules): Traces hold no secret and no personal data
test('they are sent with the configured headers and name, and contain no personal data', async () => {
  const email = `${crypto.randomUUID()}@people.example`
  const password = 'correct horse battery'
  const person = { firstName: 'Persephone', lastName: 'Quillfeather', email, password }
  await post('/users', person)
  const { body, headers } = await post('/auth/user', { email, password })
  await get(`/search?for=Quillfeather&token=${body.token}`)
  await traceOf(headers['x-request-id'], (all) => all.length > 2)
  await stop()
  const texts = collector.bodies.map(({ text }) => text)
  const tokens = [world.client.token, body.token]
  for (const secret of [...Object.values(person), ...tokens, 'a secret of the bucket']) {
    assert.ok(!texts.some((text) => text.includes(secret)), secret)
  }
  const [first] = collector.bodies
  assert.equal(first?.url, '/v1/traces')
  assert.deepEqual(
    [first?.headers.authorization, first?.headers['x-team'], first?.headers['content-type']],
    ['Bearer of the collector', 'quay', 'application/json'],
  )
  assert.match(texts[0] ?? '', /"service\.name","value":\{"stringValue":"quay"\}/)
  assert.equal(spans().filter(({ name }) => name.includes('v1/traces')).length, 0)
  const before = spans().length
  await get('/artists')
  assert.equal(spans().length, before)
})

// Requirement (rules): Without OTEL_EXPORTER_OTLP_ENDPOINT nothing is traced
test('without an address nothing is traced, and a sampler that says no sends nothing', async () => {
  const before = collector.bodies.length
  const stopNothing = await startTracing(readConfig({ NODE_ENV: 'test' }))
  await get('/artists')
  await stopNothing()
  const off = { ...env, OTEL_TRACES_SAMPLER: 'always_off' }
  const stopOff = await startTracing(readConfig({ NODE_ENV: 'test', ...off }))
  await get('/artists')
  await stopOff()
  assert.equal(collector.bodies.length, before)
})
