/**
 * The service cannot be made to call internal addresses: of the addresses it is given it calls only public
 * webhooks.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { glob, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { after, test } from 'node:test'
import { scopes } from '#core/access'
import { newId } from '#platform/values/ids'
import { builtPages } from './built-pages.ts'
import { describedBy } from './described.ts'
import { aWorld } from './world.ts'

const world = await aWorld({ parts: { pagesFolder: await builtPages() } })
const { app, call, get, post, aUser } = world
await world.jobs.start()

let visits = 0
const canary = createServer((socket) => {
  visits++
  socket.destroy()
})
await once(canary.listen(0, '127.0.0.1'), 'listening')
after(() => canary.close())
const address = canary.address()
assert.ok(address && typeof address === 'object')
const { port } = address

/** One address in many spellings, and redirections to it. */
const addresses = [
  `http://127.0.0.1:${port}/a.png`,
  `http://localhost:${port}/a.png`,
  `http://127.1:${port}/`,
  `http://0:${port}/`,
  `http://0x7f000001:${port}/`,
  `http://0177.0.0.1:${port}/`,
  `http://2130706433:${port}/`,
  `http://[::ffff:127.0.0.1]:${port}/`,
  `http://[::ffff:7f00:1]:${port}/`,
  `http://127.0.0.1.:${port}/`,
  `http://127\u30020\u30020\u30021:${port}/`,
  `http://127.0.0.1:${port}@127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}#@harbour.example/`,
  `http://127.0.0.1:${port}/?url=http://169.254.169.254/latest/meta-data`,
  `https://127.0.0.1:${port}/`,
  `//127.0.0.1:${port}/`,
  `ftp://127.0.0.1:${port}/`,
  `gopher://127.0.0.1:${port}/_x`,
  `dict://127.0.0.1:${port}/x`,
  'file:///etc/passwd',
  `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1:${port}/"/></svg>`).toString('base64')}`,
]

const admin = await aUser({ roles: ['admin'] })
const { token: client } = await world.aClient([...scopes])

type Operation = { requestBody?: { content: Record<string, { schema: Schema }> } }
type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  format?: string
  pattern?: string
  enum?: unknown[]
  examples?: unknown[]
}

/** A body in which every free text is the address. */
function filled(schema: Schema, url: string): unknown {
  const first = schema.anyOf?.find(({ type }) => type !== 'null')
  if (first) return filled(first, url)
  if (schema.properties) {
    const fields = Object.entries(schema.properties)
    return Object.fromEntries(fields.map(([name, field]) => [name, filled(field, url)]))
  }
  if (schema.items) return [filled(schema.items, url)]
  const isText = [schema.type].flat().includes('string')
  const isFree = schema.enum === undefined && (!schema.format || schema.format === 'http-url')
  return isText && isFree ? url : schema.examples?.[0]
}

const headers = { referer: addresses[0] ?? '', 'x-forwarded-host': `127.0.0.1:${port}` }
const asAdmin = { as: admin, client, headers }

/** Every operation with a body, and its schema. */
function operationsWithBody() {
  const { paths = {} } = describedBy(app) as { paths?: Record<string, Record<string, Operation>> }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema
      return schema ? [{ method: method.toUpperCase(), path, schema }] : []
    }),
  )
}

// Requirement (rules): Attackers: SSRF
test('an address is stored as it is or refused, and never requested', async () => {
  const operations = operationsWithBody()
  assert.ok(operations.length > 25, `${operations.length}`)
  for (const url of addresses) {
    for (const { method, path, schema } of operations) {
      const body = Object.assign({}, filled(schema, url), { id: `a-${newId()}`, name: 'Quay' })
      const target = path.replaceAll(/\{\w+\}/g, newId())
      const { status } = await call(method, target, { ...asAdmin, body })
      assert.ok(status < 500, `${method} ${path} ${url}: ${status}`)
    }
    const id = `quay-${newId()}`
    const made = await post('/organizers', { id, name: 'Quay', photo: url }, asAdmin)
    const isLink = /^https?:\/\/[^/@]*(?:[/#].*)?$/.test(url)
    assert.equal(made.status, isLink ? 201 : 400, `${url}: ${made.text}`)
    if (isLink) assert.equal((await get(`/organizers/${id}`)).body.photo, url)
  }
  for (const page of ['/', '/organizers', '/search?for=quay']) {
    const { statusCode } = await app.inject({ url: page, headers: { ...headers, accept: '*/*' } })
    assert.equal(statusCode, 200, page)
  }
  assert.equal(visits, 0)
  await assert.rejects(fetch(addresses[0] ?? ''))
  assert.equal(visits, 1, 'a visit would have been seen')
})

/**
 * The files that open connections, and where to: to an address of the configuration, to the service itself,
 * or checked.
 */
const openers = {
  'src/platform/photos/stores.ts': 'the bucket, S3_ENDPOINT',
  'src/platform/printers/network.ts': 'printers at tills, RECEIPT_PRINTERS',
  'src/platform/outgoing/mail.ts': 'the mail server, SMTP_URL',
  'src/platform/outgoing/requests.ts': 'a webhook, once its address is seen to be public',
  'src/platform/observe/tracing.ts': 'the collector of traces, OTEL_EXPORTER_OTLP_ENDPOINT',
  'src/shop/payments/processors/stripe/stripe.ts': 'the processor, STRIPE_API_BASE',
  'src/platform/postgres/server.ts': 'the socket of our own database',
  'src/platform/outgoing/public-names.ts': 'the name servers of the system',
  'src/identity/openid/provider.ts': 'the identity provider, OIDC_ISSUER',
  'src/shop/queue/proof/drand.ts': 'relays of drand, DRAND_URL',
  'src/server/network/listeners.ts': 'the process that already listens on the port of this service',
  'src/server/running.ts': 'the service of this data folder',
  'src/cli/drill/client.ts': 'the services of a drill, on this machine',
  'src/cli/service/service-calls.ts': 'the service a command is to call',
}

test('only known parts of the service open connections, each to an address of the configuration or a public webhook', async () => {
  const ways = [
    /\bfetch\(/,
    /^import \{[^}]*\b(?:lookup|Resolver)\b[^}]*\} from 'node:dns/m,
    /^import (?!type)[^{;]*from 'node:(?:net|tls|https?|http2|dgram)'/m,
    /^import \{[^}]*\b(?:connect|createConnection|request|get|Agent)\b[^}]*\} from 'node:(?:net|tls|https?)'/m,
    /\bimport\('(?:nodemailer|stripe|@opentelemetry\/exporter-.+)'\)/,
  ]
  const found: string[] = []
  for await (const file of glob('{src,common}/**/*.ts')) {
    const source = file.endsWith('.test.ts') ? '' : await readFile(file, 'utf8')
    if (ways.some((way) => way.test(source))) found.push(file)
  }
  assert.deepEqual(found.toSorted(), Object.keys(openers).toSorted())
})
