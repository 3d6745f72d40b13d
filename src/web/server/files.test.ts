import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { builtPages, script } from '../../../test/built-pages.ts'
import { aWorld } from '../../../test/world.ts'

const { app } = await aWorld({ parts: { pagesFolder: await builtPages() } })
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

suite('an asset is sent in the smallest accepted form, and cached forever', () => {
  const forms = {
    'br, gzip': ['br', brotliDecompressSync],
    gzip: ['gzip', gunzipSync],
    identity: [undefined, (body: Buffer) => body],
  } as const
  for (const [accepted, [encoding, read]] of Object.entries(forms)) {
    for (const page of ['console', 'gate', 'box-office', 'guide', 'docs']) {
      // Requirement (rules): Assets are kept for ever and go out compressed
      // Requirement (rules): Nothing but assets is served as one
      test(`${page}, ${accepted}`, async () => {
        const { statusCode, headers, rawPayload } = await get(`/${page}/assets/index-abc.js`, {
          'accept-encoding': accepted,
        })
        assert.equal(statusCode, 200)
        assert.equal(headers['content-encoding'], encoding)
        assert.equal(read(rawPayload).toString(), script)
        assert.match(`${headers['content-type']}`, /^(text|application)\/javascript/)
        assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
        assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
        assert.equal(headers['x-content-type-options'], 'nosniff')
        assert.match(`${headers['vary']}`, /accept-encoding/i)
      })
    }
  }
})

test('HEAD of an asset returns its size without a body', async () => {
  const { statusCode, headers, body } = await app.inject({
    method: 'HEAD',
    url: '/docs/assets/index-abc.js',
  })
  assert.equal(statusCode, 200)
  assert.equal(headers['content-length'], `${script.length}`)
  assert.equal(body, '')
})

suite('an unknown asset is 404, and not cached', () => {
  const paths = [
    'nothing.js',
    '',
    '..%2f..%2fsecret.txt',
    '..%2Findex.html',
    '%2e%2e/%2e%2e/secret.txt',
    '../../secret.txt',
    '....//....//secret.txt',
    '..%5c..%5csecret.txt',
    '%2e%2e%5c%2e%2e%5csecret.txt',
    '..%252f..%252fsecret.txt',
    '%00index-abc.js',
    'index-abc.js%00.svg',
    '%2fetc%2fpasswd',
    '/etc/passwd',
    'index-abc.js/',
    '.',
    '~',
    'a'.repeat(3_000),
  ]
  for (const path of paths) {
    test(JSON.stringify(path.slice(0, 40)), async () => {
      const { statusCode, headers, body } = await get(`/docs/assets/${path}`)
      assert.ok(!body.includes('not for readers') && !body.includes('root:'))
      assert.equal(statusCode, 404)
      assert.match(`${headers['content-type']}`, /^application\/json/)
      assert.equal(typeof JSON.parse(body).error, 'string')
      assert.doesNotMatch(`${headers['cache-control']}`, /immutable|public/)
    })
  }
})
