import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { inProduction } from '../../../test/production.ts'
import { aWorld } from '../../../test/world.ts'

const developing = await aWorld({ env: { NODE_ENV: 'development' } })
const proxied = await aWorld({ env: { NODE_ENV: 'development', TRUSTED_PROXIES: '1' } })
const testing = await aWorld()
const production = await aWorld({
  env: inProduction,
})
const worlds = { developing, proxied, testing, production }
for (const { folder } of Object.values(worlds)) {
  const lines = ['ADMIN_PASSWORD=not for pages', 'CLIENT_ID=client_1', 'CLIENT_SECRET=secret_1']
  await writeFile(join(folder, 'first-start.env'), lines.join('\n'))
}

type DocsRequest = { at?: keyof typeof worlds; from?: string; headers?: Record<string, string> }

async function ask({ at = 'developing', from = '127.0.0.1', headers = {} }: DocsRequest) {
  const request: InjectOptions = {
    url: '/docs/demo-client',
    remoteAddress: from,
    headers: { host: 'localhost:3000', ...headers },
  }
  const answer = await worlds[at].app.inject(request)
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['cache-control'], 'no-store')
  assert.ok(!answer.body.includes('not for pages'))
  return answer.json()
}

const known = { client_id: 'client_1', client_secret: 'secret_1' }
const unknown = { client_id: null, client_secret: null }

suite('the client of the first start is returned', () => {
  const asked: Record<string, DocsRequest> = {
    'to this machine': {},
    'to this machine, as IPv6 writes it': { from: '::ffff:127.0.0.1' },
    'to this machine, by IPv6': { from: '::1', headers: { host: '[::1]:3000' } },
    'to this machine, by its number': { headers: { host: '127.0.0.1:3000' } },
    'to the page itself': { headers: { 'sec-fetch-site': 'same-origin' } },
  }
  for (const [name, request] of Object.entries(asked)) {
    // Requirement (rules): The reference knows the first start's client while developing only
    test(name, async () => assert.deepEqual(await ask(request), known))
  }
})

suite('the client of the first start is not returned', () => {
  const asked: Record<string, DocsRequest> = {
    'in production': { at: 'production' },
    'in tests': { at: 'testing' },
    'to another machine': { from: '192.168.1.7' },
    'to another machine that says it is this one': {
      at: 'proxied',
      from: '192.168.1.7',
      headers: { 'x-forwarded-for': '127.0.0.1' },
    },
    'through a proxy on this machine': { headers: { 'x-forwarded-for': '203.0.113.9' } },
    'through a trusted proxy on this machine': {
      at: 'proxied',
      headers: { 'x-forwarded-for': '127.0.0.1' },
    },
    'through a proxy that says so otherwise': { headers: { forwarded: 'for=127.0.0.1' } },
    'to a name that was made to point here': { headers: { host: 'rebound.example:3000' } },
    'to a name that begins like ours': { headers: { host: '127.0.0.1.rebound.example' } },
    'to a page of another origin': { headers: { origin: 'http://localhost:4000' } },
    'to a page on another port': { headers: { 'sec-fetch-site': 'same-site' } },
    'to a page of another site': { headers: { 'sec-fetch-site': 'cross-site' } },
  }
  for (const [name, request] of Object.entries(asked)) {
    test(name, async () => assert.deepEqual(await ask(request), unknown))
  }
})

test('without a stored first start there is nothing to return', async () => {
  const { folder } = proxied
  await rm(join(folder, 'first-start.env'))
  assert.deepEqual(await ask({ at: 'proxied' }), unknown)
})
