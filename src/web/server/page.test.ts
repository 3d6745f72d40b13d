import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { builtPages } from '../../../test/built-pages.ts'
import { aWorld } from '../../../test/world.ts'

const { app } = await aWorld({ parts: { pagesFolder: await builtPages() } })
const unbuilt = await aWorld({ parts: { pagesFolder: '/nowhere' } })

const everywhere = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'nonce-NONCE'",
  'img-src': "'self' data: blob: http: https:",
  'font-src': "'self' data:",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}

const pages: Record<string, { policy?: object; camera?: string; devices?: string }> = {
  '/': {},
  '/guide/unknown': {},
  '/?for=wren': {},
  '/console': {},
  '/console/clients/of/any/depth': {},
  '/box-office': { devices: 'self' },
  '/gate': { policy: { 'script-src': "'self' 'wasm-unsafe-eval'" }, camera: 'self' },
  '/docs': { policy: { 'style-src': "'self' 'unsafe-inline'" } },
}

suite('each page has exactly the policy it needs', () => {
  for (const [url, { policy = {}, camera = '', devices = '' }] of Object.entries(pages)) {
    // Requirement (rules): Each page has the policy it needs and no more
    test(url, async () => {
      const { headers, body } = await app.inject(url)
      const nonce = /nonce="([\w-]{22})"/.exec(body)?.[1] ?? ''
      assert.notEqual(nonce, '')
      const said = `${headers['content-security-policy']}`.replace(nonce, 'NONCE').split('; ')
      const expected = { ...everywhere, ...policy }
      assert.deepEqual(
        Object.fromEntries(said.map((part) => [part.split(' ')[0], part.replace(/^\S+ /, '')])),
        expected,
      )
      assert.equal(
        headers['permissions-policy'],
        `camera=(${camera}), microphone=(), geolocation=(), usb=(${devices}), serial=(${devices})`,
      )
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(headers['cache-control'], 'no-cache, private')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['x-frame-options'], 'DENY')
      assert.equal(headers['referrer-policy'], 'same-origin')
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
      assert.ok(!body.includes('__NONCE__'))
    })
  }
})

test('a nonce is used for one answer', async () => {
  const bodies = await Promise.all([app.inject('/console'), app.inject('/console')])
  const nonces = bodies.map(({ body }) => /nonce="([^"]+)"/.exec(body)?.[1])
  assert.notEqual(nonces[0], nonces[1])
})

test('a page is compressed for callers that accept it', async () => {
  const plain = await app.inject('/console')
  assert.equal(plain.headers['content-encoding'], undefined)
  const headers = { 'accept-encoding': 'br, gzip' }
  const { headers: said, rawPayload } = await app.inject({ url: '/console', headers })
  assert.equal(said['content-encoding'], 'gzip')
  assert.match(`${said['vary']}`, /accept-encoding/)
  assert.match(gunzipSync(rawPayload).toString(), /<title>console<\/title>/)
})

test('HEAD returns the headers of GET, and other methods are not answered with a page', async () => {
  for (const url of Object.keys(pages)) {
    const { statusCode, body, headers } = await app.inject({ method: 'HEAD', url })
    assert.equal(statusCode, (await app.inject(url)).statusCode, url)
    assert.equal(body, '', url)
    assert.ok(headers['content-security-policy'], url)
  }
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    const { statusCode, headers } = await app.inject({ method, url: '/docs' })
    assert.equal(statusCode, 405)
    assert.match(`${headers['content-type']}`, /^application\/json/)
  }
})

// Requirement (rules): Pages that are not built are 503
test('pages that are not built are 503, with a sentence', async () => {
  for (const url of ['/', '/console', '/console/clients', '/gate', '/docs']) {
    const { statusCode, headers, json } = await unbuilt.app.inject(url)
    assert.equal(statusCode, 503, url)
    assert.equal(headers['retry-after'], '5', url)
    assert.match(json().error, /not built/, url)
  }
  assert.equal((await unbuilt.get('/festivals')).status, 200)
  assert.equal((await unbuilt.app.inject('/docs/assets/index-abc.js')).statusCode, 404)
})
