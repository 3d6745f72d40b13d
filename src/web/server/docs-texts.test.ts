/** The texts beside the reference, as the server sends them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { builtPages, text } from '../../../test/built-pages.ts'
import { aWorld } from '../../../test/world.ts'
import { docsTexts } from './docs-texts.ts'

const { app } = await aWorld({ parts: { pagesFolder: await builtPages() } })
const unbuilt = await aWorld({ parts: { pagesFolder: '/nowhere' } })

test('a text is sent compressed, with the strictest policy, and not again while it is the same', async () => {
  const headers = { 'accept-encoding': 'gzip' }
  const answer = await app.inject({ url: '/docs/contract', headers })
  assert.equal(answer.statusCode, 200)
  assert.equal(gunzipSync(answer.rawPayload).toString(), text)
  assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
  assert.equal(answer.headers['cache-control'], 'no-cache, private')
  const policy = `${answer.headers['content-security-policy']}`
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'; /)
  assert.equal(answer.headers['x-frame-options'], 'DENY')

  const known = { ...headers, 'if-none-match': `${answer.headers['etag']}` }
  const again = await app.inject({ url: '/docs/contract', headers: known })
  assert.deepEqual([again.statusCode, again.body], [304, ''])
})

test('a slash too much leads to its own address', async () => {
  const { statusCode, headers } = await app.inject('/docs/contract/?x')
  assert.deepEqual([statusCode, headers['location']], [308, '/docs/contract?x'])
})

test('an unknown text is 404, and every text is 503 while it is not built', async () => {
  assert.equal((await app.inject('/docs/unknown')).statusCode, 404)
  for (const { name } of docsTexts) {
    const { statusCode, headers } = await unbuilt.app.inject(`/docs/${name}`)
    assert.deepEqual([statusCode, headers['retry-after']], [503, '5'])
  }
})
